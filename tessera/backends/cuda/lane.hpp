// One lane of a card: a depth-first search below one open node after the other, in small turns.
#pragma once

#include "tessera/backends/cuda/round_data.hpp"

namespace tessera::cuda {

/// A lane is one thread of a card. Thousands of them take open nodes from a ring and search below them. A lane with much
/// work puts some of it into the ring when others have none: the children left of the first state on its path that has
/// any, because most is to be searched below them. All lanes together count as one core does, to the node.
///
/// In a turn a lane goes back, if it must, and looks up one sum for one child. It asks the partition first that ruled out
/// the last child. A sum within the bound is kept at once, and taken back if a later one is above it.
///
/// `sets`: the number of partitions, or 0 if that is not known before. `general`: the patterns have several sizes, or
/// leave tiles out, or the next bound has to be seen. `free`: there is no automaton. `stride`: of the memory for its
/// position, or 0.
template <u32 sets, bool general, bool free, u32 stride>
class Lane {
  public:
    TESSERA_BOTH Lane(const SearchTables& tables, const LookupTables& lookups,
                      const RoundWork& work, const WordsAt<stride>& position,
                      const LaneMemory& memory)
        : t_(tables), lookups_(lookups), work_(work), memory_(memory), here_(position) {}

    /// Goes on where the launch before ended.
    TESSERA_BOTH void resume() {
        SavedLane& saved = *memory_.saved;
        saved.counted_looks = 0;
        top_ = saved.top;
        in_top_ = saved.in_top;
        set_place(saved.place);
        follows_ = saved.follows;
        level_ = saved.above_idle + idle;
        base_level_ = saved.base_level;
        if (!busy()) return;
        copy(here_, memory_.saved_position, t_.position_words());
    }

    /// Looks up from its work, if it is time: takes a node, or gives one away. False: the lane leaves.
    TESSERA_BOTH bool look() {
        Control& control = *work_.control;
        ++looks_;
        if (busy() && (looks_ & passes_) != 0) return true;
        if (level_ == ended) {
            level_ = idle;
            if (add_to(control.open, ~u32{0}) == 1) set_bits(control.signal, Control::done);
        }
        if (looks_ - memory_.saved->counted_looks >= work_.count_looks) count();
        const u32 signal = read_now(control.signal);
        if (signal != 0) {
            if ((signal & Control::pause) != 0) save();
            count();
            return false;
        }
        if (busy()) {
            give();
        } else {
            take();
        }
        return true;
    }

    /// One turn of its work, if it has any.
    TESSERA_BOTH void turn() {
        if (!busy()) return;
        if ((kept_ & cut) != 0 || (kept_ | todo_) == 0) go_back();
        look_up();
    }

    // The functions below serve hosts that make their own nodes.

    /// Takes up a node that no ring holds.
    TESSERA_BOTH void take_up(const Words& node) {
        copy(memory_.base, node, t_.node_words());
        begin();
    }
    /// Makes one move whatever the sums are; all other children of the state are forgotten.
    TESSERA_BOTH void follow(u32 move) {
        todo_ = 1U << move;
        do look_up();
        while (kept_ != 0);
    }
    /// The state that it is at, with all its children.
    TESSERA_BOTH void write_down(const Words& node) {
        while (base_level_ < level_) advance_base();
        copy(node, memory_.base, t_.node_words());
        node[OpenNode::place_at] = OpenNode::place(depth_, todo_, blank_);
    }

  private:
    /// The level of a lane that has come to the end of its node and has not told yet.
    static constexpr u32 ended = ~u32{0};
    /// The level of a lane without a node.
    static constexpr u32 idle = ended - 1;

    /// A bit of `kept_`: the child is above the bound.
    static constexpr u32 cut = 1U << 31;

    /// Reads some words before it writes any, because a card takes long to bring one.
    template <class To, class From>
    static TESSERA_BOTH void copy(const To& to, const From& from, u32 count) {
        constexpr u32 batch = 8;
        for (u32 first = 0; first < count; first += batch) {
            u32 some[batch];
            for (u32 i = 0; i < batch; ++i) {
                if (first + i < count) some[i] = read_now(from[first + i]);
            }
            for (u32 i = 0; i < batch; ++i) {
                if (first + i < count) to[first + i] = some[i];
            }
        }
    }
    TESSERA_BOTH Words base_position() const {
        return {&memory_.base[OpenNode::position_at], memory_.base.stride};
    }

