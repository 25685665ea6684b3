// Beams and windows on several threads: the same states, the same paths, whoever does the work.
// home: release and threads
#include <memory>

#include "tessera/heuristics/squared_distance.hpp"
#include "tessera/search/beam.hpp"
#include "tessera/search/constructive/construct.hpp"
#include "tessera/search/support/path_improver.hpp"
#include "tests/backends/parallel_testing.hpp"

namespace tessera {
namespace {

using namespace parallel_testing;
using Guide = heuristics::squared_distance::Heuristic<DynamicBoard>;

struct Guides {
    void prepare(Geometry) {}
    std::size_t at_least() const { return 1; }
    std::size_t at_most() const { return 5; }
    Guide towards(Geometry geometry, Cell goal_blank) const {
        HeuristicSetup<DynamicBoard> setup;
        setup.geometry = geometry;
        setup.goal_blank = goal_blank;
        return *Guide::make(setup);
    }
};

TEST(ParallelBeam, TheSameWithAnyNumberOfWorkers) {
    const auto problem = make_problem(
        random_walk(canonical_goal<DynamicBoard>({5, 5}, Cell{24}), 500, 11), Cell{24});
    Guides guides;
    const Guide guide = guides.towards({5, 5}, Cell{24});
    SearchOptions options;
    options.set(search::beam::width, sanitized ? 5'000 : 20'000);
    std::optional<Outcome> first;
    for (const std::size_t workers : worker_counts) {
        const Outcome outcome = run_with(workers, [&](Monitor& monitor) {
            return search::beam::search(problem, guide, options, monitor);
        });
        ASSERT_EQ(outcome.status, Status::solved);
        if (!first) first = outcome;
        EXPECT_EQ(outcome.path, first->path) << workers;
        EXPECT_EQ(outcome.counters.expanded, first->counters.expanded) << workers;
        EXPECT_EQ(outcome.counters.generated, first->counters.generated) << workers;
    }
}

TEST(ParallelBeam, StopsWhenCancelled) {
    const auto problem = make_problem(
        random_walk(canonical_goal<DynamicBoard>({7, 7}, Cell{24}), 2000, 11), Cell{24});
    Guides guides;
    const Guide guide = guides.towards({7, 7}, Cell{24});
    SearchOptions options;
    options.set(search::beam::width, 20'000);
    CancelAfter observer(200'000);
    const Outcome outcome = run_with(
        4, [&](Monitor& monitor) { return search::beam::search(problem, guide, options, monitor); },
        {}, &observer);
    EXPECT_EQ(outcome.status, Status::interrupted);
    EXPECT_TRUE(outcome.path.empty());
}

TEST(ParallelWindows, TheSamePathWithAnyNumberOfWorkersAndNeverALongerOne) {
    const DynamicBoard goal = canonical_goal<DynamicBoard>({6, 6}, Cell{35});
    const DynamicBoard start = random_walk(goal, 2000, 8);
    const auto construction = search::constructive::construct(start, goal);
    ASSERT_TRUE(construction);
    std::optional<std::vector<Move>> first;
    for (const std::size_t workers : worker_counts) {
        Observer nobody;
        Monitor monitor({}, nobody, Monitor::Clock::now(), &executor_with(workers));
        Guides guides;
        search::PathImprover<Guide, Guides> improver(start, construction->moves, guides, monitor,
                                                     workers, 7);
        Counters counters;
        std::size_t length = construction->moves.size();
        for (int round = 0; round < 6; ++round) {
            ASSERT_TRUE(improver.round(counters, 0));
            EXPECT_LE(improver.path().size(), length);
            length = improver.path().size();
        }
        EXPECT_LT(length, construction->moves.size());
        DynamicBoard end = start;
        for (const Move move : improver.path()) end.slide(move);
        EXPECT_EQ(end, goal);
        if (!first) first = improver.path();
        EXPECT_EQ(improver.path(), *first) << workers;
    }
}

}  // namespace
}  // namespace tessera
