// Building a pattern's table on a machine of many lanes: what all patterns of one size share, and the machine's contract.
#include "tessera/backends/cuda/table_plan.hpp"

#include <algorithm>
#include <bit>

#include "tessera/backends/cuda/flat_tables.hpp"
#include "tessera/pdb/builder.hpp"

namespace tessera::cuda {

Result<std::shared_ptr<const TablePlan>> TablePlan::make(Geometry geometry, std::size_t tiles) {
    if (auto size = pdb::build_size(geometry, tiles); !size) return size.error();
    std::shared_ptr<const TablePlan> plan(new TablePlan(geometry, tiles));
    if (plan->shape_.places >> TableSlide::place_bits != 0) {
        return Error{ErrorCode::usage, "the board has too many places for a pattern of this size",
                     "the device cpu can build every table"};
    }
    return plan;
}

TablePlan::TablePlan(Geometry geometry, std::size_t tiles)
    : index_(geometry, tiles), order_after_(order_changes(index_)) {
    shape_.places = static_cast<u32>(index_.places());
    shape_.orders = static_cast<u32>(index_.orders());
    shape_.width = (shape_.orders + 31) / 32;
    shape_.row_words = static_cast<u32>(pdb::BitTable::row_words(index_));
    first_slide_.reserve(index_.places() + 1);
    for (const pdb::CellSet set : index_.sets()) add_places_of(set);
    first_slide_.push_back(static_cast<u32>(slides_.size()));
}

/// Places number the regions of a set in the order of their lowest cells.
void TablePlan::add_places_of(pdb::CellSet set) {
    pdb::CellSet free = ((pdb::CellSet{1} << index_.geometry().cells()) - 1) & ~set;
    while (free != 0) {
        const pdb::CellSet region = pdb::flood(index_.geometry(), free, free & (~free + 1));
        free &= ~region;
        first_slide_.push_back(static_cast<u32>(slides_.size()));
        add_slides_into(set, region);
    }
}

/// Each is a slide out of the place, taken back.
void TablePlan::add_slides_into(pdb::CellSet set, pdb::CellSet region) {
    const Geometry geometry = index_.geometry();
    u32 position = 0;
    for (pdb::CellSet rest = set; rest != 0; rest &= rest - 1, ++position) {
        const Cell from = make_cell(static_cast<std::size_t>(std::countr_zero(rest)));
        for (const Move move : all_moves) {
            if (!geometry.legal_moves(from).has(move)) continue;
            const Cell to = geometry.neighbour(from, move);
            if ((region & pdb::bit_of(to)) == 0) continue;
            const pdb::CellSet after = set ^ pdb::bit_of(from) ^ pdb::bit_of(to);
            const auto there = static_cast<u32>(std::popcount(after & (pdb::bit_of(to) - 1)));
            const auto tiles = static_cast<u32>(index_.tiles());
            const u32 change =
                there == position ? TableSlide::keeps_order : there * tiles + position;
            slides_.push_back(static_cast<u32>(index_.place(after, from)) |
                              (change << TableSlide::place_bits));
        }
    }
}

u64 TablePlan::goal_bit(const Pattern& pattern) const {
    const pdb::Placement goal = pdb::goal_placement(pattern);
    return u64{32} * shape_.width * index_.place(goal.cells, pattern.goal_blank) +
           index_.order(goal.arrangement);
}

std::string PlainTableMachine::build(const std::shared_ptr<const TablePlan>& plan, u64 goal_bit,
                                     const std::function<bool(u64)>& go_on,
                                     std::vector<u64>& words) {
    const TableShape& shape = plan->shape();
    std::vector<u32> seen(shape.all_words());
    std::vector<u32> frontier(shape.all_words());
    std::vector<u32> next(shape.all_words());
    std::vector<u32> second_bit(shape.all_words());
    frontier[goal_bit / 32] = seen[goal_bit / 32] = 1U << (goal_bit % 32);
    TableWork work{shape,
                   plan->first_slide().data(),
                   plan->slides().data(),
                   plan->order_after().data(),
                   seen.data(),
                   frontier.data(),
                   next.data(),
                   second_bit.data(),
                   nullptr};
    u64 done = 1;
    u64 found = 1;
    std::vector<u32> reached(shape.width);
    for (u32 distance = 1; found != 0; ++distance) {
        found = 0;
        for (u32 place = 0; place < shape.places; ++place) {
            std::fill(reached.begin(), reached.end(), 0U);
            for (u32 w = 0; w < shape.width; ++w) gather_word(work, place, w, reached.data());
            for (u32 w = 0; w < shape.width; ++w) {
                found += settle_word(work, place, w, reached[w], (distance & 2) != 0);
            }
        }
        done += found;
        if (!go_on(done)) return {};
        std::swap(work.frontier, work.next);
    }
    words.resize(shape.table_words());
    for (u32 order = 0; order < shape.orders; ++order) {
        for (u32 column = 0; column < shape.row_words; ++column) {
            words[u64{order} * shape.row_words + column] = table_word(work, order, column);
        }
    }
    return {};
}

}  // namespace tessera::cuda
