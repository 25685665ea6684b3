// Building a pattern database: breadth-first over bit sets, on all workers, within a memory limit.
#include "tessera/pdb/builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>

#include "tessera/base/huge_pages.hpp"

namespace tessera::pdb {
namespace {

/// Zeroed words that never move.
class Words {
  public:
    Words() = default;
    explicit Words(std::size_t count)
        : memory_(allocate_zeroed(count * sizeof(std::uint64_t))), count_(count) {}
    std::uint64_t* begin() { return reinterpret_cast<std::uint64_t*>(memory_.get()); }
    std::uint64_t* end() { return begin() + count_; }
    std::uint64_t& operator[](std::size_t i) { return begin()[i]; }
    const std::uint64_t& operator[](std::size_t i) const {
        return reinterpret_cast<const std::uint64_t*>(memory_.get())[i];
    }
    std::span<const std::uint64_t> view() const { return {&(*this)[0], count_}; }

  private:
    RawMemory memory_{nullptr, AlignedDelete{64}};
    std::size_t count_ = 0;
};

/// A slide that leads into a place: from which place, and how it changes the arrangement (the label
/// at one position goes to another; `rotation` numbers the 64 pairs of positions).
class Edge {
  public:
    static constexpr std::size_t most_places = std::size_t{1} << 26;

    Edge(std::size_t place, unsigned rotation)
        : bits_(static_cast<std::uint32_t>(place) | (rotation << 26)) {}
    std::size_t place() const { return bits_ & (most_places - 1); }
    unsigned rotation() const { return bits_ >> 26; }

    static unsigned rotation(unsigned from, unsigned to) { return from * 8 + to; }
    static bool keeps_order(unsigned rotation) { return rotation / 8 == rotation % 8; }

  private:
    std::uint32_t bits_;
};

/// Every slide of a pattern tile into every place. It is the same for all patterns of one size.
class PlaceGraph {
  public:
    explicit PlaceGraph(const PlacementIndex& index) : index_(index) {
        first_.reserve(index.places() + 1);
        for (const CellSet set : index.sets()) add_places_of(set);
        first_.push_back(edges_.size());
    }
    std::span<const Edge> into(std::size_t place) const {
        return {edges_.data() + first_[place], edges_.data() + first_[place + 1]};
    }

  private:
    void add_places_of(CellSet set) {
        const Geometry geometry = index_.geometry();
        CellSet free = ((CellSet{1} << geometry.cells()) - 1) & ~set;
        while (free != 0) {
            const CellSet region = flood(geometry, free, free & (~free + 1));
            free &= ~region;
            first_.push_back(edges_.size());
            add_slides_undone(set, region);
        }
    }
    /// Adds slides into this place: each is a slide out of it, taken back.
    void add_slides_undone(CellSet set, CellSet region) {
        const Geometry geometry = index_.geometry();
        unsigned position = 0;
        for (CellSet rest = set; rest != 0; rest &= rest - 1, ++position) {
            const Cell from = make_cell(static_cast<std::size_t>(std::countr_zero(rest)));
            for (const Move move : all_moves) {
                if (!geometry.legal_moves(from).has(move)) continue;
                const Cell to = geometry.neighbour(from, move);
                if ((region & bit_of(to)) == 0) continue;
                const CellSet after = set ^ bit_of(from) ^ bit_of(to);
                const auto there = static_cast<unsigned>(std::popcount(after & (bit_of(to) - 1)));
                edges_.emplace_back(index_.place(after, from), Edge::rotation(there, position));
            }
        }
    }

    const PlacementIndex& index_;
    std::vector<std::size_t> first_;
    std::vector<Edge> edges_;
};

/// The breadth-first search. Its bit sets lie place by place, with one bit for each order. A slide that keeps
/// the order (every slide along a row does) then moves 64 states at once: the reached states have the same bits
/// as those left. A place gathers what its neighbours found at the level before, so every worker writes to its
/// own places only.
class Build {
  public:
    Build(const Pattern& pattern, const PlacementIndex& index, Executor& executor,
          BuildObserver& observer)
        : pattern_(pattern),
          index_(index),
          graph_(index),
          executor_(executor),
          observer_(observer),
          width_(words_for(index.orders())),
          second_bit_(index.places() * width_),
          seen_(index.places() * width_),
          frontier_(index.places() * width_),
          next_(index.places() * width_),
          active_(index.places()),
          next_active_(index.places()) {
        number_rotations();
    }

    static std::size_t words_for(std::size_t bits) { return (bits + 63) / 64; }

