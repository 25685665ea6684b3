// Beam search: level by level from the start, keeping only the most promising states of each level.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "tessera/contracts/heuristic.hpp"
#include "tessera/contracts/search.hpp"
#include "tessera/contracts/search_backend.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/search/support/place_hash.hpp"
#include "tessera/search/support/worker_team.hpp"

namespace tessera::search {

/// The boards of one level, each on the place its number says. Boards of compile-time size are small values;
/// of the others only the tiles are kept, one board after the other.
template <BoardType B>
class BoardRow {
  public:
    explicit BoardRow(Geometry) {}

    static std::size_t bytes_each(Geometry) { return sizeof(B); }
    void resize(std::size_t count) { boards_.resize(count); }
    void load(std::size_t i, B& board) const { board = boards_[i]; }
    void store(std::size_t i, const B& board) { boards_[i] = board; }

  private:
    std::vector<B> boards_;
};
template <>
class BoardRow<DynamicBoard> {
  public:
    explicit BoardRow(Geometry geometry) : cells_(geometry.cells()) {}

    static std::size_t bytes_each(Geometry geometry) {
        return geometry.cells() * sizeof(Tile) + sizeof(Cell);
    }
    void resize(std::size_t count) {
        tiles_.resize(count * cells_);
        blanks_.resize(count);
    }
    void load(std::size_t i, DynamicBoard& board) const {
        board.assign({tiles_.data() + i * cells_, cells_}, blanks_[i]);
    }
    void store(std::size_t i, const DynamicBoard& board) {
        const auto tiles = board.tiles();
        std::copy(tiles.begin(), tiles.end(), tiles_.data() + i * cells_);
        blanks_[i] = board.blank();
    }

  private:
    std::size_t cells_;
    std::vector<Tile> tiles_;
    std::vector<Cell> blanks_;
};

/// A set of hash values, filled once per level; 0 stands for an empty place.
class HashSet {
  public:
    void clear(std::size_t expected) {
        std::size_t places = 64;
        while (places < 2 * expected) places *= 2;
        places_.assign(places, 0);
        mask_ = places - 1;
    }
    bool contains(std::uint64_t hash) const {
        if (places_.empty()) return false;
        for (std::size_t i = hash & mask_;; i = (i + 1) & mask_) {
            if (places_[i] == hash) return true;
            if (places_[i] == 0) return false;
        }
    }
    /// False if it was there.
    bool insert(std::uint64_t hash) {
        for (std::size_t i = hash & mask_;; i = (i + 1) & mask_) {
            if (places_[i] == hash) return false;
            if (places_[i] == 0) {
                places_[i] = hash;
                return true;
            }
        }
    }

  private:
    std::vector<std::uint64_t> places_;
    std::size_t mask_ = 0;
};

/// Beam search over boards of type B, guided by H. A run reuses the memory of the one before.
///
/// Every level is made in three passes that the workers share. First, parents produce children, which are put
/// into shards by their hash. Second, each shard removes the states that it has twice, or had two levels before
/// (a set per shard is small enough for the processor's caches). Third, each shard writes the states that it
/// keeps to the next level. The kept states and their order do not depend on the number of workers: the
/// children of a shard lie in the order of their parents, whichever worker made them.
///
/// States are distinguished by a 64-bit hash. Two different states with the same hash would cost one of them,
/// but never give a wrong path, because the engine replays the path.
template <BoardType B, HeuristicFor<B> H>
class BeamSearch {
  public:
    struct Request {
        const B& start;
        /// The canonical goal with this blank is what `heuristic` leads to.
        Cell goal_blank;
        const H& heuristic;
        std::size_t width = 1000;
        /// No path has more moves.
        Cost depth = infinite_cost;
        /// Another seed makes another choice among states of equal promise.
        std::uint64_t seed = 1;
    };

    /// `workers` of the monitor's executor take part in wide levels.
    BeamSearch(Monitor& monitor, std::size_t workers)
        : monitor_(monitor),
          workers_(std::max<std::size_t>(workers, 1)),
          nodes_(geometry_),
          next_(geometry_),
          parts_(workers_) {}
    ~BeamSearch() { monitor_.release(reserved_); }
    BeamSearch(const BeamSearch&) = delete;
    BeamSearch& operator=(const BeamSearch&) = delete;

    /// The bytes of a state of the widest level while a search runs, without its 4 bytes of history.
    static std::size_t bytes_per_state(Geometry geometry) {
        return 2 * (BoardRow<B>::bytes_each(geometry) + sizeof(Node)) +
               children_per_state * (2 * sizeof(Child) + 3 * 2 * sizeof(std::uint64_t));
    }

