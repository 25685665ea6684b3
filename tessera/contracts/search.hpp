// The contract between searches and the engine: the problem, the limits, the counters and the outcome.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/contracts/executor.hpp"
#include "tessera/contracts/options.hpp"
#include "tessera/puzzle/board.hpp"

namespace tessera {

/// How a search ended.
enum class Status {
    solved,
    unsolvable,  ///< every state reachable from the start was seen, and none is the goal
    time_limit,
    memory_limit,
    node_limit,
    depth_limit,
    /// An incomplete algorithm stopped by its own rule (hill-climbing in a local minimum).
    gave_up,
    interrupted,
    error
};

/// The names used in JSON, in their order.
inline constexpr std::array<std::string_view, 9> status_names{
    "solved",      "unsolvable", "time-limit",  "memory-limit", "node-limit",
    "depth-limit", "gave-up",    "interrupted", "error"};
constexpr std::string_view to_string(Status status) {
    return status_names[static_cast<std::size_t>(status)];
}

/// What a move costs: 1, or the number on its tile.
enum class CostModel { unit, tile };
inline constexpr std::array<std::string_view, 2> cost_names{"unit", "tile"};
constexpr std::string_view to_string(CostModel cost) {
    return cost_names[static_cast<std::size_t>(cost)];
}
constexpr std::optional<CostModel> cost_named(std::string_view name) {
    for (const CostModel cost : {CostModel::unit, CostModel::tile}) {
        if (name == to_string(cost)) return cost;
    }
    return std::nullopt;
}

/// The start and the goal in canonical labels, and the costs of moves.
template <BoardType B>
struct Problem {
    B start;
    B goal;
    /// Cost of moving each canonical tile (entry 0 unused); empty when every move costs 1.
    std::vector<Cost> tile_costs;

    Cost cost_of(Tile tile) const { return tile_costs.empty() ? 1 : tile_costs[index(tile)]; }
};

/// When to stop. The defaults are no limits at all.
struct Limits {
    std::chrono::nanoseconds time = std::chrono::nanoseconds::max();
    std::size_t memory_bytes = std::numeric_limits<std::size_t>::max();
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();  ///< generated nodes
    /// No path costs more than this (that is: has more moves, when every move costs 1).
    Cost depth = infinite_cost;
};

/// Counters as interface.md defines them.
struct Counters {
    /// States whose children were produced. The goal that ends a search and states at a depth limit are not.
    std::uint64_t expanded = 0;
    std::uint64_t generated = 0;  ///< children produced
    /// States expanded again, because a better path to them was found.
    std::uint64_t reexpanded = 0;
    std::uint64_t peak_open = 0;    ///< largest frontier
    std::uint64_t peak_states = 0;  ///< most states held at once, frontier and closed together
    std::uint64_t max_depth = 0;    ///< deepest state looked at, in moves
};

/// One round of an iterative search.
struct Iteration {
    Cost bound = 0;
    std::uint64_t generated = 0;
    /// False: the solution met is not the first in search order, and what one core would have counted is left out. So
    /// devices end a search, and a limit that stops several workers.
    bool complete = true;
};

/// A stage of a solution that people can follow: the tiles that it brings home, and its part of the path.
struct Stage {
    enum class Kind {
        line,  ///< a row or column, filled tile by tile
        block  ///< the last few cells, solved as a whole by the shortest way
    };
    /// Tiles that come home together: one, or the last two of a line, or all of a block.
    struct Step {
        std::vector<Tile> tiles;
        std::size_t moves = 0;
    };

    Kind kind = Kind::line;
    std::string name;         ///< "row 1", "column 3", "last 3×3"
    std::size_t first = 0;    ///< the number of moves of the path before this stage
    std::size_t moves = 0;    ///< the number of moves of this stage
    std::vector<Step> steps;  ///< in the order in which they are made
};

/// What a search found. `lower_bound` is the bound that the search itself proved, or 0. It assumes that the heuristic
/// is admissible; the engine drops the bound otherwise.
struct Outcome {
    Status status = Status::error;
    std::vector<Move> path;
    Cost lower_bound = 0;
    Counters counters;
    std::vector<Iteration> iterations;
    /// The stages of the path, if the search builds it in stages; together they are the whole path.
    std::vector<Stage> stages;
    /// The number of shortest solutions found, if the search looks for all of them. If the status is `solved`, these
    /// are all there are; if a limit stopped the search, there may be more.
    std::uint64_t solutions = 0;
    /// These solutions, if they were to be kept; `path` is the first of them.
    std::vector<std::vector<Move>> all_paths;
    /// The most memory that the search's own containers took together, in bytes.
    std::size_t peak_bytes = 0;
    /// The number of workers that took part.
    std::size_t threads = 1;
};

/// The state of a running search.
struct Progress {
    Counters counters;
    Cost lower_bound = 0;
    std::size_t bytes = 0;
    std::chrono::nanoseconds elapsed{0};
    Cost best = infinite_cost;  ///< the cost of the best solution found so far, if there is one
};

/// A search calls its observer every few milliseconds to report progress and to ask whether it is cancelled.
class Observer {
  public:
    virtual ~Observer() = default;
    virtual void progress(const Progress&) {}
    /// The search has found a better solution, or a better bound for the one it has. This is what remains of the search
    /// if it is killed now. Only searches that improve their solution call it.
    virtual void improved(std::span<const Move> /*path*/, Cost /*lower_bound*/) {}
    virtual bool cancelled() { return false; }
};

/// Counts the bytes that are held against a limit; safe to use from several threads at once.
class MemoryAccount {
  public:
    explicit MemoryAccount(std::size_t limit) : limit_(limit) {}

