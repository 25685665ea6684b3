// Finds the boxed tiles of a board on a screen, for the tests of full-screen commands.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/apps/run_program.hpp"
#include "tests/apps/terminal.hpp"

namespace tessera::app_testing {

/// Wide enough that no message is broken into lines.
inline constexpr Terminal::Size wide{160, 30};

struct TileOnScreen {
    std::string number;
    int column = 0;  ///< of its first digit
    int row = 0;
};

/// The numbers that stand alone between two vertical lines, row by row; the blank has none.
inline std::vector<TileOnScreen> tiles_on(const std::string& screen) {
    std::vector<TileOnScreen> tiles;
    const std::vector<std::string> lines = lines_of(screen);
    for (std::size_t row = 0; row < lines.size(); ++row) {
        std::string inside;
        bool after_line = false;
        int column = 0;
        const std::string& line = lines[row];
        for (std::size_t i = 0; i < line.size();) {
            std::size_t length = 1;
            while (i + length < line.size() && (line[i + length] & 0xc0) == 0x80) ++length;
            const std::string character = line.substr(i, length);
            i += length;
            ++column;
            if (character != "│" && character != "┃" && character != "|") {
                inside += length == 1 ? character : "";
                continue;
            }
            const std::size_t first = inside.find_first_not_of(' ');
            const std::size_t last = inside.find_last_not_of(' ');
            if (after_line && first != std::string::npos) {
                const std::string number = inside.substr(first, last - first + 1);
                const int start = column - 1 - static_cast<int>(inside.size() - first);
                if (number.find_first_not_of("0123456789") == std::string::npos) {
                    tiles.push_back({number, start, static_cast<int>(row)});
                }
            }
            inside.clear();
            after_line = true;
        }
    }
    return tiles;
}

/// "1 2 3 4 5 6 7 8", without the blank.
inline std::string numbers_on(const std::string& screen) {
    std::string text;
    for (const TileOnScreen& tile : tiles_on(screen)) {
        text += (text.empty() ? "" : " ") + tile.number;
    }
    return text;
}

inline std::optional<TileOnScreen> tile_on(const std::string& screen, std::string_view number) {
    for (const TileOnScreen& tile : tiles_on(screen)) {
        if (tile.number == number) return tile;
    }
    return std::nullopt;
}

/// Whether a screen with escape sequences has any colour in it; bold and reverse are none.
inline bool has_colour(const std::string& screen) {
    for (std::size_t i = screen.find("\x1b["); i != std::string::npos;
         i = screen.find("\x1b[", i + 1)) {
        std::size_t place = i + 2;
        while (place < screen.size() && screen[place] != 'm') {
            const int code = std::atoi(screen.c_str() + place);
            if ((code >= 30 && code < 39) || (code >= 40 && code < 49) || code >= 90) return true;
            while (place < screen.size() && screen[place] != ';' && screen[place] != 'm') ++place;
            if (place < screen.size() && screen[place] == ';') ++place;
        }
    }
    return false;
}

}  // namespace tessera::app_testing
