// Prints the counters of a fixed list of jobs: every compiler and platform must print the same text.
#include <fmt/format.h>

#include "tessera/lessons/audit.hpp"
#include "tessera/puzzle/collections.hpp"
#include "tessera/puzzle/generate.hpp"
#include "tessera/puzzle/goal.hpp"

namespace {

using namespace tessera;

void print_job(Engine& engine, const Job& job) {
    auto solution = engine.solve(job);
    if (!solution) {
        fmt::print("{} {} {}: {}\n", job.id, job.algorithm, job.heuristic,
                   solution.error().message);
        return;
    }
    const Counters& counters = solution->measured.counters;
    fmt::print(
        "{} {} {}: {} length {} bound {} expanded {} generated {} reexpanded {} open {} "
        "states {} depth {}\n",
        job.id, job.algorithm, job.heuristic, to_string(solution->outcome.status),
        solution->outcome.moves.size(), solution->proof.lower_bound, counters.expanded,
        counters.generated, counters.reexpanded, counters.peak_open, counters.peak_states,
        counters.max_depth);
}

void every_pair(Engine& engine, Job job) {
    for (const registry::AlgorithmEntry* algorithm : registry::all_algorithms()) {
        job.algorithm = algorithm->info->name;
        for (const registry::HeuristicEntry* heuristic : registry::all_heuristics()) {
            job.heuristic = heuristic->info->name;
            print_job(engine, job);
            if (!algorithm->info->uses_heuristic) break;
        }
    }
}

void audit_all(Engine& engine) {
    auto audited = audit(engine, *make_goal("blank-last", {3, 3}), default_heuristics());
    for (const AuditRow& row : audited->rows) {
        fmt::print("{} over {} bad moves {} exact {} mean {:.9f}\n", row.name, row.over_states,
                   row.inconsistent_moves, row.exact_states, row.mean_h);
    }
}

}  // namespace

int main() {
    Engine engine;
    for (const Geometry geometry :
         {Geometry{3, 3}, Geometry{2, 4}, Geometry{4, 4}, Geometry{5, 5}, Geometry{3, 5}}) {
        Job job;
        job.goal = *make_goal("blank-last", geometry);
        Random random(geometry.cells());
        job.start = random_walk(job.goal, 18, random);
        job.limits.nodes = 200'000;
        job.id = fmt::format("{}x{}", geometry.rows, geometry.cols);
        every_pair(engine, job);
    }
    for (const std::string_view board : {"korf:12", "korf:55", "korf:79"}) {
        for (const std::string_view heuristic : {"manhattan", "linear-conflict"}) {
            for (const std::string_view algorithm : {"ida*", "a*"}) {
                const BoardEntry entry = suite_boards(board)->front();
                Job job;
                job.id = entry.id;
                job.start = entry.board;
                job.goal = *make_goal("blank-first", {4, 4});
                job.algorithm = algorithm;
                job.heuristic = heuristic;
                print_job(engine, job);
            }
        }
    }
    audit_all(engine);
    return 0;
}
