// Beam search: level by level from the start, keeping only the most promising states of each level.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "tessera/contracts/heuristic.hpp"
#include "tessera/contracts/search.hpp"
#include "tessera/contracts/search_backend.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/search/support/beam_part.hpp"
#include "tessera/search/support/board_row.hpp"
#include "tessera/search/support/hash_set.hpp"
#include "tessera/search/support/place_hash.hpp"
#include "tessera/search/support/worker_team.hpp"

namespace tessera::search {

/// Looks on while a beam search goes down; for those who learn from its states.
class BeamWitness {
  public:
    virtual ~BeamWitness() = default;
    /// The states of a level were chosen. `load(i, board)` gives the i-th of `count`.
    virtual void level(Cost depth, std::size_t count,
                       const std::function<void(std::size_t, DynamicBoard&)>& load) = 0;
};

/// Beam search over boards of type B, guided by H. A run reuses the memory of the one before.
///
/// The workers make every level together. Each has a part of the parents, in order. First they produce the children, a
/// name and an estimate each. Second, the estimates are counted, which tells how good a child must be. Third, those that
/// are good enough are hashed and put into shards. Fourth, each shard drops the states that one of the levels before or
/// the same level had: its set is small enough for the processor's caches. Last, the states that remain are written as the
/// next level, in the order of their parents. So most children are never hashed, all memory is read in a row, and the
/// states and their order do not depend on the number of workers.
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
        BeamWitness* witness = nullptr;
        BeamRequest::Pace pace = {};
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

    /// The width that leaves a quarter of the room to others, if the search goes through so many levels.
    std::size_t widest(Geometry geometry, std::size_t levels) const {
        const double room = 0.75 * static_cast<double>(monitor_.room() + reserved_);
        std::size_t width = 0;
        for (std::size_t step = std::size_t{1} << 29; step > 0; step /= 2) {
            if (bytes_for(geometry, width + step, levels) <= room) width += step;
        }
        return width;
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
        if (!begin()) {
            release_past();
            result.end = BeamResult::End::stopped;
            return result;
        }
        if (goal_at_start_) {
            release_past();
            result.end = BeamResult::End::found;
            return result;
        }
        for (Cost depth = 1;; ++depth) {
            if (depth > request.depth) {
                result.end = BeamResult::End::too_deep;
                break;
            }
            // 1. The children of every state.
            if (!expand(depth)) {
                result.end = BeamResult::End::stopped;
                break;
            }
            if (found_) {
                result.path = path_to(*found_);
                result.end = BeamResult::End::found;
                break;
            }
            width_ = request.pace ? std::clamp<std::size_t>(request.pace(depth), 1, request.width)
                                  : request.width;
            // 2. How good a child must be. 3. and 4. Those, each once.
            choose();
            hash_chosen();
            if (!drop_known()) {
                result.end = BeamResult::End::stopped;
                break;
            }
            // 5. They are the next level.
            const std::size_t kept = count_kept(result.narrowed);
            if (kept == 0) {
                result.end = BeamResult::End::exhausted;
                break;
            }
            if (!keep(kept)) {
                result.end = BeamResult::End::stopped;
                break;
            }
            counters.max_depth = std::max(counters.max_depth, static_cast<std::uint64_t>(depth));
            if (request.witness != nullptr) show(depth);
        }
        release_past();
        return result;
    }

  private:
    using State = typename H::State;
    static constexpr std::size_t children_per_state = 3;
    /// An age ends when it has as many states as this many levels. States that a beam comes back to were seen a few levels
    /// before. A narrow beam remembers more levels.
    static constexpr std::size_t levels_of_an_age = 8;
    static constexpr std::size_t least_age = std::size_t{1} << 17;
    /// Smaller levels are left to the caller's thread: to wake the others costs more.
    static constexpr std::size_t least_shared = 2048;
    /// Tables by cell and tile of larger boards would leave the cache.
    static constexpr std::size_t most_tabled_cells = 128;
    /// Whether the heuristic's state must be computed again for a child that is kept, because it does not follow from
    /// its promise.
    static constexpr bool recomputes_state = !requires(const H& heuristic, Cost promise) {
        { heuristic.state_of(promise) } -> std::same_as<State>;
    };

