// The boards a command is to work on: from arguments, files, standard input or a shipped suite.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tessera/puzzle/formats.hpp"

namespace tessera::app {

struct BoardInput {
    std::vector<std::string> words;  ///< the command's positional arguments
    std::string size;                ///< --size
    std::string format;              ///< --format
};

/// Every board named by the words. A word is a suite (`korf:12`), a file, `-` for standard input, or a
/// board; several words that are all parts of one board are taken together (`solve 1 4 0 5 8 2 3 6 7`). No word
/// at all means standard input if that is not a terminal.
Result<std::vector<BoardEntry>> read_input(const BoardInput& input);

/// The goal of an entry: the one asked for by name or board (`--goal`), else the entry's own, else blank-last.
Result<DynamicBoard> goal_of(const BoardEntry& entry, const std::string& wanted);

}  // namespace tessera::app
