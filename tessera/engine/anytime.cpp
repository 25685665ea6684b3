// Any size, any deadline: a solution at once, shorter ones as time goes on, and a bound that rises to meet them.
// This folder is the engine: registry, strategy, solving, devices and verification.
#include "tessera/engine/anytime.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>

#include "tessera/heuristics/squared_distance.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/search/beam.hpp"
#include "tessera/search/constructive/construct.hpp"
#include "tessera/search/ida_star.hpp"
#include "tessera/search/support/path_improver.hpp"

namespace tessera {

static constexpr OptionInfo anytime_options[] = {seed_option, search::ida_star::cycles};

constexpr AlgorithmInfo anytime_info{
    .name = "anytime",
    .aliases = {},
    .synopsis = "a solution at once, shorter ones and a better bound until the time is over",
    .options = anytime_options,
    .heuristic_proves = true,
    .complete = true,
    .optimal = true,
    .improves = true,
    .shares_work = true,
    .time = "until the deadline",
    .space = "O(wd)",
    .use =
        "For the best solution within a given time on boards beyond 4x4: always an answer, always "
        "a bound. It never ends before the time is over unless the two meet.",
};

namespace {

using Guide = heuristics::squared_distance::Heuristic<DynamicBoard>;
using Beam = search::BeamSearch<DynamicBoard, Guide>;

/// A heuristic for every size and goal blank that was asked for.
class Guides {
  public:
    const Guide& towards(Geometry geometry, Cell goal_blank) {
        auto& place = guides_[{geometry.rows, geometry.cols, index(goal_blank)}];
        if (place == nullptr) {
            place = std::make_unique<Guide>(Guide::make_sharing(
                geometry, goal_blank, square(geometry.cols), square(geometry.rows)));
        }
        return *place;
    }

  private:
    /// Tables of conflicts depend on the length of the lines; a square has one for both directions.
    const Guide& square(std::uint16_t side) {
        auto& place = squares_[side];
        if (place == nullptr) {
            HeuristicSetup<DynamicBoard> setup;
            setup.geometry = {side, side};
            place = std::make_unique<Guide>(*Guide::make(setup));
        }
        return *place;
    }

    std::map<std::tuple<std::uint16_t, std::uint16_t, std::size_t>, std::unique_ptr<Guide>> guides_;
    std::map<std::uint16_t, std::unique_ptr<Guide>> squares_;
};

class Machine {
  public:
    Machine(const AnytimeTask& task, Monitor& monitor, std::chrono::steady_clock::time_point begin)
        : task_(task), monitor_(monitor), begin_(begin) {
        result_.lower_bound = task.lower_bound;
        result_.threads = search::worker_count(monitor, task.options);
    }

    AnytimeResult run() {
        auto construction = search::constructive::construct(task_.start, task_.goal);
        if (!construction) {
            result_.status = Status::unsolvable;
            return std::move(result_);
        }
        result_.path = std::move(construction->moves);
        milestone();
        improver_.emplace(task_.start, result_.path, guides_, monitor_, result_.threads,
                          task_.options.whole(seed_option));
        take_improved();
        while (!proven() && portion()) {
        }
        counters().peak_states = counters().peak_open;
        result_.status = proven() ? Status::solved : monitor_.status();
        return std::move(result_);
    }

  private:
    using Improver = search::PathImprover<Guide, Guides>;

    bool proven() const { return best() <= result_.lower_bound; }
    Cost best() const { return static_cast<Cost>(result_.path.size()); }
    Counters& counters() { return result_.counters; }

    /// One beam, the windows after it, and what is due of the proof. False: stopped.
    bool portion() {
        const std::uint64_t before = counters().generated;
        const std::size_t width = width_of(number_);
        if (width > 0 && !run_beam(width, number_ % 2 == 1)) return false;
        ++number_;
        const std::uint64_t nodes =
            std::max<std::uint64_t>(counters().generated - before, least_window_nodes);
        if (!improve(nodes)) return false;
        return proven() || attempt_proof();
    }

    /// Each width is used from the start and then from the goal. The first beam takes about a tenth of a second;
    /// 0 where it would be too narrow to be of use, as on very large boards.
    std::size_t width_of(std::size_t number) const {
        const Geometry geometry = task_.start.geometry();
        const std::uint64_t levels =
            geometry.cells() * std::max(geometry.rows, geometry.cols);  // what a solution may have
        const std::uint64_t first = std::min<std::uint64_t>(first_beam_nodes / levels, 1000);
        const std::uint64_t width = first << std::min<std::size_t>(number / 2, 40);
        if (width < least_width) return 0;
        // What the history of a beam takes besides, at most.
        const std::uint64_t bytes = Beam::bytes_per_state(geometry) + 4 * levels;
        const std::uint64_t most =
            std::min<std::uint64_t>(search::beam::largest_width, monitor_.room() / 2 / bytes);
        return static_cast<std::size_t>(std::min(width, most));
    }

