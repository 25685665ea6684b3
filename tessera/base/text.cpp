// Cutting text into lines and lines into cells, tolerant of drawings, brackets and separators.
#include "tessera/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

namespace tessera::formats {
namespace {

constexpr std::string_view spaces = " \t\r\f\v";
constexpr std::string_view rule_characters = "-=_~+";
constexpr std::array<std::string_view, 4> bars{"|", "│", "┃", "║"};
constexpr std::array<std::string_view, 8> blank_words{"x", "X", "*", "□", "·", "␣", "null", "None"};

bool digit(char c) {
    return c >= '0' && c <= '9';
}
bool continues_character(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}
/// The number of bytes of the UTF-8 character at the beginning of `text`; 0 if there is no valid one.
std::size_t character_bytes(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (byte(0) < 0x80) return 1;
    const std::size_t length = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
    if (byte(0) < 0xC2 || byte(0) > 0xF4 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if (!continues_character(text[i])) return 0;
    }
    // Not valid: an overlong form, half of a UTF-16 pair, or a number beyond the last character.
    if ((byte(0) == 0xE0 && byte(1) < 0xA0) || (byte(0) == 0xED && byte(1) >= 0xA0)) return 0;
    if ((byte(0) == 0xF0 && byte(1) < 0x90) || (byte(0) == 0xF4 && byte(1) >= 0x90)) return 0;
    return length;
}

/// The length of the bar at the start of `text`, or 0.
std::size_t bar_length(std::string_view text) {
    for (const std::string_view bar : bars) {
        if (text.starts_with(bar)) return bar.size();
    }
    return 0;
}

/// Box-drawing characters are U+2500 … U+257F: the bytes E2 94 xx and E2 95 xx.
bool box_drawing(std::string_view text) {
    return text.starts_with("\xE2\x94") || text.starts_with("\xE2\x95");
}

/// A line such as `-----`, `+---+---+` or `├────┼────┤`.
bool is_rule(std::string_view text) {
    std::size_t run = 0;
    std::size_t longest_run = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view rest = text.substr(i);
        if (box_drawing(rest)) {
            if (bar_length(rest) == 0) longest_run = 3;
            i += 2;
        } else if (rule_characters.find(text[i]) != std::string_view::npos) {
            longest_run = std::max(longest_run, ++run);
            continue;
        } else if (text[i] != '|' && spaces.find(text[i]) == std::string_view::npos) {
            return false;
        }
        run = 0;
    }
    return longest_run >= 3;
}

bool only(std::string_view text, char c) {
    return text.find_first_not_of(c) == std::string_view::npos;
}

bool is_blank_symbol(std::string_view word) {
    if (only(word, '_') || only(word, '.') || only(word, '-')) return true;
    return std::find(blank_words.begin(), blank_words.end(), word) != blank_words.end();
}

std::uint64_t number_in(std::string_view digits) {
    constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t value = 0;
    for (const char c : digits) {
        const auto next = static_cast<std::uint64_t>(c - '0');
        if (value > (largest - next) / 10) return largest;
        value = value * 10 + next;
    }
    return value;
}

Token classified(std::string_view word) {
    Token token;
    token.text = word;
    if (all_digits(word)) {
        token.kind = Token::Kind::number;
        token.value = number_in(word);
        if (token.value == 0) token.kind = Token::Kind::blank;
    } else if (is_blank_symbol(word)) {
        token.kind = Token::Kind::blank;
    } else if (word[0] == '-' && all_digits(word.substr(1))) {
        token.kind = Token::Kind::negative;
    }
    return token;
}

/// Reads one line from left to right.
class LineScanner {
  public:
    explicit LineScanner(const Line& line) : line_(line) { result_.line = &line; }

    TokenLine scan() {
        if (is_rule(line_.text)) {
            result_.rule = true;
            return std::move(result_);
        }
        const std::vector<std::string_view> segments = split_at_bars();
        if (segments.size() == 1) {
            scan_plain(segments[0]);
        } else {
            scan_boxed(segments);
        }
        drop_rows_of_one();
        return std::move(result_);
    }

  private:
    enum class Last { start, open, cell, comma, close };

    /// The parts between bars. Empty parts before an opening bar and behind a closing bar are left out.
    std::vector<std::string_view> split_at_bars() const {
        std::vector<std::string_view> parts;
        const std::string_view text = line_.text;
        std::size_t begin = 0;
        for (std::size_t i = 0; i < text.size();) {
            const std::size_t length = bar_length(text.substr(i));
            if (length == 0) {
                ++i;
                continue;
            }
            parts.push_back(text.substr(begin, i - begin));
            begin = i += length;
        }
        parts.push_back(text.substr(begin));
        const bool opened = parts.size() > 1 && parts.front().empty();
        if (opened && parts.size() > 2 && parts.back().empty()) parts.pop_back();
        if (opened) parts.erase(parts.begin());
        return parts;
    }

    void scan_boxed(const std::vector<std::string_view>& segments) {
        for (const std::string_view segment : segments) {
            const std::size_t before = result_.cells.size();
            last_ = Last::start;
            scan_plain(segment);
            if (result_.cells.size() == before) add_empty(segment.data());
            if (result_.cells.size() > before + 1) {
                result_ = {};
                result_.line = &line_;
                counted_ = line_.raw.data();
                column_ = 1;
                last_ = Last::start;
                scan_plain(segments[0]);
                return;
            }
        }
    }

