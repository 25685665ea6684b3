// Every state a search has met, packed, with constant-time look-up: the closed table and the node pool in one.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "tessera/base/huge_pages.hpp"
#include "tessera/contracts/search.hpp"

namespace tessera::search {

/// A stored state: its number in order of insertion.
enum class NodeId : std::uint32_t {};
inline constexpr NodeId no_node{0xFFFFFFFFU};

/// The data of a state: g in 24 bits, the move that led here in two, three flags, and the last three bits of
/// the number of the round in which it was last expanded.
class NodeData {
  public:
    static constexpr Cost largest_g = (1 << 24) - 1;

    constexpr NodeData() = default;
    static constexpr NodeData root() {
        NodeData data;
        data.bits_ = root_bit;
        return data;
    }
    static constexpr NodeData child(Cost g, Move move) {
        NodeData data;
        data.bits_ =
            static_cast<std::uint32_t>(g) | (static_cast<std::uint32_t>(index(move)) << move_shift);
        return data;
    }

    /// The whole as a number, and back: for sending it.
    constexpr std::uint32_t bits() const { return bits_; }
    static constexpr NodeData from_bits(std::uint32_t bits) {
        NodeData data;
        data.bits_ = bits;
        return data;
    }

    constexpr Cost g() const { return static_cast<Cost>(bits_ & g_mask); }
    /// The move that led here; meaningless for the root.
    constexpr Move move() const { return make_move((bits_ >> move_shift) & 3U); }
    constexpr bool is_root() const { return (bits_ & root_bit) != 0; }
    constexpr bool closed() const { return (bits_ & closed_bit) != 0; }
    constexpr bool was_expanded() const { return (bits_ & expanded_bit) != 0; }

    /// Whether it was last expanded in this round, or a multiple of eight rounds earlier.
    constexpr bool expanded_in(std::uint32_t round) const {
        return was_expanded() && (bits_ >> round_shift) == (round & 7U);
    }

    constexpr void close(std::uint32_t round = 0) {
        bits_ = (bits_ & ~round_mask) | (round << round_shift) | closed_bit | expanded_bit;
    }
    constexpr void set_flags(bool root, bool closed, bool expanded) {
        bits_ |=
            (root ? root_bit : 0U) | (closed ? closed_bit : 0U) | (expanded ? expanded_bit : 0U);
    }
    /// A cheaper path was found: takes it over and opens the node again.
    constexpr void improve(Cost g, Move move) {
        const std::uint32_t kept = bits_ & (expanded_bit | round_mask);
        bits_ = child(g, move).bits_ | kept;
    }

  private:
    static constexpr std::uint32_t g_mask = (1U << 24) - 1;
    static constexpr int move_shift = 24;
    static constexpr std::uint32_t root_bit = 1U << 26;
    static constexpr std::uint32_t closed_bit = 1U << 27;
    static constexpr std::uint32_t expanded_bit = 1U << 28;
    static constexpr int round_shift = 29;
    static constexpr std::uint32_t round_mask = 7U << round_shift;

    std::uint32_t bits_ = 0;
};
static_assert(sizeof(NodeData) == 4);

/// A packed state: one word where the board fits one, up to 2500 words for 100×100.
template <BoardType B>
class PackedState {
  public:
    explicit PackedState(Geometry geometry) {
        if constexpr (!B::fixed_geometry) words_.resize(PackedLayout(geometry.cells()).words);
    }
    void assign(const B& board) {
        board.pack(words_.data());
        hash_ = 0x9E3779B97F4A7C15ULL;
        for (const std::uint64_t word : words_) hash_ = mix(hash_ ^ word);
    }
    /// A state that was packed and hashed elsewhere.
    void assign(const std::uint64_t* words, std::uint64_t hash) {
        for (std::size_t i = 0; i < words_.size(); ++i) words_[i] = words[i];
        hash_ = hash;
    }
    const std::uint64_t* words() const { return words_.data(); }
    std::size_t word_count() const { return words_.size(); }
    std::uint64_t hash() const { return hash_; }
    static std::uint64_t hash_of(const std::uint64_t* words, std::size_t count) {
        std::uint64_t hash = 0x9E3779B97F4A7C15ULL;
        for (std::size_t i = 0; i < count; ++i) hash = mix(hash ^ words[i]);
        return hash;
    }

