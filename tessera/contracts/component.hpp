// How heuristics and algorithms describe themselves: the one source of help, menus, tables and tests.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tessera/base/result.hpp"
#include "tessera/contracts/options.hpp"
#include "tessera/puzzle/geometry.hpp"

namespace tessera {

class TableProvider;
struct Limits;

/// How good a heuristic's estimate is: it decides how hard a board the heuristic is useful on.
enum class Sight { little, some, most };

/// The name, the options and the claims of a heuristic.
///
/// A claim holds for every size and every goal; `false` means that at least one board refutes it. The audit checks
/// the claims against the exact distances of all states of the small boards.
struct HeuristicInfo {
    std::string_view name;
    std::span<const std::string_view> aliases;
    std::string_view synopsis;
    std::span<const OptionInfo> options;
    bool admissible = false;  ///< never more than the true cost
    /// A move lowers the value by at most the move's cost, and the value is 0 at the goal.
    bool consistent = false;
    bool combines = false;  ///< takes other heuristics as arguments
    /// Manhattan distance: certificates state it for every board, and findings compare other heuristics with it.
    bool yardstick = false;
    Sight sight = Sight::some;
    bool pattern_tables = false;  ///< looks up pattern databases
    bool walking_table = false;   ///< computes a table of line matrices; only small boards have it
    bool hot = false;             ///< compiled together with the searches that are used most
    std::string_view argument = {};  ///< the option that a bare argument stands for, if any
    /// What `argument` is on boards of this size when it is not given; null if answers need not name it.
    std::string (*usual_argument)(Geometry, Cell goal_blank, TableProvider*,
                                  const Limits&) = nullptr;
    std::string_view sizes = "any";   ///< on which boards it can be built, in words
    std::string_view reference = {};  ///< the paper it comes from
    /// Which rule of the puzzle is relaxed, or what is counted instead.
    std::string_view origin = {};
    std::string_view cost = {};  ///< what it takes to compute it
    std::string_view use = {};   ///< when to use it, and what speaks against it
};

/// The name, the options, the needs and the claims of an algorithm. Other code asks these fields and never compares
/// names, so certificates, the lab, hints, lists and tests follow from them when an algorithm is added.
struct AlgorithmInfo {
    std::string_view name;
    std::span<const std::string_view> aliases;
    std::string_view synopsis;
    std::span<const OptionInfo> options;
    bool uses_heuristic = false;
    /// Guides itself; a heuristic that is given guides it instead, and proves its bound if it is admissible.
    bool heuristic_proves = false;
    bool complete = false;  ///< finds a solution if there is one, given time and memory
    /// Its solution is shortest, given an admissible heuristic if it uses one.
    bool optimal = false;
    /// Can prove a lower bound above its heuristic's value although it is not optimal: it is optimal within a factor, or
    /// it can tell that it left nothing out.
    bool proves_bounds = false;
    bool tile_cost = false;  ///< can weigh a move by its tile
    bool deepens = false;    ///< searches in rounds of growing bound; all but the last are complete
    bool improves = false;   ///< goes on after its first solution until it has the best one
    bool counts_solutions = false;  ///< looks for every shortest solution, not for one
    bool shares_work = false;       ///< uses several workers
    /// Does exactly the same work for the same job, with any number of workers.
    bool repeatable = true;
    bool linear_memory = false;  ///< keeps one path in memory, not all states that it has seen
    /// Follows a course's or an origin's text and counts exactly, for small boards.
    bool to_the_letter = false;
    /// Sets itself up and works until the time is over, with other searches, one of which proves its bound; the registry
    /// has no entry for it.
    bool to_a_deadline = false;
    bool traceable = false;  ///< `trace` can record each of its steps
    /// Its search changed since certificates of an older `counting`: they do not say what it does today.
    std::uint64_t counting = 1;
    /// Checks these options on boards of this size, beyond kinds and ranges. Returns the fault, if there is one.
    std::optional<Error> (*objection)(const SearchOptions&, Geometry) = nullptr;
    std::string_view time = {};   ///< textbook time, e.g. "O(b^d)"
    std::string_view space = {};  ///< textbook memory
    std::string_view reference = {};
    std::string_view use = {};  ///< when to use it, and what speaks against it
};

/// The component's own description of an option, or null if it has no option of this name.
template <class Info>
const OptionInfo* option_of(const Info& info, std::string_view name) {
    for (const OptionInfo& option : info.options) {
        if (option.name == name) return &option;
    }
    return nullptr;
}

}  // namespace tessera
