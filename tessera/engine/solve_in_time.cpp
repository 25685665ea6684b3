// Jobs with a deadline: the machine of anytime.hpp with the engine's heuristics, tables and ida* behind it.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "tessera/engine/anytime.hpp"
#include "tessera/engine/devices.hpp"
#include "tessera/engine/option_table.hpp"
#include "tessera/engine/solve.hpp"
#include "tessera/engine/steps.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/puzzle/manhattan.hpp"
#include "tessera/puzzle/moves.hpp"
#include "tessera/search/ida_star.hpp"

namespace tessera {
namespace {

using Clock = Monitor::Clock;

/// How long where nobody said.
constexpr std::chrono::seconds default_time{10};

constexpr std::string_view best_tables_of_5x5 = "pdb:6-6-6-6";
/// About five seconds of other work.
constexpr std::uint64_t nodes_before_building = 60'000'000;

/// The admissible heuristics that every size has, of which the largest is the first bound.
constexpr std::array<std::string_view, 3> first_bounds{"linear-conflict", "linear-conflict-corners",
                                                       "linear-conflict-last-moves"};

/// Shows what ida* does as a part of the whole.
class PartObserver final : public Observer {
  public:
    PartObserver(Observer& whole, const Counters& so_far, Cost lower_bound, Cost best,
                 Clock::time_point begin)
        : whole_(whole), so_far_(so_far), lower_bound_(lower_bound), best_(best), begin_(begin) {}

    void progress(const Progress& part) override {
        Progress all = part;
        all.counters.expanded += so_far_.expanded;
        all.counters.generated += so_far_.generated;
        all.lower_bound = std::max(part.lower_bound, lower_bound_);
        all.best = best_;
        all.elapsed = Clock::now() - begin_;
        whole_.progress(all);
    }
    bool cancelled() override { return whole_.cancelled(); }

