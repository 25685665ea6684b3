// The tables of a job as flat memory: what a card holds of them, and what plain C++ reads in its place.
#include "tessera/backends/cuda/flat_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <map>

namespace tessera::cuda {
namespace {

/// Gives the tables of a job, and builds none.
class GivenTables final : public pdb::TableSource {
  public:
    explicit GivenTables(std::span<const PatternTable> given) : given_(given) {}

    Result<pdb::SharedTable> table(const Pattern& pattern, std::size_t, BuildObserver&) override {
        const auto one = find(pattern);
        if (one == given_.end()) {
            return Error{ErrorCode::internal,
                         fmt::format("the table of {} is not given", pattern.picture()), ""};
        }
        auto& index = indices_[pattern.tiles.size()];
        if (!index) {
            index =
                std::make_shared<const pdb::PlacementIndex>(pattern.geometry, pattern.tiles.size());
        }
        return pdb::SharedTable(
            std::make_shared<pdb::BitTable>(pattern, index, one->words, one->owner));
    }
    bool at_hand(const Pattern& pattern) override { return find(pattern) != given_.end(); }

  private:
    std::span<const PatternTable>::iterator find(const Pattern& pattern) const {
        return std::find_if(given_.begin(), given_.end(),
                            [&](const PatternTable& one) { return one.pattern == pattern; });
    }

