// Depth-first search below a cost bound that works in several places of the tree in turn.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "tessera/contracts/heuristic.hpp"
#include "tessera/contracts/search.hpp"
#include "tessera/search/support/depth_first_bound.hpp"

namespace tessera::search {

/// Several depth-first searches, the lanes, share one tree and take turns.
///
/// A turn reads the table entries that the lane requested in its turn before, and requests those of its next
/// state. While they come from memory, the other lanes have their turns. A turn has no unpredictable branch
/// either: children within the bound are pushed on the lane's stack whether there are any or not, and the next
/// state is the one on top.
///
/// The last lane, the feeder, searches the top of the tree and gives the subtrees below to the other lanes, in
/// order. The counts are those of one depth-first search, to the node. For that, lanes are kept in the order of
/// their subtrees, and the counts of a lane come before those of finished lanes behind it. When a lane finds
/// the goal, everything behind it is dropped and only the lanes before it go on. A single lane does everything
/// itself.
template <BoardType B, class Stepper>
class Lanes {
  public:
    /// The automaton says which moves may follow; it must outlive this.
    Lanes(Stepper stepper, const B& goal, const MoveAutomaton& automaton, Monitor& monitor,
          Counters& counters, std::size_t lanes)
        : stepper_(std::move(stepper)),
          goal_(goal),
          automaton_(automaton),
          monitor_(monitor),
          counters_(counters),
          lanes_(lanes == 1 ? 1 : lanes + 1) {}

    /// Searches all paths that begin with `prefix` at `start`; the estimate after the prefix must be within the
    /// bound. False: the goal was found or a limit reached.
    bool run_from(BoundedRound& round, const B& start, const MovePrefix& prefix) {
        const auto g = static_cast<Cost>(prefix.size());
        round_ = &round;
        above_ = prefix.size();
        room_ = round.bound - g;
        levels_ = monitor_.limits().depth - g;
        finished_ = {};
        stopped_ = found_ = false;
        order_.clear();
        for (Lane& lane : lanes_) lane.prepare(static_cast<std::size_t>(room_) + 2);
        Lane& feeder = lanes_.back();
        order_.push_back(&feeder);
        feeder.reset();
        expand(feeder, 0, walk_to_root(feeder.frames[0], start, prefix));
        if (lanes_.size() == 1) {
            while (feeder.active && !stopped_) turn(feeder);
        } else if (!stopped_) {
            push_children(feeder);
            run_lanes();
        }
        for (Lane* lane : order_) {
            finished_ += lane->own;
            finished_ += lane->behind;
        }
        finished_.add_to(counters_);
        return !found_ && !stopped_;
    }

  private:
    using Node = typename Stepper::Node;
    using Steps = typename Stepper::Steps;
    using Requests = typename Stepper::Requests;
    using Moves = MoveAutomaton::Moves;

    /// A state on a lane's path, with its children.
    struct Frame {
        B board;
        const Moves* moves = nullptr;
        Node node;
        Steps steps;
    };

    /// Evaluated from scratch once only: the next round has the same start.
    const Node& node_of(const B& start) {
        if (!known_start_ || !(start == start_board_)) {
            start_board_ = start;
            start_node_ = stepper_.start(start);
            known_start_ = true;
        }
        return start_node_;
    }
    /// Board and node after the prefix, and which moves may follow.
    MoveAutomaton::State walk_to_root(Frame& frame, const B& start, const MovePrefix& prefix) {
        frame.board = start;
        frame.node = node_of(start);
        MoveAutomaton::State follows = automaton_.start(start.blank());
        for (std::size_t m = 0; m < prefix.size(); ++m) {
            const Moves& moves = automaton_.moves(follows);
            Requests requests;
            begin_children(frame, moves, requests);
            stepper_.finish(frame.node, moves.count, infinite_cost, frame.steps, requests);
            std::size_t i = 0;
            while (moves.move[i] != index(prefix[m])) ++i;
            const Node before = frame.node;
            stepper_.follow(before, frame.steps, i, frame.node);
            frame.board.slide(prefix[m]);
            follows = moves.next[i];
        }
        return follows;
    }
    void begin_children(Frame& frame, const Moves& moves, Requests& requests) {
        const Cell blank = frame.board.blank();
        for (std::size_t i = 0; i < moves.count; ++i) {
            const Tile tile = frame.board.tile_at(make_cell(moves.from[i]));
            stepper_.begin(frame.node, i, tile, blank, make_move(moves.move[i]), frame.steps,
                           requests);
        }
    }
    /// Every lane but the last, which feeds the others, has its turn.
    void run_lanes() {
        const std::size_t workers = lanes_.size() - 1;
        while (!order_.empty() && !stopped_) {
            for (std::size_t i = 0; i < workers && !stopped_; ++i) {
                if (lanes_[i].active) [[likely]]
                    turn(lanes_[i]);
                else if (lanes_.back().active)
                    feed(lanes_[i]);
            }
        }
    }