  private:
    Observer& whole_;
    const Counters& so_far_;
    Cost lower_bound_;
    Cost best_;
    Clock::time_point begin_;
};

}  // namespace

Result<Solution> Engine::solve_in_time(const Job& job, Observer& observer) {
    // 1. Does the job make sense?
    if (auto error = job_objection(job, anytime_info, job.options)) return *error;
    if (job.heuristic != "auto") {
        return usage_error("anytime has its own heuristics",
                           "leave the heuristic out, or use beam or anytime-a*", "heuristic");
    }
    auto devices = Devices::choose(job, host_);
    if (!devices) return devices.error();
    Solution solution = unanswered(job, Status::error);
    solution.algorithm = anytime_info.name;
    solution.heuristic = "squared-distance";
    if (answer_unsolvable(solution)) return solution;
    const Measurement measured(host_);
    const auto begin = measured.begin();
    const bool own_deadline = job.limits.time == Limits().time;
    Limits limits = job.limits;
    if (own_deadline) limits.time = default_time;
    // Half of the memory for the machine, half for the proofs and their tables.
    const bool limited = limits.memory_bytes != Limits().memory_bytes;
    if (limited) limits.memory_bytes /= 2;
    const std::size_t proof_memory = limits.memory_bytes;

    // 2. What is known at once.
    const Labelling labels(job.goal);
    AnytimeTask task;
    task.start = labels.canonical_board<DynamicBoard>(job.start);
    task.goal = labels.canonical_board<DynamicBoard>(job.goal);
    task.options = job.options;
    const Geometry geometry = job.start.geometry();
    const Cost manhattan = manhattan_distance(task.start, task.goal);
    for (const std::string_view name : first_bounds) {
        auto built = heuristic<DynamicBoard>(*parse_heuristic(name), geometry, labels.goal_blank(),
                                             {}, limits.memory_bytes);
        if (!built) continue;
        const Cost h = (*built)->value((*built)->evaluate(task.start));
        task.lower_bound = std::max(task.lower_bound, h);
    }
    const Cost largest_first_bound = task.lower_bound;
    task.lower_bound = with_parity_of(task.lower_bound, manhattan);
    solution.initial_h = static_cast<double>(task.lower_bound);
    BoundProof known;
    known.heuristic = fmt::format("max({})", fmt::join(first_bounds, ","));
    known.initial_h = static_cast<double>(largest_first_bound);
    known.status = Status::solved;
    known.lower_bound = task.lower_bound;
    solution.bound_proof = std::move(known);
    solution.setup_seconds = measured.seconds();

    // 3. Proofs: completed iterations of ida*.
    Job exact = job;
    exact.algorithm = "ida*";
    exact.limits.memory_bytes = proof_memory;
    if (geometry.cells() <= largest_attempted) {
        exact.heuristic = "pdb";
        exact.options.set(search::ida_star::cycles, 10);
        task.proof_node_weight = 1.0;
        task.proof_share = 0.3;
    } else {
        exact.heuristic = "linear-conflict";
        task.proof_node_weight = 2.0;
        task.proof_share = 0.1;
    }
    bool without_tables = false;
    task.prove = [&](std::uint64_t nodes, Cost best, const Counters& so_far) {
        AnytimeTask::Proof proof;
        const auto passed = Clock::now() - begin;
        exact.limits.time =
            limits.time > passed ? limits.time - passed : std::chrono::nanoseconds(0);
        exact.limits.nodes = std::min(nodes, limits.nodes - so_far.generated);
        exact.limits.depth = best - 1;
        // Without tables at hand `pdb` takes those that are built in a moment. The best ones take seconds, and are
        // kept for the next time.
        if (!without_tables && geometry == Board<5, 5>::shape &&
            so_far.generated > nodes_before_building) {
            exact.heuristic = best_tables_of_5x5;
        }
        PartObserver part(observer, so_far, solution.lower_bound, best, begin);
        auto found = solve_by_plan(exact, part);
        if (!found && exact.device != cpu_device) {
            solution.notes.push_back(found.error().message);
            exact.device = cpu_device;
            found = solve_by_plan(exact, part);
        }
        if (!found && !without_tables) {
            // No room for the tables: a weaker bound is better than none.
            without_tables = true;
            exact.heuristic = "linear-conflict";
            exact.options.reset(search::ida_star::cycles.name);
            found = solve_by_plan(exact, part);
        }
        if (!found) {
            proof.exhausted = true;
            return proof;
        }
        proof.lower_bound = found->lower_bound;
        if (found->device != cpu_device) solution.device = found->device;
        if (found->found) proof.path = found->moves;
        proof.counters = found->counters;
        proof.exhausted = found->status != Status::node_limit;
        // The clock may have cut this attempt shorter than the one before.
        if (found->lower_bound > solution.bound_proof->lower_bound) {
            solution.iterations = found->iterations;
            solution.bound_proof =
                BoundProof{found->algorithm,   found->heuristic,
                           found->initial_h,   exact.options.whole(search::ida_star::cycles),
                           exact.limits.depth, found->status,
                           found->iterations,  found->lower_bound};
        }
        solution.table_bytes = std::max(solution.table_bytes, found->table_bytes);
        solution.container_bytes = std::max(solution.container_bytes, found->container_bytes);
        solution.lower_bound = std::max(solution.lower_bound, found->lower_bound);
        return proof;
    };

    // 4. Search until the time is over.
    if (!devices->empty()) {
        task.beam = [&](const DynamicBoard& from, Cell goal_blank, const BeamRequest& request,
                        Counters& counters, Monitor& its_monitor) {
            CanonicalJob elsewhere;
            elsewhere.geometry = geometry;
            elsewhere.start = from.tiles();
            elsewhere.goal_blank = goal_blank;
            elsewhere.algorithm = anytime_info.name;
            elsewhere.heuristic = solution.heuristic;
            elsewhere.options = job.options;
            return devices->beam(elsewhere, request, counters, its_monitor);
        };
    }
    Monitor monitor(limits, observer, begin, host_.executor);
    AnytimeResult result = solve_anytime(task, monitor, begin);

    if (devices->used() != cpu_device) solution.device = devices->used();
    if (solution.device == cpu_device) {
        if (auto error = devices->refusal()) return *error;
    } else if (job.device == any_device) {
        solution.notes.push_back(fmt::format("the device {} did a part of it", solution.device));
    }
    // The deadline is this search's normal end.
    solution.status = result.status == Status::time_limit ? Status::solved : result.status;
    solution.lower_bound = result.lower_bound;
    solution.milestones = std::move(result.milestones);
    solution.counters = result.counters;
    solution.threads = result.threads;
    solution.container_bytes = std::max(solution.container_bytes, monitor.peak_bytes());
    measured.tell(solution);

    // 5. Believe no path that was not replayed.
    if (static_cast<Cost>(result.path.size()) > job.limits.depth) {
        solution.status = Status::depth_limit;
    } else {
        if (auto error = take_path(solution, std::move(result.path))) return *error;
        solution.optimal = solution.cost == solution.lower_bound;
    }
    if (!solution.optimal && solution.status == Status::solved) {
        solution.notes.push_back(fmt::format(
            "the best solution found within {} seconds{}",
            std::chrono::duration<double>(limits.time).count(),
            own_deadline ? ", the default for boards of this size; a limit of time gives more"
                         : ""));
    }
    return solution;
}

}  // namespace tessera
