// The twin of a card's round in plain C++: the counts of one core, to the node, however small the machine is.
// home: release
#include "tests/cuda/cuda_testing.hpp"

namespace tessera::cuda_round_test {
namespace {

using namespace cuda_testing;
using cuda::MachineSize;
using cuda::PlainMachine;

/// Its lanes give away work all the time.
constexpr MachineSize tiny{.lanes = 7, .slots = 16, .turns = 3, .bouts = 50, .stock = 12};
/// There is hardly any room in its ring, and it makes a pause all the time.
constexpr MachineSize cramped{
    .lanes = 5, .slots = 2, .turns = 1, .bouts = 3, .passes = 0, .stock = 2};
constexpr MachineSize usual{.lanes = 256};

Case walk(Geometry geometry, std::size_t goal_blank, std::size_t moves, std::uint64_t seed,
          std::string partitions, unsigned cycles = 0) {
    return {walk_problem<DynamicBoard>(geometry, make_cell(goal_blank), moves, seed),
            std::move(partitions), cycles};
}

void expect_agreement(const Case& one, const SearchOptions& options = {}) {
    for (const MachineSize& size : {usual, tiny, cramped}) {
        SCOPED_TRACE(::testing::Message() << size.lanes << " lanes");
        PlainMachine machine(size);
        const std::uint64_t generated = expect_rounds_agree(machine, one, options);
        if (generated > 20'000 && size.lanes == tiny.lanes) {
            EXPECT_GT(machine.launches(), 10U);
            EXPECT_GT(machine.nodes_given(), 100U);
        }
    }
}

TEST(CudaRound, CountsAsOneCoreOn3x3) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        SCOPED_TRACE(::testing::Message() << "seed " << seed);
        expect_agreement(walk({3, 3}, 8, 100, seed, "4-4"));
        expect_agreement(walk({3, 3}, 0, 100, seed, "3-5"));
        expect_agreement(walk({3, 3}, 4, 101, seed, "4-4"));
    }
}

TEST(CudaRound, CountsAsOneCoreOn4x4) {
    expect_agreement(walk({4, 4}, 15, 100, 1, "5-5-5"));
    expect_agreement(walk({4, 4}, 5, 80, 2, "5-5-5+4-4-4-3"));
}

TEST(LongCudaRound, CountsAsOneCoreOn4x4) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        SCOPED_TRACE(::testing::Message() << "seed " << seed);
        expect_agreement(walk({4, 4}, 15, 150, seed, "5-5-5"));
        expect_agreement(walk({4, 4}, 0, 150, seed, "6-6-3"));
        expect_agreement(walk({4, 4}, 5, 150, seed, "5-5-5+4-4-4-3"));
    }
}

TEST(CudaRound, CountsAsOneCoreOnOtherShapes) {
    expect_agreement(walk({3, 5}, 14, 100, 1, "5-5-4"));
    expect_agreement(walk({2, 6}, 0, 80, 1, "5-6"));
    expect_agreement(walk({4, 5}, 7, 50, 1, "4-4-4-4-3"));
}

TEST(LongCudaRound, CountsAsOneCoreOnOtherShapes) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        SCOPED_TRACE(::testing::Message() << "seed " << seed);
        expect_agreement(walk({3, 5}, 14, 120, seed, "5-5-4"));
        expect_agreement(walk({4, 5}, 7, 60, seed, "5-5-5-4"));
        expect_agreement(walk({2, 6}, 0, 80, seed, "5-6"));
        expect_agreement(walk({5, 5}, 24, 70, seed, "5-5-5-5-4"));
        expect_agreement(walk({4, 8}, 31, 40, seed, "4-4-4-4-4-4-4-3"));
    }
}

TEST(CudaRound, LeavesOutCycles) {
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        expect_agreement(walk({4, 4}, 15, 120, seed, "5-5-5", 8));
        expect_agreement(walk({3, 5}, 0, 100, seed, "5-5-4", 6));
    }
}

TEST(CudaRound, TilesMayBeInNoPattern) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        expect_agreement(walk({3, 3}, 8, 60, seed, "aab/a.b/.._"));
    }
    expect_agreement(walk({4, 4}, 15, 30, 1, "aaab/aacb/cccb/..._+5-5-5"));
}

TEST(LongCudaRound, TilesMayBeInNoPattern) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        expect_agreement(walk({4, 4}, 15, 60, seed, "aaab/aacb/cccb/..._"));
        expect_agreement(walk({4, 4}, 15, 60, seed, "aaab/aacb/cccb/..._+5-5-5"));
    }
}

