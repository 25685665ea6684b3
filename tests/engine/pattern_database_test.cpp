// Pattern databases through the engine: lengths, counts of the walker against the plain round, partitions, cycles.
// home: release
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tessera/engine/hot_pairs.hpp"
#include "tessera/heuristics/pattern_database.hpp"
#include "tessera/puzzle/collections.hpp"
#include "tessera/puzzle/generate.hpp"
#include "tessera/search/ida_star.hpp"
#include "tests/engine/engine_testing.hpp"
#include "tests/same_outcome.hpp"

namespace tessera {
namespace {

using namespace engine_testing;

/// One for all tests of this program: it keeps the tables.
Engine& engine() {
    static Engine instance;
    return instance;
}

Job job_for(const DynamicBoard& start, const DynamicBoard& goal, std::string heuristic) {
    Job job;
    job.start = start;
    job.goal = goal;
    job.algorithm = "ida*";
    job.heuristic = std::move(heuristic);
    return job;
}

void expect_optimal(const BoardEntry& entry, const std::string& heuristic,
                    std::uint32_t cycles = 0) {
    Job job = job_for(entry.board, goal_of("blank-first", entry.board.geometry()), heuristic);
    job.options.set(search::ida_star::cycles, cycles);
    const auto solution = engine().solve(job);
    ASSERT_TRUE(solution) << solution.error().message;
    EXPECT_TRUE(solution->proof.optimal) << entry.id;
    EXPECT_EQ(static_cast<int>(solution->outcome.moves.size()), entry.optimal.value()) << entry.id;
}

/// The walker and the plain round, which goes through virtual calls, on the same tables, to the node.
template <BoardType B>
void expect_same_counts(Engine& engine, const DynamicBoard& start, const DynamicBoard& goal,
                        const std::string& partition, std::uint32_t cycles) {
    SCOPED_TRACE(inline_form(start) + " to " + inline_form(goal) + " " + partition);
    const Labelling labels(goal);
    const Problem<B> problem{labels.canonical_board<B>(start), labels.canonical_board<B>(goal), {}};
    const auto spec = parse_heuristic("pdb:" + partition).value();
    const auto heuristic =
        engine.heuristic<B>(spec, start.geometry(), goal.blank(), {}, std::size_t{1} << 30);
    ASSERT_TRUE(heuristic) << heuristic.error().message;
    using Concrete = Erased<B, heuristics::pattern_database::Heuristic<B>>;
    ASSERT_TRUE(static_cast<const Concrete&>(**heuristic).concrete().walkable());
    SearchOptions options;
    options.automaton = engine.automaton(start.geometry(), cycles);
    const registry::SearchInput<B> input{problem, heuristic->get(), nullptr, options};
    Observer nobody;
    Monitor plain_monitor(Limits(), nobody);
    Monitor walker_monitor(Limits(), nobody);
    const Outcome plain = find_algorithm("ida*").value()->search(input, plain_monitor);
    const Outcome walked = search_pattern_database(input, walker_monitor);
    expect_same_outcome(walked, plain);
}

TEST(PatternDatabaseInRelease, WalkerCountsLikeThePlainRound) {
    Engine own;  // `pdb` alone stands for tables at hand, and must not find those of this test
    Random random(5);
    for (const std::uint32_t cycles : {0U, 8U}) {
        for (const DynamicBoard& goal : goals_3x3()) {
            const DynamicBoard start = random_walk(goal, 300, random);
            expect_same_counts<DynamicBoard>(own, start, goal, "4-4", cycles);
            expect_same_counts<DynamicBoard>(own, start, goal, "3-3-2", cycles);
        }
        for (const DynamicBoard& goal : three_goals({4, 4})) {
            const DynamicBoard start = random_walk(goal, 90, random);
            expect_same_counts<Board<4, 4>>(own, start, goal, "5-5-5", cycles);
            expect_same_counts<Board<4, 4>>(own, start, goal, "4-4-4-3", cycles);
        }
        for (const DynamicBoard& goal : three_goals({5, 5})) {
            const DynamicBoard start = random_walk(goal, 60, random);
#if defined(TESSERA_FEW_BOARDS)
            expect_same_counts<DynamicBoard>(own, start, goal, "4-4-4-4-4-4", cycles);
#else
            expect_same_counts<Board<5, 5>>(own, start, goal, "4-4-4-4-4-4", cycles);
#endif
        }
        for (const Geometry geometry : {Geometry{3, 4}, Geometry{5, 3}, Geometry{2, 6}}) {
            for (const DynamicBoard& goal : three_goals(geometry)) {
                const DynamicBoard start = random_walk(goal, 60, random);
                const auto names = pdb::partition_names(geometry);
                expect_same_counts<DynamicBoard>(own, start, goal, names.back(), cycles);
            }
        }
    }
}

TEST(PatternDatabase, DistancesOf3x3AreExactWithAllTilesInOnePattern) {
    Random random(6);
    for (const DynamicBoard& goal : goals_3x3()) {
        for (int distance = 1; distance <= 24; distance += 5) {
            const DynamicBoard start = board_at_distance(goal, distance, random);
            const auto solution = engine().solve(job_for(start, goal, "pdb:8"));
            ASSERT_TRUE(solution);
            EXPECT_EQ(solution->proof.initial_h, distance);
            EXPECT_EQ(static_cast<int>(solution->outcome.moves.size()), distance);
        }
    }
}

TEST(PatternDatabase, EveryAlgorithmFindsTheSameLengthWithIt) {
    const DynamicBoard goal = goal_of("snail", {3, 3});
    Random random(7);
    const DynamicBoard start = board_at_distance(goal, 22, random);
    for (const std::string heuristic :
         {"pdb:4-4", "pdb:aab/b_b/aab", "max(pdb:4-4,linear-conflict)"}) {
        for (const std::string algorithm : {"ida*", "a*", "hda*", "rbfs", "bidirectional-a*"}) {
            Job job = job_for(start, goal, heuristic);
            job.algorithm = algorithm;
            // A picture is one of the goal, and this algorithm needs tables for the start as well.
            const bool picture = heuristic.find('/') != std::string::npos;
            if (picture && algorithm == "bidirectional-a*") continue;
            const auto solution = engine().solve(job);
            ASSERT_TRUE(solution) << algorithm << " " << heuristic << solution.error().message;
            EXPECT_EQ(solution->outcome.moves.size(), 22U) << algorithm << " " << heuristic;
            EXPECT_TRUE(solution->proof.optimal);
        }
    }
}

TEST(PatternDatabase, APartitionWithTilesLeftOutIsStillRight) {
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    Random random(8);
    for (int distance = 10; distance <= 25; ++distance) {
        const DynamicBoard start = board_at_distance(goal, distance, random);
        for (const std::string name : {"pdb:aa./a../.._", "pdb:3-2", "pdb:4"}) {
            const auto solution = engine().solve(job_for(start, goal, name));
            ASSERT_TRUE(solution);
            EXPECT_EQ(static_cast<int>(solution->outcome.moves.size()), distance) << name;
            EXPECT_EQ(solution->proof.lower_bound, distance);
        }
    }
}

TEST(PatternDatabase, TheAnswerNamesThePartition) {
    Job job =
        job_for(suite_boards("korf:12").value()[0].board, goal_of("blank-first", {4, 4}), "pdb");
    auto solution = engine().solve(job);
    ASSERT_TRUE(solution);
    EXPECT_EQ(solution->asked.heuristic, "pdb:6-6-3");
    job.heuristic = "auto";
    job.algorithm = "auto";
    solution = engine().solve(job);
    ASSERT_TRUE(solution);
    EXPECT_EQ(solution->asked.heuristic, "pdb:6-6-3");
    EXPECT_TRUE(solution->proof.optimal);
}

TEST(PatternDatabase, TheBestPartitionIsBuiltThatTimeAndMemoryAllow) {
    pdb::TableSource* tables = nullptr;
    const auto chosen = [&](Geometry geometry, std::chrono::nanoseconds time = Limits().time,
                            std::size_t memory = Limits().memory_bytes,
                            std::uint64_t nodes = Limits().nodes) {
        Limits limits;
        limits.time = time;
        limits.memory_bytes = memory;
        limits.nodes = nodes;
        return heuristics::pattern_database::choose_partition(geometry, make_cell(0), tables,
                                                              limits);
    };
    using namespace std::chrono_literals;
    EXPECT_EQ(chosen({5, 5}), "6-6-6-6");
    EXPECT_EQ(chosen({5, 5}, 60s), "6-6-6-6");
    EXPECT_EQ(chosen({5, 5}, 2s), "5-5-5-5-4");
    EXPECT_EQ(chosen({5, 5}, 60s, std::size_t{100} << 20), "5-5-5-5-4");
    EXPECT_EQ(chosen({5, 5}, Limits().time, Limits().memory_bytes, 1000), "5-5-5-5-4");
    EXPECT_EQ(chosen({4, 5}), "7-6-6");
    EXPECT_EQ(chosen({3, 5}), "7-7");
    EXPECT_EQ(chosen({4, 4}), "6-6-3");
    EXPECT_EQ(chosen({3, 3}), pdb::partition_names({3, 3}).front());
    EXPECT_EQ(chosen({3, 5}, 60s, std::size_t{50} << 20), "5-5-4");
    EXPECT_EQ(chosen({6, 6}), "");
    // Tables that are at hand take no time, but they take memory.
    struct Everything : pdb::MemoryTables {
        bool at_hand(const pdb::Pattern&) override { return true; }
    } everything;
    tables = &everything;
    EXPECT_EQ(chosen({5, 5}, 1ms), "6-6-6-6");
    EXPECT_EQ(chosen({5, 5}, 1ms, std::size_t{95} << 20), "6-6-6-6");
    EXPECT_EQ(chosen({5, 5}, 1ms, std::size_t{50} << 20), "5-5-5-5-4");
    EXPECT_EQ(chosen({3, 5}, 1ms, std::size_t{10} << 20), "5-5-4");
}

TEST(PatternDatabase, BadPartitionsAreExplained) {
    const DynamicBoard goal = goal_of("blank-last", {4, 4});
    const auto code = [&](const std::string& name) {
        const auto solution = engine().solve(job_for(goal, goal, name));
        EXPECT_FALSE(solution) << name;
        return solution ? ErrorCode::internal : solution.error().code;
    };
    for (const std::string name :
         {"pdb:9-6", "pdb:7-9", "pdb:0-8", "pdb:8-8", "pdb:x", "pdb:7-", "pdb:-", "pdb:aaaa/aaaa",
          "pdb:aaaa/aaaa/bbbb/bbbb", "pdb:_aaa/aaaa/bbbb/bbbb", "pdb:aaaa/aaa?/bbbb/bbb_",
          "pdb:..../..../..../..._", "pdb:99999999999999999999"}) {
        EXPECT_EQ(code(name), ErrorCode::usage) << name;
    }
    const DynamicBoard large = goal_of("blank-last", {6, 6});
    const auto solution = engine().solve(job_for(large, large, "pdb"));
    ASSERT_FALSE(solution);
    EXPECT_EQ(solution.error().code, ErrorCode::memory_limit);
}

TEST(PatternDatabase, MemoryAndTimeLimitsHoldWhileTablesAreBuilt) {
    Engine fresh;
    Job job = job_for(suite_boards("korf:12").value()[0].board, goal_of("blank-first", {4, 4}),
                      "pdb:7-8");
    job.limits.memory_bytes = std::size_t{100} << 20;
    const auto refused = fresh.solve(job);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::memory_limit);
    job.limits = Limits();
    job.limits.time = std::chrono::milliseconds(50);
    const auto late = fresh.solve(job);
    ASSERT_TRUE(late) << late.error().message;
    EXPECT_EQ(late->outcome.status, Status::time_limit);
    EXPECT_FALSE(late->outcome.found);
    EXPECT_GE(late->proof.lower_bound, 35);
}

TEST(PatternDatabase, CyclesAreAnOptionOfIdaStarOnly) {
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    Job job = job_for(goal, goal, "manhattan");
    job.options.set(search::ida_star::cycles, 15);
    EXPECT_FALSE(engine().solve(job));
    job.options.set(search::ida_star::cycles, 8);
    EXPECT_TRUE(engine().solve(job));
    job.algorithm = "a*";
    EXPECT_FALSE(engine().solve(job));
    const DynamicBoard large = goal_of("blank-last", {60, 60});
    job = job_for(large, large, "manhattan");
    EXPECT_TRUE(engine().solve(job));
    job.options.set(search::ida_star::cycles, 8);
    const auto refused = engine().solve(job);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::usage);
    EXPECT_EQ(refused.error().message, "the board is too large for 'cycles'");
}

