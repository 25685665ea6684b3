// What a heuristic or an algorithm says about itself: the one source of help, menus, tables and tests.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tessera/base/result.hpp"
#include "tessera/contracts/options.hpp"
#include "tessera/puzzle/geometry.hpp"

namespace tessera {

/// How much of the way a heuristic sees, which decides on how hard a board it is of any use.
enum class Sight { little, some, most };

/// How a heuristic is written in its full form and what it promises.
///
/// The claims hold for every size and every goal; a `false` means that some board refutes it, not
/// that every board does. The audit checks them against exact distances of every state of the small
/// boards.
struct HeuristicInfo {
    std::string_view name;
    std::span<const std::string_view> aliases;
    std::string_view synopsis;
    std::span<const OptionInfo> options;
    bool admissible = false;  ///< never more than the true cost
    /// Drops by at most the move's cost along any move, and is 0 at the goal.
    bool consistent = false;
    bool combines = false;  ///< takes other heuristics as arguments
    Sight sight = Sight::some;
    bool pattern_tables = false;  ///< looks up pattern databases
    bool walking_table =
        false;         ///< computes a table of line matrices, which only small boards have
    bool hot = false;  ///< compiled together with the searches most work is done with
    std::string_view argument = {};   ///< the option that a bare argument stands for, if any
    std::string_view sizes = "any";   ///< on which boards it can be built, in words
    std::string_view reference = {};  ///< where it comes from
};

/// What an algorithm needs and what it promises. Others ask these fields, never the name: whoever adds an algorithm states them
/// here, and certificates, the lab, hints, lists and tests follow.
struct AlgorithmInfo {
    std::string_view name;
    std::span<const std::string_view> aliases;
    std::string_view synopsis;
    std::span<const OptionInfo> options;
    bool uses_heuristic = false;
    bool complete = false;  ///< finds a solution if there is one, given time and memory
    /// Its solution is shortest, given an admissible heuristic if it uses one.
    bool optimal = false;
    /// Can prove a bound beyond its heuristic's value though it is not optimal: within a factor, or where nothing was left out.
    bool proves_bounds = false;
    bool tile_cost = false;  ///< understands `--cost tile`
    bool deepens = false;    ///< searches in rounds of growing bound, each to its end but the last
    bool improves = false;   ///< goes on after its first solution, until none can be better
    bool counts_solutions = false;  ///< looks for every shortest solution, not for one
    bool shares_work = false;       ///< uses several workers
    /// Does the same work whenever it is asked the same, on however many workers.
    bool repeatable = true;
    bool linear_memory = false;  ///< needs memory for a path, not for the states it has seen
    bool to_the_letter = false;  ///< as a course writes it down and counts it, for small boards
    bool traceable = false;      ///< `trace` can record each of its steps
    /// What is wrong with these options on boards of this size, beyond kinds and ranges; nothing where all is well.
    std::optional<Error> (*objection)(const SearchOptions&, Geometry) = nullptr;
    std::string_view time = {};   ///< textbook time, e.g. "O(b^d)"
    std::string_view space = {};  ///< textbook memory
    std::string_view reference = {};
};

/// The component's own description of an option, or null where it has none of this name.
template <class Info>
const OptionInfo* option_of(const Info& info, std::string_view name) {
    for (const OptionInfo& option : info.options) {
        if (option.name == name) return &option;
    }
    return nullptr;
}

}  // namespace tessera
