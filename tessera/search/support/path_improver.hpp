// Shortens a known solution: windows of it are searched again, and states it visits twice are joined.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "tessera/puzzle/goal.hpp"
#include "tessera/puzzle/random.hpp"
#include "tessera/search/support/beam_search.hpp"
#include "tessera/search/support/place_hash.hpp"

namespace tessera::search {

/// The part of a board that a window of a path plays on.
struct Rectangle {
    std::size_t top = 0;
    std::size_t left = 0;
    std::size_t bottom = 0;  ///< the last row that belongs to it
    std::size_t right = 0;

    bool operator==(const Rectangle&) const = default;
    Geometry geometry() const {
        return {static_cast<std::uint16_t>(bottom - top + 1),
                static_cast<std::uint16_t>(right - left + 1)};
    }
};

/// Renames tiles so that `target` becomes the canonical goal, and applies that to `board`: the way from `board`
/// to `target` is then a problem like any other. Both are cut to `part`, outside which they must agree.
inline DynamicBoard towards(const DynamicBoard& board, const DynamicBoard& target,
                            const Rectangle& part) {
    const Geometry whole = board.geometry();
    const Geometry inner = part.geometry();
    const auto outer_cell = [&](std::size_t c) {
        return whole.cell(part.top + c / inner.cols, part.left + c % inner.cols);
    };
    std::size_t target_blank = 0;
    for (std::size_t c = 0; c < inner.cells(); ++c) {
        if (target.tile_at(outer_cell(c)) == blank_tile) target_blank = c;
    }
    std::vector<Tile> names(whole.cells(), blank_tile);
    for (std::size_t c = 0; c < inner.cells(); ++c) {
        names[index(target.tile_at(outer_cell(c)))] =
            goal_tile(make_cell(c), make_cell(target_blank));
    }
    std::vector<Tile> tiles(inner.cells());
    for (std::size_t c = 0; c < inner.cells(); ++c) {
        tiles[c] = names[index(board.tile_at(outer_cell(c)))];
    }
    return DynamicBoard::from_tiles(inner, tiles);
}

/// The path walked the other way.
inline std::vector<Move> reversed(const std::vector<Move>& path) {
    std::vector<Move> result(path.rbegin(), path.rend());
    for (Move& move : result) move = opposite(move);
    return result;
}

/// The path without detours: wherever it comes back to a state, or to a neighbour of one, that it has passed
/// before, it goes there at once. Linear in the path; states are compared by hash, and the engine replays the
/// result like every other.
inline std::vector<Move> without_detours(const DynamicBoard& start, const std::vector<Move>& path) {
    const Geometry geometry = start.geometry();
    // 1. Where each state is passed for the last time.
    std::vector<std::uint64_t> hashes(path.size() + 1);
    std::unordered_map<std::uint64_t, std::size_t> last;
    last.reserve(hashes.size());
    DynamicBoard board = start;
    last[0] = 0;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const Cell blank = board.blank();
        const Cell from = board.neighbour(path[i]);
        const Tile tile = board.tile_at(from);
        hashes[i + 1] = hashes[i] ^ place_hash(tile, from) ^ place_hash(tile, blank);
        last[hashes[i + 1]] = i + 1;
        board.slide(path[i]);
    }
    // 2. From every state to the neighbour that is passed last.
    std::vector<Move> result;
    result.reserve(path.size());
    board = start;
    std::size_t here = last[0];
    for (std::size_t i = 0; i < here; ++i) board.slide(path[i]);
    while (here < path.size()) {
        const Cell blank = board.blank();
        const MoveSet legal = board.legal_moves();
        Move best = path[here];
        std::size_t farthest = last[hashes[here + 1]];
        for (const Move move : all_moves) {
            if (!legal.has(move)) continue;
            const Cell from = geometry.neighbour(blank, move);
            const Tile tile = board.tile_at(from);
            const auto place =
                last.find(hashes[here] ^ place_hash(tile, from) ^ place_hash(tile, blank));
            if (place != last.end() && place->second > farthest) {
                farthest = place->second;
                best = move;
            }
        }
        result.push_back(best);
        board.slide(best);
        here = farthest;
    }
    return result;
}

/// Improves one path in rounds. In a round, several windows of the path that do not overlap are searched again,
/// each by one worker. A beam searches between the window's first and last state, on the part of the board that
/// the window plays on (and a margin). Every other window ends before that part becomes too large for the guides.
/// A window that is replaced by another one of the same length leads the next round elsewhere. Windows are drawn
/// from the seed, and a round counts only when it is complete, so the path after a number of rounds is the same for
/// any number of workers.
///
/// `Guides` knows a heuristic of type H for every part of a board and every place of the blank at the end: `prepare(geometry)`
/// is called by one thread, `towards(geometry, blank)` by any worker after that. It likes parts that are `at_least` and
/// `at_most` so large.
template <HeuristicFor<DynamicBoard> H, class Guides>
class PathImprover {
  public:
    PathImprover(const DynamicBoard& start, std::vector<Move> path, Guides& guides,
                 Monitor& monitor, std::size_t workers, std::uint64_t seed)
        : start_(start),
          path_(joined(std::move(path))),
          guides_(guides),
          monitor_(monitor),
          team_(monitor, workers),
          random_(seed),
          totals_(team_.size()) {
        for (std::size_t i = 0; i < team_.size(); ++i) {
            beams_.push_back(std::make_unique<BeamSearch<DynamicBoard, H>>(team_.monitor(i), 1));
            team_.set_dismissed(i, [this] { return published() >= end_of_nodes_; });
        }
    }