    struct Node {
        std::uint64_t hash = 0;
        Cost manhattan = 0;
        State state{};
        Move last = Move::up;
        bool root = false;
    };
    using Child = BeamPart::Child;
    using Hashed = BeamPart::Hashed;
    using Part = BeamPart;
    static constexpr std::uint32_t dropped = BeamPart::dropped;

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
    Cell beside(Cell blank, Move move) const {
        return make_cell(index(blank) + static_cast<std::size_t>(steps_[index(move)]));
    }

    bool begin() {
        const Request& request = *request_;
        salt_ = static_cast<std::uint32_t>((request.seed * 0x9e3779b97f4a7c15ULL) >> 32U);
        if (geometry_ != request.start.geometry()) set_geometry(request.start.geometry());
        if (home_.empty() || home_blank_ != request.goal_blank) {
            home_blank_ = request.goal_blank;
            home_.assign(geometry_.cells(), Cell{0});
            for (std::size_t t = 1; t < home_.size(); ++t) {
                home_[t] = goal_cell(make_tile(t), request.goal_blank);
            }
        }
        if (!reserve_width(request.width)) return false;
        shard_bits_ = 0;
        while ((std::size_t{4096} << shard_bits_) < request.width && shard_bits_ < 10) {
            ++shard_bits_;
        }
        seen_.resize(std::size_t{1} << shard_bits_);
        for (AgedHashSet& seen : seen_) seen.clear();
        for (Part& part : parts_) part.shards.resize(seen_.size());
        new_share_ = 0.9;
        Node root;
        for (std::size_t c = 0; c < geometry_.cells(); ++c) {
            const Tile here = request.start.tile_at(make_cell(c));
            if (here != blank_tile) {
                root.hash ^= share_of(here, make_cell(c));
                root.manhattan += distance(make_cell(c), home_[index(here)]);
            }
        }
        goal_at_start_ = root.manhattan == 0;
        root.state = request.heuristic.evaluate(request.start);
        root.root = true;
        nodes_.resize(1);
        nodes_.store(0, request.start);
        details_.assign(1, root);
        seen_[shard_index(root.hash)].insert(root.hash);
        boards_.assign(workers_, request.start);
        found_.reset();
        return true;
    }
    void set_geometry(Geometry geometry) {
        geometry_ = geometry;
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
        rows_.resize(cells);
        cols_.resize(cells);
        legal_.assign(cells, MoveSet());
        for (std::size_t c = 0; c < cells; ++c) {
            rows_[c] = static_cast<std::int16_t>(geometry_.row(make_cell(c)));
            cols_[c] = static_cast<std::int16_t>(geometry_.col(make_cell(c)));
            legal_[c] = geometry_.legal_moves(make_cell(c));
        }
    }
    std::size_t shard_index(std::uint64_t hash) const {
        return shard_bits_ == 0 ? 0 : static_cast<std::size_t>(hash >> (64 - shard_bits_));
    }

    /// The bytes of a state of the widest level while a search runs.
    static std::size_t bytes_per_state(Geometry geometry) {
        return 2 * (BoardRow<B>::bytes_each(geometry) + sizeof(Node)) +
               children_per_state * sizeof(Child) + 2 * sizeof(Hashed);
    }
    static double bytes_for(Geometry geometry, std::size_t width, std::size_t levels) {
        const auto states = static_cast<double>(width) * static_cast<double>(levels);
        const auto known = static_cast<double>(2 * (age_of(width) + width));
        return static_cast<double>(width * bytes_per_state(geometry)) +
               states * sizeof(std::uint32_t) + HashSet::bytes_for(std::min(states, known));
    }
    static std::size_t age_of(std::size_t width) {
        return std::max(least_age, levels_of_an_age * width);
    }
    bool reserve_width(std::size_t width) {
        const std::size_t wanted = width * bytes_per_state(request_->start.geometry());
        if (wanted <= reserved_) return true;
        if (!monitor_.reserve(wanted - reserved_)) return false;
        reserved_ = wanted;
        return true;
    }
    bool reserve_past(std::size_t bytes) {
        if (!monitor_.reserve(bytes)) return false;
        past_bytes_ += bytes;
        return true;
    }
    void release_past() {
        monitor_.release(past_bytes_);
        past_bytes_ = 0;
    }

    /// Calls work(worker) for every worker that has a part of this level.
    template <class Work>
    void share(const Work& work) {
        if (busy_ == 1) return work(std::size_t{0});
        monitor_.executor().run([&](std::size_t worker) {
            if (worker < busy_) work(worker);
        });
    }

