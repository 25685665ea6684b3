// One lane of a card: a depth-first search below one open node after the other, in small turns.
#pragma once

#include "tessera/backends/cuda/round_data.hpp"

namespace tessera::cuda {

/// A lane is one thread of a card. Thousands of them take open nodes from a pool, search below them, and write down
/// what is left when too many of them have nothing to do; then they begin again with what was written. All lanes
/// together count as one core does, to the node.
///
/// In a turn a lane looks up one sum for one child. It asks the partition first that ruled out the last child. A sum
/// within the bound is kept at once, and taken back if a later one is above it.
///
/// `mixed`: the patterns have several sizes.
template <bool mixed>
class Lane {
  public:
    TESSERA_BOTH Lane(const SearchTables& tables, const LookupTables& lookups,
                      const RoundWork& work, const LaneMemory& memory)
        : t_(tables),
          lookups_(lookups),
          work_(work),
          memory_(memory),
          lookups_at_(LaneMemory::board_words(tables.cells)),
          sums_at_(lookups_at_ + 2 * tables.lookup_count),
          entry_bits_(LaneMemory::entry_bits(tables.set_count)),
          entries_a_word_(64 / entry_bits_) {}

    /// One turn; false: the lane has ended.
    TESSERA_BOTH bool turn() {
        // 1. Now and then it looks up from its work.
        if ((++turns_ % turns_between_looks) == 0 && !look_up_from_work()) return false;
        // 2. It has a node.
        if (!busy_ && (leaving_ || !take())) return leave();
        // 3. It has a child of its state; if there is none left, it goes back.
        if (passed_ == 0) {
            if (leaving_ && !no_room_ && write_all_down()) return leave();
            if (todo_ == 0) {
                if (level_ == 0) {
                    busy_ = false;
                    return true;
                }
                take_back();
                if (todo_ == 0) return true;
            }
            choose_child();
        }
        // 4. It looks up the child's next sum.
        look_up_sum();
        return true;
    }

    // The functions below serve hosts that make their own nodes.

    /// Takes up a node that no pool holds.
    TESSERA_BOTH void take_up(const OpenNode& node) { load(node); }
    /// Makes one move whatever the sums are; nothing is written down.
    TESSERA_BOTH void follow(u32 move) {
        todo_ = 1U << move;
        choose_child();
        do look_up_sum();
        while (passed_ != 0);
    }
    TESSERA_BOTH void write_down(OpenNode& node) const { fill(node); }

  private:
    static constexpr u32 turns_between_looks = 64;
    static constexpr u32 most_counted = 1U << 30;

    TESSERA_BOTH u32& word(u32 i) const { return memory_.words[i * memory_.stride]; }
    TESSERA_BOTH u32 tile_at(u32 cell) const {
        return (word(cell / 4) >> (8 * (cell % 4))) & 0xFFU;
    }
    TESSERA_BOTH void turn_tile(u32 cell, u32 bits) { word(cell / 4) ^= bits << (8 * (cell % 4)); }
    TESSERA_BOTH void slide_tile(u32 tile, u32 from, u32 to) {
        turn_tile(from, tile);
        turn_tile(to, tile);
    }
    TESSERA_BOTH u32 neighbour(u32 cell, u32 move) const {
        const u32 step = move == 1 || move == 2 ? 1 : t_.cols;
        return move < 2 ? cell - step : cell + step;
    }
    TESSERA_BOTH const SizeTables& size_of(u32 lookup) const {
        return t_.sizes[mixed ? lookups_.size_of[lookup] : 0];
    }

    // Taking nodes, and leaving.