    TESSERA_BOTH u32 set_count() const { return sets != 0 ? sets : t_.set_count; }
    TESSERA_BOTH u32 lookups_at() const { return SearchTables::lookups_at(set_count()); }
    TESSERA_BOTH u32 entry_bits() const { return LaneMemory::entry_bits(set_count()); }
    TESSERA_BOTH u32 entries_a_word() const { return 64 / entry_bits(); }

    TESSERA_BOTH bool has_automaton() const { return !free && t_.automaton != nullptr; }
    TESSERA_BOTH bool busy() const { return level_ < idle; }

    // Positions: boards, look-ups and sums.

    template <class Position>
    static TESSERA_BOTH u32 tile_at(const Position& p, u32 cell) {
        return (p[cell / 4] >> (8 * (cell % 4))) & 0xFFU;
    }
    template <class Position>
    static TESSERA_BOTH void slide_tile(const Position& p, u32 tile, u32 from, u32 to) {
        p[from / 4] ^= tile << (8 * (from % 4));
        p[to / 4] ^= tile << (8 * (to % 4));
    }
    TESSERA_BOTH u32 neighbour(u32 cell, u32 move) const {
        const u32 step = move == 1 || move == 2 ? 1 : t_.cols;
        return move < 2 ? cell - step : cell + step;
    }
    TESSERA_BOTH u32 lookup_of(u32 set, u32 tile) const {
        const u32 row = SearchTables::sum_words(set_count());
        return (lookups_.lookup_of[tile * row + set / 4] >> (8 * (set % 4))) & 0xFFU;
    }
    TESSERA_BOTH const SizeTables& size_of(u32 lookup) const {
        return t_.sizes[general ? lookups_.size_of[lookup] : 0];
    }
    TESSERA_BOTH u32 sum_of(u32 set) const {
        return (here_[SearchTables::sums_at + set / 4] >> (8 * (set % 4))) & 0xFFU;
    }

