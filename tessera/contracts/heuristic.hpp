// The contract between heuristics and searches, and its type-erased form for pairs that are rarely used.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "tessera/base/result.hpp"
#include "tessera/contracts/explanation.hpp"
#include "tessera/contracts/pattern.hpp"
#include "tessera/puzzle/board.hpp"

namespace tessera {

/// What a search may assume of a heuristic.
///
/// `State` is a small value that is copied down the search, so nothing has to be undone.
/// - `evaluate(board)` computes the state from scratch. It is the oracle for `after_slide`.
/// - `after_slide(state, board, tile, from, to)` returns the state after `tile` slides from `from` to `to`.
///   `state` and `board` are those *before* the slide, so that a search can test f before it moves.
/// - `value(state)` is the estimate as a whole number. A heuristic with a fractional true value rounds it up here:
///   costs are whole, so the rounded value is admissible and consistent whenever the true one is.
/// - `exact_value(state)` is the true value, for audits and explanations.
template <class H, class B>
concept HeuristicFor =
    std::is_trivially_copyable_v<typename H::State> &&
    std::default_initializable<typename H::State> &&
    requires(const H& heuristic, typename H::State state, const B& board, Tile tile, Cell cell) {
        { heuristic.evaluate(board) } -> std::same_as<typename H::State>;
        {
            heuristic.after_slide(state, board, tile, cell, cell)
        } -> std::same_as<typename H::State>;
        { heuristic.value(state) } -> std::convertible_to<Cost>;
        { heuristic.exact_value(state) } -> std::convertible_to<double>;
    };

/// Whether a heuristic states (as `changes_by_one`) that every slide changes its value by exactly 1 if moves cost 1.
/// Then, if a parent is within a bound and its child is not, the child has f = bound + 2.
template <class H>
inline constexpr bool changes_by_one = [] {
    if constexpr (requires { H::changes_by_one; }) {
        return H::changes_by_one;
    } else {
        return false;
    }
}();

/// How promising a state is to a beam: less is better. Some heuristics tell it more finely than in moves.
template <class H>
Cost promise_of(const H& heuristic, const typename H::State& state) {
    if constexpr (requires {
                      { heuristic.promise(state) } -> std::same_as<Cost>;
                  }) {
        return heuristic.promise(state);
    } else {
        return heuristic.value(state);
    }
}

/// A tile that slides from one cell to a neighbouring one, when the blank makes the opposite `move`.
struct Slide {
    Tile tile{0};
    Cell from{0};
    Cell to{0};
    Move move{0};
};

/// A heuristic that a depth-first search can also follow in place. Its state is too large to be copied down, and it
/// is not needed at every node. The `Walker` holds the state of one path:
/// - `start(board)` begins at a board; `set_bound(bound)` sets the number of moves that a path may have.
/// - `within(depth, slides, count)` looks at the `count` slides of the current state, which is `depth` slides below
///   the start. It returns a bit for each slide after which the estimate is at most bound - depth - 1.
/// - `enter(depth, i)` makes the i-th of these slides; `leave(depth)` goes back to that depth.
/// - `may_be_goal(depth)` is true wherever the estimate may be 0.
///
/// Sometimes it costs less to look up all slides of a state at once. Then `stepper()` returns a `Stepper`, which is
/// used instead. It has a `Node` for every board and no state of its own. A look-up has two halves, `begin` and
/// `finish`, so that a search can do other work in between (PatternStepper, Lanes).
///
/// If `walkable()` is true, every estimate has the parity of the Manhattan distance and changes by one with every slide.
template <class H, class B>
concept WalkableHeuristicFor =
    HeuristicFor<H, B> && requires(const H& heuristic, typename H::Walker walker, const B& board,
                                   std::size_t number, const Slide* slides) {
        { heuristic.walkable() } -> std::same_as<bool>;
        { heuristic.walker() } -> std::same_as<typename H::Walker>;
        { heuristic.stepper() } -> std::same_as<std::optional<typename H::Stepper>>;
        walker.start(board);
        walker.set_bound(Cost{});
        { walker.within(number, slides, number) } -> std::same_as<unsigned>;
        walker.enter(number, number);
        walker.leave(number);
        { walker.may_be_goal(number) } -> std::same_as<bool>;
    };

/// A heuristic that can stop its work as soon as a value is known to be above a limit, if every move costs 1.
///
/// `after_slide_within(next, state, board, tile, from, to, limit)` returns true, and the state after the slide in
/// `next`, if the value after the slide is at most `limit`. Else it returns false, and `next` is undefined. Only a
/// heuristic whose value changes by exactly 1 with *every* slide may offer this: then a child outside a bound that
/// its parent is within has f = bound + 2, so its exact value is not needed.
template <class H, class B>
concept LazyHeuristicFor =
    HeuristicFor<H, B> &&
    requires(const H& heuristic, typename H::State& next, const typename H::State& state,
             const B& board, Tile tile, Cell cell, Cost limit) {
        {
            heuristic.after_slide_within(next, state, board, tile, cell, cell, limit)
        } -> std::same_as<bool>;
    };

/// Evaluates the children of one board after the other, for searches that look at all children of a board anyway. A
/// heuristic that does this faster together than one by one has a `Family` of its own: what it computes for one board it
/// may keep for the next. It is used by one thread.
template <class H>
class Family {
  public:
    explicit Family(const H& heuristic) : heuristic_(heuristic) {}

