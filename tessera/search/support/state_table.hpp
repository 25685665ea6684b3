// The states of a best-first search on a board of at most 16 cells: everything about a state in one cache line.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <vector>

#include "tessera/base/huge_pages.hpp"
#include "tessera/contracts/search.hpp"
#include "tessera/search/support/node_store.hpp"

namespace tessera::search {

/// A state of at most 16 cells in 60 bits, four a cell: the tile on a sixteenth cell follows from
/// the others, because the exclusive or of 0 … 15 is 0. No state is 0.
class SmallState {
  public:
    static constexpr unsigned bits = 60;
    static constexpr std::uint64_t mask = (std::uint64_t{1} << bits) - 1;

    template <BoardType B>
    void assign(const B& board) {
        static_assert(B::cell_count <= 16);
        std::uint64_t word = 0;
        board.pack(&word);
        *this = SmallState(word & mask);
    }
    SmallState() = default;
    explicit SmallState(std::uint64_t key) : key_(key), hash_(mix(key)) {}

    std::uint64_t key() const { return key_; }
    std::uint64_t hash() const { return hash_; }

    template <BoardType B>
    static B board(std::uint64_t key) {
        if constexpr (B::cell_count == 16) {
            std::uint64_t rest = key ^ (key >> 32);
            rest ^= rest >> 16;
            rest ^= rest >> 8;
            rest ^= rest >> 4;
            key |= rest << bits;
        }
        return B::from_packed(B::shape, &key);
    }

  private:
    /// Every bit of the upper half depends on every bit of the key.
    static constexpr std::uint64_t mix(std::uint64_t x) {
        x *= 0xBF58476D1CE4E5B9ULL;
        x = (x ^ (x >> 32)) * 0x94D049BB133111EBULL;
        return x ^ (x >> 32);
    }

    std::uint64_t key_ = 0;
    std::uint64_t hash_ = 0;
};

/// Stores each state once with g, the move that led there and whether it is closed, for boards of at most 16
/// cells and g below 2^16. It has the same contract as the part of NodeStore that best-first search uses. But a
/// look-up touches one cache line instead of three, and a frontier entry is the state itself, so a state taken
/// from the frontier, and its children, are known before any memory is read.
///
/// A line holds six states of 8 bytes (60 bits of state, 4 of move and flags) and 2 bytes of g each.
/// A state lies in its home line, which its hash determines, or in the first line after that which
/// had room; states are never removed, so the first free place ends a search for one. Home lines
/// grow with the hash: this lets the table grow in place, in one pass from the back, and keeps that
/// pass sequential in memory.
///
/// The lines are split into shards by hash, and a shard is a list of segments, so no memory is ever
/// copied or given back. A shard grows by half at 70 % full, beyond which too many states would lie
/// outside their home line; the shards do so one after the other, evenly spread, so the whole stays
/// near 57 % full: 18.8 bytes a state.
template <BoardType B>
class StateTable {
  public:
    static_assert(B::fixed_geometry && B::cell_count <= 16);

    using State = SmallState;
    /// A state as it was stored: the key, and the move that led there.
    enum class Entry : std::uint64_t {};
    /// How far ahead in the frontier to fetch for: an entry is its state.
    static constexpr std::size_t foreseen_entries = 2;
    static constexpr Cost largest_g = (1 << 16) - 1;

    StateTable(Geometry, Monitor& monitor) : monitor_(monitor) {
        for (std::size_t i = 0; i < shard_count; ++i) {
            shards_[i].wanted_segments =
                std::pow(growth, static_cast<double>(i) / static_cast<double>(shard_count));
        }
    }
    StateTable(const StateTable&) = delete;
    StateTable& operator=(const StateTable&) = delete;
    ~StateTable() { monitor_.release(chunks_.size() * chunk_bytes); }

    std::size_t size() const { return size_; }

    /// Fetches what `offer` and `close` will read for a state with this hash: its home line and the
    /// next, where it may have had to go. Always inline: GCC drops calls of functions that do
    /// nothing but prefetch.
    [[gnu::always_inline]] void prefetch(std::uint64_t hash) const {
        const Shard& shard = shards_[shard_of(hash)];
        if (shard.line_count == 0) return;
        const Line* const home = &line(shard, home_of(shard, hash));
        __builtin_prefetch(home);
        __builtin_prefetch(home + 1);
    }
    [[gnu::always_inline]] void prefetch(Entry entry) const {
        prefetch(SmallState(key_of(entry)).hash());
    }