TEST(CudaRound, MovesMayHaveAnotherOrder) {
    SearchOptions options;
    options.order = {Move::down, Move::right, Move::left, Move::up};
    expect_agreement(walk({4, 4}, 15, 120, 1, "5-5-5"), options);
}

TEST(CudaRound, SeveralRootsCountEachForItself) {
    for (const unsigned cycles : {0U, 6U}) {
        const Case one = walk({4, 4}, 15, 160, 5, "5-5-5", cycles);
        const JobOf job(one);
        const Cost bound = job.job.initial_h + 6;
        Observer silent;
        Monitor monitor({}, silent);
        Counters counters;
        search::BoundedRound above;
        above.bound = bound;
        std::vector<search::Part> parts;
        ASSERT_TRUE((search::PlainRound<DynamicBoard, Patterns>(one.problem, one.patterns(),
                                                                job.job.options, monitor, counters)
                         .split(above, 12, parts)));
        ASSERT_GT(parts.size(), 20U);
        std::vector<MovePrefix> roots;
        for (const search::Part& part : parts) roots.push_back(part.moves);
        for (const MachineSize& size : {usual, tiny}) {
            PlainMachine machine(size);
            const RoundResult device = round_on(machine, job, bound, roots);
            ASSERT_EQ(device.roots.size(), roots.size());
            for (std::size_t r = 0; r < roots.size(); ++r) {
                SCOPED_TRACE(::testing::Message() << "root " << r);
                expect_same_root(round_of_one_core(one, job.job.options, bound, roots[r]),
                                 device.roots[r]);
            }
        }
    }
}

TEST(CudaRound, DepthLimitsHold) {
    const Case one = walk({4, 4}, 15, 160, 5, "5-5-5");
    const JobOf job(one);
    const MovePrefix whole;
    Limits limits;
    limits.depth = 8;
    const Cost bound = job.job.initial_h + 2;
    const RootResult core = round_of_one_core(one, job.job.options, bound, whole, limits);
    EXPECT_TRUE(core.depth_limited);
    PlainMachine machine(tiny);
    const RoundResult device = round_on(machine, job, bound, {&whole, 1}, limits);
    ASSERT_EQ(device.roots.size(), 1U);
    expect_same_root(core, device.roots[0]);
}

class CancelAtOnce final : public Observer {
  public:
    void progress(const Progress&) override { ++calls_; }
    bool cancelled() override { return calls_ > 2; }

  private:
    int calls_ = 0;
};

TEST(CudaRound, LimitsAndCancellationEndIt) {
    const Case one = walk({4, 4}, 15, 200, 3, "4-4-4-3");
    const JobOf job(one);
    const MovePrefix whole;
    const Cost bound = job.job.initial_h + 14;
    PlainMachine machine(usual);
    Limits limits;
    limits.nodes = 20'000;
    const RoundResult few = round_on(machine, job, bound, {&whole, 1}, limits);
    EXPECT_EQ(few.status, Status::node_limit);
    ASSERT_EQ(few.roots.size(), 1U);
    EXPECT_FALSE(few.roots[0].finished);
    EXPECT_GE(few.roots[0].counters.generated, 20'000U);
    EXPECT_LT(few.roots[0].counters.generated, 40'000U);
    CancelAtOnce observer;
    const RoundResult cancelled = round_on(machine, job, bound, {&whole, 1}, {}, &observer);
    EXPECT_EQ(cancelled.status, Status::interrupted);
    EXPECT_FALSE(cancelled.roots.at(0).finished);
}

TEST(CudaRound, WhatItCannotSearchHasAReason) {
    const Case one = walk({3, 3}, 8, 30, 1, "4-4");
    JobOf job(one);
    job.job.heuristic = "manhattan";
    EXPECT_EQ(cuda::FlatTables::make(job.job).error().message, "it knows the heuristic pdb only");
    job.job.heuristic = "pdb:3-5";
    EXPECT_FALSE(cuda::FlatTables::make(job.job));
    const MovePrefix whole;
    Observer silent;
    Monitor monitor({}, silent);
    PlainMachine machine(usual);
    const auto answer =
        cuda::run_round(machine, *job.tables, job.job, {300, {&whole, 1}, Counters()}, monitor);
    EXPECT_EQ(std::get<Declined>(answer).why, "it follows paths of up to 250 moves");
}

}  // namespace
}  // namespace tessera::cuda_round_test