    /// `states[i]` is the state after `slides[i]`.
    template <BoardType B>
    void evaluate(const B& board, const typename H::State& state, const Slide* slides,
                  std::size_t count, typename H::State* states) {
        for (std::size_t i = 0; i < count; ++i) {
            states[i] =
                heuristic_.after_slide(state, board, slides[i].tile, slides[i].from, slides[i].to);
        }
    }

  private:
    const H& heuristic_;
};
template <class H>
    requires requires { typename H::Family; }
class Family<H> : public H::Family {
  public:
    using H::Family::Family;
};

/// A heuristic that can explain its value, as every registered one must: `explain(board)` returns parts that combine
/// to exactly `exact_value(evaluate(board))`.
template <class H, class B>
concept ExplainedHeuristicFor = HeuristicFor<H, B> && requires(const H& heuristic, const B& board) {
    { heuristic.explain(board) } -> std::same_as<Explanation>;
};

template <BoardType B>
class ErasedHeuristic;

/// Everything a heuristic may need to build itself.
template <BoardType B>
struct HeuristicSetup {
    Geometry geometry;
    Cell goal_blank{0};
    /// Cost of moving each canonical tile (entry 0 unused); empty when every move costs 1.
    std::vector<Cost> tile_costs;
    /// `key=value` arguments of the specification, e.g. factor=2.
    std::vector<std::pair<std::string, std::string>> parameters;
    /// Heuristics given as arguments, e.g. the two of `max(linear-conflict,walking-distance)`.
    std::vector<std::shared_ptr<const ErasedHeuristic<B>>> children;
    /// Tables larger than this are refused with ErrorCode::memory_limit.
    std::size_t memory_bytes = std::size_t{1} << 30;
    /// Where pattern databases come from; null: they are built in memory.
    TableProvider* tables = nullptr;
    /// The observer of their building, or null.
    BuildObserver* build_observer = nullptr;

    Cost cost_of(Tile tile) const { return tile_costs.empty() ? 1 : tile_costs[index(tile)]; }
    /// The cheapest move there is: what a heuristic that only counts moves multiplies its count by.
    Cost cheapest_move() const {
        return tile_costs.size() < 2 ? 1
                                     : *std::min_element(tile_costs.begin() + 1, tile_costs.end());
    }
};

/// Any heuristic behind virtual calls: about half as fast per node, but each algorithm is compiled only once.
template <BoardType B>
class ErasedHeuristic {
  public:
    /// Room for the state of one plain heuristic, and for a combination of up to four of them.
    static constexpr std::size_t plain_state_bytes = 16;
    static constexpr std::size_t largest_combination = 4;
    static constexpr std::size_t state_bytes = plain_state_bytes * largest_combination;