    const std::vector<Move>& path() const { return path_; }
    Cost cost() const { return static_cast<Cost>(path_.size()); }

    /// Goes on from another path, if that is shorter.
    void offer(std::vector<Move> path) {
        path = joined(std::move(path));
        if (path.size() >= path_.size()) return;
        path_ = std::move(path);
        width_ = first_width;
        vain_ = 0;
    }

    /// One round; false when stopped, or when there is nothing to search.
    bool round(Counters& counters, Cost lower_bound) {
        if (path_.size() <= shortest_window) return false;
        draw_windows();
        // A team of one has the search's own monitor, which counts from the beginning and knows the limit of nodes.
        const std::uint64_t limit = monitor_.limits().nodes;
        if (team_.size() == 1) totals_[0] = counters;
        end_of_nodes_ = limit == Limits().nodes ? limit : published() + limit - counters.generated;
        team_.run(
            counters, lower_bound,
            [&](std::size_t worker) {
                for (std::size_t i = next_++; i < windows_.size(); i = next_++) {
                    if (team_.monitor(worker).stopped()) return;
                    search(windows_[i], worker, lower_bound);
                }
            },
            cost());
        bool complete = true;
        for (const Window& window : windows_) {
            counters.generated += window.generated;
            counters.expanded += window.expanded;
            complete = complete && window.done;
        }
        if (team_.size() > 1 && counters.generated >= limit) {
            counters.generated = limit;
            complete = false;
        }
        if (!complete) {
            monitor_.poll(counters, lower_bound, cost());
            return false;
        }
        splice();
        return monitor_.poll(counters, lower_bound, cost());
    }

  private:
    /// Enough for the cores of one machine.
    static constexpr std::size_t least_windows = 32;
    static constexpr std::size_t most_windows = 64;
    static constexpr std::size_t shortest_window = 8;
    static constexpr std::size_t longest_window = 160;
    static constexpr std::size_t long_factor = 8;
    static constexpr std::size_t patience = 16;
    static constexpr std::size_t longest_joined = 10'000;
    static constexpr std::size_t first_width = 250;
    static constexpr std::size_t largest_width = 16'000;

    struct Window {
        std::size_t first = 0;
        std::size_t moves = 0;
        bool is_free = false;  ///< its part may be too large for the guides
        DynamicBoard start;
        Cell goal_blank{0};
        std::uint64_t seed = 0;
        std::vector<Move> found;
        bool done = false;
        std::uint64_t generated = 0;
        std::uint64_t expanded = 0;
    };

