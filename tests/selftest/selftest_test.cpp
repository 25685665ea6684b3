// The self-test agrees with a sound engine, and finds every kind of fault that is put before it.
#include "tessera/selftest/selftest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <nlohmann/json.hpp>
#include <set>

#include "tessera/pdb/builder.hpp"
#include "tessera/puzzle/generate.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/search/weighted_a_star.hpp"
#include "tessera/selftest/selftest_checks.hpp"
#include "tessera/selftest/selftest_distances.hpp"
#include "tessera/selftest/selftest_plan.hpp"
#include "tessera/selftest/selftest_tables.hpp"
#include "tests/distance_by_search.hpp"
#include "tests/sanitized.hpp"

namespace tessera::lab {
namespace {

SelftestOptions few(std::uint64_t solves) {
    SelftestOptions options;
    options.seed = 3;
    options.solves = solves;
    options.threads = 2;
    return options;
}

SelftestResult result_of(const SelftestOptions& options) {
    auto result = run_selftest(options);
    EXPECT_TRUE(result) << result.error().message;
    return result ? *result : SelftestResult();
}

std::string first_fault(const SelftestResult& result) {
    return result.shown.empty() ? std::string() : result.shown.front().what;
}

// ---- A sound engine ---------------------------------------------------------------------------

TEST(Selftest, AgreesWithASoundEngineAndLooksAtEverything) {
    const SelftestResult result = result_of(few(sanitized ? 60 : 600));
    EXPECT_TRUE(result.agreed()) << first_fault(result);
    EXPECT_TRUE(result.complete);
    EXPECT_EQ(result.solves, result.planned);
    EXPECT_GT(result.exact, result.solves / 2);
    EXPECT_GE(result.plain, result.solves / 5);
    if (sanitized) return;
    EXPECT_GT(result.threaded, 0U);
    EXPECT_GT(result.shared, 0U);
    EXPECT_GT(result.bytes, 0U);
    EXPECT_GT(result.unsolvable, 0U);
    EXPECT_GT(result.tables, 10U);
    EXPECT_GT(result.table_files, 0U);
    EXPECT_GT(result.pairs.size(), 100U);
}

TEST(SelftestInRelease, DigestDependsOnTheSeedAndNotOnThreads) {
    SelftestOptions options = few(sanitized ? 30 : 200);
    const std::uint64_t digest = result_of(options).digest;
    options.threads = 1;
    EXPECT_EQ(result_of(options).digest, digest);
    options.seed = 4;
    EXPECT_NE(result_of(options).digest, digest);
}

TEST(SelftestInRelease, GivesEverySolveInOrder) {
    SelftestOptions options = few(60);
    std::vector<std::string> lines;
    options.each = [&](const std::string& line) { lines.push_back(line); };
    result_of(options);
    ASSERT_EQ(lines.size(), 60U);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto line = nlohmann::json::parse(lines[i]);
        EXPECT_EQ(line["schema"], "tessera.selftest.solve/1");
        EXPECT_EQ(line["call"]["id"], std::to_string(i));
        EXPECT_TRUE(line["result"]["stats"]["generated"].is_number());
    }
}

TEST(Selftest, RunsOneSolveAlone) {
    SelftestOptions options = few(60);
    options.only = 17;
    std::string line;
    options.each = [&](const std::string& only) { line = only; };
    const SelftestResult result = result_of(options);
    EXPECT_EQ(result.solves, 1U);
    EXPECT_TRUE(result.complete);
    EXPECT_EQ(nlohmann::json::parse(line)["call"]["id"], "17");
    options.only = 60;
    const auto none = run_selftest(options);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, ErrorCode::usage);
}

TEST(Selftest, StopsWhenCancelled) {
    SelftestOptions options = few(600);
    std::atomic<int> asked{0};
    options.cancelled = [&] { return ++asked > 50; };
    const SelftestResult result = result_of(options);
    EXPECT_FALSE(result.complete);
    EXPECT_LT(result.solves, 600U);
    EXPECT_TRUE(result.agreed()) << first_fault(result);
}

