// Characters of a terminal: taking UTF-8 apart, the nearest ASCII, and lines that fit a width.
#pragma once

#include <string>
#include <string_view>

namespace tessera::app::terminal {

/// Takes the next character off a UTF-8 text; a byte that begins none is taken as it is.
char32_t take_character(std::string_view& utf8);
void append_utf8(std::string& text, char32_t character);

/// Whether the user's locale writes UTF-8; without changing the locale of the program.
bool locale_is_utf8();
/// The nearest thing in ASCII to what the program draws with.
char ascii_for(char32_t character);
/// The same for a whole text, where a character may take several: "…" is "...".
std::string in_ascii(std::string_view utf8);

/// Characters in a text; every one the program shows takes one column, and the sequences of colours take none.
int text_width(std::string_view utf8);
/// A text with lines of at most this width, broken at spaces where there are any. The rest of a line in two columns
/// ("  --json   answer as JSON") stands below its second column, or below the first, indented, where the second would be
/// narrow; the rest of a row of a table keeps its columns; the rest of any other line is indented as the line is. A
/// single word that is too long stays whole, so that a path can be copied.
std::string wrapped_lines(std::string_view text, int width);
/// The beginning of a line that fits.
std::string cut(std::string_view line, int width);

}  // namespace tessera::app::terminal