    /// Closes a state; returns its data from before.
    NodeData close(Entry entry) {
        const SmallState state(key_of(entry));
        const Place place = find(shards_[shard_of(state.hash())], state);
        assert(place.known);
        const NodeData before = data(place);
        place.line->words[place.slot] |= closed_bit | expanded_bit;
        return before;
    }

    struct Offered {
        Offer what;
        Entry entry;
    };
    /// Takes over a path to `state` that costs `g` and ends with `move`, if it is the best so far.
    Offered offer(const SmallState& state, Cost g, Move move, bool reopens) {
        const std::uint64_t word =
            state.key() | (static_cast<std::uint64_t>(index(move)) << move_shift);
        const Entry entry{word};
        Shard& shard = shards_[shard_of(state.hash())];
        if (shard.size >= shard.capacity && !grow(shard)) return {Offer::no_memory, entry};
        const Place place = find(shard, state);
        std::uint64_t& stored = place.line->words[place.slot];
        std::uint16_t& stored_g = place.line->g[place.slot];
        if (!place.known) {
            stored = word;
            stored_g = static_cast<std::uint16_t>(g);
            ++shard.size;
            ++size_;
            return {Offer::added, entry};
        }
        const bool closed = (stored & closed_bit) != 0;
        if (g >= stored_g || (closed && !reopens)) return {Offer::not_better, entry};
        stored = word | (stored & expanded_bit);
        stored_g = static_cast<std::uint16_t>(g);
        return {closed ? Offer::reopened : Offer::improved, entry};
    }
    /// The root of the search; no_memory or added.
    Offered add_root(const SmallState& state) {
        root_ = state.key();
        return offer(state, 0, Move{}, false);
    }

    static void load(Entry entry, B& board) { board = StateTable::board(entry); }
    static B board(Entry entry) { return SmallState::board<B>(key_of(entry)); }
    static Move move_to(Entry entry) {
        return make_move((static_cast<std::uint64_t>(entry) >> move_shift) & 3U);
    }

    /// The moves from the root to a state: each parent is found by undoing the move that led to its
    /// child.
    std::vector<Move> path_to(Entry entry) const {
        std::vector<Move> path;
        B board = StateTable::board(entry);
        SmallState state(key_of(entry));
        while (state.key() != root_) {
            const Move move = data(find(shards_[shard_of(state.hash())], state)).move();
            path.push_back(move);
            board.slide(opposite(move));
            state.assign(board);
        }
        std::reverse(path.begin(), path.end());
        return path;
    }

  private:
    static constexpr std::size_t shard_count = 32;
    static constexpr std::size_t line_slots = 6;
    static constexpr std::size_t segment_lines = 1024;
    static constexpr std::size_t chunk_bytes = std::size_t{2} << 20;
    static constexpr double growth = 1.5;
    static constexpr std::size_t percent_full = 70;

    static constexpr unsigned move_shift = SmallState::bits;
    static constexpr std::uint64_t closed_bit = std::uint64_t{1} << 62;
    static constexpr std::uint64_t expanded_bit = std::uint64_t{1} << 63;

    /// Slots fill from the front; a word of 0 is a free slot.
    struct alignas(64) Line {
        std::uint64_t words[line_slots];
        std::uint16_t g[line_slots];
    };
    static_assert(sizeof(Line) == 64);

    struct Shard {
        std::size_t line_count = 0;
        std::size_t size = 0;
        std::size_t capacity = 0;
        std::vector<Line*> segments;
        double wanted_segments = 1.0;  ///< after the next growth; not whole
    };

    /// Where a state is, or where it belongs.
    struct Place {
        Line* line = nullptr;
        std::size_t slot = 0;
        bool known = false;
    };

    static std::uint64_t key_of(Entry entry) {
        return static_cast<std::uint64_t>(entry) & SmallState::mask;
    }
    static std::size_t shard_of(std::uint64_t hash) { return static_cast<std::size_t>(hash >> 59); }
    static_assert(shard_count == std::size_t{1} << (64 - 59));
    static std::size_t home_of(const Shard& shard, std::uint64_t hash) {
        return static_cast<std::size_t>(
            (((hash >> 27) & 0xFFFFFFFFU) * static_cast<std::uint64_t>(shard.line_count)) >> 32);
    }
    static Line& line(const Shard& shard, std::size_t number) {
        return shard.segments[number / segment_lines][number % segment_lines];
    }