    std::span<const PatternTable> given_;
    std::map<std::size_t, std::shared_ptr<const pdb::PlacementIndex>> indices_;
};

/// The partitions that `pdb:6-6-6-6+7-7-5-5` names; empty for another heuristic.
std::vector<std::string_view> partition_names(std::string_view heuristic) {
    constexpr std::string_view prefix = "pdb:";
    std::vector<std::string_view> names;
    if (!heuristic.starts_with(prefix)) return names;
    heuristic.remove_prefix(prefix.size());
    while (true) {
        const std::size_t end = heuristic.find('+');
        names.push_back(heuristic.substr(0, end));
        if (end == std::string_view::npos) return names;
        heuristic.remove_prefix(end + 1);
    }
}

Error too_much(std::string message) {
    return {ErrorCode::usage, std::move(message), "the device cpu can do every search"};
}

/// Binomial coefficients n over k.
u32 choose(u32 n, u32 k) {
    u64 result = 1;
    for (u32 i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
    return n < k ? 0 : static_cast<u32>(result);
}

/// The part of a set's colexicographic rank that comes from cells at and above `first_cell`, where the lowest has
/// position `first_position`.
u32 partial_rank(u32 half, u32 first_cell, u32 first_position) {
    u32 sum = 0;
    for (u32 position = first_position; half != 0; half &= half - 1, ++position) {
        if (position >= pdb::most_tiles) return 0;  // no set of the right size has such a half
        sum += choose(first_cell + lowest_bit(half), position + 1);
    }
    return sum;
}

}  // namespace

Result<std::shared_ptr<const FlatTables>> FlatTables::make(const CanonicalJob& job) {
    if (job.geometry.cells() > most_cells) {
        return too_much(fmt::format("it searches boards of up to {} cells", most_cells));
    }
    const std::vector<std::string_view> names = partition_names(job.heuristic);
    if (names.empty()) return too_much("it knows the heuristic pdb only");
    static std::atomic<u64> made{0};
    auto flat = std::make_shared<FlatTables>();
    flat->number_ = ++made;
    flat->geometry_ = job.geometry;
    flat->goal_blank_ = job.goal_blank;
    flat->heuristic_ = job.heuristic;
    flat->tables_.assign(job.tables.begin(), job.tables.end());
    GivenTables given(flat->tables_);
    BuildObserver nobody;
    for (const std::string_view name : names) {
        auto partition = pdb::parse_partition(name, job.geometry, job.goal_blank);
        if (!partition) return partition.error();
        if (auto error = flat->sets_.add(*partition, given, ~std::size_t{0}, nobody)) return *error;
    }
    const std::size_t sets = flat->sets_.sets().size();
    const std::size_t lookups = flat->sets_.lookups().size();
    if (sets > most_sets || lookups > most_lookups) {
        return too_much(
            fmt::format("{} sums of {} patterns, mirrored ones counted; it has room for {} of {}",
                        sets, lookups, most_sets, most_lookups));
    }
    if (auto error = flat->add_sizes()) return *error;
    flat->add_lookups();
    return std::shared_ptr<const FlatTables>(std::move(flat));
}

bool FlatTables::serves(const CanonicalJob& job) const {
    return geometry_ == job.geometry && goal_blank_ == job.goal_blank &&
           heuristic_ == job.heuristic &&
           std::equal(tables_.begin(), tables_.end(), job.tables.begin(), job.tables.end(),
                      [](const PatternTable& a, const PatternTable& b) {
                          return a.pattern == b.pattern && a.owner == b.owner &&
                                 a.words.data() == b.words.data();
                      });
}

std::optional<Error> FlatTables::add_sizes() {
    const auto cells = static_cast<u32>(geometry_.cells());
    low_bits_ = (cells + 1) / 2;
    low_rank_.resize(std::size_t{1} << low_bits_);
    for (u32 half = 0; half < low_rank_.size(); ++half) {
        low_rank_[half] = static_cast<u16>(partial_rank(half, 0, 0));
    }
    for (const heuristics::PatternLookup& lookup : sets_.lookups()) {
        const pdb::PlacementIndex& index = lookup.table->index();
        const auto known = std::find_if(sizes_.begin(), sizes_.end(), [&](const Size& size) {
            return size.tiles == index.tiles();
        });
        if (known != sizes_.end()) continue;
        if (auto error = add_size(index)) return error;
    }
    mixed_ = sizes_.size() > 1 || !sets_.complete();
    return std::nullopt;
}

std::optional<Error> FlatTables::add_size(const pdb::PlacementIndex& index) {
    const auto cells = static_cast<u32>(geometry_.cells());
    Size size;
    size.tiles = static_cast<u32>(index.tiles());
    size.orders = static_cast<u32>(index.orders());
    size.row_words = static_cast<u32>(pdb::BitTable::row_words(index));
    size.high_rank.resize(std::size_t{1} << (cells - low_bits_));
    for (u32 half = 0; half < size.high_rank.size(); ++half) {
        const u32 count = count_bits(half);
        if (count <= size.tiles) {
            size.high_rank[half] = partial_rank(half, low_bits_, size.tiles - count);
        }
    }
    const pdb::CellSet all = (pdb::CellSet{1} << cells) - 1;
    for (const pdb::CellSet set : index.sets()) {
        Places places{};
        const pdb::CellSet free = all & ~set;
        const auto lowest = static_cast<std::size_t>(std::countr_zero(free));
        places.first = static_cast<u32>(index.place(set, make_cell(lowest)));
        for (pdb::CellSet rest = free; rest != 0; rest &= rest - 1) {
            const auto cell = static_cast<std::size_t>(std::countr_zero(rest));
            const std::size_t region = index.place(set, make_cell(cell)) - places.first;
            if (region > 7) return too_much("tiles can cut this board into more than 8 regions");
            for (u32 bit = 0; bit < 3; ++bit) {
                places.region_bits[bit] |= static_cast<u32>((region >> bit) & 1U) << cell;
            }
        }
        size.places.push_back(places);
    }
    size.order_after = order_changes(index);
    sizes_.push_back(std::move(size));
    return std::nullopt;
}

void FlatTables::add_lookups() {
    const auto cells = static_cast<u32>(geometry_.cells());
    const u32 row = SearchTables::sum_words(static_cast<u32>(sets_.sets().size()));
    slides_.assign(sets_.lookups().size() * cells * 4, 0);
    for (std::size_t l = 0; l < sets_.lookups().size(); ++l) {
        const heuristics::PatternLookup& lookup = sets_.lookups()[l];
        lookups_.words[l] = lookup.table->words().data();
        for (u32 blank = 0; blank < cells; ++blank) {
            for (const Move move : all_moves) {
                if (!geometry_.legal_moves(make_cell(blank)).has(move)) continue;
                const Cell from = geometry_.neighbour(make_cell(blank), move);
                slides_[(l * cells + blank) * 4 + index(move)] = static_cast<u16>(
                    lookup.cell[index(from)] | (lookup.cell[blank] << SearchTables::entered_bits));
            }
        }
        const std::size_t tiles = lookup.table->index().tiles();
        const auto size = std::find_if(sizes_.begin(), sizes_.end(),
                                       [&](const Size& one) { return one.tiles == tiles; });
        lookups_.size_of[l] = static_cast<u8>(size - sizes_.begin());
    }
    for (std::size_t s = 0; s < sets_.sets().size(); ++s) {
        for (u32 tile = 0; tile < cells; ++tile) {
            lookups_.lookup_of[tile * row + s / 4] |= u32{sets_.sets()[s].lookup_of[tile]}
                                                      << (8 * (s % 4));
        }
    }
    for (u32 cell = 0; cell < cells; ++cell) {
        lookups_.legal[cell] = geometry_.legal_moves(make_cell(cell)).bits();
        const auto tile = static_cast<u32>(index(goal_tile(make_cell(cell), goal_blank_)));
        lookups_.goal[cell / 4] |= tile << (8 * (cell % 4));
    }
}

SearchTables FlatTables::view() const {
    SearchTables view{};
    for (std::size_t s = 0; s < sizes_.size(); ++s) {
        const Size& size = sizes_[s];
        view.sizes[s] = {size.high_rank.data(),
                         size.places.data(),
                         size.order_after.data(),
                         size.tiles,
                         size.orders,
                         size.row_words,
                         static_cast<u32>(size.places.size())};
    }
    view.lookups = &lookups_;
    view.low_rank = low_rank_.data();
    view.slides = slides_.data();
    view.cells = static_cast<u32>(geometry_.cells());
    view.cols = geometry_.cols;
    view.low_bits = low_bits_;
    view.set_count = static_cast<u32>(sets_.sets().size());
    view.lookup_count = static_cast<u32>(sets_.lookups().size());
    view.size_count = static_cast<u32>(sizes_.size());
    return view;
}

Result<std::vector<u32>> FlatTables::node(const CanonicalJob& job) const {
    const SearchTables tables = view();
    const DynamicBoard board = DynamicBoard::from_tiles(job.geometry, job.start);
    std::vector<u32> node(tables.node_words());
    u32* const position = node.data() + OpenNode::position_at;
    u32* const sum_words = position + SearchTables::sums_at;
    u32* const lookups = position + SearchTables::lookups_at(tables.set_count);
    std::array<Cost, most_sets> sums{};
    Cost largest = 0;
    sets_.evaluate(
        board, [&](std::size_t set, std::size_t lookup, pdb::Placement where, Cost distance) {
            if (distance >= infinite_cost || sums[set] >= infinite_cost) {
                largest = sums[set] = infinite_cost;
                return;
            }
            sums[set] += distance;
            largest = std::max(largest, sums[set]);
            const auto order = sets_.lookups()[lookup].table->index().order(where.arrangement);
            lookups[2 * lookup] = static_cast<u32>(where.cells);
            lookups[2 * lookup + 1] =
                static_cast<u32>(order) | (static_cast<u32>(distance + 1) << order_bits);
        });
    if (largest > static_cast<Cost>(most_moves)) {
        return too_much("a pattern cannot come home, or it is too far from there");
    }
    for (std::size_t s = 0; s < sets_.sets().size(); ++s) {
        sum_words[s / 4] |= static_cast<u32>(sums[s]) << (8 * (s % 4));
    }
    for (std::size_t cell = 0; cell < job.start.size(); ++cell) {
        position[cell / 4] |= static_cast<u32>(index(job.start[cell])) << (8 * (cell % 4));
    }
    const Cell blank = board.blank();
    u32 todo = job.geometry.legal_moves(blank).bits();
    if (job.options.automaton != nullptr) {
        node[OpenNode::follows_at] = job.options.automaton->start(blank);
        todo = 0;
        const MoveAutomaton::Moves& moves =
            job.options.automaton->moves(job.options.automaton->start(blank));
        for (std::size_t i = 0; i < moves.count; ++i) todo |= 1U << moves.move[i];
    }
    node[OpenNode::place_at] = OpenNode::place(0, todo, static_cast<u32>(index(blank)));
    return node;
}

std::size_t FlatTables::bytes() const {
    SearchTables tables = view();
    std::size_t sum = sizeof(LookupTables);
    for_each_array(tables, [&](auto*& array, std::size_t count) { sum += sizeof(*array) * count; });
    return sum;
}

std::vector<u16> order_changes(const pdb::PlacementIndex& index) {
    const std::size_t orders = index.orders();
    std::vector<u16> changes(index.tiles() * index.tiles() * orders);
    for (unsigned from = 0; from < index.tiles(); ++from) {
        for (unsigned to = 0; to < index.tiles(); ++to) {
            const std::size_t passed = from < to ? to - from : from - to;
            if (passed >= index.geometry().cols) continue;  // no slide passes so many
            u16* const after = &changes[(from * index.tiles() + to) * orders];
            for (std::size_t order = 0; order < orders; ++order) {
                after[order] =
                    static_cast<u16>(index.order(pdb::rotated(index.arrangement(order), from, to)));
            }
        }
    }
    return changes;
}

std::vector<u32> flat_automaton(const MoveAutomaton* automaton) {
    std::vector<u32> flat;
    if (automaton == nullptr) return flat;
    flat.assign(4 * automaton->table().size(), SearchTables::no_state);
    const auto moves_of = [&](MoveAutomaton::State state) {
        u32 bits = 0;
        const MoveAutomaton::Moves& moves = automaton->moves(state);
        for (std::size_t i = 0; i < moves.count; ++i) bits |= 1U << moves.move[i];
        return bits;
    };
    for (std::size_t state = 0; state < automaton->table().size(); ++state) {
        const MoveAutomaton::Moves& moves = automaton->table()[state];
        for (std::size_t i = 0; i < moves.count; ++i) {
            flat[4 * state + moves.move[i]] =
                moves.next[i] | (moves_of(moves.next[i]) << SearchTables::state_bits);
        }
    }
    return flat;
}

}  // namespace tessera::cuda
