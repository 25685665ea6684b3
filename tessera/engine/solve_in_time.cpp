// Jobs with a deadline: the machine of anytime.hpp with the engine's heuristics, tables and ida* behind it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "tessera/engine/anytime.hpp"
#include "tessera/engine/devices.hpp"
#include "tessera/engine/option_table.hpp"
#include "tessera/engine/solve.hpp"
#include "tessera/engine/steps.hpp"
#include "tessera/heuristics/learned.hpp"
#include "tessera/pdb/placement_index.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/puzzle/manhattan.hpp"
#include "tessera/puzzle/moves.hpp"
#include "tessera/search/ida_star.hpp"

namespace tessera {
namespace {

using Clock = Monitor::Clock;

/// The time of a job that has no limit of time.
constexpr std::chrono::seconds default_time{10};

constexpr std::string_view best_tables_of_5x5 = "pdb:6-6-6-6";
/// Preparing the cycles takes half a second that the clock cannot interrupt.
constexpr std::chrono::seconds least_time_for_cycles{3};
/// About five seconds of other work come first. The tables take about as long, and a build that the clock ends is lost.
constexpr std::chrono::seconds least_time_for_building{7};
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

/// One job with a deadline, step by step. `solve` is one search for the shortest solution.
class DeadlineJob {
  public:
    using Solve = std::function<Result<Solution>(const Job&, Observer&)>;

    DeadlineJob(Engine& engine, const Job& job, Observer& observer, const Measurement& measured,
                Devices& devices, Solve solve, std::optional<HeuristicSpec> own)
        : engine_(engine),
          job_(job),
          observer_(observer),
          measured_(measured),
          devices_(devices),
          solve_(std::move(solve)),
          labels_(job.goal),
          limits_(job.limits),
          own_(std::move(own)) {
        if (own_deadline()) limits_.time = default_time;
        // Half of the memory for the proofs and their tables; a quarter where they need no large ones.
        if (limits_.memory_bytes != Limits().memory_bytes) {
            const bool tables = own_ || geometry().cells() <= (devices_.empty() ? largest_attempted
                                                                                : pdb::most_cells);
            proof_memory_ = limits_.memory_bytes / (tables ? 2 : 4);
            limits_.memory_bytes -= proof_memory_;
        }
        if (own_) {
            Job within = job;
            within.limits = limits_;
            name_argument(*own_, within, engine.tables());
        }
    }

    Result<Solution> run(Solution solution, Executor* executor) {
        solution_ = std::move(solution);
        find_first_bound();
        if (auto error = choose_guide()) return *error;
        plan_proofs();
        if (a_device_proves()) prove_to_the_end();
        task_.prove = [this](std::uint64_t nodes, Cost best, const Counters& so_far) {
            return prove(nodes, best, so_far);
        };
        if (!devices_.empty()) {
            task_.beam = [this](const DynamicBoard& from, Cell goal_blank,
                                const BeamRequest& request, Counters& counters, Monitor& monitor) {
                return beam(from, goal_blank, request, counters, monitor);
            };
        }
        Monitor monitor(limits_, observer_, measured_.begin(), executor);
        return finish(solve_anytime(task_, monitor, measured_.begin()), monitor.peak_bytes());
    }

  private:
    Geometry geometry() const { return job_.start.geometry(); }
    /// The user's heuristic guides the beams, and proves the bounds if it can.
    bool own_proof() const { return own_ && own_->admissible(); }
    bool own_deadline() const { return job_.limits.time == Limits().time; }