    /// The path without detours, if finding them takes no time worth mentioning beside a round.
    std::vector<Move> joined(std::vector<Move> path) const {
        if (path.size() > longest_joined) return path;
        return without_detours(start_, path);
    }
    /// Generated by all workers, as far as they have told.
    std::uint64_t published() const {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < team_.size(); ++i) sum += team_.published(i);
        return sum;
    }
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_.below(bound)); }

    /// Windows of every length, anywhere on the path, in the order they lie.
    void draw_windows() {
        const std::size_t side =
            std::max<std::size_t>(start_.geometry().rows, start_.geometry().cols);
        const std::size_t longest =
            std::min(path_.size(), std::min<std::size_t>(20 * side, longest_window));
        const std::size_t shortest = std::max(shortest_window, longest / 4);
        windows_.assign(std::clamp(path_.size() / longest_window, least_windows, most_windows),
                        Window());
        for (Window& window : windows_) {
            const std::ptrdiff_t number = &window - windows_.data();
            window.is_free = number % 2 == 0;
            // On a very long path one window is long: if the path winds about a small part of the board, the
            // whole way through that part may change.
            const bool is_long = number == 0 && path_.size() > long_factor * longest;
            const std::size_t least = is_long ? longest : shortest;
            const std::size_t most = is_long ? long_factor * longest : longest;
            window.moves = least + below(most - least + 1);
            window.first = below(path_.size() - window.moves + 1);
            window.seed = random_.next();
        }
        std::sort(windows_.begin(), windows_.end(),
                  [](const Window& a, const Window& b) { return a.first < b.first; });
        next_ = 0;
        cut_out();
    }
    /// The boards at both ends of every window, cut to where it plays.
    void cut_out() {
        DynamicBoard board = start_;
        std::size_t at = 0;
        const Geometry whole = start_.geometry();
        for (Window& window : windows_) {
            for (; at < window.first; ++at) board.slide(path_[at]);
            DynamicBoard end = board;
            Rectangle walked{whole.rows, whole.cols, 0, 0};
            include(walked, end.blank());
            Rectangle part = widened(walked);
            for (std::size_t i = 0; i < window.moves; ++i) {
                const Move move = path_[window.first + i];
                include(walked, end.neighbour(move));
                const Rectangle larger = widened(walked);
                if (!window.is_free && larger != part && !is_liked(larger)) {
                    window.moves = i;
                    break;
                }
                part = larger;
                end.slide(move);
            }
            const Geometry inner = part.geometry();
            window.start = towards(board, end, part);
            window.goal_blank =
                inner.cell(whole.row(end.blank()) - part.top, whole.col(end.blank()) - part.left);
            guides_.prepare(inner);
        }
    }
    void include(Rectangle& part, Cell cell) const {
        const Geometry whole = start_.geometry();
        part.top = std::min<std::size_t>(part.top, whole.row(cell));
        part.bottom = std::max<std::size_t>(part.bottom, whole.row(cell));
        part.left = std::min<std::size_t>(part.left, whole.col(cell));
        part.right = std::max<std::size_t>(part.right, whole.col(cell));
    }
    /// With a margin, if the guides like it so large, and not smaller than they like it.
    Rectangle widened(Rectangle part) const {
        const auto widen = [this](std::size_t& first, std::size_t& last, std::size_t length) {
            if (first > 0 && last - first + 1 < guides_.at_most()) --first;
            if (last + 1 < length && last - first + 1 < guides_.at_most()) ++last;
            while (last - first + 1 < std::min(length, guides_.at_least())) {
                if (first > 0) {
                    --first;
                } else {
                    ++last;
                }
            }
        };
        widen(part.top, part.bottom, start_.geometry().rows);
        widen(part.left, part.right, start_.geometry().cols);
        return part;
    }
    bool is_liked(const Rectangle& part) const {
        return std::max(part.geometry().rows, part.geometry().cols) <= guides_.at_most();
    }
    void search(Window& window, std::size_t worker, Cost lower_bound) {
        Counters& total = totals_[worker];
        const Counters before = total;
        const H guide = guides_.towards(window.start.geometry(), window.goal_blank);
        const BeamResult result =
            beams_[worker]->run({window.start, window.goal_blank, guide, width_,
                                 static_cast<Cost>(window.moves), window.seed},
                                total, lower_bound, cost());
        window.found = result.path;
        window.done = result.end != BeamResult::End::stopped;
        window.generated = total.generated - before.generated;
        window.expanded = total.expanded - before.expanded;
    }
    /// Puts the windows found into the path: those that make it shorter first, then others that do not overlap
    /// with them.
    void splice() {
        std::vector<const Window*> chosen;
        const auto take = [&](bool shorter) {
            for (const Window& window : windows_) {
                if (window.found.empty() || (window.found.size() < window.moves) != shorter)
                    continue;
                const bool free =
                    std::none_of(chosen.begin(), chosen.end(), [&](const Window* other) {
                        return window.first < other->first + other->moves &&
                               other->first < window.first + window.moves;
                    });
                if (free) chosen.push_back(&window);
            }
        };
        take(true);
        vain_ = chosen.empty() ? vain_ + windows_.size() : 0;
        take(false);
        std::sort(chosen.begin(), chosen.end(),
                  [](const Window* a, const Window* b) { return a->first < b->first; });

        std::vector<Move> path;
        path.reserve(path_.size());
        auto rest = path_.cbegin();
        for (const Window* window : chosen) {
            const auto begin = path_.cbegin() + static_cast<std::ptrdiff_t>(window->first);
            path.insert(path.end(), rest, begin);
            path.insert(path.end(), window->found.begin(), window->found.end());
            rest = begin + static_cast<std::ptrdiff_t>(window->moves);
        }
        path.insert(path.end(), rest, path_.cend());
        path_ = joined(std::move(path));
        // If every part of the path has been tried several times without success, the beams become wider.
        if (vain_ * longest_window > patience * path_.size() && width_ < largest_width) {
            width_ *= 2;
            vain_ = 0;
        }
    }

    const DynamicBoard start_;
    std::vector<Move> path_;
    Guides& guides_;
    Monitor& monitor_;
    WorkerTeam team_;
    Random random_;
    std::vector<std::unique_ptr<BeamSearch<DynamicBoard, H>>> beams_;
    std::vector<Counters> totals_;  ///< of each worker
    /// The sum of what they publish that ends a round.
    std::uint64_t end_of_nodes_ = Limits().nodes;
    std::vector<Window> windows_;
    std::atomic<std::size_t> next_{0};
    std::size_t width_ = first_width;
    std::size_t vain_ = 0;  ///< windows tried since the path last became shorter
};

}  // namespace tessera::search