    /// The table, or null when the observer cancelled.
    std::shared_ptr<Words> run() {
        place_goal();
        for (Cost distance = 1; found_.load() != 0; ++distance) {
            found_.store(0);
            in_parallel(index_.places(), [&](std::size_t begin, std::size_t end) {
                Words reached(width_);
                std::uint64_t count = 0;
                for (std::size_t place = begin; place < end; ++place) {
                    count += enter_place(place, (distance & 2) != 0, reached);
                }
                found_.fetch_add(count, std::memory_order_relaxed);
                done_.fetch_add(count, std::memory_order_relaxed);
            });
            if (cancelled_.load()) return nullptr;
            std::swap(frontier_, next_);
            std::swap(active_, next_active_);
        }
        return by_order();
    }

  private:
    static constexpr std::size_t places_at_once = 256;

    /// Where each rotation takes each order.
    void number_rotations() {
        for (unsigned from = 0; from < index_.tiles(); ++from) {
            for (unsigned to = 0; to < index_.tiles(); ++to) {
                auto& map = rotated_order_[Edge::rotation(from, to)];
                const auto distance = from < to ? to - from : from - to;
                if (distance == 0 || distance >= index_.geometry().cols) continue;
                map.resize(index_.orders());
                for (std::size_t order = 0; order < map.size(); ++order) {
                    map[order] = static_cast<std::uint16_t>(
                        index_.order(rotated(index_.arrangement(order), from, to)));
                }
            }
        }
    }
    void place_goal() {
        const Placement goal = goal_placement(pattern_);
        const std::size_t order = index_.order(goal.arrangement);
        const std::size_t place = index_.place(goal.cells, pattern_.goal_blank);
        const std::size_t word = place * width_ + order / 64;
        frontier_[word] = seen_[word] = std::uint64_t{1} << (order % 64);
        active_[place] = 1;
        done_.store(1);
        found_.store(1);
    }

    /// Calls `work(begin, end)` over all of `count`, in pieces that the workers take one after the other.
    template <class Work>
    void in_parallel(std::size_t count, Work work) {
        std::atomic<std::size_t> next{0};
        executor_.run([&](std::size_t worker) {
            while (!cancelled_.load(std::memory_order_relaxed)) {
                const std::size_t begin = next.fetch_add(places_at_once);
                if (begin >= count) break;
                work(begin, std::min(begin + places_at_once, count));
                if (worker == 0) report();
            }
        });
    }
    void report() {
        observer_.progress(pattern_, done_.load(std::memory_order_relaxed), index_.states());
        if (observer_.cancelled()) cancelled_.store(true);
    }

    /// Finds the states of one place that are reached first at this level, and returns their number.
    std::uint64_t enter_place(std::size_t place, bool second_bit, Words& reached) {
        bool any = false;
        for (const Edge edge : graph_.into(place)) {
            if (active_[edge.place()] == 0) continue;
            if (!any) std::fill(reached.begin(), reached.end(), 0);
            any = true;
            gather(edge, reached);
        }
        // The bits here are from two levels ago.
        std::uint64_t* const next = &next_[place * width_];
        std::uint64_t count = 0;
        if (any) {
            std::uint64_t* const seen = &seen_[place * width_];
            for (std::size_t w = 0; w < width_; ++w) {
                next[w] = reached[w] & ~seen[w];
                seen[w] |= next[w];
                count += static_cast<std::uint64_t>(std::popcount(next[w]));
            }
            if (second_bit && count != 0) {
                for (std::size_t w = 0; w < width_; ++w) second_bit_[place * width_ + w] |= next[w];
            }
        }
        next_active_[place] = count != 0;
        return count;
    }
    void gather(Edge edge, Words& reached) const {
        const std::uint64_t* const from = &frontier_[edge.place() * width_];
        if (Edge::keeps_order(edge.rotation())) {
            for (std::size_t w = 0; w < width_; ++w) reached[w] |= from[w];
            return;
        }
        const std::uint16_t* const map = rotated_order_[edge.rotation()].data();
        for (std::size_t w = 0; w < width_; ++w) {
            for (std::uint64_t bits = from[w]; bits != 0; bits &= bits - 1) {
                const std::size_t order =
                    map[w * 64 + static_cast<std::size_t>(std::countr_zero(bits))];
                reached[order / 64] |= std::uint64_t{1} << (order % 64);
            }
        }
    }

