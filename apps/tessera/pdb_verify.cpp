// tessera pdb verify: checksums, random entries, and sums against real solutions.
#include <fmt/format.h>

#include <algorithm>

#include "console.hpp"
#include "pdb_tables.hpp"
#include "system.hpp"
#include "tessera/pdb/check_entries.hpp"
#include "tessera/puzzle/collections.hpp"
#include "tessera/puzzle/generate.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera::app {
namespace {

constexpr std::uint64_t entries_checked = 100;
constexpr std::size_t search_states = 50'000;

/// A board, its goal and the shortest way there.
struct RealSolution {
    std::string name;
    DynamicBoard start;
    DynamicBoard goal;
    std::vector<Move> moves;
};

/// The boards of this size in the collections that are easiest by their published counts.
std::vector<BoardEntry> easy_suite_boards(Geometry geometry, Cell goal_blank) {
    constexpr std::size_t wanted = 6;
    std::vector<BoardEntry> found;
    for (const Suite& suite : suites()) {
        auto boards = suite_boards(suite.name);
        if (!boards) continue;
        for (BoardEntry& entry : *boards) {
            if (entry.board.geometry() != geometry || !entry.optimal || !entry.nodes) continue;
            auto goal = make_goal(entry.goal_name.value_or("blank-last"), geometry);
            if (!goal || goal->blank() != goal_blank) continue;
            entry.goal = std::move(*goal);
            found.push_back(std::move(entry));
        }
    }
    std::sort(found.begin(), found.end(),
              [](const auto& a, const auto& b) { return *a.nodes < *b.nodes; });
    found.resize(std::min(wanted, found.size()));
    return found;
}

/// The shortest solution, found without tables; empty if that takes too long.
std::optional<RealSolution> solve_plainly(Engine& engine, const BoardEntry& entry) {
    Job job;
    job.start = entry.board;
    job.goal = *entry.goal;
    job.algorithm = "ida*";
    job.heuristic = "linear-conflict";
    job.limits.nodes = 20'000'000;
    auto solution = engine.solve(job);
    if (!solution || !solution->proof.optimal) return std::nullopt;
    return RealSolution{entry.id, job.start, job.goal, solution->outcome.moves};
}

/// Solutions to compare the sums with, for the canonical goal with its blank on this cell.
std::vector<RealSolution> real_solutions(Engine& engine, Geometry geometry, Cell goal_blank,
                                         std::uint64_t seed, std::string& fault) {
    std::vector<RealSolution> all;
    for (const BoardEntry& entry : easy_suite_boards(geometry, goal_blank)) {
        auto solution = solve_plainly(engine, entry);
        if (!solution) continue;
        if (static_cast<Cost>(solution->moves.size()) != *entry.optimal) {
            fault = fmt::format("{} was solved in {} moves, published are {}", entry.id,
                                solution->moves.size(), *entry.optimal);
        }
        all.push_back(std::move(*solution));
    }
    constexpr std::uint64_t walks = 10;
    constexpr std::uint64_t walk_length = 40;
    Random random(seed);
    for (std::uint64_t i = 0; i < walks; ++i) {
        BoardEntry entry;
        entry.id = fmt::format("random walk {} of seed {}", i + 1, seed);
        entry.goal = canonical_goal<DynamicBoard>(geometry, goal_blank);
        entry.board = random_walk(*entry.goal, walk_length, random);
        if (auto solution = solve_plainly(engine, entry)) all.push_back(std::move(*solution));
    }
    return all;
}

}  // namespace

TableCheck verify_file(const TableTarget& target, std::uint64_t seed) {
    TableCheck result;
    const auto damaged = [&](const Error& error) {
        result.fault = error.message;
        result.damaged = true;
        return result;
    };
    const auto mapped = backends::map_table(target.path, backends::PayloadCheck::always);
    if (!mapped) return damaged(mapped.error());
    const auto table =
        backends::mapped_table(target.path, *mapped, target.pattern,
                               std::make_shared<const pdb::PlacementIndex>(
                                   target.pattern.geometry, target.pattern.tiles.size()));
    if (!table) return damaged(table.error());
    const pdb::EntryCheck check =
        pdb::check_entries(**table, seed, entries_checked, search_states, &interrupted);
    result.entries = check.entries;
    result.recomputed = check.recomputed;
    result.fault = check.fault;
    return result;
}

TableCheck verify_admissible(Engine& engine, const pdb::Partition& partition, std::uint64_t seed) {
    TableCheck result;
    const Geometry geometry = partition.patterns.front().geometry;
    const Cell goal_blank = partition.patterns.front().goal_blank;
    auto spec = parse_heuristic("pdb");
    if (!spec) {
        result.fault = spec.error().message;
        return result;
    }
    spec->parameters.emplace_back("partition", partition.name);
    auto heuristic =
        engine.heuristic<DynamicBoard>(*spec, geometry, goal_blank, {}, default_memory_limit());
    if (!heuristic) {
        result.fault = heuristic.error().message;
        return result;
    }
    for (const RealSolution& solution :
         real_solutions(engine, geometry, goal_blank, seed, result.fault)) {
        const Labelling labels(solution.goal);
        auto board = labels.canonical_board<DynamicBoard>(solution.start);
        for (std::size_t left = solution.moves.size();; --left) {
            const Cost sum = (*heuristic)->value((*heuristic)->evaluate(board));
            ++result.boards;
            if (sum > static_cast<Cost>(left)) {
                result.fault =
                    fmt::format("{} from the goal of {} the sum of {} is {}", counted(left, "move"),
                                solution.name, partition.name, sum);
                return result;
            }
            if (left == 0) break;
            board.slide(solution.moves[solution.moves.size() - left]);
        }
    }
    return result;
}

}  // namespace tessera::app