  private:
    /// The finaliser of splitmix64: every bit of the result depends on every bit of the argument.
    static constexpr std::uint64_t mix(std::uint64_t x) {
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
        return x ^ (x >> 31);
    }
    static constexpr auto storage() {
        if constexpr (B::fixed_geometry) {
            return std::array<std::uint64_t, B::layout.words>{};
        } else {
            return std::vector<std::uint64_t>{};
        }
    }

    decltype(storage()) words_ = storage();
    std::uint64_t hash_ = 0;
};

/// What a store did with a path that was offered to it.
enum class Offer {
    no_memory,
    not_better,  ///< the state is known by a path as cheap, or may not be opened again
    added,       ///< the state is new
    improved,    ///< the state was open and now has a cheaper path
    reopened     ///< the state was closed and is open again with a cheaper path
};

/// Stores states once each and finds them again by content (the whole state is compared, never its
/// hash alone).
///
/// States lie in order of insertion in chunks that never move: 8 bytes a word plus 4 bytes of
/// NodeData. The index over them is split into shards by hash, so that growing one of them (to the
/// double, at 85 % full) never needs a second copy of the whole. A shard is an array of cache lines;
/// each line holds 12 entries of one tag byte (part of the hash) and a four-byte NodeId, so that a
/// state that is not there is usually recognised after reading one line. The cost is 6.3 to 12.6
/// bytes of index a node.
template <BoardType B>
class NodeStore {
  public:
    using State = PackedState<B>;
    using Entry = NodeId;  ///< how a frontier refers to a state held here
    /// How far ahead in the frontier to fetch for: an entry must be read to know its state.
    static constexpr std::size_t foreseen_entries = 0;
    static constexpr Cost largest_g = NodeData::largest_g;

    /// More than `most_nodes` nodes (a chunk more or less) end the search as lack of memory does.
    NodeStore(Geometry geometry, Monitor& monitor,
              std::size_t most_nodes = static_cast<std::size_t>(no_node))
        : monitor_(monitor),
          geometry_(geometry),
          words_(PackedLayout(geometry.cells()).words),
          most_nodes_(most_nodes) {
        const std::size_t node_bytes = words() * sizeof(std::uint64_t) + sizeof(NodeData);
        chunk_shift_ = 4;
        while (chunk_shift_ < 20 && (node_bytes << (chunk_shift_ + 1)) <= chunk_bytes_wanted) {
            ++chunk_shift_;
        }
        chunk_bytes_ = node_bytes << chunk_shift_;
    }
    NodeStore(const NodeStore&) = delete;
    NodeStore& operator=(const NodeStore&) = delete;
    ~NodeStore() { monitor_.release(bytes_); }

    std::size_t size() const { return size_; }
    Geometry geometry() const { return geometry_; }

    /// Fetches what `find` and `insert` will read for a state with this hash. Always inline: GCC drops
    /// calls of functions that do nothing but prefetch.
    [[gnu::always_inline]] void prefetch(std::uint64_t hash) const {
        const Shard& shard = shards_[shard_of(hash)];
        if (shard.line_count != 0) __builtin_prefetch(shard.lines() + line_of(shard, hash));
    }
    [[gnu::always_inline]] void prefetch(NodeId id) const {
        __builtin_prefetch(words_of(id));
        __builtin_prefetch(data_address(id));
    }

    /// The node with this state, or no_node.
    NodeId find(const PackedState<B>& state) const {
        const Shard& shard = shards_[shard_of(state.hash())];
        if (shard.line_count == 0) return no_node;
        return probe(shard, state).id;
    }

    struct Inserted {
        NodeId id;  ///< no_node: the memory limit was reached
        bool is_new;
    };
    /// Finds the state or adds it with `data`.
    Inserted insert(const PackedState<B>& state, NodeData data) {
        Shard& shard = shards_[shard_of(state.hash())];
        if (shard.entries >= shard.capacity && !grow(shard)) return {no_node, false};
        const Probe found = probe(shard, state);
        if (found.id != no_node) return {found.id, false};
        if ((size_ & (chunk_size() - 1)) == 0 && !add_chunk()) return {no_node, false};

        const NodeId id{static_cast<std::uint32_t>(size_++)};
        std::uint64_t* stored = words_of(id);
        for (std::size_t i = 0; i < words(); ++i) stored[i] = state.words()[i];
        *data_address(id) = data;
        place(found, tag_of(state.hash()), id);
        ++shard.entries;
        return {id, true};
    }