    struct State {
        alignas(8) std::byte bytes[state_bytes];
    };

    virtual ~ErasedHeuristic() = default;
    virtual State evaluate(const B&) const = 0;
    virtual State after_slide(const State&, const B&, Tile, Cell from, Cell to) const = 0;
    virtual Cost value(const State&) const = 0;
    virtual double exact_value(const State&) const = 0;
    /// What beams compare: the value, or something finer.
    virtual Cost promise(const State& state) const { return value(state); }
    /// Explains the value of this board; on boards of compile-time size the explanation has no parts.
    virtual Explanation explain(const B&) const = 0;
    /// How many leading bytes of a State this heuristic uses.
    virtual std::size_t used_bytes() const = 0;
    /// Bytes of tables it holds.
    virtual std::size_t table_bytes() const = 0;
    /// The pattern databases it looks up, as flat memory; none for a heuristic without.
    virtual std::vector<PatternTable> tables() const { return {}; }
    /// What it does without on boards of this size, if its description promises more; for people.
    virtual std::string_view note() const { return {}; }
    /// Of a learned heuristic: which weights it has here, by name and hash.
    virtual std::string weights() const { return {}; }
};

/// Wraps a concrete heuristic.
template <BoardType B, class H>
    requires HeuristicFor<H, B>
class Erased final : public ErasedHeuristic<B> {
  public:
    using State = typename ErasedHeuristic<B>::State;
    using Inner = typename H::State;
    static_assert(sizeof(Inner) <= sizeof(State));

    explicit Erased(H heuristic) : heuristic_(std::move(heuristic)) {}

    State evaluate(const B& board) const override { return wrap(heuristic_.evaluate(board)); }
    State after_slide(const State& state, const B& board, Tile tile, Cell from,
                      Cell to) const override {
        return wrap(heuristic_.after_slide(unwrap(state), board, tile, from, to));
    }
    Cost value(const State& state) const override { return heuristic_.value(unwrap(state)); }
    double exact_value(const State& state) const override {
        return heuristic_.exact_value(unwrap(state));
    }
    Cost promise(const State& state) const override {
        return promise_of(heuristic_, unwrap(state));
    }
    /// Only a registered heuristic must explain itself; those that tests make need not. On boards of compile-time
    /// size the explanation has no parts: only run-time boards are explained, and compiling it for every board type
    /// would take long.
    Explanation explain(const B& board) const override {
        if constexpr (ExplainedHeuristicFor<H, B> && !B::fixed_geometry) {
            return heuristic_.explain(board);
        } else {
            Explanation unexplained;
            unexplained.value = heuristic_.exact_value(heuristic_.evaluate(board));
            return unexplained;
        }
    }
    /// A heuristic that may use only a part of its state says how much it uses.
    std::size_t used_bytes() const override {
        if constexpr (requires { heuristic_.used_state_bytes(); }) {
            return heuristic_.used_state_bytes();
        } else {
            return sizeof(Inner);
        }
    }
    std::size_t table_bytes() const override { return heuristic_.table_bytes(); }
    std::vector<PatternTable> tables() const override {
        if constexpr (requires { heuristic_.tables(); }) {
            return heuristic_.tables();
        } else {
            return {};
        }
    }
    std::string_view note() const override {
        if constexpr (requires { heuristic_.note(); }) {
            return heuristic_.note();
        } else {
            return {};
        }
    }
    std::string weights() const override {
        if constexpr (requires { heuristic_.weights(); }) {
            return heuristic_.weights();
        } else {
            return {};
        }
    }

    const H& concrete() const { return heuristic_; }

  private:
    static State wrap(const Inner& inner) {
        State state;
        std::memcpy(state.bytes, &inner, sizeof inner);
        return state;
    }
    static Inner unwrap(const State& state) {
        Inner inner;
        std::memcpy(&inner, state.bytes, sizeof inner);
        return inner;
    }

    H heuristic_;
};

static_assert(std::is_trivially_copyable_v<ErasedHeuristic<DynamicBoard>::State>);

}  // namespace tessera
