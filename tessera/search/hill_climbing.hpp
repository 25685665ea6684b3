// Hill climbing: steepest ascent on the heuristic, with sideways moves and random restarts; a lesson, not a solver.
#pragma once

#include <algorithm>
#include <compare>
#include <vector>

#include "tessera/contracts/component.hpp"
#include "tessera/contracts/heuristic.hpp"
#include "tessera/contracts/search.hpp"
#include "tessera/puzzle/random.hpp"
#include "tessera/search/support/node_store.hpp"

namespace tessera::search::hill_climbing {

inline constexpr std::string_view aliases[] = {"steepest-ascent", "hill"};

inline constexpr OptionInfo sideways = whole_option(
    "sideways", "moves in a row without progress before it counts as stuck", 100, 0, 1'000'000'000);
inline constexpr OptionInfo restarts = whole_option(
    "restarts", "how often to begin again after a random walk when stuck", 1000, 0, 1'000'000'000);
inline constexpr OptionInfo option_list[] = {seed_option, sideways, restarts};

inline constexpr AlgorithmInfo info{
    .name = "hill-climbing",
    .aliases = aliases,
    .synopsis = "always to the neighbour with the least h; when stuck, again after a random walk",
    .options = option_list,
    .uses_heuristic = true,
    .complete = false,
    .optimal = false,
    .tile_cost = false,
    .linear_memory = true,
    .time = "O(d) a climb",
    .space = "O(d)",
    .reference = "Russell & Norvig, Artificial Intelligence: A Modern Approach, section 4.1",
    .use =
        "To see local minima: it needs no memory and gets stuck at once without its restarts. "
        "There is no promise of a solution.",
};

/// How many random moves the climb of restart number `restart` (1, 2, …) begins with: one for each
/// cell, so that a walk leaves the neighbourhood on any size, and one more with every restart, so
/// that it leaves any basin at last.
constexpr std::size_t walk_length(Geometry geometry, std::uint32_t restart) {
    return geometry.cells() + restart;
}

/// Climbs from the start until the goal is reached, the restarts are used up or a limit says stop.
///
/// A climb moves to the neighbour with the least h (at random among equals) if that is below the h of the
/// current state, or if it is equal and there were fewer than `sideways` such moves in a row. Otherwise the
/// climb is stuck. Neither climbs nor walks take their last move back.
template <BoardType B, HeuristicFor<B> H>
class Climber {
  public:
    Climber(const Problem<B>& problem, const H& heuristic, const SearchOptions& options,
            Monitor& monitor)
        : problem_(problem),
          heuristic_(heuristic),
          options_(options),
          monitor_(monitor),
          random_(options.whole(seed_option)),
          board_(problem.start) {}
    Climber(const Climber&) = delete;
    Climber& operator=(const Climber&) = delete;
    ~Climber() { monitor_.release(path_.capacity() * sizeof(Move)); }

    Outcome run() {
        End end = climb();
        for (std::uint32_t made = 0; end == End::stuck && made < options_.whole(restarts); ++made) {
            board_ = problem_.start;
            path_.clear();
            end = walk(walk_length(board_.geometry(), made + 1));
            if (end == End::stuck) end = climb();
        }
        if (end == End::limit) return finish(monitor_.status());
        if (end == End::stuck) return finish(cut_ ? Status::depth_limit : Status::gave_up);
        return finish(cut_loops() ? Status::solved : monitor_.status());
    }

  private:
    using State = typename H::State;

    enum class End { goal, stuck, limit };

    struct Child {
        Move move{};
        Tile tile{};
        Cell from{};
        State state{};
        Cost h = 0;
    };

    MoveSet moves() const {
        const MoveSet legal = board_.legal_moves();
        return path_.empty() ? legal : legal.without(opposite(path_.back()));
    }
    bool depth_reached() const {
        return path_.size() >= static_cast<std::size_t>(std::max(monitor_.limits().depth, 0));
    }

    /// Climbs from `board_`.
    End climb() {
        State state = heuristic_.evaluate(board_);
        const std::uint64_t most_level = options_.whole(sideways);
        std::uint64_t level = 0;  // moves in a row without progress
        while (board_ != problem_.goal) {
            const Child next = best_child(state);
            const Cost h = heuristic_.value(state);
            if (monitor_.due(counters_.generated) && !poll()) return End::limit;
            if (next.h > h || (next.h == h && level == most_level)) return End::stuck;
            if (depth_reached()) {
                cut_ = true;
                return End::stuck;
            }
            level = next.h == h ? level + 1 : 0;
            if (!step(next.move)) return End::limit;
            state = next.state;
        }
        return End::goal;
    }

    /// The neighbour with the least h, at random among equals.
    Child best_child(const State& state) {
        Child best;
        best.h = infinite_cost;
        std::uint64_t count = 0;
        std::uint64_t equals = 0;
        const MoveSet allowed = moves();
        for (const Move move : options_.order) {
            if (!allowed.has(move)) continue;
            ++count;
            Child child;
            child.move = move;
            child.from = board_.neighbour(move);
            child.tile = board_.tile_at(child.from);
            child.state =
                heuristic_.after_slide(state, board_, child.tile, child.from, board_.blank());
            child.h = heuristic_.value(child.state);
            if (child.h > best.h) continue;
            equals = child.h == best.h ? equals + 1 : 1;
            if (random_.below(equals) == 0) best = child;
        }
        ++counters_.expanded;
        counters_.generated += count;
        counters_.peak_open = std::max(counters_.peak_open, count);
        return best;
    }

    /// Makes `length` random moves, fewer at the depth limit. `stuck` is the usual end: not at the
    /// goal.
    End walk(std::size_t length) {
        for (std::size_t i = 0; i < length && !depth_reached(); ++i) {
            const MoveSet allowed = moves();
            auto skip = random_.below(static_cast<std::uint64_t>(allowed.count()));
            for (const Move move : options_.order) {
                if (!allowed.has(move) || skip-- > 0) continue;
                if (!step(move)) return End::limit;
                break;
            }
            if (board_ == problem_.goal) return End::goal;
            if (++walked_ % walk_poll_interval == 0 && !poll()) return End::limit;
        }
        return End::stuck;
    }

    /// False: the memory limit was reached.
    bool step(Move move) {
        if (path_.size() == path_.capacity() && !make_room()) return false;
        board_.slide(move);
        path_.push_back(move);
        counters_.max_depth = std::max<std::uint64_t>(counters_.max_depth, path_.size());
        return true;
    }

    bool make_room() {
        const std::size_t before = path_.capacity();
        const std::size_t wanted = std::max(smallest_path, before * 2);
        if (!monitor_.reserve(wanted * sizeof(Move))) return false;
        path_.reserve(wanted);
        monitor_.release(before * sizeof(Move));
        return true;
    }

    bool poll() { return monitor_.poll(counters_, 0); }

    /// Takes the loops out of `path_`: from each state it goes on from the last visit to that
    /// state.
    ///
    /// Only hashes are stored (states of large boards would take gigabytes); where two are equal,
    /// the states themselves are compared by making the moves between them. False: the memory limit
    /// was reached.
    bool cut_loops() {
        const std::size_t entry_bytes = (path_.size() + 1) * sizeof(Visit);
        if (!monitor_.reserve(entry_bytes)) return false;
        const std::vector<Visit> visits = visits_of_path();
        PackedState<B> packed(problem_.start.geometry());
        board_ = problem_.start;
        std::size_t kept = 0;
        for (std::size_t place = 0; place < path_.size(); ++kept) {
            packed.assign(board_);
            place = last_visit(visits, packed.hash(), place);
            if (place == path_.size()) break;
            board_.slide(path_[place]);
            path_[kept] = path_[place++];
        }
        path_.resize(kept);
        monitor_.release(entry_bytes);
        return true;
    }

    /// A place in the path (a number of moves made) and the hash of the state there.
    struct Visit {
        std::uint64_t hash;
        std::size_t place;
        auto operator<=>(const Visit&) const = default;
    };

    std::vector<Visit> visits_of_path() const {
        std::vector<Visit> visits;
        visits.reserve(path_.size() + 1);
        B board = problem_.start;
        PackedState<B> packed(board.geometry());
        packed.assign(board);
        visits.push_back({packed.hash(), 0});
        for (std::size_t i = 0; i < path_.size(); ++i) {
            board.slide(path_[i]);
            packed.assign(board);
            visits.push_back({packed.hash(), i + 1});
        }
        std::sort(visits.begin(), visits.end());
        return visits;
    }

    /// The last place with the state of `board_`, which is the one at `place`.
    std::size_t last_visit(const std::vector<Visit>& visits, std::uint64_t hash,
                           std::size_t place) const {
        auto visit = std::upper_bound(visits.begin(), visits.end(), Visit{hash, path_.size()});
        for (--visit; visit->place > place; --visit) {
            B there = board_;
            for (std::size_t i = place; i < visit->place; ++i) there.slide(path_[i]);
            if (there == board_) return visit->place;
        }
        return place;
    }

    Outcome finish(Status status) {
        Outcome outcome;
        outcome.status = status;
        if (board_ == problem_.goal) outcome.path = path_;
        counters_.peak_states = counters_.peak_open + 1;
        outcome.counters = counters_;
        outcome.peak_bytes = monitor_.peak_bytes();
        return outcome;
    }

    static constexpr std::size_t smallest_path = 256;
    static constexpr std::uint64_t walk_poll_interval = std::uint64_t{1} << 16;

    const Problem<B>& problem_;
    const H& heuristic_;
    const SearchOptions& options_;
    Monitor& monitor_;
    Random random_;
    B board_;
    std::vector<Move> path_;
    Counters counters_;
    std::uint64_t walked_ = 0;
    bool cut_ = false;  ///< a climb was ended by the depth limit
};

template <BoardType B, HeuristicFor<B> H>
Outcome search(const Problem<B>& problem, const H& heuristic, const SearchOptions& options,
               Monitor& monitor) {
    return Climber<B, H>(problem, heuristic, options, monitor).run();
}

}  // namespace tessera::search::hill_climbing
