// What fuzz targets share: their list, the properties they assert, and taking an input apart.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tessera/base/result.hpp"
#include "tessera/base/text.hpp"
#include "tessera/puzzle/board.hpp"

namespace tessera::fuzz {

using Bytes = std::span<const std::uint8_t>;

/// Every target: one reader of something from outside, in a file of its own. Each is a program of libFuzzer's (preset
/// `fuzz`) and a suite of fuzz_tests, and has its seeds in corpus/NAME.
#define TESSERA_FUZZ_TARGETS(X) \
    X(boards)                   \
    X(moves)                    \
    X(jobs)                     \
    X(suites)                   \
    X(certificates)             \
    X(tables)                   \
    X(checkpoints)              \
    X(records)                  \
    X(requests)                 \
    X(options)

/// Gives the reader these bytes; throws BrokenProperty where it does not keep its promises.
#define TESSERA_DECLARE_TARGET(name) void name(Bytes input);
TESSERA_FUZZ_TARGETS(TESSERA_DECLARE_TARGET)
#undef TESSERA_DECLARE_TARGET

class BrokenProperty : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The arguments are only put together where it does not hold.
template <class... Arguments>
void must(bool holds, fmt::format_string<Arguments...> what, Arguments&&... arguments) {
    if (!holds) throw BrokenProperty(fmt::format(what, std::forward<Arguments>(arguments)...));
}

inline std::string_view text_of(Bytes bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The first line, without its end; `text` is what is left behind it.
inline std::string_view take_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

/// Whether a terminal would obey some of it instead of showing it: control characters, but for the ends of lines.
inline bool has_control_characters(std::string_view text) {
    return formats::printable(text) != text;
}

/// An error of a reader: no fault of the program, short, fit to be shown, and with a remedy or a place.
inline void must_be_helpful(const Error& error) {
    must(error.code != ErrorCode::internal, "an internal error: {}", error.message);
    must(!error.message.empty(), "an error without a message");
    must(error.message.size() < 2'000, "a message of {} bytes: {}", error.message.size(),
         error.message.substr(0, 200));
    must(!has_control_characters(error.message), "control characters in: {}", error.message);
    must(!has_control_characters(error.hint), "control characters in: {}", error.hint);
    const bool has_place = error.message.find("line ") != std::string::npos ||
                           error.message.find("move ") != std::string::npos;
    must(!error.hint.empty() || has_place, "neither a place nor a remedy: {}", error.message);
}

/// Every tile once.
inline void must_be_a_board(const DynamicBoard& board) {
    const Geometry geometry = board.geometry();
    must(geometry.rows >= 2 && geometry.cols >= 2 && geometry.rows <= largest_side &&
             geometry.cols <= largest_side,
         "a board of {}x{}", geometry.rows, geometry.cols);
    std::vector<bool> seen(geometry.cells());
    for (std::size_t cell = 0; cell < geometry.cells(); ++cell) {
        const std::size_t tile = index(board.tile_at(make_cell(cell)));
        must(tile < seen.size() && !seen[tile], "tile {} is twice or too large", tile);
        seen[tile] = true;
    }
    must(board.tile_at(board.blank()) == blank_tile, "the blank is not where the board says");
}

}  // namespace tessera::fuzz
