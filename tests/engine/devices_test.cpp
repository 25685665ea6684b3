// Where jobs run: what the engine asks devices for, what it believes of their answers, and what it does when they decline.
#include <nlohmann/json.hpp>

#include "tessera/api/json.hpp"
#include "tessera/heuristics/learned.hpp"
#include "tessera/heuristics/manhattan.hpp"
#include "tessera/puzzle/collections.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/search/support/beam_search.hpp"
#include "tessera/search/support/depth_first_bound.hpp"
#include "tests/engine/engine_testing.hpp"

namespace tessera {
namespace {

using namespace engine_testing;

class Device : public SearchBackend {
  public:
    std::string_view name() const override { return "device"; }
    DeviceInfo describe() override { return {"device", "of a test", "", 0, unusable}; }

    std::string unusable;
    std::size_t asked = 0;
};

Result<Solution> solve_on(Device& device, Job job, std::string_view wanted = "device") {
    SearchBackend* const list[] = {&device};
    Host host;
    host.backends = [&] { return std::span<SearchBackend* const>(list); };
    job.device = wanted;
    return Engine(host).solve(job);
}

Job korf_job(std::string_view heuristic) {
    Job job;
    job.start = suite_boards("korf:9")->front().board;
    job.goal = goal_of("blank-first", {4, 4});
    job.algorithm = "ida*";
    job.heuristic = heuristic;
    return job;
}

Job anytime_job() {
    Job job;
    job.start = suite_boards("korf24:1")->front().board;
    job.goal = goal_of("blank-first", {5, 5});
    job.algorithm = anytime_info.name;
    job.limits.nodes = 600'000;
    return job;
}

void expect_same(const Solution& one, const Solution& other) {
    EXPECT_EQ(one.outcome.status, other.outcome.status);
    EXPECT_EQ(one.outcome.moves, other.outcome.moves);
    EXPECT_EQ(one.proof.lower_bound, other.proof.lower_bound);
    EXPECT_EQ(one.measured.counters.generated, other.measured.counters.generated);
    EXPECT_EQ(one.measured.counters.expanded, other.measured.counters.expanded);
    EXPECT_EQ(one.measured.iterations.size(), other.measured.iterations.size());
}

// ---- Choosing

TEST(DeviceChoice, OnlyADeviceThatIsThereAndUsable) {
    Device device;
    const auto unknown = solve_on(device, korf_job("manhattan"), "gpu");
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, ErrorCode::usage);
    EXPECT_EQ(unknown.error().hint, "devices: cpu, device; auto chooses one");
    device.unusable = "it has no power";
    const auto broken = solve_on(device, korf_job("manhattan"));
    ASSERT_FALSE(broken);
    EXPECT_NE(broken.error().message.find("it has no power"), std::string::npos);
    const auto other = solve_on(device, korf_job("manhattan"), "auto");
    ASSERT_TRUE(other);
    EXPECT_EQ(other->measured.device, "cpu");
    EXPECT_EQ(other->notes.back(), "a device was not used: device: it has no power");
}

TEST(DeviceChoice, WhatDeclinesEverythingChangesNothing) {
    Device device;
    const auto here = solve_on(device, korf_job("manhattan"), "cpu");
    const auto there = solve_on(device, korf_job("manhattan"), "auto");
    ASSERT_TRUE(here && there);
    expect_same(*here, *there);
    EXPECT_TRUE(here->notes.empty());
    EXPECT_EQ(
        there->notes.back(),
        "a device was not used: device: it does no whole searches; it does no rounds of ida*");
    for (const Job& job : {korf_job("manhattan"), anytime_job()}) {
        const auto forced = solve_on(device, job);
        ASSERT_FALSE(forced);
        EXPECT_NE(forced.error().message.find("device: it does no"), std::string::npos)
            << forced.error().message;
    }
}

// ---- Whole searches

/// Answers with an outcome that was given to it.
class Parrot final : public Device {
  public:
    Answer<Outcome> search(const CanonicalJob& job, Monitor&) override {
        ++asked;
        EXPECT_EQ(job.algorithm, "ida*");
        tables = job.tables.size();
        return outcome;
    }
    Outcome outcome;
    std::size_t tables = 0;
};

TEST(DeviceSearch, IsGivenTheTablesAndIsNotBelieved) {
    Parrot parrot;
    const auto here = Engine().solve(korf_job("pdb:5-5-5"));
    ASSERT_TRUE(here);
    parrot.outcome.status = Status::solved;
    parrot.outcome.path = here->outcome.moves;
    const auto there = solve_on(parrot, korf_job("pdb:5-5-5"));
    ASSERT_TRUE(there);
    EXPECT_GT(parrot.tables, 0U);
    EXPECT_EQ(there->measured.device, "device");
    EXPECT_TRUE(there->proof.optimal);
    parrot.outcome.path.pop_back();
    const auto wrong = solve_on(parrot, korf_job("pdb:5-5-5"));
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().code, ErrorCode::internal);
}

