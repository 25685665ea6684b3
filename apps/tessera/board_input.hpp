// The boards a command is to work on: from arguments, files, standard input or a shipped suite.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/puzzle/formats.hpp"

namespace tessera::app {

struct BoardInput {
    std::vector<std::string> words;  ///< the command's positional arguments
    std::string size;                ///< --size
    std::string format;              ///< --format
};

/// Every board named by the words. A word is a suite (`korf:12`), a file, `-` for standard input,
/// or a board; several words that are all parts of one board are taken together (`solve 1 4 0 5 8 2
/// 3 6 7`). No word at all means standard input if that is not a terminal.
///
/// A form that always means one goal (42, korf) says so on stderr; `announce_goal` false keeps it
/// quiet, for when
/// --goal is given or no goal matters.
Result<std::vector<BoardEntry>> read_input(const BoardInput& input, bool announce_goal);

/// The goal of an entry: the one asked for by name or board (`--goal`), else the entry's own, else
/// blank-last.
Result<DynamicBoard> goal_of(const BoardEntry& entry, const std::string& wanted);

/// The goal asked for, on boards yet to be made; a board as the goal must have their size.
Result<DynamicBoard> goal_for(Geometry geometry, const std::string& wanted);

/// Says on stderr when boards written in this format would be read back with another goal.
void note_lost_goals(std::span<const BoardEntry> entries, std::string_view format);

}  // namespace tessera::app