    /// A look-up after a tile slid into the blank's cell; nothing is changed yet.
    struct Slid {
        u32 cells;
        u32 code;  ///< the order, and above it the distance + 1 of before
        u32 left;  ///< the cell that the tile left, in the table's own view
    };
    /// The blank is on `blank` and makes the move.
    template <class Position>
    TESSERA_BOTH Slid slid(const Position& p, u32 lookup, u32 blank, u32 move) const {
        const u32 slide = t_.slides[(lookup * t_.cells + blank) * 4 + move];
        const u32 left = slide & ((1U << SearchTables::entered_bits) - 1);
        const u32 bit_left = 1U << left;
        const u32 bit_entered = 1U << (slide >> SearchTables::entered_bits);
        const u32 cells = p[lookups_at() + 2 * lookup];
        u32 code = p[lookups_at() + 2 * lookup + 1];
        const u32 before = count_bits(cells & (bit_left - 1));
        const u32 after = count_bits(cells & (bit_entered - 1) & ~bit_left);
        if (before != after) {
            const SizeTables& size = size_of(lookup);
            const u32 order =
                size.order_after[(before * size.tiles + after) * size.orders + (code & 0xFFFFU)];
            code = (code & ~((1U << order_bits) - 1)) | order;
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
        return (entry ^ (after.code >> (order_bits + 1))) & 1U;
    }
    /// Keeps a slide of one partition.
    template <class Position>
    TESSERA_BOTH void keep(const Position& p, u32 set, u32 lookup, const Slid& after,
                           u32 is_nearer) const {
        p[lookups_at() + 2 * lookup] = after.cells;
        p[lookups_at() + 2 * lookup + 1] =
            after.code + (1U << order_bits) - (is_nearer << (order_bits + 1));
        const u32 one = 1U << (8 * (set % 4));
        p[SearchTables::sums_at + set / 4] += one - (is_nearer != 0 ? 2 * one : 0);
    }
    /// A slide whose look-up is known.
    template <class Position>
    TESSERA_BOTH void slide_in(const Position& p, u32 set, u32 tile, u32 blank, u32 move,
                               u32 is_nearer) const {
        const u32 lookup = lookup_of(set, tile);
        if (general && lookup == no_lookup) return;
        keep(p, set, lookup, slid(p, lookup, blank, move), is_nearer);
    }

    // Taking nodes, giving them, and leaving.

    TESSERA_BOTH void take() {
        const Ring& ring = work_.ring;
        SavedLane& seldom = *memory_.saved;
        ++seldom.idle_looks;
        if (seldom.waiting == 0) {
            seldom.ticket = add_to(work_.control->taken, 1U);
            seldom.waiting = 1;
        }
        const u32 ticket = seldom.ticket;
        if (read_now(ring.state(ticket)) != ring.full(ticket)) return;
        fence();
        copy(memory_.base, ring.node(ticket, t_.node_words()), t_.node_words());
        fence();
        write_now(ring.state(ticket), ring.empty(ticket) + ring.mask + 1);
        seldom.waiting = 0;
        begin();
    }
    /// Begins to search below its base.
    TESSERA_BOTH void begin() {
        const Words& base = memory_.base;
        if (root() != base[OpenNode::root_at]) count();
        memory_.saved->root = base[OpenNode::root_at];
        set_place(base[OpenNode::place_at]);
        follows_ = base[OpenNode::follows_at];
        copy(here_, base_position(), t_.position_words());
        level_ = base_level_ = kept_ = 0;
        top_ = 0;
        in_top_ = 0;
    }
    TESSERA_BOTH u32 root() const { return memory_.saved->root; }
    TESSERA_BOTH void set_place(u32 place) {
        depth_ = OpenNode::depth(place);
        todo_ = OpenNode::todo(place);
        blank_ = OpenNode::blank(place);
    }
    /// Gives away work if there is too little in the ring.
    TESSERA_BOTH void give() {
        Control& control = *work_.control;
        const Ring& ring = work_.ring;
        const u32 next = read_now(control.written);
        const auto waiting = static_cast<std::int32_t>(next - read_now(control.taken));
        passes_ = waiting < 0 ? 0 : work_.passes;
        if (waiting >= static_cast<std::int32_t>(work_.stock) ||
            read_now(ring.state(next)) != ring.empty(next)) {
            return;
        }
        while (base_level_ < level_ && siblings(entry(base_level_)) == 0) advance_base();
        if (base_level_ == level_) return;
        const u32 todo = siblings(entry(base_level_));
        forget_siblings(base_level_);
        add_to(control.open, 1U);
        const u32 number = add_to(control.written, 1U);
        // Other lanes may have been faster, and then the slot may still have to be emptied by its reader.
        while (read_now(ring.state(number)) != ring.empty(number)) {
        }
        const Words node = ring.node(number, t_.node_words());
        copy(node, memory_.base, t_.node_words());
        const u32 place = memory_.base[OpenNode::place_at];
        node[OpenNode::place_at] =
            OpenNode::place(OpenNode::depth(place), todo, OpenNode::blank(place));
        fence();
        write_now(ring.state(number), ring.full(number));
    }
    /// Makes the base's next move, for good: no state before it has children left.
    TESSERA_BOTH void advance_base() {
        const Words& base = memory_.base;
        const Words position = base_position();
        const u64 made = entry(base_level_);
        const u32 move = move_of(made);
        const u32 place = base[OpenNode::place_at];
        const u32 depth = OpenNode::depth(place);
        const u32 blank = OpenNode::blank(place);
        const u32 from = neighbour(blank, move);
        const u32 tile = tile_at(position, from);
        for (u32 set = 0; set < set_count(); ++set) {
            slide_in(position, set, tile, blank, move, nearer_of(made, set));
        }
        slide_tile(position, tile, from, blank);
        ++base_level_;
        base[OpenNode::path_at + depth / 16] |= move << (2 * (depth % 16));
        base[OpenNode::place_at] = OpenNode::place(depth + 1, 0, from);
        if (has_automaton()) {
            base[OpenNode::follows_at] = base_level_ == level_
                                             ? follows_
                                             : memory_.states[base_level_ * memory_.stack_stride];
        }
    }
    /// The next launch goes on here.
    TESSERA_BOTH void save() {
        while (kept_ != 0) {
            if ((kept_ & cut) != 0) {
                go_back();
            } else {
                look_up();
            }
        }
        SavedLane& saved = *memory_.saved;
        saved.top = top_;
        saved.in_top = in_top_;
        saved.place = OpenNode::place(depth_, todo_, blank_);
        saved.follows = follows_;
        saved.above_idle = level_ - idle;
        saved.base_level = base_level_;
        if (!busy()) return;
        copy(memory_.saved_position, here_, t_.position_words());
    }
    /// Adds its counts to those of its sub-root.
    TESSERA_BOTH void count() {
        Control& control = *work_.control;
        SavedLane& seldom = *memory_.saved;
        add_to(control.looks, u64{looks_ - seldom.counted_looks});
        add_to(control.idle_looks, u64{seldom.idle_looks});
        seldom.counted_looks = looks_;
        seldom.idle_looks = 0;
        if (generated_ != 0) {
            RootCounts& counts = work_.counts[seldom.root];
            add_to(counts.expanded, u64{expanded_});
            add_to(counts.generated, u64{generated_});
            add_to(control.expanded, u64{expanded_});
            const u64 before = add_to(control.generated, u64{generated_});
            if (before + generated_ >= work_.node_limit) set_bits(control.signal, Control::stop);
            raise_to(counts.max_depth, deepest_);
            if (general) lower_to(counts.next_bound, next_bound_);
        }
        expanded_ = generated_ = deepest_ = 0;
        next_bound_ = no_bound;
    }

    // The search.

    /// Looks up the next sum of a child.
    TESSERA_BOTH void look_up() {
        if (kept_ == 0) {
            if (todo_ == 0) return;
            choose_child();
        }
        if ((kept_ & cut) == 0) look_up_sum();
    }
    TESSERA_BOTH void choose_child() {
        move_ = lowest_bit(todo_);
        todo_ &= todo_ - 1;
        from_ = neighbour(blank_, move_);
        tile_ = tile_at(here_, from_);
        nearer_ = 0;
        if (general) largest_ = 0;
        ++generated_;
    }
    /// The partition to look up next.
    TESSERA_BOTH u32 next_set() const {
        if (sets == 1) return 0;
        if (sets == 2) return kept_ == 0 ? cutter_ : 2 - kept_;
        return kept_ == 0 || ((kept_ >> cutter_) & 1U) == 0 ? cutter_ : lowest_bit(~kept_);
    }
    TESSERA_BOTH void look_up_sum() {
        const u32 set = next_set();
        const u32 lookup = lookup_of(set, tile_);
        u32 sum = sum_of(set);
        Slid after{};
        u32 is_nearer = 0;
        if (!general || lookup != no_lookup) {
            after = slid(here_, lookup, blank_, move_);
            is_nearer = nearer(lookup, after);
            sum += 1 - 2 * is_nearer;
        }
        const u32 f = depth_ + 1 + sum;
        if (f > work_.bound && (!general || work_.sees_next_bound == 0)) {
            cutter_ = set;
            if (kept_ != 0) kept_ |= cut;
            return;
        }
        if (general) largest_ = f > largest_ ? f : largest_;
        if (!general || lookup != no_lookup) keep(here_, set, lookup, after, is_nearer);
        nearer_ |= is_nearer << set;
        kept_ |= 1U << set;
        if (kept_ == all_sets()) end_child(sum == 0);
    }
    TESSERA_BOTH u32 all_sets() const { return (1U << set_count()) - 1; }
    /// Every sum is known.
    TESSERA_BOTH void end_child(bool may_be_goal) {
        if (general && largest_ > work_.bound) {
            next_bound_ = largest_ < next_bound_ ? largest_ : next_bound_;
            kept_ |= cut;
            return;
        }
        if (depth_ >= work_.depth_limit) {
            u32& limited = work_.counts[root()].depth_limited;
            if (limited == 0) set_bits(limited, 1U);
            kept_ |= cut;
            return;
        }
        enter_child();
        if (may_be_goal && is_goal()) report_goal();
    }
    TESSERA_BOTH void enter_child() {
        slide_tile(here_, tile_, from_, blank_);
        push(move_ | ((todo_ >> 1) << 2) | (u64{nearer_} << 5));
        blank_ = from_;
        ++depth_;
        if (has_automaton()) {
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
        kept_ = 0;
    }
    /// Takes back the sums of a child that was ruled out, or if there is none, the last move.
    TESSERA_BOTH void go_back() {
        const bool forgets = kept_ != 0;
        u32 changed = kept_;
        u32 blank = from_;
        u32 back = 3 - move_;
        u32 tile = tile_;
        u32 were_nearer = nearer_;
        if (!forgets) {
            if (level_ == base_level_) {
                level_ = ended;
                return;
            }
            const u64 made = pop();
            changed = all_sets();
            blank = blank_;
            back = 3 - move_of(made);
            blank_ = neighbour(blank, back);
            tile = tile_at(here_, blank_);
            were_nearer = static_cast<u32>(made >> 5);
            todo_ = siblings(made);
            slide_tile(here_, tile, blank_, blank);
            --depth_;
            --level_;
            if (has_automaton()) follows_ = memory_.states[level_ * memory_.stack_stride];
        }
        kept_ = 0;
        for (u32 set = 0; set < set_count(); ++set) {
            if (((changed >> set) & 1U) == 0) continue;
            slide_in(here_, set, tile, blank, back, ((were_nearer >> set) & 1U) ^ 1U);
        }
    }
    TESSERA_BOTH bool is_goal() const {
        for (u32 w = 0; w < (t_.cells + 3) / 4; ++w) {
            if (here_[w] != lookups_.goal[w]) return false;
        }
        return true;
    }
    /// The first lane to do so writes its path down; the goal itself is not expanded.
    TESSERA_BOTH void report_goal() {
        --expanded_;
        todo_ = 0;
        Control& control = *work_.control;
        if (set_bits(control.found, 1U) == 0) {
            control.found_root = root();
            control.path_length = depth_;
            while (base_level_ < level_) advance_base();
            for (u32 w = 0; w < path_words; ++w) {
                control.path[w] = memory_.base[OpenNode::path_at + w];
            }
        }
        set_bits(control.signal, Control::stop);
    }

    // The stack: an entry for each move since the node that it took.

    static TESSERA_BOTH u32 move_of(u64 made) { return static_cast<u32>(made) & 3U; }
    /// The moves to the siblings that were left.
    static TESSERA_BOTH u32 siblings(u64 made) { return (static_cast<u32>(made >> 2) & 7U) << 1; }
    static TESSERA_BOTH u32 nearer_of(u64 made, u32 set) {
        return static_cast<u32>(made >> (5 + set)) & 1U;
    }
    TESSERA_BOTH u64& stacked_word(u32 number) const {
        return memory_.stack[number * memory_.stack_stride];
    }
    /// The word of the last moves; those before it are in memory.
    TESSERA_BOTH u32 top_number() const { return (level_ - in_top_) / entries_a_word(); }
    /// Notes a move before the level becomes one more.
    TESSERA_BOTH void push(u64 made) {
        if (in_top_ == entries_a_word()) {
            stacked_word(top_number()) = top_;
            in_top_ = 0;
            top_ = 0;
        }
        top_ = (top_ << entry_bits()) | made;
        ++in_top_;
    }
    /// The last move, before the level becomes one less.
    TESSERA_BOTH u64 pop() {
        if (in_top_ == 0) {
            top_ = stacked_word(top_number() - 1);
            in_top_ = entries_a_word();
        }
        const u64 made = top_ & ((u64{1} << entry_bits()) - 1);
        top_ >>= entry_bits();
        --in_top_;
        return made;
    }
    /// Of an earlier move: the bits of its word that lie below it.
    TESSERA_BOTH u32 bits_below(u32 level) const {
        const u32 in_word = level / entries_a_word() == top_number() ? in_top_ : entries_a_word();
        return (in_word - 1 - level % entries_a_word()) * entry_bits();
    }
    TESSERA_BOTH u64 entry(u32 level) const {
        const u32 number = level / entries_a_word();
        const u64 word = number == top_number() ? top_ : stacked_word(number);
        return (word >> bits_below(level)) & ((u64{1} << entry_bits()) - 1);
    }
    TESSERA_BOTH void forget_siblings(u32 level) {
        const u32 number = level / entries_a_word();
        const u64 others = ~(u64{7} << (bits_below(level) + 2));
        if (number == top_number()) {
            top_ &= others;
        } else {
            stacked_word(number) &= others;
        }
    }

    const SearchTables& t_;
    const LookupTables& lookups_;  ///< a card has them nearer than the other tables
    const RoundWork& work_;
    const LaneMemory memory_;
    const WordsAt<stride> here_;  ///< the position of the state it is at
    u64 top_ = 0;                 ///< the last moves of its path, the very last lowest
    u32 in_top_ = 0;
    u32 level_ = 0;       ///< the moves since the node that it took
    u32 base_level_ = 0;  ///< the level of its base; nothing is left before it
    u32 depth_ = 0;       ///< the moves since the start
    u32 blank_ = 0;
    u32 todo_ = 0;
    u32 follows_ = 0;
    // The child that is being looked up.
    u32 move_ = 0;
    u32 from_ = 0;
    u32 tile_ = 0;
    u32 kept_ = 0;     ///< a bit for each partition whose sum is kept already, and `cut`
    u32 nearer_ = 0;   ///< a bit for each partition that comes nearer
    u32 largest_ = 0;  ///< the largest f
    u32 cutter_ = 0;   ///< the partition that ruled out the last child
    // Counts since they were last added.
    u32 expanded_ = 0;
    u32 generated_ = 0;
    u32 deepest_ = 0;
    u32 next_bound_ = no_bound;
    u32 looks_ = 0;
    u32 passes_ = 0;  ///< as that of the work, or 0 while lanes wait
};

}  // namespace tessera::cuda