    /// What is known at once: the largest of some heuristics that every size has.
    void find_first_bound() {
        task_.start = labels_.canonical_board<DynamicBoard>(job_.start);
        task_.goal = labels_.canonical_board<DynamicBoard>(job_.goal);
        task_.options = job_.options;
        for (const std::string_view name : first_bounds) {
            auto built = engine_.heuristic<DynamicBoard>(
                *parse_heuristic(name), geometry(), labels_.goal_blank(), {}, limits_.memory_bytes);
            if (!built) continue;
            const Cost h = (*built)->value((*built)->evaluate(task_.start));
            task_.lower_bound = std::max(task_.lower_bound, h);
        }
        BoundProof known;
        known.heuristic = fmt::format("max({})", fmt::join(first_bounds, ","));
        known.initial_h = static_cast<double>(task_.lower_bound);
        known.status = Status::solved;
        task_.lower_bound =
            with_parity_of(task_.lower_bound, manhattan_distance(task_.start, task_.goal));
        known.lower_bound = task_.lower_bound;
        solution_.proof.initial_h = static_cast<double>(task_.lower_bound);
        solution_.proof.bound = std::move(known);
        solution_.measured.setup_seconds = measured_.seconds();
    }

    std::optional<Error> choose_guide() {
        task_.until_the_time_is_over = limits_.nodes == Limits().nodes;
        const HeuristicSpec usual = *parse_heuristic(heuristics::learned::info.name);
        auto guide = build(own_ ? *own_ : usual);
        own_guide_ = own_ && guide;
        if (!guide && guide.error().code == ErrorCode::memory_limit) {
            solution_.notes.push_back(guide.error().message + "; " + usual.name() +
                                      " guides the search instead");
            guide = build(usual);
        }
        if (!guide) return guide.error();
        task_.guide = *guide;
        solution_.asked.heuristic = (own_guide_ ? *own_ : usual).name();
        solution_.measured.weights = task_.guide->weights();
        if (const std::string_view note = task_.guide->note(); !note.empty()) {
            solution_.notes.emplace_back(note);
        }
        return std::nullopt;
    }
    Result<registry::SharedHeuristic<DynamicBoard>> build(const HeuristicSpec& spec) {
        return engine_.heuristic<DynamicBoard>(spec, geometry(), labels_.goal_blank(), {},
                                               limits_.memory_bytes);
    }

    /// Proofs are completed iterations of ida*.
    void plan_proofs() {
        exact_ = job_;
        exact_.algorithm = "ida*";
        exact_.limits.memory_bytes = proof_memory_;
        if (geometry().cells() <= largest_attempted) {
            exact_.heuristic = "pdb";
            if (limits_.time >= least_time_for_cycles) {
                exact_.options.set(search::ida_star::cycles, 10);
            }
            task_.proof_node_weight = 1.0;
            task_.proof_share = 0.3;
        } else {
            exact_.heuristic = "linear-conflict";
            task_.proof_node_weight = 2.0;
            task_.proof_share = 0.1;
        }
        if (own_proof()) exact_.heuristic = own_->name();
    }

    /// The best tables that there are for a proof by a device. Where cards have room for more than these and gain by it, here is
    /// the place to choose.
    std::string tables_for_devices() const {
        if (own_proof()) return own_->name();
        return std::string(geometry() == Board<5, 5>::shape ? best_tables_of_5x5 : "pdb");
    }
    /// Where tables give good bounds, a device takes ida* to its end, unless nodes limit the work. It is asked with a job that ends
    /// at once; its tables are those of the proof.
    bool a_device_proves() {
        if (job_.algorithm != "auto" || devices_.empty() || geometry().cells() > pdb::most_cells ||
            limits_.nodes != Limits().nodes) {
            return false;
        }
        Job probe = exact_;
        probe.heuristic = tables_for_devices();
        probe.options.set(search::ida_star::cycles, 10);
        probe.limits.time = job_.limits.time;
        probe.limits.nodes = 1;
        const auto answer = solve_(probe, observer_);
        if (!answer || answer->measured.device == cpu_device) return false;
        exact_ = probe;
        exact_.heuristic = answer->asked.heuristic;
        return true;
    }
    void prove_to_the_end() {
        limits_.time = job_.limits.time;
        task_.proof_to_the_end = true;
        solution_.notes.push_back(fmt::format(
            "a device proves the shortest solution, by {} with {}; {}", exact_.algorithm,
            exact_.heuristic,
            own_deadline() ? "it takes as long as it takes, and a limit or Ctrl-C ends it with the "
                             "best solution by then"
                           : "a limit ends it with the best solution by then"));
    }