    /// Closes a state in a round; returns its data from before.
    NodeData close(NodeId id, std::uint32_t round = 0) {
        NodeData& stored = data(id);
        const NodeData before = stored;
        stored.close(round);
        return before;
    }
    struct Offered {
        Offer what;
        NodeId entry;
    };
    /// Takes over a path to `state` that costs `g` and ends with `move`, if it is the best so far.
    Offered offer(const PackedState<B>& state, Cost g, Move move, bool reopens) {
        const Inserted node = insert(state, NodeData::child(g, move));
        if (node.id == no_node) return {Offer::no_memory, no_node};
        if (node.is_new) return {Offer::added, node.id};
        NodeData& known = data(node.id);
        const bool closed = known.closed();
        if (g >= known.g() || (closed && !reopens)) return {Offer::not_better, node.id};
        known.improve(g, move);
        return {closed ? Offer::reopened : Offer::improved, node.id};
    }
    /// The root of the search; no_memory or added.
    Offered add_root(const PackedState<B>& state) {
        const Inserted node = insert(state, NodeData::root());
        return {node.id == no_node ? Offer::no_memory : Offer::added, node.id};
    }
    /// The move that led to a state held here.
    Move move_to(NodeId id) const { return data(id).move(); }

    NodeData& data(NodeId id) { return *data_address(id); }
    const NodeData& data(NodeId id) const { return *data_address(id); }
    const std::uint64_t* packed(NodeId id) const { return words_of(id); }
    B board(NodeId id) const { return B::from_packed(geometry_, words_of(id)); }
    /// The same without allocating on boards of run-time size.
    void load(NodeId id, B& board) const {
        if constexpr (B::fixed_geometry) {
            board = B::from_packed(geometry_, words_of(id));
        } else {
            board.unpack(words_of(id));
        }
    }

    /// The moves from the root to `id`: each parent is found by undoing the move that led to its
    /// child.
    std::vector<Move> path_to(NodeId id) const {
        std::vector<Move> path;
        B board = this->board(id);
        PackedState<B> state(geometry_);
        while (!data(id).is_root()) {
            const Move move = data(id).move();
            path.push_back(move);
            board.slide(opposite(move));
            state.assign(board);
            id = find(state);
        }
        std::reverse(path.begin(), path.end());
        return path;
    }

  private:
    static constexpr std::size_t shard_count = 64;
    static constexpr std::size_t line_entries = 12;
    static constexpr std::size_t chunk_bytes_wanted = std::size_t{4} << 20;
    static constexpr std::size_t most_bytes = static_cast<std::size_t>(-1);

    /// Tags are never 0, so 0 marks a free entry; entries of a line fill from the front and are
    /// never removed.
    struct alignas(64) Line {
        std::uint8_t tags[line_entries];
        std::uint32_t unused;
        std::uint32_t ids[line_entries];
    };
    static_assert(sizeof(Line) == 64);

    struct Shard {
        RawMemory memory{nullptr, AlignedDelete{64}};
        std::size_t line_count = 0;
        std::size_t entries = 0;
        std::size_t capacity = 0;

        Line* lines() const { return reinterpret_cast<Line*>(memory.get()); }
    };

    struct Probe {
        NodeId id;  ///< no_node: not there, and `line`/`entry` is where it belongs
        Line* line;
        std::size_t entry;
    };

    std::size_t words() const {
        if constexpr (B::fixed_geometry) {
            return B::layout.words;
        } else {
            return words_;
        }
    }
    std::size_t chunk_size() const { return std::size_t{1} << chunk_shift_; }
    std::uint64_t* words_of(NodeId id) const {
        const auto number = static_cast<std::size_t>(id);
        auto* chunk = reinterpret_cast<std::uint64_t*>(chunks_[number >> chunk_shift_].get());
        return chunk + (number & (chunk_size() - 1)) * words();
    }
    NodeData* data_address(NodeId id) const {
        const auto number = static_cast<std::size_t>(id);
        std::byte* chunk = chunks_[number >> chunk_shift_].get();
        auto* data = reinterpret_cast<NodeData*>(chunk + (words() << chunk_shift_) * 8);
        return data + (number & (chunk_size() - 1));
    }

