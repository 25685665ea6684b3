// Lanes against the plain round: the same counts to the node, the same path, whatever the number of lanes.
#include "tessera/search/support/lanes.hpp"

#include <gtest/gtest.h>

#include "tessera/heuristics/pattern_database.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/search/ida_star.hpp"
#include "tests/same_outcome.hpp"

namespace tessera::search::lanes_test {
namespace {

template <BoardType B>
using Pdb = heuristics::pattern_database::Heuristic<B>;

/// A round of a given number of lanes.
template <BoardType B, std::size_t Count>
class LanesRound {
  public:
    LanesRound(const Problem<B>& problem, const Pdb<B>& heuristic, const SearchOptions& options,
               Monitor& monitor, Counters& counters)
        : problem_(problem),
          plain_(problem, heuristic, options, monitor, counters),
          no_undo_(build_automaton(problem.start.geometry(), 2)),
          lanes_(*heuristic.stepper(), problem.goal, no_undo_, monitor, counters, Count) {}
    bool run(BoundedRound& round) { return run_from(round, SubRoot<B>(problem_, {})); }
    bool run_from(BoundedRound& round, const SubRoot<B>& root) {
        round.next_bound = round.bound + 2;
        return lanes_.run_from(round, problem_.start, root.moves);
    }
    bool split(BoundedRound& round, std::size_t depth, std::vector<Part>& parts) {
        return plain_.split(round, depth, parts);
    }

  private:
    const Problem<B>& problem_;
    PlainRound<B, Pdb<B>> plain_;
    MoveAutomaton no_undo_;
    Lanes<B, typename Pdb<B>::Stepper> lanes_;
};

template <BoardType B>
Pdb<B> pdb_of(const char* partition) {
    HeuristicSetup<B> setup;
    setup.geometry = B::shape;
    setup.parameters.push_back({"partition", partition});
    return *Pdb<B>::make(setup);
}

/// A board `moves` random moves from the goal.
template <BoardType B>
Problem<B> shuffled(std::size_t moves, std::uint64_t seed) {
    Problem<B> problem;
    problem.goal = problem.start = canonical_goal<B>(B::shape, make_cell(0));
    for (std::size_t i = 0; i < moves;) {
        seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
        const Move move = make_move(static_cast<std::size_t>(seed >> 62));
        if (!problem.start.legal_moves().has(move)) continue;
        problem.start.slide(move);
        ++i;
    }
    return problem;
}

template <class Round, BoardType B>
Outcome solve(const Problem<B>& problem, const Pdb<B>& heuristic, const Limits& limits = {}) {
    Observer observer;
    Monitor monitor(limits, observer);
    return ida_star::deepen<Round>(problem, heuristic, SearchOptions{}, monitor);
}

template <BoardType B>
void compare(const char* partition, std::size_t moves, std::uint64_t boards,
             const Limits& limits = {}) {
    const Pdb<B> heuristic = pdb_of<B>(partition);
    ASSERT_TRUE(heuristic.stepper());
    for (std::uint64_t seed = 1; seed <= boards; ++seed) {
        const Problem<B> problem = shuffled<B>(moves, seed);
        const Outcome plain = solve<PlainRound<B, Pdb<B>>>(problem, heuristic, limits);
        expect_same_outcome(plain, solve<LanesRound<B, 1>>(problem, heuristic, limits));
        expect_same_outcome(plain, solve<LanesRound<B, 2>>(problem, heuristic, limits));
        expect_same_outcome(plain, solve<LanesRound<B, 5>>(problem, heuristic, limits));
    }
}

TEST(Lanes, CountAsThePlainRoundOnEveryBoard) {
    compare<Board<3, 3>>("4-4", 200, 60);
    compare<Board<3, 3>>("2-3-3", 200, 30);
    compare<Board<4, 4>>("5-5-5", 300, 6);
}

TEST(Lanes, CountAsThePlainRoundOnBoardsThatAreNotSquare) {
    compare<Board<3, 4>>("5-6", 150, 12);
}

TEST(Lanes, StopAtTheDepthLimit) {
    Limits limits;
    limits.depth = 14;
    compare<Board<3, 3>>("2-3-3", 200, 30, limits);
}

TEST(Lanes, StopAtTheNodeLimit) {
    using B = Board<3, 3>;
    const Pdb<B> heuristic = pdb_of<B>("2-3-3");
    const Problem<B> problem = shuffled<B>(201, 7);
    const std::uint64_t needed =
        solve<PlainRound<B, Pdb<B>>>(problem, heuristic).counters.generated;
    ASSERT_GT(needed, 40U);
    for (const std::uint64_t nodes : {std::uint64_t{0}, std::uint64_t{1}, needed / 2}) {
        Limits limits;
        limits.nodes = nodes;
        for (const Outcome& outcome : {solve<LanesRound<B, 1>>(problem, heuristic, limits),
                                       solve<LanesRound<B, 5>>(problem, heuristic, limits)}) {
            EXPECT_EQ(outcome.status, Status::node_limit);
            EXPECT_LE(outcome.counters.generated, nodes + 4);
        }
    }
}

}  // namespace
}  // namespace tessera::search::lanes_test