    bool run_beam(std::size_t width, bool backwards) {
        const search::Rectangle whole{0, 0, task_.start.geometry().rows - 1U,
                                      task_.start.geometry().cols - 1U};
        const DynamicBoard& from = backwards ? task_.goal : task_.start;
        const DynamicBoard& to = backwards ? task_.start : task_.goal;
        const DynamicBoard start = search::towards(from, to, whole);
        // Only a shorter solution is of use: parity makes it two moves shorter at least.
        const BeamRequest request{
            width, best() - 2, task_.options.whole(seed_option) + number_, {}};
        std::optional<BeamResult> elsewhere;
        if (task_.beam) elsewhere = task_.beam(start, to.blank(), request, counters(), monitor_);
        if (!elsewhere && !beam_) beam_.emplace(monitor_, result_.threads);
        const BeamResult found =
            elsewhere
                ? std::move(*elsewhere)
                : beam_->run({start, to.blank(), guides_.towards(start.geometry(), to.blank()),
                              width, request.depth, request.seed},
                             counters(), result_.lower_bound, best());
        if (found.end == BeamResult::End::stopped) return false;
        if (found.end == BeamResult::End::found) {
            improver_->offer(backwards ? search::reversed(found.path) : found.path);
            take_improved();
            if (!found.narrowed) raise(best());
        } else if (!found.narrowed) {
            raise(best());  // nothing shorter exists
        }
        return true;
    }

    bool improve(std::uint64_t nodes) {
        const std::uint64_t end = counters().generated + nodes;
        while (!proven() && counters().generated < end) {
            const bool more = improver_->round(counters(), result_.lower_bound);
            take_improved();
            if (!more) return !monitor_.stopped();
        }
        return true;
    }

    bool attempt_proof() {
        if (!task_.prove || proof_over_) return true;
        const auto others = static_cast<double>(counters().generated - proof_nodes_);
        const double saved = task_.proof_share / (1.0 - task_.proof_share) * others -
                             task_.proof_node_weight * static_cast<double>(proof_nodes_);
        const auto affordable = static_cast<std::uint64_t>(saved / task_.proof_node_weight);
        if (saved <= 0.0 || affordable < 4 * last_proof_nodes_) return true;
        const AnytimeTask::Proof proof = task_.prove(affordable, best(), counters());
        last_proof_nodes_ = std::max<std::uint64_t>(affordable, 1);
        proof_nodes_ += proof.counters.generated;
        counters().generated += proof.counters.generated;
        counters().expanded += proof.counters.expanded;
        raise(proof.lower_bound);
        if (!proof.path.empty() && proof.path.size() < result_.path.size()) {
            result_.path = proof.path;
            milestone();
        }
        proof_over_ = proof.exhausted;
        return monitor_.poll(counters(), result_.lower_bound, best());
    }

    void raise(Cost bound) {
        if (bound <= result_.lower_bound) return;
        result_.lower_bound = bound;
        milestone();
    }
    void take_improved() {
        if (improver_->path().size() >= result_.path.size()) return;
        result_.path = improver_->path();
        milestone();
    }
    void milestone() {
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
        result_.milestones.push_back({passed.count(), best(), result_.lower_bound});
        monitor_.tell_improved(result_.path, result_.lower_bound);
    }

    static constexpr std::uint64_t first_beam_nodes = 500'000;
    static constexpr std::uint64_t least_width = 8;
    static constexpr std::uint64_t least_window_nodes = 200'000;

    const AnytimeTask& task_;
    Monitor& monitor_;
    const std::chrono::steady_clock::time_point begin_;
    AnytimeResult result_;
    Guides guides_;
    std::optional<Improver> improver_;
    std::optional<Beam> beam_;
    std::size_t number_ = 0;  ///< of beams so far
    std::uint64_t proof_nodes_ = 0;
    std::uint64_t last_proof_nodes_ = 0;
    bool proof_over_ = false;
};

}  // namespace

AnytimeResult solve_anytime(const AnytimeTask& task, Monitor& monitor,
                            std::chrono::steady_clock::time_point begin) {
    return Machine(task, monitor, begin).run();
}

}  // namespace tessera