// ---- Rounds

class RoundDevice final : public Device {
  public:
    Answer<RoundResult> round(const CanonicalJob& job, const RoundRequest& request,
                              Monitor& monitor) override {
        ++asked;
        if (standing_still) {
            RoundResult still;
            still.status = Status::solved;
            still.roots.resize(1);
            still.roots[0].next_bound = request.bound;
            return still;
        }
        if (request.bound >= lost_at) return Declined{"the card was lost"};
        using Manhattan = heuristics::manhattan::Heuristic<DynamicBoard>;
        HeuristicSetup<DynamicBoard> setup;
        setup.geometry = job.geometry;
        setup.goal_blank = job.goal_blank;
        const Manhattan heuristic = *Manhattan::make(setup);
        const Problem<DynamicBoard> problem{
            DynamicBoard::from_tiles(job.geometry, job.start),
            canonical_goal<DynamicBoard>(job.geometry, job.goal_blank),
            {}};
        Counters counters;
        search::PlainRound<DynamicBoard, Manhattan> rounds(problem, heuristic, job.options, monitor,
                                                           counters);
        search::BoundedRound one;
        one.bound = request.bound;
        rounds.run(one);
        RoundResult result;
        result.status = monitor.status();
        result.path.assign(one.path.rbegin(), one.path.rend());
        result.roots.resize(request.roots.size());
        result.roots.at(0) = {counters, one.next_bound, one.depth_limited, one.found,
                              first_solution || !one.found};
        return result;
    }
    bool standing_still = false;
    bool first_solution = true;
    Cost lost_at = infinite_cost;
};

TEST(DeviceRounds, CountTheSameNodes) {
    RoundDevice device;
    const auto here = Engine().solve(korf_job("manhattan"));
    const auto there = solve_on(device, korf_job("manhattan"));
    ASSERT_TRUE(here && there);
    expect_same(*here, *there);
    EXPECT_EQ(there->measured.device, "device");
    EXPECT_EQ(device.asked, here->measured.iterations.size());
    EXPECT_EQ(there->measured.counters.max_depth, here->measured.counters.max_depth);
    EXPECT_EQ(to_json(*there).find("\"complete\""), std::string::npos);
}

TEST(DeviceRounds, ARoundThatAnotherSolutionEndedIsMarked) {
    RoundDevice device;
    device.first_solution = false;
    const auto there = solve_on(device, korf_job("manhattan"));
    ASSERT_TRUE(there);
    const auto rounds = nlohmann::json::parse(to_json(*there))["stats"]["iterations"];
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        EXPECT_EQ(rounds[i].value("complete", true), i + 1 < rounds.size()) << i;
    }
}

TEST(DeviceRounds, AFaultOrALossLeavesTheSearchToTheCores) {
    RoundDevice device;
    const auto here = Engine().solve(korf_job("manhattan"));
    ASSERT_TRUE(here);
    device.standing_still = true;
    const auto still = solve_on(device, korf_job("manhattan"), "auto");
    ASSERT_TRUE(still);
    expect_same(*here, *still);
    EXPECT_NE(still->notes.back().find("its rounds do not go on"), std::string::npos);
    device.standing_still = false;
    device.lost_at = static_cast<Cost>(here->proof.initial_h) + 4;
    const auto lost = solve_on(device, korf_job("manhattan"), "auto");
    ASSERT_TRUE(lost);
    expect_same(*here, *lost);
    EXPECT_EQ(lost->measured.device, "cpu");
    EXPECT_NE(lost->notes.back().find("the card was lost"), std::string::npos);
}

