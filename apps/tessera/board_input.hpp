// Reads the boards for a command: from arguments, files, standard input or a shipped collection.
#pragma once

#include <memory>
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

/// Every board named by the words. A word is a collection (`korf:12`), a file, `-` for standard input, or a
/// board. Several words that are all parts of one board are taken together (`solve 1 4 0 5 8 2 3 6 7`). Without
/// any word the boards come from standard input, unless that is a terminal.
///
/// A form that always means one goal (42, korf) says so on stderr, unless `announce_goal` is false: because
/// --goal is given or no goal matters.
Result<std::vector<BoardEntry>> read_input(const BoardInput& input, bool announce_goal);

/// Boards one after the other. Those of standard input come as they arrive, if its first line is a whole board with
/// `/` between its rows or a JSON object: then every line is read by itself.
class BoardStream {
  public:
    /// `line_by_line`: every line of a file is read by itself in any case, so that a bad one spoils no other.
    static Result<BoardStream> open(const BoardInput& input, bool announce_goal, bool line_by_line);
    /// All at once, as of `read_input`.
    explicit BoardStream(std::vector<BoardEntry> boards) : boards_(std::move(boards)) {}

    /// Nothing: that was the last. An Error: the next one cannot be read; those behind it can.
    Result<std::optional<BoardEntry>> next();

  private:
    struct Lines;
    Result<std::optional<BoardEntry>> next_line();

    std::vector<BoardEntry> boards_;
    std::size_t taken_ = 0;
    std::shared_ptr<Lines> lines_;
};

/// The goal of an entry: the one asked for by name or board (`--goal`), else the entry's own, else
/// blank-last.
Result<DynamicBoard> goal_of(const BoardEntry& entry, const std::string& wanted);

/// The goal asked for, on boards yet to be made; a board as the goal must have their size.
Result<DynamicBoard> goal_for(Geometry geometry, const std::string& wanted);

/// Gives the entry this goal: by its name where it has one, and not at all where it is the usual one.
void set_goal(BoardEntry& entry, const DynamicBoard& goal);

/// Says on stderr when boards written in this format would be read back with another goal.
void note_lost_goals(std::span<const BoardEntry> entries, std::string_view format);

}  // namespace tessera::app
