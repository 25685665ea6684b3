// An algorithm that only the tests have: deepening, on several threads, with an option of each kind. The program built with it
// (tessera_with_toy) shows that one file is all that a new algorithm and its options need.
#pragma once

#include "tessera/search/ida_star.hpp"

namespace tessera::search::toy_deepening {

inline constexpr std::string_view aliases[] = {"toy"};
inline constexpr std::string_view colours[] = {"red", "green", "blue"};

inline constexpr OptionInfo bold = flag_option("toy-bold", "whether the toy is bold");
inline constexpr OptionInfo wheels =
    whole_option("toy-wheels", "how many wheels the toy has", 4, 2, 16);
inline constexpr OptionInfo size = real_option("toy-size", "how large the toy is", 1.5, 0.5, 9.5);
inline constexpr OptionInfo colour =
    word_option("toy-colour", "the colour of the toy", "green", colours);
inline constexpr OptionInfo options[] = {bold, wheels, size, colour};

inline constexpr AlgorithmInfo info{
    .name = "toy-deepening",
    .aliases = aliases,
    .synopsis = "ida* under another name, for the tests",
    .options = options,
    .uses_heuristic = true,
    .complete = true,
    .optimal = true,
    .deepens = true,
    .shares_work = true,
    .linear_memory = true,
};

/// The depth looked at grows by what the options say, so that a test sees that they arrive.
template <BoardType B, HeuristicFor<B> H>
Outcome search(const Problem<B>& problem, const H& heuristic, const SearchOptions& wanted,
               Monitor& monitor) {
    // Work is shared from the first round on, however small it is.
    Outcome outcome = ida_star::deepen<PlainRound<B, H>>(problem, heuristic, wanted, monitor,
                                                         Sharing{.smallest_before = 0});
    outcome.counters.max_depth += (wanted.flag(bold) ? 1000U : 0U) + 10 * wanted.whole(wheels) +
                                  static_cast<std::uint64_t>(wanted.real(size) * 2) * 100'000 +
                                  wanted.word(colour).size() * 10'000'000;
    return outcome;
}

}  // namespace tessera::search::toy_deepening
