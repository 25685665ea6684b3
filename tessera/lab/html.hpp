// The frame of pages that need nothing but themselves: escaped text, one style for screen (light and dark) and paper.
#pragma once

#include <string>
#include <string_view>

namespace tessera::lab {

/// Text as it may stand between tags and inside quoted attributes.
std::string html_escaped(std::string_view text);

/// A whole page around `body`, which is HTML: no network, no script, its style inside.
std::string html_page(std::string_view title, std::string_view body);

}  // namespace tessera::lab