    /// The result in the table's own order: a row of places for every order.
    std::shared_ptr<Words> by_order() {
        for (Words* words : {&seen_, &frontier_, &next_}) *words = Words();
        auto table = std::make_shared<Words>(BitTable::total_words(index_));
        const std::size_t row_words = BitTable::row_words(index_);
        in_parallel(row_words, [&](std::size_t begin, std::size_t end) {
            std::array<std::uint64_t, 64> block;
            for (std::size_t column = begin; column < end; ++column) {
                for (std::size_t w = 0; w < width_; ++w) {
                    for (std::size_t i = 0; i < 64; ++i) {
                        const std::size_t place = column * 64 + i;
                        block[i] = place < index_.places() ? second_bit_[place * width_ + w] : 0;
                    }
                    transpose(block);
                    const std::size_t orders = std::min<std::size_t>(64, index_.orders() - w * 64);
                    for (std::size_t i = 0; i < orders; ++i) {
                        (*table)[(w * 64 + i) * row_words + column] = block[i];
                    }
                }
            }
        });
        return cancelled_.load() ? nullptr : table;
    }
    /// Bit j of word i becomes bit i of word j: halves are exchanged, then quarters, down to single bits.
    static void transpose(std::array<std::uint64_t, 64>& block) {
        std::uint64_t mask = 0x00000000FFFFFFFFULL;
        for (std::size_t half = 32; half != 0; half >>= 1, mask ^= mask << half) {
            for (std::size_t i = 0; i < 64; i = ((i | half) + 1) & ~half) {
                const std::uint64_t swap = ((block[i] >> half) ^ block[i | half]) & mask;
                block[i] ^= swap << half;
                block[i | half] ^= swap;
            }
        }
    }

    const Pattern& pattern_;
    const PlacementIndex& index_;
    const PlaceGraph graph_;
    Executor& executor_;
    BuildObserver& observer_;
    const std::size_t width_;  ///< words for one bit of every order
    Words second_bit_;         ///< bit 1 of every distance
    Words seen_;
    Words frontier_;
    Words next_;
    std::vector<std::uint8_t> active_;
    std::vector<std::uint8_t> next_active_;
    std::array<std::vector<std::uint16_t>, 64> rotated_order_;
    std::atomic<std::uint64_t> found_{0};
    std::atomic<std::uint64_t> done_{0};
    std::atomic<bool> cancelled_{false};
};

}  // namespace

std::optional<Error> check_tiles(Geometry geometry, std::size_t tiles) {
    if (tiles < 1 || tiles > most_tiles || tiles >= geometry.cells() ||
        geometry.cells() > most_cells || cell_sets(geometry, tiles) > most_cell_sets) {
        return usage_error(
            fmt::format("there can be no table of {} tiles on {}×{}", tiles, geometry.rows,
                        geometry.cols),
            fmt::format("tables have at most {} tiles, on boards of at most {} cells", most_tiles,
                        most_cells));
    }
    return std::nullopt;
}

Result<BuildSize> build_size(Geometry geometry, std::size_t tiles) {
    if (auto error = check_tiles(geometry, tiles)) return *error;
    return build_size(PlacementIndex(geometry, tiles));
}

BuildSize build_size(const PlacementIndex& index) {
    BuildSize size;
    size.states = index.states();
    size.table_bytes = BitTable::total_words(index) * sizeof(std::uint64_t);
    // Four bit sets by place (the table itself comes when three of them are gone), the slides (at most one for
    // every tile and direction), where rotations lead, and the index itself.
    const std::uint64_t by_place = index.places() * Build::words_for(index.orders()) * 8;
    size.peak_bytes = 4 * std::max(by_place, size.table_bytes) + index.bytes() +
                      index.cell_sets() * index.tiles() * all_moves.size() * sizeof(Edge) +
                      index.places() * (sizeof(std::size_t) + 2) +
                      index.orders() * 2 * index.tiles() * index.tiles();
    return size;
}

Result<SharedTable> build_table(const Pattern& pattern, std::shared_ptr<const PlacementIndex> index,
                                Executor& executor, BuildObserver& observer,
                                std::size_t memory_bytes) {
    const BuildSize size = build_size(*index);
    if (size.peak_bytes > memory_bytes) {
        return Error{
            ErrorCode::memory_limit,
            fmt::format("building the table of {} needs {} MB of memory, more than allowed",
                        pattern.picture(), (size.peak_bytes >> 20) + 1),
            "allow more memory, or use smaller patterns", "limits.memory_bytes"};
    }
    auto words = Build(pattern, *index, executor, observer).run();
    if (words == nullptr) {
        return Error{ErrorCode::interrupted, "building the table was interrupted", ""};
    }
    const std::span<const std::uint64_t> view = words->view();
    return SharedTable(
        std::make_shared<BitTable>(pattern, std::move(index), view, std::move(words)));
}

}  // namespace tessera::pdb