    void scan_plain(std::string_view text) {
        constexpr std::string_view punctuation = " \t\r\f\v,;/[](){}\"'";
        for (std::size_t i = 0; i < text.size();) {
            const char c = text[i];
            if (c == ',') {
                if (last_ != Last::cell && last_ != Last::close) add_empty(text.data() + i);
                result_.commas = true;
                last_ = Last::comma;
            } else if (c == '/' || c == ';') {
                start_row();
                last_ = Last::start;
            } else if (c == '[' || c == '(' || c == '{') {
                start_row();
                result_.brackets = true;
                last_ = Last::open;
            } else if (c == ']' || c == ')' || c == '}') {
                last_ = Last::close;
            } else if (punctuation.find(c) == std::string_view::npos) {
                const std::size_t end = std::min(text.find_first_of(punctuation, i), text.size());
                add(classified(text.substr(i, end - i)));
                i = end;
                continue;
            }
            ++i;
        }
        result_.trailing_comma = last_ == Last::comma && !result_.brackets;
    }

    void start_row() {
        const std::size_t next = result_.cells.size();
        if (next == 0 || (!result_.row_starts.empty() && result_.row_starts.back() == next)) return;
        result_.row_starts.push_back(next);
    }
    void add(Token token) {
        token.line = line_.number;
        token.column = column_of(token.text.data());
        result_.cells.push_back(token);
        last_ = Last::cell;
    }
    void add_empty(const char* where) {
        Token token;
        token.kind = Token::Kind::blank;
        token.text = {where, where};
        add(token);
    }
    /// Cells come from left to right, so characters are counted once.
    std::size_t column_of(const char* where) {
        for (; counted_ < where; ++counted_) {
            if (!continues_character(*counted_)) ++column_;
        }
        return column_;
    }
    /// `1;2;3;0` separates cells, not rows; and a `/` at the end starts nothing.
    void drop_rows_of_one() {
        auto& starts = result_.row_starts;
        while (!starts.empty() && starts.back() == result_.cells.size()) starts.pop_back();
        if (!starts.empty() && starts.size() + 1 == result_.cells.size()) starts.clear();
    }

    const Line& line_;
    TokenLine result_;
    const char* counted_ = line_.raw.data();
    std::size_t column_ = 1;
    Last last_ = Last::start;
};

}  // namespace

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(spaces);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(spaces) - begin + 1);
}

std::string lowered(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
}

bool all_digits(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), digit);
}

std::string printable(std::string_view text) {
    std::string shown;
    shown.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = character_bytes(text);
        const auto first = static_cast<unsigned char>(text[0]);
        const bool control =
            (first < 0x20 && first != '\n') || first == 0x7F ||
            (first == 0xC2 && length == 2 && static_cast<unsigned char>(text[1]) < 0xA0);
        if (length == 0 || control) {
            shown += '?';
        } else {
            shown += text.substr(0, length);
        }
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return shown;
}

std::string excerpt(std::string_view text, std::size_t longest) {
    std::size_t end = std::min(text.size(), longest);
    while (end < text.size() && end > 0 && continues_character(text[end])) --end;
    std::string shown = printable(text.substr(0, end));
    std::replace(shown.begin(), shown.end(), '\n', '?');
    if (end < text.size()) shown += "…";
    return shown;
}

Result<Text> Text::make(std::string_view characters, std::string_view source) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (characters.starts_with(byte_order_mark)) characters.remove_prefix(byte_order_mark.size());
    Text text;
    text.characters_ = characters;
    text.source_ = source;
    bool after_gap = true;
    std::size_t number = 0;
    for (std::size_t begin = 0; begin < characters.size();) {
        const std::size_t end = std::min(characters.find('\n', begin), characters.size());
        std::string_view raw = characters.substr(begin, end - begin);
        begin = end + 1;
        ++number;
        if (const std::size_t nul = raw.find('\0'); nul != std::string_view::npos) {
            return text.error(
                "there is a NUL byte, so this is not plain text", number, nul + 1,
                "boards are read from text files in UTF-8; is this a binary or UTF-16 file?");
        }
        if (raw.ends_with('\r')) raw.remove_suffix(1);
        const std::size_t hash = raw.find('#');
        if (hash != std::string_view::npos) text.comments_.push_back(raw.substr(hash));
        const std::string_view content = trimmed(raw.substr(0, hash));
        if (!content.empty()) {
            text.lines_.push_back({number, after_gap, raw, content});
            after_gap = false;
        } else if (hash == std::string_view::npos) {
            after_gap = true;
        }
    }
    return text;
}

Error Text::error(std::string_view what, std::size_t line, std::size_t column,
                  std::string hint) const {
    std::string message;
    if (!source_.empty()) message = fmt::format("{}: ", source_);
    message += what;
    if (line > 0 && column > 0) {
        message += fmt::format(" (line {}, column {})", line, column);
    } else if (line > 0) {
        message += fmt::format(" (line {})", line);
    }
    return input_error(std::move(message), std::move(hint));
}

TokenLine tokenise(const Line& line) {
    return LineScanner(line).scan();
}

std::string typed_name(std::string_view name) {
    constexpr std::string_view origin = "origin";
    return name.starts_with(origin) ? fmt::format("seed{}", name.substr(origin.size()))
                                    : std::string(name);
}

}  // namespace tessera::formats
