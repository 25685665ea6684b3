// Cuts a text into lines and tokens, and keeps their places for error messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/base/result.hpp"

namespace tessera::formats {

/// No line with one board of 100×100 cells is longer, however it is spaced.
inline constexpr std::size_t longest_line = 400'000;

/// A line that is neither empty nor only a comment.
struct Line {
    std::size_t number = 0;     ///< counted from 1
    bool starts_block = false;  ///< the first of the text, or preceded by an empty line
    std::string_view raw;       ///< without the line end
    std::string_view text;      ///< without the line end, the `#` comment and the spaces around
};

/// A whole text. It refers to the characters that it was made from; they must outlive it.
class Text {
  public:
    /// Fails on NUL bytes; skips a byte order mark.
    static Result<Text> make(std::string_view characters, std::string_view source);

    std::string_view characters() const { return characters_; }
    const std::vector<Line>& lines() const { return lines_; }
    const std::vector<std::string_view>& comments() const { return comments_; }

    /// An error with its place: "puzzle.txt: what (line 3, column 5)". A column or line of 0 is left out.
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
    /// 0 for a blank; a number that is too large for 64 bits becomes the largest one.
    std::uint64_t value = 0;
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
    bool trailing_comma = false;  ///< the line ends in a comma: perhaps its last cell is empty
    bool rule = false;            ///< a line of a drawing without cells
};

/// Cuts a line into cells. In a line with bars (`| 1 |   | 3 |`) an empty place between two bars is the blank.
/// If several cells stand between two bars, only the text before the first bar is taken.
TokenLine tokenise(const Line& line);

/// Replaces control characters (of ASCII, and U+0080 … U+009F) other than line ends by question marks, because a
/// terminal would obey them. Bytes that are not valid UTF-8 are replaced too, because JSON cannot hold them.
std::string printable(std::string_view text);

/// The beginning of `text` for a message: at most `longest` bytes, without control characters, cut between characters.
std::string excerpt(std::string_view text, std::size_t longest = 24);

std::string_view trimmed(std::string_view text);
std::string lowered(std::string_view text);
/// Whether the text consists of digits only, and of at least one.
bool all_digits(std::string_view text);

/// The name that scripts know, for one in the words of the documentation: the five predecessor projects are *origins* there, and
/// `seed…` in what people type. "origin-8" is "seed-8", "origins-15" is "seeds-15".
std::string typed_name(std::string_view name);

}  // namespace tessera::formats