    TESSERA_BOTH bool look_up_from_work() {
        if (turns_ >= work_.budget) set_bits(work_.control->signal, Control::drain);
        const u32 signal = read_now(work_.control->signal);
        if (generated_ >= most_counted) count();
        if ((signal & Control::stop) != 0) {
            leaving_ = true;
            return leave();
        }
        leaving_ = leaving_ || (signal & Control::drain) != 0;
        return true;
    }
    TESSERA_BOTH bool take() {
        const u32 number = add_to(work_.control->taken, 1U);
        if (number >= work_.pool_size) return false;
        const OpenNode& node = work_.pool[work_.pool_size - 1 - number];
        if (node.root != root_) count();
        load(node);
        return true;
    }
    TESSERA_BOTH bool leave() {
        count();
        if (!leaving_ && add_to(work_.control->idle, 1U) + 1 >= work_.idle_limit) {
            set_bits(work_.control->signal, Control::drain);
        }
        return false;
    }
    /// Adds its counts to those of its sub-root.
    TESSERA_BOTH void count() {
        if ((expanded_ | generated_ | deepest_ | depth_limited_) != 0 || next_bound_ != no_bound) {
            RootCounts& counts = work_.counts[root_];
            add_to(counts.expanded, u64{expanded_});
            add_to(counts.generated, u64{generated_});
            add_to(work_.control->expanded, u64{expanded_});
            add_to(work_.control->generated, u64{generated_});
            raise_to(counts.max_depth, deepest_);
            lower_to(counts.next_bound, next_bound_);
            if (depth_limited_ != 0) set_bits(counts.depth_limited, 1U);
        }
        expanded_ = generated_ = deepest_ = depth_limited_ = 0;
        next_bound_ = no_bound;
    }

    TESSERA_BOTH void load(const OpenNode& node) {
        base_ = &node;
        root_ = node.root;
        depth_ = node.depth;
        todo_ = node.todo;
        follows_ = node.follows;
        level_ = passed_ = 0;
        top_ = 0;
        in_top_ = stacked_ = 0;
        busy_ = true;
        for (u32 w = 0; w < lookups_at_; ++w) word(w) = 0;
        for (u32 cell = 0; cell < t_.cells; ++cell) {
            const u32 tile = ((node.low_tiles[cell / 8] >> (4 * (cell % 8))) & 15U) |
                             (((node.high_tiles >> cell) & 1U) << 4);
            if (tile == 0) blank_ = cell;
            turn_tile(cell, tile);
        }
        for (u32 w = 0; w < (t_.set_count + 3) / 4; ++w) word(sums_at_ + w) = node.sums[w];
        for (u32 lookup = 0; lookup < t_.lookup_count; ++lookup) {
            const u32 distance = node.distances[lookup / 16] >> (2 * (lookup % 16));
            load_lookup(lookup, distance & 3U);
        }
    }
    /// Where the tiles of one look-up lie.
    TESSERA_BOTH void load_lookup(u32 lookup, u32 distance) {
        const u32 set = t_.set_of[lookup];
        u32 cells = 0;
        u32 arrangement = 0;
        u32 shift = 0;
        for (u32 cell = 0; cell < t_.cells; ++cell) {
            const u32 tile = tile_at(t_.unturned[lookup * most_cells + cell]);
            const u32 name = set * most_cells + tile;
            if (tile == 0 || lookups_.lookup_of[name] != lookup) continue;
            cells |= 1U << cell;
            arrangement |= u32{t_.label_of[name]} << shift;
            shift += 3;
        }
        const SizeTables& size = size_of(lookup);
        const u32 order =
            u32{size.head_rank[arrangement & 07777U]} + size.tail_rank[arrangement >> 12];
        word(lookups_at_ + 2 * lookup) = cells;
        word(lookups_at_ + 2 * lookup + 1) = order | (distance << 16);
    }

    // Writing down what is left.