    /// Adds what it does to `counters`.
    BeamResult run(const Request& request, Counters& counters, Cost lower_bound, Cost best) {
        BeamResult result;
        request_ = &request;
        counters_ = &counters;
        lower_bound_ = lower_bound;
        best_ = best;
        stop_.store(false, std::memory_order_relaxed);
        history_.clear();
        history_bytes_ = 0;
        if (!begin()) {
            release_history();
            result.end = BeamResult::End::stopped;
            return result;
        }
        if (goal_at_start_) {
            release_history();
            result.end = BeamResult::End::found;
            return result;
        }
        for (Cost depth = 1;; ++depth) {
            if (depth > request.depth) {
                result.end = BeamResult::End::too_deep;
                break;
            }
            // 1. The children of every state, by shards.
            if (!expand(depth)) {
                result.end = BeamResult::End::stopped;
                break;
            }
            if (found_) {
                result.path = path_to(*found_);
                result.end = BeamResult::End::found;
                break;
            }
            // 2. Each state once, and not those of two levels before.
            remove_duplicates(depth);
            // 3. The best of them are the next level.
            const std::size_t kept = choose(result.narrowed);
            if (kept == 0) {
                result.end = BeamResult::End::exhausted;
                break;
            }
            if (!keep(kept)) {
                result.end = BeamResult::End::stopped;
                break;
            }
            counters.max_depth = std::max(counters.max_depth, static_cast<std::uint64_t>(depth));
        }
        release_history();
        return result;
    }

  private:
    using State = typename H::State;
    static constexpr std::size_t children_per_state = 3;
    /// Smaller levels are left to the caller's thread: to wake the others costs more.
    static constexpr std::size_t least_shared = 4096;
    /// Tables by cell and tile of larger boards would leave the cache.
    static constexpr std::size_t most_tabled_cells = 128;
    /// Whether the heuristic's state must be kept beside the estimate, because it does not follow from it.
    static constexpr bool keeps_state = !requires(const H& heuristic, Cost value) {
        { heuristic.state_of(value) } -> std::same_as<State>;
    };
    struct Nothing {};

    struct Node {
        std::uint64_t hash = 0;
        Cost h = 0;
        Cost manhattan = 0;
        Move last = Move::up;
        bool root = false;
        [[no_unique_address]] std::conditional_t<keeps_state, State, Nothing> state;
    };
    struct Child {
        std::uint64_t hash;
        std::uint32_t parent_and_move;
        Cost h;
        Cost manhattan;
    };
    /// Children with the same leading bits of their hash.
    struct Shard {
        std::vector<Child> children;
        HashSet seen[3];
        std::vector<std::uint32_t> histogram;
        std::size_t first = 0;  ///< the place of its first kept state in the next level
        std::size_t quota =
            0;  ///< the number of states that it keeps of the last class that is kept
        Cost lowest = 0;
        Cost highest = 0;
    };
    /// The output of one worker on a level.
    struct Part {
        std::vector<std::vector<Child>> shards;
        std::uint64_t expanded = 0;
        std::uint64_t generated = 0;
        std::optional<std::uint32_t> found;
    };

    /// Looked up on boards of usual size.
    std::uint64_t share_of(Tile tile, Cell cell) const {
        if (hashes_.empty()) return place_hash(tile, cell);
        return hashes_[index(cell) * geometry_.cells() + index(tile)];
    }
    /// Manhattan distance without a division.
    Cost distance(Cell a, Cell b) const {
        return std::abs(rows_[index(a)] - rows_[index(b)]) +
               std::abs(cols_[index(a)] - cols_[index(b)]);
    }
    State state_of(const Node& node) const {
        if constexpr (keeps_state) {
            return node.state;
        } else {
            return request_->heuristic.state_of(node.h);
        }
    }