    /// One attempt; on the cores where the device declines it, and without tables where there is no room for them: a weaker bound
    /// is better than none.
    Result<Solution> attempt(Observer& part) {
        auto found = solve_(exact_, part);
        if (!found && exact_.device != cpu_device) {
            const std::string declined = found.error().message;
            exact_.device = cpu_device;
            found = solve_(exact_, part);
            if (found) solution_.notes.push_back(declined);
        }
        if (!found && !without_tables_) {
            without_tables_ = true;
            if (own_proof()) {
                solution_.notes.push_back(found.error().message +
                                          "; linear-conflict proves the bound instead");
            }
            exact_.heuristic = "linear-conflict";
            exact_.options.reset(search::ida_star::cycles.name);
            found = solve_(exact_, part);
        }
        return found;
    }

    AnytimeTask::Proof prove(std::uint64_t nodes, Cost best, const Counters& so_far) {
        AnytimeTask::Proof proof;
        const auto passed = Clock::now() - measured_.begin();
        exact_.limits.time =
            limits_.time > passed ? limits_.time - passed : std::chrono::nanoseconds(0);
        exact_.limits.nodes =
            task_.proof_to_the_end ? nodes : std::min(nodes, limits_.nodes - so_far.generated);
        exact_.limits.depth = best - 1;
        // Without tables at hand `pdb` takes those that are built in a moment. The best ones take seconds, and are
        // kept for the next time.
        if (!task_.proof_to_the_end && !without_tables_ && !own_proof() &&
            geometry() == Board<5, 5>::shape && so_far.generated > nodes_before_building &&
            exact_.limits.time >= least_time_for_building) {
            exact_.heuristic = best_tables_of_5x5;
        }
        PartObserver part(observer_, so_far, solution_.proof.lower_bound, best, measured_.begin());
        auto found = attempt(part);
        if (!found) {
            proof.exhausted = true;
            return proof;
        }
        if (task_.proof_to_the_end) {
            solution_.notes.insert(solution_.notes.end(), found->notes.begin(), found->notes.end());
        }
        proof.lower_bound = found->proof.lower_bound;
        if (found->measured.device != cpu_device)
            solution_.measured.device = found->measured.device;
        if (found->outcome.found) proof.path = found->outcome.moves;
        proof.counters = found->measured.counters;
        proof.exhausted = found->outcome.status != Status::node_limit;
        // The clock may have cut this attempt shorter than the one before.
        if (found->proof.lower_bound > solution_.proof.bound->lower_bound) {
            solution_.measured.iterations = found->measured.iterations;
            solution_.proof.bound = BoundProof{
                found->asked.algorithm,     found->asked.heuristic,
                found->proof.initial_h,     exact_.options.whole(search::ida_star::cycles),
                exact_.limits.depth,        found->outcome.status,
                found->measured.iterations, found->proof.lower_bound};
        }
        solution_.measured.table_bytes =
            std::max(solution_.measured.table_bytes, found->measured.table_bytes);
        solution_.measured.container_bytes =
            std::max(solution_.measured.container_bytes, found->measured.container_bytes);
        solution_.proof.lower_bound =
            std::max(solution_.proof.lower_bound, found->proof.lower_bound);
        return proof;
    }

    std::optional<BeamResult> beam(const DynamicBoard& from, Cell goal_blank,
                                   const BeamRequest& request, Counters& counters,
                                   Monitor& monitor) {
        CanonicalJob elsewhere;
        elsewhere.geometry = geometry();
        elsewhere.start = from.tiles();
        elsewhere.goal_blank = goal_blank;
        elsewhere.algorithm = anytime_info.name;
        elsewhere.heuristic = solution_.asked.heuristic;
        elsewhere.options = job_.options;
        return devices_.beam(elsewhere, request, counters, monitor);
    }