    /// Every state of the path that has children left; false: there is no room, so the lane goes on.
    TESSERA_BOTH bool write_all_down() {
        while (true) {
            if (todo_ != 0) {
                const u32 place = add_to(work_.control->written, 1U);
                if (place >= work_.left_room) {
                    no_room_ = true;
                    return false;
                }
                fill(work_.left[place]);
            }
            if (level_ == 0) return true;
            take_back();
        }
    }
    TESSERA_BOTH void fill(OpenNode& node) const {
        for (u32 w = 0; w < path_words; ++w) node.path[w] = base_->path[w];
        add_path(node.path);
        for (u32 w = 0; w < 4; ++w) node.low_tiles[w] = 0;
        node.high_tiles = 0;
        for (u32 cell = 0; cell < t_.cells; ++cell) {
            const u32 tile = tile_at(cell);
            node.low_tiles[cell / 8] |= (tile & 15U) << (4 * (cell % 8));
            node.high_tiles |= (tile >> 4) << cell;
        }
        node.follows = follows_;
        node.root = root_;
        for (u32 w = 0; w < 4; ++w) node.distances[w] = 0;
        for (u32 lookup = 0; lookup < t_.lookup_count; ++lookup) {
            const u32 distance = (word(lookups_at_ + 2 * lookup + 1) >> 16) & 3U;
            node.distances[lookup / 16] |= distance << (2 * (lookup % 16));
        }
        for (u32 w = 0; w < most_sets / 4; ++w) {
            node.sums[w] = w < (t_.set_count + 3) / 4 ? word(sums_at_ + w) : 0;
        }
        node.depth = static_cast<u8>(depth_);
        node.todo = static_cast<u8>(todo_);
        node.unused[0] = node.unused[1] = 0;
    }
    /// The moves since the node it took.
    TESSERA_BOTH void add_path(u32* path) const {
        for (u32 i = 0; i < level_; ++i) {
            const u32 full = i / entries_a_word_;
            const bool on_top = full == stacked_;
            const u64 entries = on_top ? top_ : memory_.stack[full * memory_.stack_stride];
            const u32 above = (on_top ? in_top_ : entries_a_word_) - 1 - i % entries_a_word_;
            const u32 move = static_cast<u32>(entries >> (above * entry_bits_)) & 3U;
            put_move(path, depth_ - level_ + i, move);
        }
    }
    static TESSERA_BOTH void put_move(u32* path, u32 at, u32 move) {
        path[at / 16] |= move << (2 * (at % 16));
    }

    // The search.

    TESSERA_BOTH void choose_child() {
        move_ = lowest_bit(todo_);
        todo_ &= todo_ - 1;
        from_ = neighbour(blank_, move_);
        tile_ = tile_at(from_);
        nearer_ = 0;
        largest_ = 0;
        ++generated_;
    }
    /// The partition to look up when so many are within the bound.
    TESSERA_BOTH u32 set_after(u32 passed) const {
        if (passed == 0) return cutter_;
        return passed <= cutter_ ? passed - 1 : passed;
    }

    /// A look-up after its tile went from one cell to another; nothing is changed yet.
    struct Slid {
        u32 cells;
        u32 code;  ///< the order, and above it the distance + 1 of before
        u32 left;  ///< the cell that the tile left, in the table's own view
    };
    TESSERA_BOTH Slid slid(u32 lookup, u32 from, u32 to) const {
        const u8* const turned = lookups_.turned + lookup * most_cells;
        const u32 left = turned[from];
        const u32 entered = turned[to];
        const u32 bit_left = 1U << left;
        const u32 bit_entered = 1U << entered;
        const u32 cells = word(lookups_at_ + 2 * lookup);
        u32 code = word(lookups_at_ + 2 * lookup + 1);
        const u32 before = count_bits(cells & (bit_left - 1));
        const u32 after = count_bits(cells & (bit_entered - 1) & ~bit_left);
        if (before != after) {
            const SizeTables& size = size_of(lookup);
            const u32 order =
                size.order_after[(before * size.tiles + after) * size.orders + (code & 0xFFFFU)];
            code = (code & 0xFFFF0000U) | order;
        }
        return {cells ^ bit_left ^ bit_entered, code, left};
    }
    /// 1 if the distance becomes smaller.
    TESSERA_BOTH u32 nearer(u32 lookup, const Slid& after) const {
        const SizeTables& size = size_of(lookup);
        const u32 rank = t_.low_rank[after.cells & ((1U << t_.low_bits) - 1)] +
                         size.high_rank[after.cells >> t_.low_bits];
        const Places places = size.places[rank];
        const u32 place = places.first + ((places.region_bits[0] >> after.left) & 1U) +
                          2 * ((places.region_bits[1] >> after.left) & 1U) +
                          4 * ((places.region_bits[2] >> after.left) & 1U);
        const u64 row = u64{after.code & 0xFFFFU} * size.row_words;
        const u64* const words = lookups_.words[lookup];
#if defined(__CUDA_ARCH__)
        const u32 entry = reinterpret_cast<const u32*>(words + row)[place / 32] >> (place % 32);
#else
        const u32 entry = static_cast<u32>(words[row + place / 64] >> (place % 64));
#endif
        return (entry ^ (after.code >> 17)) & 1U;
    }
    TESSERA_BOTH void put(u32 lookup, const Slid& after, u32 code) {
        word(lookups_at_ + 2 * lookup) = after.cells;
        word(lookups_at_ + 2 * lookup + 1) = code;
    }
    TESSERA_BOTH u32 sum_of(u32 set) const {
        return (word(sums_at_ + set / 4) >> (8 * (set % 4))) & 0xFFU;
    }
    /// Adds 1 to a sum, or takes 1 away.
    TESSERA_BOTH void step_sum(u32 set, bool less) {
        const u32 one = 1U << (8 * (set % 4));
        word(sums_at_ + set / 4) += less ? ~one + 1 : one;
    }
    static constexpr u32 one_distance = 1U << 16;