    bool begin() {
        const Request& request = *request_;
        salt_ = request.seed * 0x9e3779b97f4a7c15ULL;
        if (geometry_ != request.start.geometry()) {
            geometry_ = request.start.geometry();
            const std::size_t cells = geometry_.cells();
            hashes_.clear();
            if (cells <= most_tabled_cells) {
                hashes_.resize(cells * cells);
                for (std::size_t i = 0; i < hashes_.size(); ++i) {
                    hashes_[i] = place_hash(make_tile(i % cells), make_cell(i / cells));
                }
            }
            const std::ptrdiff_t row = geometry_.cols;
            steps_ = {-row, -1, 1, row};
            nodes_ = BoardRow<B>(geometry_);
            next_ = BoardRow<B>(geometry_);
            home_.clear();
            rows_.resize(geometry_.cells());
            cols_.resize(geometry_.cells());
            legal_.assign(geometry_.cells(), MoveSet());
            for (std::size_t c = 0; c < geometry_.cells(); ++c) {
                rows_[c] = static_cast<std::int16_t>(geometry_.row(make_cell(c)));
                cols_[c] = static_cast<std::int16_t>(geometry_.col(make_cell(c)));
                legal_[c] = geometry_.legal_moves(make_cell(c));
            }
        }
        boards_.assign(workers_, request.start);
        if (!reserve_width(request.width)) return false;
        shard_bits_ = 0;
        while ((std::size_t{8192} << shard_bits_) < request.width && shard_bits_ < 8) ++shard_bits_;
        shards_.resize(std::size_t{1} << shard_bits_);
        for (Shard& shard : shards_) {
            for (HashSet& set : shard.seen) set.clear(0);
        }
        for (Part& part : parts_) part.shards.resize(shards_.size());
        if (home_.empty() || home_blank_ != request.goal_blank) {
            home_blank_ = request.goal_blank;
            home_.assign(geometry_.cells(), Cell{0});
            for (std::size_t t = 1; t < home_.size(); ++t) {
                home_[t] = goal_cell(make_tile(t), request.goal_blank);
            }
        }
        goal_hash_ = 0;
        Node root;
        for (std::size_t c = 0; c < geometry_.cells(); ++c) {
            const Tile here = request.start.tile_at(make_cell(c));
            const Tile there = goal_tile(make_cell(c), request.goal_blank);
            if (here != blank_tile) {
                root.hash ^= share_of(here, make_cell(c));
                root.manhattan += distance(make_cell(c), home_[index(here)]);
            }
            if (there != blank_tile) goal_hash_ ^= share_of(there, make_cell(c));
        }
        goal_at_start_ = root.manhattan == 0;
        const State state = request.heuristic.evaluate(request.start);
        root.h = request.heuristic.value(state);
        root.root = true;
        if constexpr (keeps_state) root.state = state;
        nodes_.resize(1);
        nodes_.store(0, request.start);
        details_.assign(1, root);
        shard_of(root.hash).seen[0].clear(1);
        shard_of(root.hash).seen[0].insert(root.hash);
        found_.reset();
        return true;
    }
    Shard& shard_of(std::uint64_t hash) { return shards_[shard_index(hash)]; }
    std::size_t shard_index(std::uint64_t hash) const {
        return shard_bits_ == 0 ? 0 : static_cast<std::size_t>(hash >> (64 - shard_bits_));
    }

    bool reserve_width(std::size_t width) {
        const std::size_t wanted = width * bytes_per_state(request_->start.geometry());
        if (wanted <= reserved_) return true;
        if (!monitor_.reserve(wanted - reserved_)) return false;
        reserved_ = wanted;
        return true;
    }
    void release_history() {
        monitor_.release(history_bytes_);
        history_bytes_ = 0;
    }

    /// Calls work(0 … count - 1), on the workers where the level is large enough.
    template <class Work>
    void share(std::size_t count, const Work& work) {
        if (workers_ == 1 || details_.size() < least_shared) {
            for (std::size_t i = 0; i < count; ++i) work(i);
            return;
        }
        std::atomic<std::size_t> next{0};
        monitor_.executor().run([&](std::size_t worker) {
            if (worker >= workers_) return;
            for (std::size_t i = next++; i < count; i = next++) work(i);
        });
    }

    /// False: stopped.
    bool expand(Cost depth) {
        const std::size_t count = details_.size();
        for (Part& part : parts_) {
            part.expanded = part.generated = 0;
            part.found.reset();
            for (auto& shard : part.shards) shard.clear();
        }
        if (workers_ == 1 || count < least_shared) {
            expand_part(0, 0, count, depth);
        } else {
            monitor_.executor().run([&](std::size_t worker) {
                if (worker >= workers_) return;
                expand_part(worker, worker * count / workers_, (worker + 1) * count / workers_,
                            depth);
            });
        }
        // One worker would have stopped at the first solution, so the work of the others beyond it does not
        // count.
        for (const Part& part : parts_) {
            counters_->expanded += part.expanded;
            counters_->generated += part.generated;
            found_ = part.found;
            if (found_) break;
        }
        counters_->peak_open = std::max<std::uint64_t>(counters_->peak_open, count);
        if (found_) return true;
        if (stop_.load(std::memory_order_relaxed)) return false;
        return !monitor_.due(counters_->generated) ||
               monitor_.poll(*counters_, lower_bound_, best_);
    }