    Result<Solution> finish(AnytimeResult result, std::size_t peak_bytes) {
        if (devices_.used() != cpu_device) solution_.measured.device = devices_.used();
        if (solution_.measured.device == cpu_device) {
            // A device that would have proved takes the job, even if a limit came before its turn.
            if (auto error = devices_.refusal(); error && !task_.proof_to_the_end) return *error;
        } else if (job_.device == any_device && !task_.proof_to_the_end) {
            solution_.notes.push_back(
                fmt::format("the device {} did a part of it", solution_.measured.device));
        }
        // The deadline is this search's normal end.
        solution_.outcome.status =
            result.status == Status::time_limit ? Status::solved : result.status;
        solution_.proof.lower_bound = result.lower_bound;
        solution_.outcome.milestones = std::move(result.milestones);
        solution_.measured.counters = result.counters;
        solution_.measured.threads = result.threads;
        solution_.measured.container_bytes =
            std::max(solution_.measured.container_bytes, peak_bytes);
        measured_.tell(solution_);
        // Believe no path that was not replayed.
        if (static_cast<Cost>(result.path.size()) > job_.limits.depth) {
            solution_.outcome.status = Status::depth_limit;
        } else {
            if (auto error = take_path(solution_, std::move(result.path))) return *error;
            solution_.proof.optimal = solution_.outcome.cost == solution_.proof.lower_bound;
        }
        if (own_guide_) {
            solution_.notes.push_back(
                fmt::format("{} guides the search for solutions{}", own_->name(),
                            own_proof() && !without_tables_ ? " and proves the bound"
                                                            : "; others prove the bound"));
        }
        if (!solution_.proof.optimal && solution_.outcome.status == Status::solved &&
            limits_.time < Limits().time) {
            const double seconds = std::chrono::duration<double>(limits_.time).count();
            solution_.notes.push_back(fmt::format(
                "the best solution found within {} second{}{}", seconds, seconds == 1.0 ? "" : "s",
                own_deadline() && !task_.proof_to_the_end
                    ? ", the default for boards of this size; a limit of time gives more"
                    : ""));
        }
        return std::move(solution_);
    }

    Engine& engine_;
    const Job& job_;
    Observer& observer_;
    const Measurement& measured_;
    Devices& devices_;
    Solve solve_;
    Labelling labels_;
    Limits limits_;  ///< of the machine
    std::size_t proof_memory_ = Limits().memory_bytes;
    AnytimeTask task_;
    std::optional<HeuristicSpec> own_;  ///< the user's heuristic
    bool own_guide_ = false;
    Job exact_;
    bool without_tables_ = false;
    Solution solution_;
};

}  // namespace

Result<Solution> Engine::solve_in_time(const Job& job, Observer& observer) {
    if (auto error = job_objection(job, anytime_info, job.options)) return *error;
    std::optional<HeuristicSpec> own;
    if (job.heuristic != "auto") {
        auto spec = parse_heuristic(job.heuristic);
        if (!spec) return spec.error();
        own = std::move(*spec);
    }
    auto devices = Devices::choose(job, host_);
    if (!devices) return devices.error();
    Solution solution = unanswered(job, Status::error);
    solution.asked.algorithm = anytime_info.name;
    solution.asked.heuristic = own ? own->name() : std::string(heuristics::learned::info.name);
    if (answer_unsolvable(solution)) return solution;
    const Measurement measured(host_);
    const auto exactly = [this](const Job& exact, Observer& part) {
        return solve_by_plan(exact, part);
    };
    return DeadlineJob(*this, job, observer, measured, *devices, exactly, std::move(own))
        .run(std::move(solution), host_.executor);
}

}  // namespace tessera