    TESSERA_BOTH void look_up_sum() {
        const u32 set = set_after(passed_);
        const u32 lookup = lookups_.lookup_of[set * most_cells + tile_];
        u32 sum = sum_of(set);
        Slid after{};
        u32 is_nearer = 0;
        if (!mixed || lookup != no_lookup) {
            after = slid(lookup, from_, blank_);
            is_nearer = nearer(lookup, after);
            sum = is_nearer != 0 ? sum - 1 : sum + 1;
        }
        const u32 f = depth_ + 1 + sum;
        if (f > work_.bound && work_.sees_next_bound == 0) {
            if (passed_ != 0) forget_child();
            cutter_ = set;
            return;
        }
        largest_ = f > largest_ ? f : largest_;
        if (!mixed || lookup != no_lookup) {
            put(lookup, after, after.code + (is_nearer != 0 ? ~one_distance + 1 : one_distance));
            step_sum(set, is_nearer != 0);
        }
        nearer_ |= is_nearer << set;
        if (++passed_ == t_.set_count) end_child(sum == 0);
    }
    /// Every sum is known.
    TESSERA_BOTH void end_child(bool may_be_goal) {
        if (largest_ > work_.bound) {
            next_bound_ = largest_ < next_bound_ ? largest_ : next_bound_;
            return forget_child();
        }
        if (depth_ >= work_.depth_limit) {
            depth_limited_ = 1;
            return forget_child();
        }
        enter_child();
        if (may_be_goal && is_goal()) report_goal();
    }
    /// Takes back the sums that are kept already.
    TESSERA_BOTH void forget_child() {
        for (u32 passed = 0; passed < passed_; ++passed) {
            const u32 set = set_after(passed);
            undo(set, tile_, blank_, from_, (nearer_ >> set) & 1U);
        }
        passed_ = 0;
    }
    /// Slides a tile back in one partition.
    TESSERA_BOTH void undo(u32 set, u32 tile, u32 from, u32 to, u32 was_nearer) {
        const u32 lookup = lookups_.lookup_of[set * most_cells + tile];
        if (mixed && lookup == no_lookup) return;
        const Slid before = slid(lookup, from, to);
        put(lookup, before, before.code + (was_nearer != 0 ? one_distance : ~one_distance + 1));
        step_sum(set, was_nearer == 0);
    }
    TESSERA_BOTH void enter_child() {
        slide_tile(tile_, from_, blank_);
        push(move_ | ((todo_ >> 1) << 2) | (u64{nearer_} << 5));
        blank_ = from_;
        ++depth_;
        if (t_.automaton != nullptr) {
            memory_.states[level_ * memory_.stack_stride] = follows_;
            const u32 next = t_.automaton[4 * follows_ + move_];
            follows_ = next & ((1U << SearchTables::state_bits) - 1);
            todo_ = next >> SearchTables::state_bits;
        } else {
            todo_ = lookups_.legal[blank_] & ~(1U << (3 - move_));
        }
        ++level_;
        ++expanded_;
        deepest_ = depth_ > deepest_ ? depth_ : deepest_;
        passed_ = 0;
    }
    TESSERA_BOTH void take_back() {
        const u64 entry = pop();
        const u32 move = static_cast<u32>(entry) & 3U;
        const u32 was_nearer = static_cast<u32>(entry >> 5);
        const u32 from = neighbour(blank_, 3 - move);
        const u32 tile = tile_at(from);
        for (u32 set = 0; set < t_.set_count; ++set) {
            undo(set, tile, from, blank_, (was_nearer >> set) & 1U);
        }
        slide_tile(tile, from, blank_);
        blank_ = from;
        todo_ = (static_cast<u32>(entry >> 2) & 7U) << 1;
        --depth_;
        --level_;
        if (t_.automaton != nullptr) follows_ = memory_.states[level_ * memory_.stack_stride];
    }
    TESSERA_BOTH void push(u64 entry) {
        if (in_top_ == entries_a_word_) {
            memory_.stack[stacked_ * memory_.stack_stride] = top_;
            ++stacked_;
            in_top_ = 0;
            top_ = 0;
        }
        top_ = (top_ << entry_bits_) | entry;
        ++in_top_;
    }
    TESSERA_BOTH u64 pop() {
        if (in_top_ == 0) {
            --stacked_;
            top_ = memory_.stack[stacked_ * memory_.stack_stride];
            in_top_ = entries_a_word_;
        }
        const u64 entry = top_ & ((u64{1} << entry_bits_) - 1);
        top_ >>= entry_bits_;
        --in_top_;
        return entry;
    }
    TESSERA_BOTH bool is_goal() const {
        for (u32 w = 0; w < lookups_at_; ++w) {
            if (word(w) != lookups_.goal[w]) return false;
        }
        return true;
    }
    /// The first lane to do so writes its path down; the goal itself is not expanded.
    TESSERA_BOTH void report_goal() {
        --expanded_;
        todo_ = 0;
        Control& control = *work_.control;
        if (set_bits(control.found, 1U) == 0) {
            control.found_root = root_;
            control.path_length = depth_;
            for (u32 w = 0; w < path_words; ++w) control.path[w] = base_->path[w];
            add_path(control.path);
        }
        set_bits(control.signal, Control::stop);
    }