    /// Counted without branches, which would be mispredicted as often as not.
    static unsigned used_slots(const Line& line) {
        unsigned used = 0;
        for (const std::uint64_t word : line.words) used += word != 0 ? 1U : 0U;
        return used;
    }
    /// After the last line comes the first.
    static Place find(const Shard& shard, const SmallState& state) {
        std::size_t number = home_of(shard, state.hash());
        while (true) {
            Line& here = line(shard, number);
            unsigned equal = 0;
            for (unsigned slot = 0; slot < line_slots; ++slot) {
                equal |= ((here.words[slot] & SmallState::mask) == state.key() ? 1U : 0U) << slot;
            }
            if (equal != 0) return {&here, static_cast<std::size_t>(std::countr_zero(equal)), true};
            const unsigned used = used_slots(here);
            if (used < line_slots) return {&here, used, false};
            number = number + 1 == shard.line_count ? 0 : number + 1;
        }
    }
    /// The first free slot from this line to the last, if there is one.
    static Place free_slot(const Shard& shard, std::size_t number) {
        for (; number < shard.line_count; ++number) {
            Line& here = line(shard, number);
            const unsigned used = used_slots(here);
            if (used < line_slots) return {&here, used, false};
        }
        return {};
    }
    NodeData data(const Place& place) const {
        const std::uint64_t word = place.line->words[place.slot];
        NodeData data = NodeData::child(place.line->g[place.slot], move_to(Entry{word}));
        data.set_flags((word & SmallState::mask) == root_, (word & closed_bit) != 0,
                       (word & expanded_bit) != 0);
        return data;
    }

    struct Stored {
        std::uint64_t word;
        std::uint16_t g;
    };
    static SmallState state_of(const Stored& stored) {
        return SmallState(stored.word & SmallState::mask);
    }
    static void put(const Place& place, const Stored& stored) {
        place.line->words[place.slot] = stored.word;
        place.line->g[place.slot] = stored.g;
    }

    /// Adds segments and moves every state to its new home, which is not before the old one.
    ///
    /// From the last old line to the first, each line is emptied and its states are put where they
    /// belong now; all lines after it are in order already. A state that was far from home may
    /// belong before the line it was in, among lines that are still to be emptied, and so may one
    /// that finds no room up to the last line: these wait until all others are in place.
    bool grow(Shard& shard) {
        const std::size_t old_lines = shard.line_count;
        const auto wanted = static_cast<std::size_t>(std::ceil(shard.wanted_segments));
        while (shard.segments.size() < wanted) {
            Line* const segment = new_segment();
            if (segment == nullptr) return false;
            shard.segments.push_back(segment);
        }
        shard.wanted_segments *= growth;
        shard.line_count = wanted * segment_lines;
        shard.capacity = shard.line_count * line_slots * percent_full / 100;

        std::vector<Stored> waiting;
        for (std::size_t number = old_lines; number-- > 0;) {
            Line& here = line(shard, number);
            const Line old = here;
            here = Line{};
            for (std::size_t slot = 0; slot < line_slots && old.words[slot] != 0; ++slot) {
                const Stored stored{old.words[slot], old.g[slot]};
                const std::size_t home = home_of(shard, state_of(stored).hash());
                const Place place = home < number ? Place{} : free_slot(shard, home);
                if (place.line == nullptr) {
                    waiting.push_back(stored);
                } else {
                    put(place, stored);
                }
            }
        }
        for (const Stored& stored : waiting) put(find(shard, state_of(stored)), stored);
        return true;
    }
    /// A zeroed segment, or null at the memory limit.
    Line* new_segment() {
        constexpr std::size_t bytes = segment_lines * sizeof(Line);
        if (chunk_used_ == chunk_bytes) {
            if (!monitor_.reserve(chunk_bytes)) return nullptr;
            chunks_.push_back(allocate_zeroed(chunk_bytes));
            chunk_used_ = 0;
        }
        auto* segment = reinterpret_cast<Line*>(chunks_.back().get() + chunk_used_);
        chunk_used_ += bytes;
        return segment;
    }

    Monitor& monitor_;
    std::size_t size_ = 0;
    std::uint64_t root_ = 0;
    std::array<Shard, shard_count> shards_;
    std::vector<RawMemory> chunks_;
    std::size_t chunk_used_ = chunk_bytes;
};

/// Whether StateTable can hold the states of this board type.
template <BoardType B>
constexpr bool fits_state_table = [] {
    if constexpr (B::fixed_geometry) {
        return B::cell_count <= 16;
    } else {
        return false;
    }
}();

}  // namespace tessera::search