    struct Tally {
        std::uint64_t expanded = 0;
        std::uint64_t generated = 0;
        std::uint64_t deepest = 0;

        void operator+=(const Tally& other) {
            expanded += other.expanded;
            generated += other.generated;
            deepest = std::max(deepest, other.deepest);
        }
        void add_to(Counters& counters) const {
            counters.expanded += expanded;
            counters.generated += generated;
            counters.max_depth = std::max(counters.max_depth, deepest);
        }
    };
    /// A child within the bound that is still to be visited, in one word: 4 · depth + child.
    using Pending = std::uint32_t;
    /// A move of the path, and how many children of the same state come after it.
    struct PathMove {
        std::uint8_t move = 0;
        std::uint8_t later = 0;
    };
    struct Lane {
        std::size_t depth = 0;
        std::size_t top = 0;  ///< pending children are [0, top)
        Requests requests;    ///< of the state at `depth`
        Tally own;
        Tally behind;
        bool active = false;
        std::vector<Frame> frames;
        std::vector<Pending> pending;
        std::vector<PathMove> path;

        void reset() {
            top = 0;
            own = behind = {};
            active = true;
        }
        void prepare(std::size_t levels) {
            active = false;
            if (frames.size() >= levels) return;
            frames.resize(levels);
            pending.resize(4 * levels);
            path.resize(levels);
        }
    };

    void turn(Lane& lane) {
        push_children(lane);
        if (lane.top == 0) [[unlikely]]
            return retire(lane);
        const Pending next = lane.pending[--lane.top];
        enter(lane, lane.frames[next / 4], next / 4, next % 4);
    }
    /// Reads the entries that the lane requested, and makes the children within the bound pending, the first on
    /// top.
    void push_children(Lane& lane) {
        const std::size_t depth = lane.depth;
        Frame& frame = lane.frames[depth];
        const Cost limit = room_ - static_cast<Cost>(depth) - 1;
        unsigned kept =
            stepper_.finish(frame.node, frame.moves->count, limit, frame.steps, lane.requests);
        if (static_cast<Cost>(depth) >= levels_) [[unlikely]] {
            round_->depth_limited |= kept != 0;
            kept = 0;
        }
        for (std::size_t i = 4; i-- > 0;) {
            lane.pending[lane.top] = static_cast<Pending>(4 * depth + i);
            lane.top += (kept >> i) & 1U;
        }
    }
    /// Goes to a child of `parent`.
    void enter(Lane& lane, const Frame& parent, std::size_t depth, std::size_t child) {
        Frame& frame = lane.frames[depth + 1];
        const Moves& moves = *parent.moves;
        stepper_.follow(parent.node, parent.steps, child, frame.node);
        const Cell from = make_cell(moves.from[child]);
        frame.board = parent.board;
        frame.board.slide_tile(parent.board.tile_at(from), from, parent.board.blank());
        lane.path[depth] = {moves.move[child], static_cast<std::uint8_t>(moves.count - 1 - child)};
        if (frame.node.may_be_goal() && frame.board == goal_) [[unlikely]]
            return reach_goal(lane, depth + 1);
        expand(lane, depth + 1, moves.next[child]);
    }
    /// Counts the children of the lane's state at `depth` and asks for their entries.
    void expand(Lane& lane, std::size_t depth, MoveAutomaton::State follows) {
        Frame& frame = lane.frames[depth];
        const Moves& moves = automaton_.moves(follows);
        frame.moves = &moves;
        lane.depth = depth;
        ++lane.own.expanded;
        lane.own.generated += moves.count;
        lane.own.deepest = std::max<std::uint64_t>(lane.own.deepest, above_ + depth);
        if (--until_poll_ <= 0) [[unlikely]] {
            if (!poll()) {
                lane.own.generated -= moves.count;
                return;
            }
        }
        begin_children(frame, moves, lane.requests);
    }