    void expand_part(std::size_t worker, std::size_t begin, std::size_t end, Cost depth) {
        Part& part = parts_[worker];
        B& board = boards_[worker];
        const H& heuristic = request_->heuristic;
        const Cost limit = request_->depth;
        for (std::size_t i = begin; i < end; ++i) {
            if (worker == 0 && !go_on(part.generated)) return;
            if (worker != 0 && stop_.load(std::memory_order_relaxed)) return;
            ++part.expanded;
            const Node& node = details_[i];
            nodes_.load(i, board);
            const Cell blank = board.blank();
            const State state = state_of(node);
            MoveSet moves = legal_[index(blank)];
            if (!node.root) moves = moves.without(opposite(node.last));
            for (const Move move : all_moves) {
                if (!moves.has(move)) continue;
                const Cell from =
                    make_cell(index(blank) + static_cast<std::size_t>(steps_[index(move)]));
                const Tile tile = board.tile_at(from);
                ++part.generated;
                const std::uint64_t hash = node.hash ^ share_of(tile, from) ^ share_of(tile, blank);
                const auto name = static_cast<std::uint32_t>(i * all_moves.size() + index(move));
                const Cell home = home_[index(tile)];
                const Cost manhattan =
                    node.manhattan + distance(blank, home) - distance(from, home);
                if (manhattan == 0 && hash == goal_hash_) {
                    part.found = name;
                    return;
                }
                if (depth + manhattan > limit) continue;
                const Cost h =
                    heuristic.value(heuristic.after_slide(state, board, tile, from, blank));
                part.shards[shard_index(hash)].push_back({hash, name, h, manhattan});
            }
        }
    }
    /// Worker 0, on the caller's thread, asks the monitor in the middle of a level.
    bool go_on(std::uint64_t generated) {
        if (stop_.load(std::memory_order_relaxed)) return false;
        if (!monitor_.due(counters_->generated + generated)) return true;
        Counters now = *counters_;
        now.generated += generated;
        if (monitor_.poll(now, lower_bound_, best_)) return true;
        stop_.store(true, std::memory_order_relaxed);
        return false;
    }

    void remove_duplicates(Cost depth) {
        share(shards_.size(), [&](std::size_t s) {
            Shard& shard = shards_[s];
            std::size_t count = 0;
            for (const Part& part : parts_) count += part.shards[s].size();
            HashSet& seen = shard.seen[static_cast<std::size_t>(depth) % 3];
            const HashSet& before = shard.seen[static_cast<std::size_t>(depth + 1) % 3];
            seen.clear(count);
            shard.children.clear();
            shard.lowest = std::numeric_limits<Cost>::max();
            shard.highest = std::numeric_limits<Cost>::min();
            for (const Part& part : parts_) {
                for (const Child& child : part.shards[s]) {
                    if (before.contains(child.hash) || !seen.insert(child.hash)) continue;
                    shard.children.push_back(child);
                    shard.lowest = std::min(shard.lowest, child.h);
                    shard.highest = std::max(shard.highest, child.h);
                }
            }
        });
    }

    /// Decides which children are kept, and says how many.
    std::size_t choose(bool& narrowed) {
        std::size_t count = 0;
        Cost lowest = std::numeric_limits<Cost>::max();
        Cost highest = std::numeric_limits<Cost>::min();
        for (const Shard& shard : shards_) {
            count += shard.children.size();
            lowest = std::min(lowest, shard.lowest);
            highest = std::max(highest, shard.highest);
        }
        if (count <= request_->width) {
            cut_ = std::numeric_limits<Cost>::max();
            std::size_t first = 0;
            for (Shard& shard : shards_) {
                shard.first = first;
                first += shard.children.size();
            }
            return count;
        }
        narrowed = true;
        // Estimates are counted one by one, or several together where they differ widely.
        constexpr Cost most_classes = 1 << 16;
        grain_ = (highest - lowest) / most_classes + 1;
        lowest_ = lowest;
        const auto classes = static_cast<std::size_t>((highest - lowest) / grain_) + 1;
        share(shards_.size(), [&](std::size_t s) {
            Shard& shard = shards_[s];
            shard.histogram.assign(classes, 0);
            for (const Child& child : shard.children) ++shard.histogram[class_of(child)];
        });
        std::size_t kept = 0;
        std::size_t last = 0;
        std::size_t in_last = 0;
        for (;; ++last) {
            in_last = 0;
            for (const Shard& shard : shards_) in_last += shard.histogram[last];
            if (kept + in_last > request_->width) break;
            kept += in_last;
        }
        cut_ = static_cast<Cost>(last);
        // The last class is shared out evenly.
        const std::size_t wanted = request_->width - kept;
        std::size_t first = 0;
        std::size_t passed = 0;
        for (Shard& shard : shards_) {
            const std::size_t before = wanted * passed / in_last;
            passed += shard.histogram[last];
            shard.quota = wanted * passed / in_last - before;
            shard.first = first;
            for (std::size_t c = 0; c < last; ++c) first += shard.histogram[c];
            first += shard.quota;
        }
        return first;
    }
    std::size_t class_of(const Child& child) const {
        return static_cast<std::size_t>((child.h - lowest_) / grain_);
    }

