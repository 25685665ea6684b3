// What a heuristic or an algorithm says about itself: the one source of help, menus, tables and tests.
#pragma once

#include <span>
#include <string_view>

namespace tessera {

/// An option a component understands, e.g. `weight`.
struct OptionInfo {
    std::string_view name;
    std::string_view synopsis;
    std::string_view default_value;
};

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
    bool consistent =
        false;  ///< drops by at most the move's cost along any move, and is 0 at the goal
    bool combines = false;            ///< takes other heuristics as arguments
    std::string_view argument = {};   ///< the option that a bare argument stands for, if any
    std::string_view sizes = "any";   ///< on which boards it can be built, in words
    std::string_view reference = {};  ///< where it comes from
};

/// What an algorithm needs and what it promises.
struct AlgorithmInfo {
    std::string_view name;
    std::span<const std::string_view> aliases;
    std::string_view synopsis;
    std::span<const OptionInfo> options;
    bool uses_heuristic = false;
    bool complete = false;  ///< finds a solution if there is one, given time and memory
    bool optimal =
        false;  ///< its solution is shortest, given an admissible heuristic if it uses one
    bool tile_cost = false;       ///< understands `--cost tile`
    std::string_view time = {};   ///< textbook time, e.g. "O(b^d)"
    std::string_view space = {};  ///< textbook memory
    std::string_view reference = {};
};

}  // namespace tessera