    static std::size_t shard_of(std::uint64_t hash) { return hash >> 58; }
    static std::uint8_t tag_of(std::uint64_t hash) {
        const auto tag = static_cast<std::uint8_t>(hash);
        return tag == 0 ? std::uint8_t{1} : tag;
    }
    static std::size_t line_of(const Shard& shard, std::uint64_t hash) {
        return static_cast<std::size_t>((((hash >> 26) & 0xFFFFFFFFU) * shard.line_count) >> 32);
    }

    Probe probe(const Shard& shard, const PackedState<B>& state) const {
        const std::uint8_t tag = tag_of(state.hash());
        Line* const lines = shard.lines();
        std::size_t number = line_of(shard, state.hash());
        while (true) {
            Line& line = lines[number];
            for (std::size_t i = 0; i < line_entries; ++i) {
                if (line.tags[i] == 0) return {no_node, &line, i};
                if (line.tags[i] == tag && same(NodeId{line.ids[i]}, state)) {
                    return {NodeId{line.ids[i]}, &line, i};
                }
            }
            number = number + 1 == shard.line_count ? 0 : number + 1;
        }
    }
    /// Spelled out, because for the one or two words of a fixed board a library call would cost more.
    bool same(NodeId id, const PackedState<B>& state) const {
        const std::uint64_t* stored = words_of(id);
        std::uint64_t difference = 0;
        for (std::size_t i = 0; i < words(); ++i) difference |= stored[i] ^ state.words()[i];
        return difference == 0;
    }
    static void place(const Probe& where, std::uint8_t tag, NodeId id) {
        where.line->tags[where.entry] = tag;
        where.line->ids[where.entry] = static_cast<std::uint32_t>(id);
    }
    /// The first free entry for this hash in a shard known not to hold the state.
    static Probe free_entry(const Shard& shard, std::uint64_t hash) {
        std::size_t number = line_of(shard, hash);
        while (true) {
            Line& line = shard.lines()[number];
            for (std::size_t i = 0; i < line_entries; ++i) {
                if (line.tags[i] == 0) return {no_node, &line, i};
            }
            number = number + 1 == shard.line_count ? 0 : number + 1;
        }
    }

    bool add_chunk() {
        // If no NodeId is left, ask for more memory than any machine has, to end as at the limit.
        const bool numbers_left = most_nodes_ - size_ >= chunk_size();
        if (!account(numbers_left ? chunk_bytes_ : most_bytes)) return false;
        chunks_.push_back(allocate_zeroed(chunk_bytes_));
        return true;
    }
    bool grow(Shard& shard) {
        Shard larger;
        larger.line_count = shard.line_count * 2 + 1;
        larger.entries = shard.entries;
        larger.capacity = larger.line_count * line_entries * 85 / 100;
        if (!account(larger.line_count * sizeof(Line))) return false;
        larger.memory = allocate_zeroed(larger.line_count * sizeof(Line));

        for (std::size_t l = 0; l < shard.line_count; ++l) {
            const Line& line = shard.lines()[l];
            if (l + 1 < shard.line_count) {
                const Line& next = shard.lines()[l + 1];
                for (std::size_t i = 0; i < line_entries && next.tags[i] != 0; ++i) {
                    __builtin_prefetch(words_of(NodeId{next.ids[i]}));
                }
            }
            for (std::size_t i = 0; i < line_entries && line.tags[i] != 0; ++i) {
                const NodeId id{line.ids[i]};
                const std::uint64_t hash = PackedState<B>::hash_of(words_of(id), words());
                place(free_entry(larger, hash), line.tags[i], id);
            }
        }
        unaccount(shard.line_count * sizeof(Line));
        shard = std::move(larger);
        return true;
    }
    bool account(std::size_t bytes) {
        if (!monitor_.reserve(bytes)) return false;
        bytes_ += bytes;
        return true;
    }
    void unaccount(std::size_t bytes) {
        monitor_.release(bytes);
        bytes_ -= bytes;
    }

    Monitor& monitor_;
    Geometry geometry_;
    std::size_t words_;
    std::size_t most_nodes_;
    unsigned chunk_shift_ = 0;
    std::size_t chunk_bytes_ = 0;
    std::size_t size_ = 0;
    std::size_t bytes_ = 0;
    std::vector<RawMemory> chunks_;
    std::array<Shard, shard_count> shards_;
};

}  // namespace tessera::search