    /// Writes the children that are kept to the next level. False: no memory.
    bool keep(std::size_t count) {
        const std::size_t bytes = count * sizeof(std::uint32_t);
        if (!monitor_.reserve(bytes)) return false;
        history_bytes_ += bytes;
        history_.emplace_back(count);
        std::vector<std::uint32_t>& names = history_.back();
        next_.resize(count);
        next_details_.resize(count);
        const bool all = cut_ == std::numeric_limits<Cost>::max();
        share(shards_.size(), [&](std::size_t s) {
            Shard& shard = shards_[s];
            B board = request_->start;
            std::size_t place = shard.first;
            const std::size_t last = all ? 0 : static_cast<std::size_t>(cut_);
            // Of the last class keep as many states in a row as there is room for, beginning anywhere.
            const std::size_t equal = all ? 0 : shard.histogram[last];
            std::size_t turn = equal == 0 ? 0 : (salt_ >> 32U) * (s + 1) % equal;
            for (const Child& child : shard.children) {
                if (!all) {
                    const std::size_t promise = class_of(child);
                    if (promise > last) continue;
                    if (promise == last && turn++ % equal >= shard.quota) continue;
                }
                write(child, place, board, names);
                ++place;
            }
        });
        std::swap(nodes_, next_);
        std::swap(details_, next_details_);
        return true;
    }
    void write(const Child& child, std::size_t place, B& board, std::vector<std::uint32_t>& names) {
        const std::size_t parent = child.parent_and_move / all_moves.size();
        const Move move = make_move(child.parent_and_move % all_moves.size());
        names[place] = child.parent_and_move;
        nodes_.load(parent, board);
        Node& node = next_details_[place];
        node.hash = child.hash;
        node.h = child.h;
        node.manhattan = child.manhattan;
        node.last = move;
        node.root = false;
        const Cell from = board.neighbour(move);
        const Tile tile = board.tile_at(from);
        if constexpr (keeps_state) {
            node.state = request_->heuristic.after_slide(details_[parent].state, board, tile, from,
                                                         board.blank());
        }
        board.slide_tile(tile, from, board.blank());
        next_.store(place, board);
    }

    std::vector<Move> path_to(std::uint32_t name) const {
        std::vector<Move> path;
        for (std::size_t level = history_.size();; --level) {
            path.push_back(make_move(name % all_moves.size()));
            if (level == 0) break;
            name = history_[level - 1][name / all_moves.size()];
        }
        std::reverse(path.begin(), path.end());
        return path;
    }

    Geometry geometry_;
    Monitor& monitor_;
    const std::size_t workers_;
    const Request* request_ = nullptr;
    Counters* counters_ = nullptr;
    Cost lower_bound_ = 0;
    Cost best_ = infinite_cost;

    BoardRow<B> nodes_;
    BoardRow<B> next_;
    std::vector<Node> details_;
    std::vector<Node> next_details_;
    std::vector<Part> parts_;
    std::vector<Shard> shards_;
    std::vector<B> boards_;  ///< one for each worker
    std::vector<std::vector<std::uint32_t>> history_;
    std::size_t history_bytes_ = 0;
    std::size_t reserved_ = 0;

    std::uint64_t salt_ = 0;
    std::vector<std::uint64_t> hashes_;      ///< by cell and tile
    std::array<std::ptrdiff_t, 4> steps_{};  ///< to the neighbouring cell, by move
    std::uint64_t goal_hash_ = 0;
    std::size_t shard_bits_ = 0;
    std::vector<Cell> home_;          ///< of each tile
    std::vector<std::int16_t> rows_;  ///< of each cell
    std::vector<std::int16_t> cols_;
    std::vector<MoveSet> legal_;
    Cell home_blank_{0};
    bool goal_at_start_ = false;
    std::optional<std::uint32_t> found_;
    Cost cut_ = 0;
    Cost grain_ = 1;
    Cost lowest_ = 0;
    std::atomic<bool> stop_{false};
};

}  // namespace tessera::search
