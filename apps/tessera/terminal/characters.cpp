// Characters of a terminal: taking UTF-8 apart, the nearest ASCII, and lines that fit a width.
#include "characters.hpp"

#include <langinfo.h>
#include <locale.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace tessera::app::terminal {

char32_t take_character(std::string_view& utf8) {
    const auto first = static_cast<unsigned char>(utf8.front());
    const std::size_t length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (length == 1 || first < 0xc0 || utf8.size() < length) {
        utf8.remove_prefix(1);
        return first;
    }
    char32_t character = first & (0x7fU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        character = (character << 6) | (static_cast<unsigned char>(utf8[i]) & 0x3fU);
    }
    utf8.remove_prefix(length);
    return character;
}

void append_utf8(std::string& text, char32_t character) {
    const auto byte = [&](char32_t value) { text += static_cast<char>(value); };
    if (character < 0x80) {
        byte(character);
    } else if (character < 0x800) {
        byte(0xc0 | (character >> 6));
        byte(0x80 | (character & 0x3f));
    } else if (character < 0x10000) {
        byte(0xe0 | (character >> 12));
        byte(0x80 | ((character >> 6) & 0x3f));
        byte(0x80 | (character & 0x3f));
    } else {
        byte(0xf0 | (character >> 18));
        byte(0x80 | ((character >> 12) & 0x3f));
        byte(0x80 | ((character >> 6) & 0x3f));
        byte(0x80 | (character & 0x3f));
    }
}

bool locale_is_utf8() {
    const auto names_utf8 = [](std::string_view name) {
        return name.find("UTF-8") != std::string_view::npos ||
               name.find("utf8") != std::string_view::npos;
    };
    const locale_t locale = newlocale(LC_CTYPE_MASK, "", nullptr);
    if (locale == nullptr) {
        // A locale that is not installed here; its name says what the terminal expects.
        for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
            const char* value = std::getenv(variable);
            if (value != nullptr && *value != '\0') return names_utf8(value);
        }
        return false;
    }
    const bool utf8 = names_utf8(nl_langinfo_l(CODESET, locale));
    freelocale(locale);
    return utf8;
}

char ascii_for(char32_t character) {
    if (character < 0x7f) return static_cast<char>(character);
    switch (character) {
        case U'─':
        case U'━':
        case U'═':
        case U'–':
        case U'−':
            return '-';
        case U'│':
        case U'┃':
        case U'║':
            return '|';
        case U'↑':
            return '^';
        case U'↓':
            return 'v';
        case U'←':
            return '<';
        case U'→':
            return '>';
        case U'×':
            return 'x';
        case U'·':
        case U'…':
        case U'░':
            return '.';
        case U'█':
        case U'▓':
            return '#';
        case U'★':
            return '*';
        case U'≤':
            return '<';
        case U'≥':
            return '>';
        case U'é':
            return 'e';
        default:
            // Corners and crossings of lines; anything else is a letter of a file's name.
            return character >= 0x2500 && character < 0x2580 ? '+' : '?';
    }
}

std::string in_ascii(std::string_view utf8) {
    std::string text;
    while (!utf8.empty()) {
        const char32_t character = take_character(utf8);
        if (character == U'…') {
            text += "...";
        } else if (character == U'≤' || character == U'≥') {
            text += ascii_for(character);
            text += '=';
        } else if (character == U'∞') {
            text += "inf";
        } else {
            text += ascii_for(character);
        }
    }
    return text;
}

namespace {

/// Takes a colour's sequence off the beginning of a text; empty where there is none.
std::string_view take_sequence(std::string_view& text) {
    if (!text.starts_with("\x1b[")) return {};
    const std::size_t end = std::min(text.find('m'), text.size() - 1) + 1;
    const std::string_view sequence = text.substr(0, end);
    text.remove_prefix(end);
    return sequence;
}

/// Of what would stand in a column that is too far right for a narrow terminal.
const std::string narrow_indent(6, ' ');

/// Where the second column of a line begins; 0 where the line has another number of columns than two.
std::size_t second_column(std::string_view line) {
    const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t gap = line.find("  ", first);
    if (gap == std::string_view::npos) return 0;
    const std::size_t second = line.find_first_not_of(' ', gap);
    if (second == std::string_view::npos) return 0;
    return line.find("  ", second) == std::string_view::npos ? second : 0;
}

/// Breaks a line at spaces. What follows a break is indented, or, without `indent`, has the spaces that stood before it: so the
/// columns of a table stay below each other.
std::string folded(std::string_view line, int width, std::optional<std::size_t> indent) {
    std::string text;
    std::string row;
    int used = 0;
    while (!line.empty()) {
        const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
        const std::size_t end = std::min(line.find(' ', blanks), line.size());
        const std::string_view word = line.substr(blanks, end - blanks);
        const int needed = static_cast<int>(blanks) + text_width(word);
        if (used > static_cast<int>(indent.value_or(0)) && used + needed > width) {
            text += row + '\n';
            row = std::string(indent.value_or(blanks), ' ');
            row += word;
            used = text_width(row);
        } else {
            row += line.substr(0, end);
            used += needed;
        }
        line.remove_prefix(end);
    }
    return text + row;
}

std::string wrapped_line(std::string_view line, int width) {
    if (text_width(line) <= width) return std::string(line);
    const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
    if (static_cast<int>(first) > width / 2 && first > narrow_indent.size()) {
        return wrapped_line(narrow_indent + std::string(line.substr(first)), width);
    }
    const std::size_t second = second_column(line);
    if (second == 0) {
        const bool table = line.find("  ", first) != std::string_view::npos;
        return folded(line, width, table ? std::nullopt : std::optional(first));
    }
    const int column = text_width(line.substr(0, second));
    if (column <= width / 2) return folded(line, width, static_cast<std::size_t>(column));
    const std::string_view head = line.substr(0, line.find("  ", first));
    return folded(head, width, first + 2) + '\n' +
           folded(narrow_indent + std::string(line.substr(second)), width, narrow_indent.size());
}

}  // namespace

int text_width(std::string_view utf8) {
    int width = 0;
    while (!utf8.empty()) {
        if (!take_sequence(utf8).empty()) continue;
        take_character(utf8);
        ++width;
    }
    return width;
}

std::string wrapped_lines(std::string_view text, int width) {
    std::string result;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        result += wrapped_line(text.substr(0, end), width);
        if (end == std::string_view::npos) break;
        result += '\n';
        text.remove_prefix(end + 1);
    }
    return result;
}

std::string cut(std::string_view line, int width) {
    std::string_view rest = line;
    for (int used = 0; !rest.empty() && used < width;) {
        if (!take_sequence(rest).empty()) continue;
        take_character(rest);
        ++used;
    }
    return std::string(line.substr(0, line.size() - rest.size()));
}

}  // namespace tessera::app::terminal