    std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }
    std::size_t peak() const { return peak_.load(std::memory_order_relaxed); }
    std::size_t room() const { return limit_ - std::min(limit_, bytes()); }

    /// Returns false and counts nothing if that would exceed the limit.
    bool reserve(std::size_t bytes) {
        if (bytes > limit_) return false;
        const std::size_t before = bytes_.fetch_add(bytes, std::memory_order_relaxed);
        if (before > limit_ - bytes) {
            release(bytes);
            return false;
        }
        std::size_t highest = peak();
        while (highest < before + bytes &&
               !peak_.compare_exchange_weak(highest, before + bytes, std::memory_order_relaxed)) {
        }
        return true;
    }
    void release(std::size_t bytes) { bytes_.fetch_sub(bytes, std::memory_order_relaxed); }

  private:
    const std::size_t limit_;
    std::atomic<std::size_t> bytes_{0};
    std::atomic<std::size_t> peak_{0};
};

/// Keeps a search within its limits: counts its memory, and stops it in time.
///
/// A search calls `due(generated)` often (it is one comparison) and `poll` when it is due. It calls `reserve` before
/// its containers grow. Once `poll` or `reserve` returns false, `status()` says why, and every later call returns
/// false, too. The number of nodes between polls adapts, so that polls come every few milliseconds whether a node
/// takes three nanoseconds (IDA* on 4×4) or a tenth of a millisecond (A* on 100×100).
///
/// A search with several workers gives each worker a monitor that is made from the first one. These monitors share
/// the memory account and the depth limit, and stop when their observer says so. Nothing else of a monitor may be
/// used from two threads.
class Monitor {
  public:
    using Clock = std::chrono::steady_clock;

    /// Without an executor there is one worker.
    Monitor(const Limits& limits, Observer& observer, Clock::time_point start = Clock::now(),
            Executor* executor = nullptr)
        : limits_(limits),
          observer_(observer),
          executor_(executor == nullptr ? &single_ : executor),
          start_(start),
          last_poll_(Clock::now()),
          own_memory_(limits.memory_bytes) {
        schedule(0);
    }
    /// For one of several workers; `lead` must outlive it.
    Monitor(Monitor& lead, Observer& observer)
        : limits_(lead.limits_),
          observer_(observer),
          executor_(lead.executor_),
          start_(lead.start_),
          last_poll_(Clock::now()),
          own_memory_(0),
          memory_(lead.memory_) {
        limits_.time = Limits().time;
        limits_.nodes = Limits().nodes;
        schedule(0);
    }
    Monitor(const Monitor&) = delete;
    Monitor& operator=(const Monitor&) = delete;

    const Limits& limits() const { return limits_; }
    Executor& executor() const { return *executor_; }
    Status status() const { return status_; }
    bool stopped() const { return status_ != Status::solved; }

    bool due(std::uint64_t generated) const { return generated >= next_poll_; }
    /// The generated count at which the next poll is due; for loops that keep it in a register.
    std::uint64_t next_poll() const { return next_poll_; }

    /// Looks at the clock, the node limit and the observer. False: stop now. `best` is the cost of the best solution
    /// found so far.
    bool poll(const Counters& counters, Cost lower_bound, Cost best = infinite_cost) {
        if (stopped()) return false;
        const auto now = Clock::now();
        const auto elapsed = now - start_;
        if (observer_.cancelled()) return stop(Status::interrupted);
        if (counters.generated >= limits_.nodes) return stop(Status::node_limit);
        if (elapsed >= limits_.time) return stop(Status::time_limit);
        observer_.progress({counters, lower_bound, memory_->bytes(), elapsed, best});
        adapt(now - last_poll_);
        last_poll_ = now;
        schedule(counters.generated);
        return true;
    }

    /// Passes a better solution, or a better bound for the one found so far, to the observer.
    void tell_improved(std::span<const Move> path, Cost lower_bound) {
        observer_.improved(path, lower_bound);
    }

    /// Counts `bytes` more; returns false and counts nothing if that would exceed the limit.
    bool reserve(std::size_t bytes) {
        return memory_->reserve(bytes) || stop(Status::memory_limit);
    }
    void release(std::size_t bytes) { memory_->release(bytes); }
    /// The number of bytes that `reserve` would still grant.
    std::size_t room() const { return memory_->room(); }
    std::size_t peak_bytes() const { return memory_->peak(); }

  private:
    static constexpr std::uint64_t longest_interval = std::uint64_t{1} << 16;

    void adapt(Clock::duration since_last) {
        if (since_last < std::chrono::milliseconds(2) && interval_ < longest_interval) {
            interval_ *= 2;
        } else if (since_last > std::chrono::milliseconds(8) && interval_ > 1) {
            interval_ /= 2;
        }
    }
    bool stop(Status why) {
        if (!stopped()) status_ = why;
        next_poll_ = 0;
        return false;
    }
    void schedule(std::uint64_t generated) {
        next_poll_ = generated + interval_;
        if (limits_.nodes < next_poll_) next_poll_ = limits_.nodes;
    }

    Limits limits_;
    Observer& observer_;
    Executor single_;
    Executor* executor_;
    Clock::time_point start_;
    Clock::time_point last_poll_;
    std::uint64_t interval_ = 16;
    Status status_ = Status::solved;
    std::uint64_t next_poll_ = 0;
    MemoryAccount own_memory_;
    MemoryAccount* memory_ = &own_memory_;
};

}  // namespace tessera