TEST(LongPatternDatabase, TheFiveEasiestOfKorfs24Puzzles) {
    const auto boards = suite_boards("korf24:25,32,38,40,44");
    for (const BoardEntry& entry : *boards) expect_optimal(entry, "pdb:6-6-6-6", 10);
}

/// Every `step`-th board of an external file in Korf's form.
std::vector<BoardEntry> sample(const std::filesystem::path& path, std::size_t step) {
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    ReadOptions options;
    options.format = "korf";
    const auto read = read_boards(text, options);
    std::vector<BoardEntry> chosen;
    for (std::size_t i = 0; read && i < read->boards.size(); i += step) {
        chosen.push_back(read->boards[i]);
    }
    return chosen;
}

TEST(PatternDatabase, SampleOfKorfAndFelners1000) {
    const auto path = external_data("korf15-1000.txt");
    TESSERA_NEEDS(path);
    const auto boards = sample(path, 40);
    EXPECT_EQ(boards.size(), 25U);
    for (const BoardEntry& entry : boards) expect_optimal(entry, "pdb:6-6-3");
}

TEST(LongPatternDatabase, SampleOfRandom24Puzzles) {
    const auto path = external_data("random24-clausecker.txt");
    TESSERA_NEEDS(path);
    std::size_t solved = 0;
    for (const BoardEntry& entry : sample(path, 1)) {
        // The node count of the file tells the easy ones.
        if (entry.nodes.value_or(~std::uint64_t{0}) > 2'000'000 || solved == 5) continue;
        expect_optimal(entry, "pdb:6-6-6-6", 10);
        ++solved;
    }
    EXPECT_GT(solved, 0U);
}

TEST(LongPatternDatabase, AllOfKorfsLengths) {
    const auto boards = suite_boards("korf");
    for (const BoardEntry& entry : *boards) expect_optimal(entry, "pdb:6-6-3");
}

/// Four of the seventeen: each takes a second.
TEST(LongPatternDatabase, TheAntipodesNeedEightyMoves) {
    const auto boards = suite_boards("antipode:1,6,11,16");
    for (const BoardEntry& entry : *boards) {
        Job job = job_for(entry.board, goal_of("blank-first", {4, 4}), "pdb:7-8");
        if (!solvable(job.start, job.goal)) job.goal = goal_of("blank-last", {4, 4});
        job.options.set(search::ida_star::cycles, 10);
        const auto solution = engine().solve(job);
        ASSERT_TRUE(solution) << solution.error().message;
        EXPECT_EQ(solution->outcome.moves.size(), 80U) << entry.id;
        EXPECT_TRUE(solution->proof.optimal);
    }
}

}  // namespace
}  // namespace tessera
