// Fills the table of exact distances level by level, scanning it once per distance.
#include "tessera/puzzle/exact_distances.hpp"

#include <fmt/format.h>

#include <cstring>

#include "tessera/puzzle/goal.hpp"

namespace tessera {
namespace {

constexpr std::uint8_t unknown = 255;

/// Breadth-first search in which the table itself is the frontier: the states at depth d are the
/// bytes equal to d.
template <std::size_t Cells>
class TableFiller {
    using Index = StateIndex<Cells>;

  public:
    TableFiller(Geometry geometry, Cell goal_blank, std::vector<std::uint8_t>& table)
        : geometry_(geometry), index_(geometry, goal_blank), table_(table) {
        table_.assign(Index::states, unknown);
        std::array<std::uint8_t, Cells> goal{};
        for (std::size_t i = 0; i < Cells; ++i) {
            goal[i] = static_cast<std::uint8_t>(index(goal_tile(make_cell(i), goal_blank)));
        }
        table_[static_cast<std::size_t>(index_.rank(goal.data()))] = 0;
    }

    /// Marks the unknown neighbours of every state at `depth`; returns how many states lie at
    /// `depth` + 1.
    std::uint64_t expand_level(std::uint8_t depth) {
        next_ = static_cast<std::uint8_t>(depth + 1);
        marked_ = 0;
        for (std::size_t blank = 0; blank < Cells; ++blank) {
            std::uint8_t* const begin = table_.data() + blank * Index::orders;
            std::uint8_t* const end = begin + Index::orders;
            for (std::uint8_t* at = begin; (at = find(at, end, depth)) != nullptr; ++at) {
                expand(blank, static_cast<std::uint64_t>(at - begin));
            }
        }
        return marked_;
    }

  private:
    static std::uint8_t* find(std::uint8_t* begin, std::uint8_t* end, std::uint8_t value) {
        return static_cast<std::uint8_t*>(
            std::memchr(begin, value, static_cast<std::size_t>(end - begin)));
    }

    void mark(std::size_t blank, std::uint64_t half) {
        std::uint8_t& entry = table_[static_cast<std::size_t>(blank * Index::orders + half)];
        if (entry != unknown) return;
        entry = next_;
        ++marked_;
    }

    void expand(std::size_t blank, std::uint64_t half) {
        const MoveSet legal = geometry_.legal_moves(make_cell(blank));
        if (legal.has(Move::left)) mark(blank - 1, half);
        if (legal.has(Move::right)) mark(blank + 1, half);
        Index::unrank_order(half, index_.odd(blank), digits_, order_);
        order_rank_ = 0;
        for (std::size_t i = 0; i < Index::tiles; ++i)
            order_rank_ += digits_[i] * Index::weights[i];
        if (legal.has(Move::up)) mark(blank - geometry_.cols, after_up(blank) / 2);
        if (legal.has(Move::down)) mark(blank + geometry_.cols, after_down(blank) / 2);
    }

    /// The blank goes down: the tile behind the next C − 1 ones in reading order comes before them.
    /// It gains a digit for each smaller tile it passes; each larger one it passes loses one.
    std::uint64_t after_down(std::size_t first) const {
        const std::size_t last = first + geometry_.cols - 1U;
        std::uint64_t rank = order_rank_ - digits_[last] * Index::weights[last];
        std::uint64_t digit = digits_[last];
        for (std::size_t i = first; i < last; ++i) {
            const bool larger = order_[i] > order_[last];
            rank -= digits_[i] * Index::weights[i];
            rank += (digits_[i] - (larger ? 1U : 0U)) * Index::weights[i + 1];
            digit += larger ? 0U : 1U;
        }
        return rank + digit * Index::weights[first];
    }

    /// The blank goes up: the tile C places before in reading order goes behind the C − 1 that
    /// follow it.
    std::uint64_t after_up(std::size_t blank) const {
        const std::size_t first = blank - geometry_.cols;
        const std::size_t last = blank - 1;
        std::uint64_t rank = order_rank_ - digits_[first] * Index::weights[first];
        std::uint64_t digit = digits_[first];
        for (std::size_t i = first + 1; i <= last; ++i) {
            const bool larger = order_[i] > order_[first];
            rank -= digits_[i] * Index::weights[i];
            rank += (digits_[i] + (larger ? 1U : 0U)) * Index::weights[i - 1];
            digit -= larger ? 0U : 1U;
        }
        return rank + digit * Index::weights[last];
    }