    const SearchTables& t_;
    const LookupTables& lookups_;  ///< a card has them nearer than the other tables
    const RoundWork& work_;
    const LaneMemory memory_;
    const u32 lookups_at_;
    const u32 sums_at_;
    const u32 entry_bits_;
    const u32 entries_a_word_;
    const OpenNode* base_ = nullptr;  ///< the node it took
    u64 top_ = 0;                     ///< the last moves of its path, the very last lowest
    u32 in_top_ = 0;
    u32 stacked_ = 0;  ///< full words of earlier moves
    u32 turns_ = 0;
    u32 root_ = 0;
    u32 level_ = 0;  ///< the moves since that node
    u32 depth_ = 0;  ///< the moves since the start
    u32 blank_ = 0;
    u32 todo_ = 0;
    u32 follows_ = 0;
    // The child that is being looked up.
    u32 move_ = 0;
    u32 from_ = 0;
    u32 tile_ = 0;
    u32 passed_ = 0;   ///< sums that are kept
    u32 nearer_ = 0;   ///< a bit for each partition that comes nearer
    u32 largest_ = 0;  ///< the largest f
    u32 cutter_ = 0;   ///< the partition that ruled out the last child
    // Counts since they were last added.
    u32 expanded_ = 0;
    u32 generated_ = 0;
    u32 deepest_ = 0;
    u32 depth_limited_ = 0;
    u32 next_bound_ = no_bound;
    bool busy_ = false;
    bool leaving_ = false;
    bool no_room_ = false;
};

}  // namespace tessera::cuda