    /// Ends a lane that has nothing left: its counts come right behind those of the lane before it.
    void retire(Lane& lane) {
        const auto place = std::find(order_.begin(), order_.end(), &lane);
        Tally& before = place == order_.begin() ? finished_ : (*(place - 1))->behind;
        before += lane.own;
        before += lane.behind;
        order_.erase(place);
        if (&lane != &lanes_.back()) adapt_cut(lane);
        lane.active = false;
    }
    /// Gives an idle lane the next subtree, which begins at the depth `cut_`, and visits the states above it.
    void feed(Lane& lane) {
        Lane& feeder = lanes_.back();
        while (feeder.top != 0) {
            const Pending next = feeder.pending[--feeder.top];
            const std::size_t depth = next / 4;
            if (depth + 1 >= cut_) {
                lane.reset();
                std::swap(lane.own, feeder.own);
                order_.insert(order_.end() - 1, &lane);
                std::memcpy(lane.path.data(), feeder.path.data(), depth * sizeof(PathMove));
                task_nodes_ -= static_cast<std::int64_t>(lane.own.expanded);
                return enter(lane, feeder.frames[depth], depth, next % 4);
            }
            enter(feeder, feeder.frames[depth], depth, next % 4);
            if (stopped_ || !feeder.active) return;
            push_children(feeder);
        }
        retire(feeder);
    }
    /// Keeps the subtrees for lanes large enough to be worth it and not much larger, because work behind the
    /// goal is wasted.
    void adapt_cut(const Lane& lane) {
        constexpr std::int64_t tasks = 16;
        constexpr std::int64_t smallest = 10;
        constexpr std::int64_t largest = 40;
        task_nodes_ += static_cast<std::int64_t>(lane.own.expanded);
        if (++tasks_ < tasks) return;
        if (task_nodes_ < tasks * smallest && cut_ > 1) --cut_;
        if (task_nodes_ > tasks * largest) ++cut_;
        tasks_ = task_nodes_ = 0;
    }

    /// Drops everything behind the goal.
    void reach_goal(Lane& lane, std::size_t depth) {
        found_ = round_->found = true;
        round_->path.clear();
        for (std::size_t d = depth; d-- > 0;) {
            round_->path.push_back(make_move(lane.path[d].move));
            lane.own.generated -= lane.path[d].later;
        }
        lane.behind = {};
        while (order_.back() != &lane) {
            order_.back()->active = false;
            order_.pop_back();
        }
        retire(lane);
    }
    /// Adds up all counts; false: stop now.
    bool poll() {
        Tally all = finished_;
        for (const Lane* lane : order_) {
            all += lane->own;
            all += lane->behind;
        }
        Counters now = counters_;
        all.add_to(now);
        if (now.generated >= monitor_.next_poll() && !monitor_.poll(now, round_->bound)) {
            stopped_ = true;
            return false;
        }
        // A state has at most four children.
        const std::uint64_t left =
            monitor_.next_poll() - std::min(monitor_.next_poll(), now.generated);
        until_poll_ = static_cast<std::int64_t>(std::min<std::uint64_t>(left / 4 + 1, 1U << 20));
        return true;
    }

    Stepper stepper_;
    const B& goal_;
    const MoveAutomaton& automaton_;
    Monitor& monitor_;
    Counters& counters_;
    std::vector<Lane> lanes_;
    std::vector<Lane*> order_;  ///< those active, in the order of their parts of the tree
    Tally finished_;            ///< of all that comes before them
    B start_board_{};
    Node start_node_;
    bool known_start_ = false;
    BoundedRound* round_ = nullptr;
    std::size_t above_ = 0;        ///< moves from the start to the root
    Cost room_ = 0;                ///< no path may have more moves below the root
    Cost levels_ = 0;              ///< nor more than these, whatever the bound
    std::size_t cut_ = 8;          ///< the depth at which subtrees are given to lanes
    std::int64_t tasks_ = 0;       ///< of late
    std::int64_t task_nodes_ = 0;  ///< expanded in them
    std::int64_t until_poll_ = 1;
    bool stopped_ = false;
    bool found_ = false;
};

}  // namespace tessera::search
