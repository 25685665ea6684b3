// A suite: which boards are run with which configurations within which limits; data, read from TOML.
//
//     title = "A* against IDA* on random 15-puzzles"   # one line
//     repetitions = 1
//
//     [limits]                     # of every run; what is left out is not limited
//     time = "10s"                 # or 500ms, 2m, 1h, plain seconds
//     memory = "1G"
//     nodes = 1_000_000
//     max_depth = 80
//
//     [[boards]]                   # any number of sets; each names exactly one source:
//     boards = ["1 2 3/4 5 6/7 0 8"]   # boards written here, one or a list
//     suite = "korf:1-10"          # boards that ship with the program
//     file = "boards.txt"          # any form of boards, relative to this file
//     external = "korf15-1000.txt" # a file in the folder TESSERA_DATA; left out with a note where it is not
//     keep_going = true            # file, external: lines that are no board are left out with a note, not refused
//     generate = "uniform"         # or "walk", "distance", "unsolvable"
//
//     name = "korf"                # of the set; by default it follows from the source
//     goal = "blank-first"         # a name or a board; by default the source's own, else blank-last
//     count = 10                   # how many to generate; of other sources, how many to take from the beginning
//     size = "4x4"                 # generate: one or a list (a set for each); other sources: where the form does not say
//     seed = 1                     # generate
//     unique = true                # generate: no board twice
//     moves = 100                  # generate = "walk": how many random moves from the goal …
//     undo = true                  # … which may undo one another (default: false)
//     distance = 20                # generate = "distance": the length of a shortest solution
//     format = "korf"              # file, external: the form, where it is not to be detected
//     columns = ["id", "tiles", "nodes", "optimal"]
//                                  # file, external: a table of other people, columns by position; `id`, `tiles`,
//                                  # `optimal` (the length of a shortest solution) and `reference` (of another
//                                  # solver's) are used, other names say what is passed over. Fields are separated by
//                                  # commas or spaces; then `tiles` are as many fields as `size` has cells. A line whose
//                                  # tiles are no numbers may stand at the top.
//
//     [[configurations]]           # any number of products of what the lists hold
//     algorithm = ["a*", "weighted-a*", "bfs"]
//     heuristic = ["manhattan", "linear-conflict"]     # for those of the algorithms that use one
//     weight = [1.5, 2.0]          # options (`tessera list options`): for those of the algorithms that have them.
//                                  # Also order = "UDLR", cost = "tile", threads, device
//     name = "…"                   # in tables, where it is one configuration; by default "a* with manhattan"
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/base/result.hpp"
#include "tessera/lab/run.hpp"

namespace tessera::lab {

/// Everything an experiment consists of.
struct LabSuite {
    std::string name;
    std::string title;  ///< one line
    std::vector<RunBoard> boards;
    std::vector<RunConfiguration> configurations;
    Limits limits;  ///< of every run
    std::uint32_t repetitions = 1;
    /// For example which sets were left out because their data is not here.
    std::vector<std::string> notes;
    std::vector<std::string> missing;  ///< paths of external files that are not here

    /// What speaks against running it: files that are not here leave it without boards.
    std::optional<Error> objection() const;
    /// Every board with every configuration, as often as it is to be repeated; board by board.
    std::vector<RunTask> tasks() const;
};

/// Where a suite finds what it names.
struct SuiteSurroundings {
    std::string folder;       ///< of the suite's file: what `file` is relative to
    std::string data_folder;  ///< of `external` files; it need not exist
};

/// A suite that ships with the program.
struct ShippedSuite {
    std::string_view name;
    std::string_view text;  ///< TOML
    /// Its title.
    std::string_view synopsis() const;
    /// The external files that it names, which do not ship with the program.
    std::vector<std::string_view> external_files() const;
};

/// Those that need nothing else first, then those with external files; each in alphabetical order.
std::span<const ShippedSuite> shipped_suites();
bool is_shipped_suite(std::string_view name);

/// The folder that the environment variable TESSERA_DATA names, else ../shared/data/external.
std::string external_data_folder();

/// The suite in a TOML text that messages call `source`. The first fault makes the whole reading fail, with its place.
Result<LabSuite> read_suite(std::string_view text, std::string_view name, std::string_view source,
                            const SuiteSurroundings& surroundings);

/// A shipped suite by its name, or else the suite in a file.
Result<LabSuite> load_suite(std::string_view name_or_path);

}  // namespace tessera::lab