TEST(Selftest, NeedsMemoryForTheCompleteTables) {
    SelftestOptions options = few(100);
    options.thorough = true;
    options.memory_bytes = 100'000'000;
    const auto result = run_selftest(options);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::memory_limit);
}

TEST(Selftest, PlansEverySizeAndEveryPairOfTheRegistry) {
    const SelftestPlan plan = make_selftest_plan(1, 20'000, true);
    std::set<std::pair<int, int>> sizes;
    std::set<std::string> algorithms;
    std::set<std::string> heuristics;
    std::set<std::size_t> twelve;
    std::uint64_t jobs = 0;
    for (const SelftestChapter& chapter : plan.chapters) {
        for (const SelftestBlock& block : chapter) {
            const Geometry geometry = block.goal.geometry();
            sizes.insert({geometry.rows, geometry.cols});
            EXPECT_EQ(block.first, jobs);
            jobs += block.count;
            for (std::uint64_t i = 0; i < std::min<std::uint64_t>(block.count, 20); ++i) {
                const Job job = selftest_job(plan, block, block.first + i).job;
                algorithms.insert(job.algorithm);
                if (job.heuristic == "auto") continue;
                heuristics.insert(std::string(parse_heuristic(job.heuristic)->entry->info->name));
            }
        }
    }
    EXPECT_EQ(jobs, 20'000U);
    for (int rows = 2; rows <= 6; ++rows) {
        for (int cols = 2; rows * cols <= 12; ++cols) {
            EXPECT_TRUE(sizes.contains({rows, cols})) << rows << "x" << cols;
        }
    }
    EXPECT_TRUE(sizes.contains({4, 4}));
    EXPECT_TRUE(sizes.contains({5, 5}));
    EXPECT_EQ(algorithms.size(), registry::all_algorithms().size());
    EXPECT_EQ(heuristics.size(), registry::all_heuristics().size());
}

// ---- Faults -----------------------------------------------------------------------------------

/// What the self-test finds when every answer is changed like this.
SelftestResult with_tampering(const std::function<void(const Job&, Solution&)>& tamper) {
    SelftestOptions options = few(60);
    options.tamper = tamper;
    return result_of(options);
}

TEST(SelftestFaultsInRelease, AHeuristicThatClaimsTooMuchIsFound) {
    SelftestOptions options = few(1000);
    options.trusted = "inversions";
    const SelftestResult result = result_of(options);
    ASSERT_FALSE(result.agreed());
    const SelftestDisagreement& found = result.shown.front();
    EXPECT_NE(found.subject.find("inversions"), std::string::npos) << found.subject;
    EXPECT_NE(found.reproduce.find("tessera solve"), std::string::npos);
    EXPECT_NE(found.again.find("--only"), std::string::npos);
    EXPECT_NE(to_json(result).find("\"agreed\":false"), std::string::npos);
}

TEST(SelftestFaultsInRelease, ALongerPathIsFound) {
    const SelftestResult result = with_tampering([](const Job& job, Solution& solution) {
        if (!solution.proof.optimal || job.cost == CostModel::tile) return;
        const Move there = job.goal.legal_moves().has(Move::up) ? Move::up : Move::down;
        solution.outcome.moves.push_back(there);
        solution.outcome.moves.push_back(opposite(there));
        solution.outcome.cost += 2;
        solution.proof.lower_bound += 2;
    });
    EXPECT_GT(result.disagreements, 10U);
}

TEST(SelftestFaultsInRelease, ACountThatIsOffByOneIsFound) {
    const SelftestResult result = with_tampering(
        [](const Job&, Solution& solution) { ++solution.measured.counters.expanded; });
    EXPECT_GT(result.disagreements, 5U);
    EXPECT_NE(first_fault(result).find("plain search: expanded"), std::string::npos)
        << first_fault(result);
}

TEST(SelftestFaultsInRelease, ABoardSaidToBeUnsolvableIsFound) {
    const SelftestResult result = with_tampering([](const Job&, Solution& solution) {
        solution.outcome.status = Status::unsolvable;
        solution.outcome.found = false;
        solution.outcome.moves.clear();
    });
    EXPECT_GT(result.disagreements, 50U);
}

/// A job and its right answer, to be spoilt.
struct Sound {
    Job job;
    Solution solution;
    Truth truth;
};
Sound sound(std::string_view algorithm, std::string_view heuristic) {
    Sound made;
    made.job.goal = *make_goal("blank-last", {3, 3});
    Random random(5);
    made.job.start = random_walk(made.job.goal, 14, random);
    made.job.algorithm = algorithm;
    made.job.heuristic = heuristic;
    Engine engine;
    made.solution = *engine.solve(made.job);
    DistanceStore store;
    const auto distances = store.distances(made.job.goal, CostModel::unit, Knowledge::all);
    made.truth.distance = distances->of(made.job.start);
    made.truth.shortest_solutions = distances->shortest_solutions(made.job.start);
    made.truth.admissible = true;
    EXPECT_EQ(broken_promises(made.job, made.solution, made.truth), std::vector<std::string>());
    return made;
}
void expect_found(const Sound& spoilt, std::string_view what) {
    const auto found = broken_promises(spoilt.job, spoilt.solution, spoilt.truth);
    EXPECT_TRUE(std::any_of(found.begin(), found.end(), [&](const std::string& text) {
        return text.find(what) != std::string::npos;
    })) << what;
}

TEST(SelftestFaultsInRelease, EveryBrokenPromiseIsFound) {
    const Sound good = sound("ida*", "manhattan");
    Sound bad = good;
    bad.solution.outcome.moves.pop_back();
    expect_found(bad, "does not lead to the goal");
    bad = good;
    bad.solution.outcome.moves.insert(bad.solution.outcome.moves.begin(), 5, Move::up);
    expect_found(bad, "leaves the board");
    bad = good;
    ++bad.solution.outcome.cost;
    expect_found(bad, "the cost is said to be");
    bad = good;
    ++bad.solution.outcome.slides;
    expect_found(bad, "slides");
    bad = good;
    bad.solution.proof.lower_bound += 2;
    expect_found(bad, "is more than the distance");
    bad = good;
    bad.solution.proof.optimal = false;
    expect_found(bad, "does not prove it");
    bad = good;
    bad.solution.proof.initial_h = 99;
    expect_found(bad, "the heuristic says 99");
    bad = good;
    bad.solution.measured.counters.reexpanded = bad.solution.measured.counters.expanded + 1;
    expect_found(bad, "of them again");
    bad = good;
    bad.solution.measured.counters.expanded = 10 * bad.solution.measured.counters.generated + 100;
    expect_found(bad, "only");
    bad = good;
    bad.solution.measured.iterations.back().generated += 1;
    expect_found(bad, "in all rounds");
    bad = good;
    bad.solution.outcome.status = Status::gave_up;
    expect_found(bad, "ended by gave-up");
    bad = good;
    bad.solution.asked.algorithm = "a*";
    expect_found(bad, "was asked");
    bad = good;
    bad.solution.measured.threads = 2;
    expect_found(bad, "2 threads");
    bad = good;
    bad.truth.distance = *bad.truth.distance - 2;
    expect_found(bad, "promises the least cost");

    bad = sound("all-shortest", "linear-conflict");
    ++bad.solution.outcome.solutions;
    expect_found(bad, "shortest solutions");

    bad = sound("weighted-a*", "manhattan");
    bad.job.options.set(search::weighted_a_star::weight, OptionValue(1.1));
    bad.solution.outcome.cost = 2 * *bad.truth.distance;
    expect_found(bad, "times the distance");

    bad = good;
    bad.truth.solvable = false;
    expect_found(bad, "the board is unsolvable");
}

TEST(SelftestFaultsInRelease, ARunThatDiffersIsFound) {
    const Sound good = sound("ida*", "manhattan");
    Engine engine;
    const auto plain = search_plainly(engine, good.job);
    ASSERT_TRUE(plain);
    EXPECT_EQ(difference(good.job, good.solution, *plain), "");
    Outcome other = *plain;
    ++other.counters.generated;
    EXPECT_NE(difference(good.job, good.solution, other), "");
    other = *plain;
    other.path.clear();
    EXPECT_NE(difference(good.job, good.solution, other), "");
    other = *plain;
    other.iterations.pop_back();
    EXPECT_NE(difference(good.job, good.solution, other), "");
    other = *plain;
    other.status = Status::depth_limit;
    EXPECT_NE(difference(good.job, good.solution, other), "");
}

TEST(SelftestFaultsInRelease, AWrongBitInATableIsFound) {
    const auto partition = pdb::parse_partition("4-4", {3, 3}, make_cell(8));
    const pdb::Pattern pattern = pdb::normalise(partition->patterns.front()).pattern;
    Executor alone;
    pdb::BuildObserver nobody;
    const auto numbering = std::make_shared<const pdb::PlacementIndex>(pattern.geometry, 4);
    const auto table =
        pdb::build_table(pattern, numbering, alone, nobody, std::size_t{1} << 28).value();
    EXPECT_EQ(compare_with_bytes(*table, 1, 20'000).fault, "");
    std::vector<std::uint64_t> words(table->words().begin(), table->words().end());
    for (std::uint64_t& word : words) word ^= 0x0101010101010101ULL;
    const pdb::BitTable wrong(pattern, numbering, words, nullptr);
    EXPECT_NE(compare_with_bytes(wrong, 1, 20'000).fault, "");
}

// ---- The truth --------------------------------------------------------------------------------

TEST(SelftestDistances, AreThoseOfAPlainSearchForEveryBlankOfEverySize) {
    DistanceStore store;
    Random random(2);
    for (const Geometry geometry :
         {Geometry{2, 2}, Geometry{3, 2}, Geometry{2, 4}, Geometry{4, 2}, Geometry{3, 3}}) {
        for (std::size_t blank = 0; blank < geometry.cells(); ++blank) {
            const auto goal =
                random_walk(canonical_goal<DynamicBoard>(geometry, make_cell(blank)), 40, random);
            const auto all = store.distances(goal, CostModel::unit, Knowledge::all);
            const auto near = store.distances(goal, CostModel::unit, Knowledge::near);
            ASSERT_TRUE(all && near);
            const DynamicBoard start = random_walk(goal, 9, random);
            EXPECT_EQ(all->of(start), distance_by_search(start, goal));
            EXPECT_EQ(near->of(start), all->of(start));
            EXPECT_EQ(all->of(goal), 0);
            EXPECT_EQ(all->shortest_solutions(goal), 1U);
        }
    }
}

TEST(SelftestDistances, WithCostsAreThoseOfUniformCostSearch) {
    DistanceStore store;
    Random random(6);
    Engine engine;
    for (const Geometry geometry : {Geometry{2, 3}, Geometry{4, 2}}) {
        for (int i = 0; i < 6; ++i) {
            Job job;
            job.goal = random_walk(*make_goal("snail", geometry), 50, random);
            job.start = random_solvable(job.goal, random);
            job.algorithm = "ucs";
            job.cost = CostModel::tile;
            const auto distances = store.distances(job.goal, job.cost, Knowledge::all);
            ASSERT_TRUE(distances);
            EXPECT_EQ(distances->of(job.start), engine.solve(job)->outcome.cost);
        }
    }
}

}  // namespace
}  // namespace tessera::lab