    /// False: stopped.
    bool expand(Cost depth) {
        const std::size_t count = details_.size();
        busy_ = count < least_shared ? 1 : workers_;
        share([&](std::size_t worker) {
            expand_part(worker, worker * count / busy_, (worker + 1) * count / busy_, depth);
        });
        // One worker would have stopped at the first solution, so the work of the others beyond it does not
        // count.
        for (std::size_t worker = 0; worker < busy_ && !found_; ++worker) {
            counters_->expanded += parts_[worker].expanded;
            counters_->generated += parts_[worker].generated;
            found_ = parts_[worker].found;
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
        part.expanded = part.generated = 0;
        part.found.reset();
        part.children.resize(children_per_state * (end - begin) + all_moves.size());
        Child* next = part.children.data();
        Cost lowest = std::numeric_limits<Cost>::max();
        Cost highest = std::numeric_limits<Cost>::min();
        Family<H> family(heuristic);
        for (std::size_t i = begin; i < end; ++i) {
            if (worker == 0 && !go_on(part.generated)) return;
            if (worker != 0 && stop_.load(std::memory_order_relaxed)) return;
            ++part.expanded;
            const Node& node = details_[i];
            nodes_.load(i, board);
            const Cell blank = board.blank();
            MoveSet moves = legal_[index(blank)];
            if (!node.root) moves = moves.without(opposite(node.last));
            Slide slides[all_moves.size()];
            std::size_t count = 0;
            for (const Move move : all_moves) {
                if (!moves.has(move)) continue;
                const Cell from = beside(blank, move);
                const Tile tile = board.tile_at(from);
                ++part.generated;
                const Cell home = home_[index(tile)];
                const Cost manhattan =
                    node.manhattan + distance(blank, home) - distance(from, home);
                // Every tile at home: that is the goal.
                if (manhattan == 0) {
                    part.found = name_of(i, move);
                    return;
                }
                if (depth + manhattan > limit) continue;
                slides[count++] = {tile, from, blank, move};
            }
            State states[all_moves.size()];
            family.evaluate(board, node.state, slides, count, states);
            for (std::size_t j = 0; j < count; ++j) {
                const Cost promise = promise_of(heuristic, states[j]);
                lowest = std::min(lowest, promise);
                highest = std::max(highest, promise);
                *next++ = {name_of(i, slides[j].move), promise};
            }
        }
        part.children.resize(static_cast<std::size_t>(next - part.children.data()));
        part.lowest = lowest;
        part.highest = highest;
    }
    static std::uint32_t name_of(std::size_t parent, Move move) {
        return static_cast<std::uint32_t>(parent * all_moves.size() + index(move));
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

    /// Decides how good a child must be: `last_` is the last class of promise that is taken, and of that class those
    /// whose lot is below `lots_`. Duplicates are among them, about as many as on the level before.
    void choose() {
        std::size_t count = 0;
        Cost lowest = std::numeric_limits<Cost>::max();
        Cost highest = std::numeric_limits<Cost>::min();
        for (std::size_t w = 0; w < busy_; ++w) {
            count += parts_[w].children.size();
            if (parts_[w].children.empty()) continue;
            lowest = std::min(lowest, parts_[w].lowest);
            highest = std::max(highest, parts_[w].highest);
        }
        takes_all_ = count <= width_ + width_ / 4;
        lowest_ = lowest;
        grain_shift_ = 0;
        if (takes_all_) return;
        // Estimates are counted one by one, or several together where they differ widely.
        const auto range = static_cast<std::uint32_t>(highest) - static_cast<std::uint32_t>(lowest);
        while ((range >> grain_shift_) >= most_classes) ++grain_shift_;
        const std::size_t classes = (range >> grain_shift_) + 1;
        share([&](std::size_t worker) {
            Part& part = parts_[worker];
            part.histogram.assign(classes, 0);
            for (const Child& child : part.children) ++part.histogram[class_of(child)];
        });
        const double wanted_in_all = static_cast<double>(width_) / std::max(new_share_, 0.5);
        const std::size_t target = std::min(static_cast<std::size_t>(wanted_in_all), count);
        std::size_t taken = 0;
        std::size_t in_last = 0;
        for (last_ = 0; last_ < classes; ++last_) {
            in_last = 0;
            for (std::size_t w = 0; w < busy_; ++w) in_last += parts_[w].histogram[last_];
            if (taken + in_last > target) break;
            taken += in_last;
        }
        lots_ = in_last == 0 ? 0 : (std::uint64_t{target - taken} << 32U) / in_last;
    }
    std::size_t class_of(const Child& child) const {
        return (static_cast<std::uint32_t>(child.promise) - static_cast<std::uint32_t>(lowest_)) >>
               grain_shift_;
    }
    /// Any number below 2^32, the same for the same child.
    std::uint32_t lot_of(const Child& child) const {
        std::uint32_t x = (child.name ^ salt_) * 0x9e3779b1U;
        x = (x ^ (x >> 15U)) * 0x85ebca77U;
        return x ^ (x >> 13U);
    }
    bool is_taken(const Child& child) const {
        if (takes_all_) return true;
        const std::size_t its_class = class_of(child);
        return its_class < last_ || (its_class == last_ && lot_of(child) < lots_);
    }

    /// Puts those that are good enough into the shards of their parts.
    void hash_chosen() {
        share([&](std::size_t worker) {
            Part& part = parts_[worker];
            for (auto& shard : part.shards) shard.clear();
            for (std::size_t i = 0; i < part.children.size(); ++i) {
                const Child& child = part.children[i];
                if (!is_taken(child)) continue;
                const std::size_t parent = child.name / all_moves.size();
                const Cell blank = nodes_.blank(parent);
                const Cell from = beside(blank, make_move(child.name % all_moves.size()));
                const Tile tile = nodes_.tile_at(parent, from);
                const std::uint64_t hash =
                    details_[parent].hash ^ share_of(tile, from) ^ share_of(tile, blank);
                part.shards[shard_index(hash)].push_back({hash, static_cast<std::uint32_t>(i)});
            }
        });
    }
    /// Calls work(shard) for every shard.
    template <class Work>
    void share_shards(const Work& work) {
        std::atomic<std::size_t> next{0};
        share([&](std::size_t) {
            for (std::size_t s = next++; s < seen_.size(); s = next++) work(s);
        });
    }
    /// Marks the states that were seen in this age or the one before. False: no memory.
    bool drop_known() {
        std::size_t age = 0;
        for (const AgedHashSet& seen : seen_) age += seen.age();
        if (age >= age_of(request_->width)) {
            share_shards([&](std::size_t s) { seen_[s].begin_age(); });
        }
        std::size_t growth = 0;
        for (std::size_t s = 0; s < seen_.size(); ++s) {
            growth += seen_[s].growth(hashed_in(s));
        }
        if (growth > 0 && !reserve_past(growth)) return false;
        share_shards([&](std::size_t s) {
            AgedHashSet& seen = seen_[s];
            seen.make_room(hashed_in(s));
            for (std::size_t w = 0; w < busy_; ++w) {
                std::vector<Hashed>& list = parts_[w].shards[s];
                for (std::size_t i = 0; i < list.size(); ++i) {
                    if (i + 8 < list.size()) seen.prefetch(list[i + 8].hash);
                    if (!seen.insert(list[i].hash)) list[i].child = dropped;
                }
            }
        });
        return true;
    }
    std::size_t hashed_in(std::size_t shard) const {
        std::size_t count = 0;
        for (std::size_t w = 0; w < busy_; ++w) count += parts_[w].shards[shard].size();
        return count;
    }

    /// How many states remain, at most the width; where each part begins.
    std::size_t count_kept(bool& narrowed) {
        share([&](std::size_t worker) {
            Part& part = parts_[worker];
            part.kept.assign(part.children.size() / 64 + 1, 0);
            part.kept_count = part.kept_last = 0;
            for (const auto& list : part.shards) {
                for (const Hashed& hashed : list) {
                    if (hashed.child == dropped) continue;
                    part.kept[hashed.child / 64] |= std::uint64_t{1} << (hashed.child % 64);
                    ++part.kept_count;
                    if (!takes_all_ && class_of(part.children[hashed.child]) == last_) {
                        ++part.kept_last;
                    }
                }
            }
        });
        std::size_t hashed = 0;
        std::size_t count = 0;
        for (std::size_t s = 0; s < seen_.size(); ++s) hashed += hashed_in(s);
        for (std::size_t w = 0; w < busy_; ++w) count += parts_[w].kept_count;
        if (hashed > 0) new_share_ = static_cast<double>(count) / static_cast<double>(hashed);
        if (!takes_all_ || count > width_) narrowed = true;
        // A few more than the width: some of the last class are left out, then the last in the row.
        std::size_t spare = count - std::min(count, width_);
        std::size_t first = 0;
        for (std::size_t w = 0; w < busy_; ++w) {
            Part& part = parts_[w];
            part.spared = std::min(spare, part.kept_last);
            spare -= part.spared;
            part.first = first;
            first += part.kept_count - part.spared;
        }
        return std::min(first, width_);
    }

    /// Writes the children that are kept to the next level. False: no memory.
    bool keep(std::size_t count) {
        if (!reserve_past(count * sizeof(std::uint32_t))) return false;
        history_.emplace_back(count);
        std::vector<std::uint32_t>& names = history_.back();
        next_.resize(count);
        next_details_.resize(count);
        share([&](std::size_t worker) {
            Part& part = parts_[worker];
            B& board = boards_[worker];
            std::size_t place = part.first;
            std::size_t spare = part.spared;
            for (std::size_t word = 0; word < part.kept.size(); ++word) {
                for (std::uint64_t bits = part.kept[word]; bits != 0; bits &= bits - 1) {
                    const Child& child =
                        part.children[word * 64 + static_cast<std::size_t>(std::countr_zero(bits))];
                    if (spare > 0 && class_of(child) == last_) {
                        --spare;
                        continue;
                    }
                    if (place >= count) return;
                    write(child, place, board, names);
                    ++place;
                }
            }
        });
        std::swap(nodes_, next_);
        std::swap(details_, next_details_);
        return true;
    }
    void write(const Child& child, std::size_t place, B& board, std::vector<std::uint32_t>& names) {
        const std::size_t parent = child.name / all_moves.size();
        const Move move = make_move(child.name % all_moves.size());
        names[place] = child.name;
        nodes_.load(parent, board);
        const Node& before = details_[parent];
        Node& node = next_details_[place];
        const Cell blank = board.blank();
        const Cell from = beside(blank, move);
        const Tile tile = board.tile_at(from);
        const Cell home = home_[index(tile)];
        node.hash = before.hash ^ share_of(tile, from) ^ share_of(tile, blank);
        node.manhattan = before.manhattan + distance(blank, home) - distance(from, home);
        node.last = move;
        node.root = false;
        if constexpr (recomputes_state) {
            node.state = request_->heuristic.after_slide(before.state, board, tile, from, blank);
        } else {
            node.state = request_->heuristic.state_of(child.promise);
        }
        board.slide_tile(tile, from, blank);
        next_.store(place, board);
    }

    void show(Cost depth) const {
        request_->witness->level(depth, details_.size(), [&](std::size_t i, DynamicBoard& out) {
            B board = request_->start;
            nodes_.load(i, board);
            out = DynamicBoard::from_tiles(geometry_, tiles_of(board));
        });
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

    static constexpr std::size_t most_classes = 1 << 14;

    Geometry geometry_;
    Monitor& monitor_;
    const std::size_t workers_;
    std::size_t busy_ = 1;  ///< workers that have a part of this level
    const Request* request_ = nullptr;
    Counters* counters_ = nullptr;
    Cost lower_bound_ = 0;
    Cost best_ = infinite_cost;

    BoardRow<B> nodes_;
    BoardRow<B> next_;
    std::vector<Node> details_;
    std::vector<Node> next_details_;
    std::vector<Part> parts_;        ///< one for each worker
    std::vector<AgedHashSet> seen_;  ///< by shard: the states of the last levels
    std::vector<B> boards_;          ///< one for each worker
    std::vector<std::vector<std::uint32_t>> history_;
    std::size_t past_bytes_ = 0;
    std::size_t reserved_ = 0;

    std::size_t width_ = 0;  ///< of this level
    std::uint32_t salt_ = 0;
    std::vector<std::uint64_t> hashes_;      ///< by cell and tile
    std::array<std::ptrdiff_t, 4> steps_{};  ///< to the neighbouring cell, by move
    std::size_t shard_bits_ = 0;
    std::vector<Cell> home_;          ///< of each tile
    std::vector<std::int16_t> rows_;  ///< of each cell
    std::vector<std::int16_t> cols_;
    std::vector<MoveSet> legal_;
    Cell home_blank_{0};
    bool goal_at_start_ = false;
    std::optional<std::uint32_t> found_;

    bool takes_all_ = true;
    Cost lowest_ = 0;
    unsigned grain_shift_ = 0;
    std::size_t last_ = 0;
    std::uint64_t lots_ = 0;
    double new_share_ = 0.9;  ///< of the hashed states of the level before
    std::atomic<bool> stop_{false};
};

}  // namespace tessera::search