// ---- Proofs

/// A board of 25 cells that is soon solved, and one that is not.
Job large_job(std::string_view board) {
    Job job;
    job.start = read_boards(board, {})->boards.front().board;
    job.goal = goal_of("blank-last", {5, 5});
    job.heuristic = "manhattan";
    return job;
}
constexpr std::string_view near_board =
    "1 2 3 14 5/7 11 4 20 9/17 6 8 10 15/16 13 18 0 24/21 12 22 19 23";
constexpr std::string_view far_board =
    "24 22 21 16 19/23 17 18 13 20/11 15 14 12 10/8 9 6 5 7/3 4 2 1 0";

TEST(DeviceProofs, GoOnToTheEndWhereADeviceTakesThem) {
    for (const std::string_view wanted : {"device", "auto"}) {
        RoundDevice device;
        const auto proven = solve_on(device, large_job(near_board), wanted);
        ASSERT_TRUE(proven) << proven.error().message;
        EXPECT_EQ(proven->asked.algorithm, anytime_info.name);
        EXPECT_EQ(proven->outcome.status, Status::solved);
        EXPECT_TRUE(proven->proof.optimal);
        EXPECT_EQ(proven->measured.device, "device");
        EXPECT_NE(proven->notes.front().find("a device proves the shortest solution"),
                  std::string::npos)
            << proven->notes.front();
        Job exact = large_job(near_board);
        exact.algorithm = "ida*";
        EXPECT_EQ(solve_on(device, exact, "cpu")->outcome.cost, proven->outcome.cost);
    }
}

TEST(DeviceProofs, ALimitEndsThemWithTheBestSolution) {
    RoundDevice device;
    Job job = large_job(far_board);
    job.limits.time = std::chrono::milliseconds(1500);
    const auto answer = solve_on(device, job);
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_TRUE(answer->outcome.found);
    EXPECT_FALSE(answer->proof.optimal);
    EXPECT_GT(answer->proof.lower_bound, 0);
    // On a slow machine the limit comes before the device's turn, and that is no refusal either.
    job.limits.time = std::chrono::milliseconds(1);
    const auto hurried = solve_on(device, job);
    ASSERT_TRUE(hurried) << hurried.error().message;
    EXPECT_TRUE(hurried->outcome.found);
    // A limit of nodes keeps the fixed sequence of work.
    job.limits = {};
    job.limits.nodes = 300'000;
    const auto counted = solve_on(device, job, "auto");
    ASSERT_TRUE(counted) << counted.error().message;
    EXPECT_EQ(counted->measured.counters.generated < 2'000'000, true);
    for (const std::string& note : counted->notes) {
        EXPECT_EQ(note.find("a device proves"), std::string::npos) << note;
    }
}

TEST(DeviceProofs, AreNotBegunWhereItDeclines) {
    Device device;
    Job job = large_job(far_board);
    job.limits.time = std::chrono::milliseconds(500);
    const auto answer = solve_on(device, job, "auto");
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_TRUE(answer->outcome.found);
    EXPECT_EQ(answer->measured.device, "cpu");
}

// ---- Tables

class TableDevice final : public Device {
  public:
    Answer<std::vector<std::uint64_t>> build_table(const Pattern& pattern, std::size_t memory_bytes,
                                                   BuildObserver& observer) override {
        ++asked;
        const auto index =
            std::make_shared<const pdb::PlacementIndex>(pattern.geometry, pattern.tiles.size());
        Executor alone;
        auto table = pdb::build_table(pattern, index, alone, observer, memory_bytes);
        if (!table) return Declined{table.error().message};
        std::vector<std::uint64_t> words((*table)->words().begin(), (*table)->words().end());
        if (wrong) {
            for (std::uint64_t& word : words) word = ~word;
        }
        if (cut) words.pop_back();
        return words;
    }
    bool wrong = false;
    bool cut = false;
};

