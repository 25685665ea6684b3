// A text as lines and tokens, with the place of everything for error messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/base/result.hpp"

namespace tessera::formats {

/// Longer than any line that holds one board of 100×100 cells, however it is spaced.
inline constexpr std::size_t longest_line = 400'000;

/// A line that is neither empty nor only a comment.
struct Line {
    std::size_t number = 0;     ///< counted from 1
    bool starts_block = false;  ///< the first of the text, or preceded by an empty line
    std::string_view raw;       ///< without the line end
    std::string_view text;      ///< without the `#` comment and the spaces around as well
};

/// A whole text. It refers to the characters it was made from, which must outlive it.
class Text {
  public:
    /// Fails on NUL bytes; skips a byte order mark.
    static Result<Text> make(std::string_view characters, std::string_view source);

    std::string_view characters() const { return characters_; }
    const std::vector<Line>& lines() const { return lines_; }
    const std::vector<std::string_view>& comments() const { return comments_; }

    /// An error at a place: "puzzle.txt: what (line 3, column 5)". A column or line of 0 is left
    /// out.
    Error error(std::string_view what, std::size_t line, std::size_t column,
                std::string hint = {}) const;

  private:
    std::string_view characters_;
    std::string_view source_;
    std::vector<Line> lines_;
    std::vector<std::string_view> comments_;
};

/// One cell of a board as it was written.
struct Token {
    enum class Kind : std::uint8_t { number, blank, negative, word };

    Kind kind = Kind::word;
    std::uint64_t value =
        0;  ///< 0 for a blank; numbers too large for 64 bits become the largest one
    std::string_view text;
    std::size_t line = 0;
    std::size_t column = 0;  ///< in characters, counted from 1
};

/// The cells of a line and the punctuation that matters for their arrangement.
struct TokenLine {
    const Line* line = nullptr;
    std::vector<Token> cells;
    /// Where in `cells` a new row begins, other than the first: at a `/`, a `;` or an inner
    /// bracket.
    std::vector<std::size_t> row_starts;
    bool commas = false;
    bool brackets = false;
    bool trailing_comma = false;  ///< a comma with nothing behind it: perhaps an empty last cell
    bool rule = false;            ///< a line of a drawing that carries no cells
};

/// Cuts a line into cells. In a line with bars (`| 1 |   | 3 |`) an empty place between two of them
/// is the blank, unless several cells stand between two bars: then only what comes before the first
/// bar is taken.
TokenLine tokenise(const Line& line);

/// `text` with a question mark for each control character (of ASCII, and U+0080 … U+009F) but the ends of lines: what a terminal
/// would obey instead of showing it. Likewise for each byte that is no part of a character of UTF-8, which JSON cannot hold.
std::string printable(std::string_view text);

/// `text` for a message: at most so many bytes, without control characters, cut between characters.
std::string excerpt(std::string_view text, std::size_t longest = 24);

std::string_view trimmed(std::string_view text);
std::string lowered(std::string_view text);
/// Digits only, at least one.
bool all_digits(std::string_view text);

}  // namespace tessera::formats
