// Beam search: complete when nothing is given up, within its limits always.
#include "tessera/search/beam.hpp"

#include "tessera/heuristics/linear_conflict.hpp"
#include "tessera/heuristics/squared_distance.hpp"
#include "tessera/search/support/path_improver.hpp"
#include "tests/search/search_testing.hpp"

namespace tessera {
namespace {

using namespace search_testing;

template <BoardType B>
heuristics::squared_distance::Heuristic<B> guide(Geometry geometry, Cell goal_blank) {
    HeuristicSetup<B> setup;
    setup.geometry = geometry;
    setup.goal_blank = goal_blank;
    return *heuristics::squared_distance::Heuristic<B>::make(setup);
}

template <BoardType B>
Outcome beam(const Problem<B>& problem, std::uint32_t width, const Limits& limits = {},
             std::uint64_t seed = 1) {
    Observer nobody;
    Monitor monitor(limits, nobody);
    SearchOptions options;
    options.set(search::beam::width, width);
    options.set(seed_option, seed);
    const auto heuristic = guide<B>(problem.start.geometry(), problem.goal.blank());
    Outcome outcome = search::beam::search(problem, heuristic, options, monitor);
    EXPECT_TRUE(monitor.reserve(limits.memory_bytes)) << "memory accounted was not given back";
    return outcome;
}

template <BoardType B>
bool reaches(const Problem<B>& problem, const std::vector<Move>& path) {
    B board = problem.start;
    for (const Move move : path) {
        if (!board.legal_moves().has(move)) return false;
        board.slide(move);
    }
    return board == problem.goal;
}

TEST(Beam, AWidthThatKeepsAllGivesShortestPathsAndProvesThem) {
    for (const std::size_t moves : {0U, 1U, 5U, 12U, 25U, 60U}) {
        const auto problem = make_problem(
            random_walk(canonical_goal<Board<3, 3>>({3, 3}, Cell{4}), moves, moves), Cell{4});
        const Outcome wide = beam(problem, 200'000);
        ASSERT_EQ(wide.status, Status::solved);
        EXPECT_TRUE(reaches(problem, wide.path));
        EXPECT_EQ(wide.lower_bound, static_cast<Cost>(wide.path.size()));
        EXPECT_LE(wide.path.size(), moves);
        const Outcome narrow = beam(problem, 20);
        ASSERT_EQ(narrow.status, Status::solved);
        EXPECT_TRUE(reaches(problem, narrow.path));
        EXPECT_GE(narrow.path.size(), wide.path.size());
    }
}

TEST(Beam, AWidthOfOneIsWidenedUntilItSolves) {
    const auto problem =
        make_problem(random_walk(canonical_goal<Board<4, 4>>({4, 4}, Cell{15}), 200, 3), Cell{15});
    const Outcome outcome = beam(problem, 1);
    ASSERT_EQ(outcome.status, Status::solved);
    EXPECT_TRUE(reaches(problem, outcome.path));
}

TEST(Beam, BoardTypesAgree) {
    const auto fixed =
        make_problem(random_walk(canonical_goal<Board<5, 5>>({5, 5}, Cell{0}), 300, 9), Cell{0});
    const auto dynamic =
        make_problem(random_walk(canonical_goal<DynamicBoard>({5, 5}, Cell{0}), 300, 9), Cell{0});
    const Outcome a = beam(fixed, 3000);
    const Outcome b = beam(dynamic, 3000);
    ASSERT_EQ(a.status, Status::solved);
    EXPECT_EQ(a.path, b.path);
    EXPECT_EQ(a.counters.generated, b.counters.generated);
}

TEST(Beam, OtherSeedsOtherChoices) {
    const auto problem = make_problem(
        random_walk(canonical_goal<DynamicBoard>({6, 6}, Cell{35}), 1000, 4), Cell{35});
    const Outcome one = beam(problem, 200, {}, 1);
    const Outcome again = beam(problem, 200, {}, 1);
    const Outcome two = beam(problem, 200, {}, 2);
    EXPECT_EQ(one.path, again.path);
    EXPECT_NE(one.path, two.path);
}

TEST(Beam, KeepsWithinEveryLimit) {
    const auto problem = make_problem(
        random_walk(canonical_goal<DynamicBoard>({7, 7}, Cell{48}), 3000, 5), Cell{48});
    Limits nodes;
    nodes.nodes = 100'000;
    const Outcome by_nodes = beam(problem, 1000, nodes);
    EXPECT_EQ(by_nodes.status, Status::node_limit);
    EXPECT_LE(by_nodes.counters.generated, 100'000U + 4000U);
    Limits memory;
    memory.memory_bytes = 1'000'000;
    EXPECT_EQ(beam(problem, 100'000, memory).status, Status::memory_limit);
    Limits depth;
    depth.depth = 40;
    const auto near =
        make_problem(random_walk(canonical_goal<DynamicBoard>({3, 4}, Cell{0}), 12, 5), Cell{0});
    EXPECT_EQ(beam(near, 1'000'000, depth).status, Status::solved);
    depth.depth = 3;
    const Outcome too_deep = beam(near, 1'000'000, depth);
    EXPECT_EQ(too_deep.status, Status::depth_limit);
    EXPECT_EQ(too_deep.lower_bound, 4);
}

/// One run on a 6×6 board, whose solutions have about 200 moves, in so much memory.
struct OneBeam {
    using Guide = heuristics::squared_distance::Heuristic<Board<6, 6>>;

    explicit OneBeam(std::size_t memory_bytes) {
        limits.memory_bytes = memory_bytes;
        monitor.emplace(limits, nobody);
        search.emplace(*monitor, 1);
    }
    BeamResult run(std::size_t width, const BeamRequest::Pace& pace = {}) {
        return search->run({problem.start, Cell{35}, heuristic, width, 300, 1, nullptr, pace},
                           counters, 0, infinite_cost);
    }

    Problem<Board<6, 6>> problem =
        make_problem(random_walk(canonical_goal<Board<6, 6>>({6, 6}, Cell{35}), 3000, 5), Cell{35});
    Guide heuristic = guide<Board<6, 6>>({6, 6}, Cell{35});
    Limits limits;
    Observer nobody;
    std::optional<Monitor> monitor;
    std::optional<search::BeamSearch<Board<6, 6>, Guide>> search;
    Counters counters;
};

TEST(Beam, ItsPaceNarrowsIt) {
    OneBeam narrow(std::size_t{1} << 28);
    const BeamResult expected = narrow.run(50);
    ASSERT_EQ(expected.end, BeamResult::End::found);
    OneBeam wide(std::size_t{1} << 28);
    EXPECT_EQ(wide.run(1000, [](Cost) { return 50; }).path, expected.path);
    EXPECT_EQ(wide.counters.generated, narrow.counters.generated);
    // A pace that asks for nothing leaves a state, one that asks for much changes nothing.
    EXPECT_NE(wide.run(1000, [](Cost) { return 0; }).end, BeamResult::End::stopped);
    EXPECT_EQ(narrow.run(50, [](Cost) { return 1000; }).path, expected.path);
}

/// Of all levels 24 bytes a state would be 25 MB.
TEST(Beam, RemembersTheStatesOfTheLastLevelsOnly) {
    OneBeam in_little(std::size_t{12} << 20);
    EXPECT_EQ(in_little.run(5000).end, BeamResult::End::found);
}

TEST(Beam, TheWidestHasRoomToTheEnd) {
    for (const std::size_t megabytes : {1U, 4U, 32U}) {
        OneBeam widest(megabytes << 20);
        const std::size_t width = widest.search->widest({6, 6}, 300);
        EXPECT_GT(width, 100 * megabytes);
        EXPECT_EQ(widest.run(width).end, BeamResult::End::found) << megabytes;
        EXPECT_EQ(widest.search->widest({6, 6}, 300), width) << "a run changes nothing";
    }
}

TEST(PathImprover, DetoursAreLeftOut) {
    const DynamicBoard start = canonical_goal<DynamicBoard>({4, 4}, Cell{5});
    const std::vector<Move> there{Move::right, Move::down, Move::left, Move::left, Move::up};
    // There and back and there again, and round a square, which takes twelve moves to come back.
    std::vector<Move> path = there;
    for (auto move = there.rbegin(); move != there.rend(); ++move) path.push_back(opposite(*move));
    path.insert(path.end(), there.begin(), there.end());
    for (int round = 0; round < 3; ++round) {
        path.insert(path.end(), {Move::up, Move::right, Move::down, Move::left});
    }
    EXPECT_EQ(search::without_detours(start, path), there);
    EXPECT_EQ(search::without_detours(start, {}), std::vector<Move>());
    EXPECT_EQ(search::without_detours(start, {Move::up, Move::down}), std::vector<Move>());
    // Eleven of the twelve moves round a square end one move from where they began, the other way round.
    std::vector<Move> round;
    for (int i = 0; i < 3; ++i) {
        round.insert(round.end(), {Move::up, Move::right, Move::down, Move::left});
    }
    round.pop_back();
    EXPECT_EQ(search::without_detours(start, round), std::vector<Move>{Move::right});
}

TEST(PathImprover, APartOfABoardIsAProblemOfItsOwn) {
    DynamicBoard board = canonical_goal<DynamicBoard>({6, 6}, Cell{14});
    const DynamicBoard target = board;
    for (const Move move : {Move::right, Move::down, Move::left, Move::up, Move::left}) {
        board.slide(move);
    }
    // The blank has been in rows 2 and 3, columns 1 to 3.
    const search::Rectangle part{1, 1, 4, 4};
    DynamicBoard inner = search::towards(board, target, part);
    for (const Move move : {Move::right, Move::down, Move::right, Move::up, Move::left}) {
        inner.slide(move);
    }
    EXPECT_EQ(inner, canonical_goal<DynamicBoard>({4, 4}, Cell{5}));
}

}  // namespace
}  // namespace tessera
