// Any size, any deadline: a solution at once, shorter ones as time goes on, and a bound that rises to meet them.
// This folder is the engine: registry, strategy, solving, devices and verification.
#include "tessera/engine/anytime.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <tuple>

#include "tessera/engine/hot_beams.hpp"
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
    .to_a_deadline = true,
    .time = "until the deadline",
    .space = "O(wd)",
    .use =
        "For the best solution within a given time on boards beyond 4x4: always an answer, always "
        "a bound. It never ends before the time is over unless the two meet.",
};

namespace {

using Guide = heuristics::squared_distance::Heuristic<DynamicBoard>;
using Seconds = std::chrono::duration<double>;

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
        beams_ = make_beams(task_.start.geometry(), task_.goal.blank(), task_.guide, monitor_,
                            result_.threads);
        improver_.emplace(task_.start, result_.path, guides_, monitor_, result_.threads,
                          task_.options.whole(seed_option));
        take_improved();
        while (!proven() && portion()) {
        }
        counters().peak_states = counters().peak_open;
        result_.status = proven()             ? Status::solved
                         : monitor_.stopped() ? monitor_.status()
                                              : Status::memory_limit;
        return std::move(result_);
    }

  private:
    using Improver = search::PathImprover<Guide, Guides>;

    bool proven() const { return best() <= result_.lower_bound; }
    Cost best() const { return static_cast<Cost>(result_.path.size()); }
    Counters& counters() { return result_.counters; }
    const Counters& counters() const { return result_.counters; }

    /// One beam, what shortens its path, and what is due of the proof. False: stopped, or no room for any of them.
    bool portion() {
        const std::uint64_t before = counters().generated;
        const std::size_t width = next_width();
        if (width > 0 && !run_beam(width)) return false;
        ++number_;
        const auto spent = static_cast<double>(counters().generated - before);
        if (!improve(std::max(static_cast<std::uint64_t>(spent * improving_share / beam_share),
                              least_improving_nodes))) {
            return false;
        }
        if (proven()) return true;
        return attempt_proof() && (proven() || counters().generated > before);
    }

    /// The first beam ends in a moment, so that a better solution comes soon on slow machines, too. Up to a deadline, the
    /// second tells how fast this machine is, and the third takes a quarter of the time that is left; what shortens its
    /// solution gets the rest. Else each beam is four times as wide as the one before. 0: no beam, because it would be
    /// too narrow to be of use, as on very large boards, or narrower than one before.
    std::size_t next_width() {
        const auto levels = static_cast<double>(best());
        const auto nodes_each = levels * children_of_a_state;
        const double in_time = nodes_in_the_time_left() / nodes_each;
        double width = static_cast<double>(first_beam_nodes) / nodes_each;
        if (number_ == 0) {
            width = std::min(width, most_first_width) / 8.0;
        } else if (number_ == 1 && task_.until_the_time_is_over) {
            width = std::min(
                {measuring_nodes / nodes_each, most_measuring_width, measuring_share * in_time});
        } else if (task_.until_the_time_is_over) {
            width = beam_share * in_time;
        } else {
            width = 4.0 * static_cast<double>(widest_);
        }
        width = std::min(width, most_width());
        if (width < least_width || width < 1.5 * static_cast<double>(widest_)) return 0;
        widest_ = restart_width_ = static_cast<std::size_t>(width);
        return widest_;
    }
    /// That there is room for.
    double most_width() const {
        return std::min(static_cast<double>(search::beam::largest_width),
                        static_cast<double>(monitor_.room()) / 2.0 /
                            beams_->bytes_each(static_cast<double>(best())));
    }
    /// At the speed of the last beam.
    double nodes_in_the_time_left() const {
        const Seconds left = monitor_.limits().time - (std::chrono::steady_clock::now() - begin_);
        return std::max(0.0, left.count()) * beam_speed_;
    }

    /// A beam from a state of the best path, after so many of its moves; only a shorter path is of use, and parity makes
    /// it two moves shorter at least.
    std::optional<BeamResult> beam_from(const DynamicBoard& start, std::size_t moves_before,
                                        std::size_t width) {
        const BeamRequest request{width,
                                  best() - static_cast<Cost>(moves_before) - 2,
                                  task_.options.whole(seed_option) + number_,
                                  {}};
        const auto began = std::chrono::steady_clock::now();
        const std::uint64_t before = counters().generated;
        std::optional<BeamResult> found;
        if (task_.beam) {
            found = task_.beam(start, task_.goal.blank(), request, counters(), monitor_);
        }
        if (!found) found = beams_->run(start, request, counters(), result_.lower_bound, best());
        const Seconds passed = std::chrono::steady_clock::now() - began;
        beam_speed_ =
            static_cast<double>(counters().generated - before) / std::max(passed.count(), 1e-6);
        return found;
    }

    bool run_beam(std::size_t width) {
        const auto found = beam_from(task_.start, 0, width);
        if (found->end == BeamResult::End::stopped) return false;
        if (found->end == BeamResult::End::found) {
            improver_->offer(found->path);
            take_improved();
            if (!found->narrowed) raise(best());
        } else if (!found->narrowed) {
            raise(best());  // nothing shorter exists
        }
        return true;
    }

    /// Restarts and windows of the best path, whichever has been in vain for less work.
    bool improve(std::uint64_t nodes) {
        const std::uint64_t end = counters().generated + nodes;
        while (!proven() && counters().generated < end) {
            const std::uint64_t before = counters().generated;
            const Cost best_before = best();
            const bool restarts = restarts_in_vain_ <= windows_in_vain_ && restart_width_ > 0;
            if (!(restarts ? restart() : improver_->round(counters(), result_.lower_bound))) {
                take_improved();
                return !monitor_.stopped();
            }
            take_improved();
            std::uint64_t& in_vain = restarts ? restarts_in_vain_ : windows_in_vain_;
            in_vain = best() < best_before ? 0 : in_vain + counters().generated - before;
        }
        return true;
    }

    /// A beam from a state of the best path to the goal: it has all its width for the ways on from there. False: stopped.
    bool restart() {
        // Evenly spread over most of the path, another state every time.
        constexpr double golden = 0.6180339887498949;
        const double place = 0.1 + golden * static_cast<double>(restarts_++);
        const auto kept = static_cast<std::size_t>(restarted_part * (place - std::floor(place)) *
                                                   static_cast<double>(best()));
        if (restarts_ % patience == 0) {
            const double wider = 1.5 * static_cast<double>(restart_width_);
            restart_width_ = static_cast<std::size_t>(std::min(wider, most_width()));
        }
        DynamicBoard board = task_.start;
        for (std::size_t i = 0; i < kept; ++i) board.slide(result_.path[i]);
        const auto found = beam_from(board, kept, restart_width_);
        if (found->end == BeamResult::End::stopped) return false;
        if (found->end == BeamResult::End::found) {
            std::vector<Move> path(result_.path.begin(),
                                   result_.path.begin() + static_cast<std::ptrdiff_t>(kept));
            path.insert(path.end(), found->path.begin(), found->path.end());
            improver_->offer(std::move(path));
        }
        return true;
    }

    bool attempt_proof() {
        if (!task_.prove || proof_over_) return true;
        if (task_.proof_to_the_end) {
            if (number_ < portions_before_proof) return true;
            prove(Limits().nodes);
            return false;
        }
        const auto others = static_cast<double>(counters().generated - proof_nodes_);
        const double saved = task_.proof_share / (1.0 - task_.proof_share) * others -
                             task_.proof_node_weight * static_cast<double>(proof_nodes_);
        const auto affordable = static_cast<std::uint64_t>(saved / task_.proof_node_weight);
        if (saved <= 0.0 || affordable < 4 * last_proof_nodes_) return true;
        last_proof_nodes_ = std::max<std::uint64_t>(affordable, 1);
        return prove(affordable);
    }
    bool prove(std::uint64_t nodes) {
        const AnytimeTask::Proof proof = task_.prove(nodes, best(), counters());
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

    static constexpr std::uint64_t first_beam_nodes = 1'000'000;
    static constexpr double most_first_width = 2000.0;
    /// Wide enough for all workers to take part.
    static constexpr double measuring_nodes = 6'000'000.0;
    static constexpr double most_measuring_width = 8192.0;
    static constexpr double measuring_share = 0.1;
    /// Before a proof to the end: a good solution, in about a second.
    static constexpr std::size_t portions_before_proof = 2;
    static constexpr double least_width = 8.0;
    /// A state has 2.1 children beside its parent on 7×7.
    static constexpr double children_of_a_state = 2.1;
    static constexpr double beam_share = 0.25;
    static constexpr double improving_share = 0.75;
    static constexpr std::uint64_t least_improving_nodes = 200'000;
    /// Of the best path; behind it little is left to be found.
    static constexpr double restarted_part = 0.8;
    /// After so many restarts they become wider.
    static constexpr std::size_t patience = 16;

    const AnytimeTask& task_;
    Monitor& monitor_;
    const std::chrono::steady_clock::time_point begin_;
    AnytimeResult result_;
    Guides guides_;
    std::optional<Improver> improver_;
    std::unique_ptr<Beams> beams_;
    std::size_t number_ = 0;  ///< of portions so far
    std::size_t widest_ = 0;  ///< of the beams so far
    std::size_t restarts_ = 0;
    std::size_t restart_width_ = 0;
    std::uint64_t restarts_in_vain_ = 0;  ///< nodes since the last that made the path shorter
    std::uint64_t windows_in_vain_ = 0;
    double beam_speed_ = 0.0;  ///< of the last one, in nodes a second
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