TEST(DeviceTables, AreUsedWhereTheyAreRight) {
    const auto here = Engine().solve(korf_job("pdb:5-5-5"));
    ASSERT_TRUE(here);
    TableDevice device;
    for (const int kind : {0, 1, 2}) {
        device.wrong = kind == 1;
        device.cut = kind == 2;
        device.asked = 0;
        const auto there = solve_on(device, korf_job("pdb:5-5-5"), "auto");
        ASSERT_TRUE(there) << kind;
        EXPECT_GT(device.asked, 0U);
        expect_same(*here, *there);
    }
}

TEST(DeviceTables, AreBuiltByTheFirstThatDoesItWhenTheJobIsPrepared) {
    Device idle;
    TableDevice device;
    SearchBackend* const list[] = {&idle, &device};
    Host host;
    host.backends = [&] { return std::span<SearchBackend* const>(list); };
    Engine engine(host);
    Job job = korf_job("pdb:5-5-5");
    job.device = any_device;
    Observer nobody;
    ASSERT_TRUE(engine.prepare(job, nobody));
    const std::size_t tables = device.asked;
    EXPECT_GT(tables, 0U);
    const auto solution = engine.solve(job, nobody);
    ASSERT_TRUE(solution);
    EXPECT_EQ(device.asked, tables) << "the search has them already";
    job.device = "gpu";
    EXPECT_FALSE(engine.prepare(job, nobody)) << "as solve says";
}

// ---- Beams

class BeamDevice final : public Device {
  public:
    Answer<CountedBeam> beam(const CanonicalJob& job, const BeamRequest& request,
                             Monitor& monitor) override {
        ++asked;
        EXPECT_EQ(job.heuristic, "learned");
        CountedBeam made;
        if (lying) {
            made.result.end = BeamResult::End::found;
            return made;
        }
        using Guide = heuristics::learned::Heuristic<DynamicBoard>;
        HeuristicSetup<DynamicBoard> setup;
        setup.geometry = job.geometry;
        setup.goal_blank = job.goal_blank;
        const Guide guide = *Guide::make(setup);
        search::BeamSearch<DynamicBoard, Guide> search(monitor, 1);
        Counters counters = request.before;
        made.result = search.run({DynamicBoard::from_tiles(job.geometry, job.start), job.goal_blank,
                                  guide, request.width, request.depth, request.seed},
                                 counters, 0, infinite_cost);
        made.counters.expanded = counters.expanded - request.before.expanded;
        made.counters.generated = counters.generated - request.before.generated;
        made.counters.max_depth = counters.max_depth;
        made.counters.peak_open = counters.peak_open;
        return made;
    }
    bool lying = false;
};

TEST(DeviceBeams, GiveTheSameAnswer) {
    BeamDevice device;
    const auto here = solve_on(device, anytime_job(), "cpu");
    ASSERT_TRUE(here);
    EXPECT_EQ(device.asked, 0U);
    const auto there = solve_on(device, anytime_job());
    ASSERT_TRUE(there) << there.error().message;
    EXPECT_GT(device.asked, 0U);
    EXPECT_EQ(there->measured.device, "device");
    EXPECT_EQ(there->outcome.moves, here->outcome.moves);
    EXPECT_EQ(there->proof.lower_bound, here->proof.lower_bound);
    EXPECT_EQ(there->measured.counters.generated, here->measured.counters.generated);
}

TEST(DeviceBeams, AWrongPathIsNotBelieved) {
    BeamDevice device;
    device.lying = true;
    const auto here = solve_on(device, anytime_job(), "cpu");
    const auto there = solve_on(device, anytime_job(), "auto");
    ASSERT_TRUE(here && there);
    EXPECT_EQ(device.asked, 1U);
    EXPECT_EQ(there->measured.device, "cpu");
    EXPECT_EQ(there->outcome.moves, here->outcome.moves);
    EXPECT_FALSE(solve_on(device, anytime_job()));
}

}  // namespace
}  // namespace tessera
