// The frame of pages that need nothing but themselves: escaped text, one style for screen (light and dark) and paper.
#pragma once

#include <string>
#include <string_view>

namespace tessera::lab {

/// Text as it may stand between tags and inside quoted attributes.
std::string html_escaped(std::string_view text);

/// A whole page around `body`, which is HTML: no network, no script, its style inside. Its headings (h2 and h3, as
/// `html_heading` writes them) are listed as contents; `byline` stands below the title.
std::string html_page(std::string_view title, std::string_view byline, std::string body);

/// `level`: 1 for <h1>.
std::string html_heading(int level, std::string_view text);

}  // namespace tessera::lab