    Geometry geometry_;
    Index index_;
    std::vector<std::uint8_t>& table_;
    std::array<std::uint8_t, Index::tiles> digits_{};
    std::array<std::uint8_t, Index::tiles> order_{};
    std::uint64_t order_rank_ = 0;
    std::uint64_t marked_ = 0;
    std::uint8_t next_ = 0;
};

/// Calls `use` with the number of cells as a compile-time constant; false for sizes without a
/// table.
template <class Use>
bool with_cells(std::size_t cells, Use use) {
    switch (cells) {
        case 4:
            return use(std::integral_constant<std::size_t, 4>{}), true;
        case 6:
            return use(std::integral_constant<std::size_t, 6>{}), true;
        case 8:
            return use(std::integral_constant<std::size_t, 8>{}), true;
        case 9:
            return use(std::integral_constant<std::size_t, 9>{}), true;
        case 10:
            return use(std::integral_constant<std::size_t, 10>{}), true;
        case 12:
            return use(std::integral_constant<std::size_t, 12>{}), true;
        default:
            return false;
    }
}

}  // namespace

std::uint64_t ExactDistances::bytes_needed(Geometry geometry) {
    std::uint64_t bytes = 0;
    with_cells(geometry.cells(), [&](auto cells) { bytes = StateIndex<cells()>::states; });
    return bytes;
}

Result<ExactDistances> ExactDistances::build(Geometry geometry, Cell goal_blank,
                                             std::size_t memory_limit, const Progress& progress,
                                             int farthest) {
    const std::uint64_t bytes = bytes_needed(geometry);
    if (bytes == 0) {
        return usage_error(
            fmt::format("exact distances of every state need a board of at most {} cells, and "
                        "{}x{} has {}",
                        most_cells, geometry.rows, geometry.cols, geometry.cells()),
            "2x2 to 3x4, 4x3, 2x6 and 6x2 are possible");
    }
    if (bytes > memory_limit) {
        return Error{ErrorCode::memory_limit,
                     fmt::format("the exact distances of {}x{} take {} MB, more than the {} MB "
                                 "allowed",
                                 geometry.rows, geometry.cols, bytes / 1'000'000 + 1,
                                 memory_limit / 1'000'000),
                     "allow more memory, or choose a smaller board", "limits.memory_bytes"};
    }
    ExactDistances result(geometry, goal_blank);
    bool stopped = false;
    with_cells(geometry.cells(), [&](auto cells) {
        TableFiller<cells()> filler(geometry, goal_blank, result.table_);
        std::uint64_t count = 1;
        for (int depth = 0; count > 0; ++depth) {
            result.histogram_.push_back(count);
            stopped = progress && !progress(depth, count);
            if (stopped || depth == farthest) break;
            count = filler.expand_level(static_cast<std::uint8_t>(depth));
        }
    });
    if (stopped) return Error{ErrorCode::interrupted, "stopped while computing distances", {}};
    return result;
}

std::uint64_t ExactDistances::rank(std::span<const std::uint8_t> tiles) const {
    std::uint64_t rank = 0;
    with_cells(geometry_.cells(), [&](auto cells) {
        rank = StateIndex<cells()>(geometry_, goal_blank_).rank(tiles.data());
    });
    return rank;
}

void ExactDistances::unrank(std::uint64_t rank, std::span<std::uint8_t> tiles) const {
    with_cells(geometry_.cells(), [&](auto cells) {
        StateIndex<cells()>(geometry_, goal_blank_).unrank(rank, tiles.data());
    });
}

Result<DynamicBoard> ExactDistances::random_at(int distance, Random& random) const {
    if (distance < 0 || distance > largest_distance()) {
        return usage_error(fmt::format("no {}x{} board is {} moves from this goal", geometry_.rows,
                                       geometry_.cols, distance),
                           fmt::format("distances go from 0 to {}", largest_distance()));
    }
    std::uint64_t skip = random.below(histogram_[static_cast<std::size_t>(distance)]);
    std::uint64_t rank = 0;
    while (table_[static_cast<std::size_t>(rank)] != distance || skip-- > 0) ++rank;
    return unrank(rank);
}

}  // namespace tessera
