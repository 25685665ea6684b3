// Departures: the table against a plain recursion, the fast forms against the slow ones, lazy against eager.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "tessera/heuristics/linear_conflict.hpp"
#include "tessera/heuristics/linear_conflict_corners.hpp"
#include "tessera/heuristics/linear_conflict_last_moves.hpp"
#include "tessera/heuristics/strong.hpp"
#include "tessera/heuristics/walking_distance.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tests/heuristics/components.hpp"

namespace tessera::heuristics::testing::departures_test {
namespace {

/// A walking puzzle written out: tiles of goal line j in line i, and where the blank is.
struct Walk {
    std::vector<std::vector<int>> tiles;
    std::size_t blank_line = 0;
    auto operator<=>(const Walk&) const = default;
};

std::vector<std::vector<int>> goal_tiles(std::size_t lines, int length, std::size_t blank_line) {
    std::vector<std::vector<int>> tiles(lines, std::vector<int>(lines, 0));
    for (std::size_t i = 0; i < lines; ++i) tiles[i][i] = i == blank_line ? length - 1 : length;
    return tiles;
}

/// Calls `visit(next, departed)` for every move; `departed` has a bit if an own tile left its line.
template <class Visit>
void for_each_move(const Walk& walk, Visit visit) {
    for (const int step : {-1, 1}) {
        const auto line = static_cast<std::size_t>(static_cast<int>(walk.blank_line) + step);
        if (line >= walk.tiles.size()) continue;
        for (std::size_t j = 0; j < walk.tiles.size(); ++j) {
            if (walk.tiles[line][j] == 0) continue;
            Walk next = walk;
            --next.tiles[line][j];
            ++next.tiles[walk.blank_line][j];
            next.blank_line = line;
            visit(next, j == line ? 1U << j : 0U);
        }
    }
}

/// The fewest moves to the goal with a departure from every line of a set, by repeated relaxation.
std::map<std::pair<Walk, unsigned>, int> fewest_moves(std::size_t lines, int length,
                                                      std::size_t goal_line) {
    std::vector<Walk> walks{{goal_tiles(lines, length, goal_line), goal_line}};
    std::map<std::pair<Walk, unsigned>, int> fewest;
    constexpr int far = 1000;
    const auto add = [&](const Walk& walk) {
        for (unsigned set = 0; set < 1U << lines; ++set) fewest[{walk, set}] = far;
    };
    add(walks[0]);
    for (std::size_t i = 0; i < walks.size(); ++i) {
        for_each_move(Walk(walks[i]), [&](const Walk& next, unsigned) {
            if (fewest.contains({next, 0U})) return;
            add(next);
            walks.push_back(next);
        });
    }
    fewest[{walks[0], 0U}] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (auto& [key, moves] : fewest) {
            for_each_move(key.first, [&, set = key.second](const Walk& next, unsigned departed) {
                const int through = 1 + fewest.at({next, set & ~departed});
                if (through >= moves) return;
                moves = through;
                changed = true;
            });
        }
    }
    return fewest;
}

TEST(DepartureTable, IsAPlainSearchForTheFewestMoves) {
    for (const auto& [lines, length] :
         std::vector<std::pair<std::size_t, int>>{{2, 2}, {2, 5}, {3, 2}, {3, 3}, {4, 2}}) {
        for (std::size_t goal_line = 0; goal_line < lines; ++goal_line) {
            const DepartureTable table(lines, static_cast<std::size_t>(length), goal_line);
            const auto fewest = fewest_moves(lines, length, goal_line);
            EXPECT_EQ(fewest.size(), table.states() << lines);
            for (const auto& [key, moves] : fewest) {
                const auto& [walk, set] = key;
                DepartureTable::Key sum = 0;
                for (std::size_t i = 0; i < lines; ++i) {
                    for (std::size_t j = 0; j < lines; ++j) {
                        sum +=
                            table.unit(i, j) * static_cast<DepartureTable::Key>(walk.tiles[i][j]);
                    }
                }
                const auto state = table.find(sum);
                const auto extra = DepartureTable::extra(table.extras(state), set);
                const int plain = fewest.at({walk, 0U});
                ASSERT_EQ(table.distance(state), plain);
                ASSERT_EQ(extra, std::min<unsigned>(static_cast<unsigned>(moves - plain) / 2,
                                                    DepartureTable::most_extra));
                ASSERT_EQ((moves - plain) % 2, 0);
            }
        }
    }
}

TEST(DepartureTable, FollowsTheWalkingTable) {
    const WalkingTable walking(4, 4, 1, WalkingTable::count_states(4, 4, 100'000));
    const DepartureTable table(4, 4, 1);
    ASSERT_EQ(table.states(), walking.states());
    for (WalkingTable::Index s = 0; s < walking.states(); ++s) {
        const auto state = static_cast<DepartureTable::Index>(s);
        ASSERT_EQ(table.distance(state), walking.distance(s));
        for (const bool forward : {false, true}) {
            for (std::size_t j = 0; j < 4; ++j) {
                const auto next = walking.next(s, forward, j);
                if (!walking.exists(next)) continue;
                const auto step = table.next(state, forward, j);
                ASSERT_EQ(step.state(), next);
                ASSERT_EQ(step.change(), walking.distance(next) - walking.distance(s));
            }
        }
    }
}

template <BoardType B>
B walked(Geometry shape, Cell goal_blank, std::size_t steps, std::mt19937& random) {
    B board = canonical_goal<B>(shape, goal_blank);
    for (std::size_t i = 0; i < steps; ++i) {
        const Move move = all_moves[random() % 4];
        if (board.legal_moves().has(move)) board.slide(move);
    }
    return board;
}

TEST(LineOrder, InOneWordIsThePenaltyOfTheLine) {
    using B = Board<4, 4>;
    std::mt19937 random(3);
    for (std::size_t blank = 0; blank < 16; ++blank) {
        const auto setup = unit_setup<B>(B::shape, make_cell(blank));
        LineOrder<B, true> rows;
        LineOrder<B, false> columns;
        rows.build(setup);
        columns.build(setup);
        std::size_t conflicts = 0;
        for (int i = 0; i < 500; ++i) {
            const B board = walked<B>(B::shape, make_cell(blank), random() % 200, random);
            for (std::size_t line = 0; line < 4; ++line) {
                ASSERT_EQ(rows.conflict(board, line), rows.lines().penalty(board, line) > 0);
                ASSERT_EQ(columns.conflict(board, line), columns.lines().penalty(board, line) > 0);
                if (rows.conflict(board, line)) ++conflicts;
            }
        }
        EXPECT_GT(conflicts, 0U);
    }
}

TEST(ForcedDepartures, InOneWordAreThoseFoundOneByOne) {
    using B = Board<4, 4>;
    std::mt19937 random(5);
    for (std::size_t blank = 0; blank < 16; ++blank) {
        const ForcedDepartures<B, true, true> forced(unit_setup<B>(B::shape, make_cell(blank)));
        unsigned seen = 0;
        for (int i = 0; i < 20'000; ++i) {
            const B board = walked<B>(B::shape, make_cell(blank), random() % 60, random);
            const unsigned expected = forced.corners_one_by_one(board);
            ASSERT_EQ(forced.corners(board), expected);
            seen |= expected;
        }
        EXPECT_GE(std::popcount(seen), 6) << "goal blank " << blank;
    }
}

TEST(ForcedDepartures, ChoicesAreLeastAndCoverEveryDeduction) {
    const Geometry shape{4, 4};
    const ForcedDepartures<DynamicBoard, true, true> corner(
        unit_setup<DynamicBoard>(shape, make_cell(0)));
    // Tile 1 leaves row 0 or column 1; the last move is of a tile of column 1 or of row 1.
    const auto one = corner.choices(1U << 0);
    ASSERT_EQ(one.size(), 2U);
    EXPECT_EQ(one[0].rows, 1U << 0);
    EXPECT_EQ(one[1].columns, 1U << 1);
    const auto both = corner.choices((1U << 0) | corner.last_move);
    ASSERT_EQ(both.size(), 2U);  // column 1 alone, or rows 0 and 1
    EXPECT_EQ(corner.choices(0).size(), 1U);
    EXPECT_EQ(corner.choices(0)[0].rows | corner.choices(0)[0].columns, 0);
}

/// Along a walk: the value changes by exactly 1, and the lazy question has the eager answer.
template <class H, BoardType B>
void check_lazy(const H& heuristic, Cell goal_blank, std::mt19937& random) {
    static_assert(LazyHeuristicFor<H, B>);
    B board = walked<B>(B::shape, goal_blank, random() % 100, random);
    auto state = heuristic.evaluate(board);
    for (int step = 0; step < 60; ++step) {
        const Move move = all_moves[random() % 4];
        if (!board.legal_moves().has(move)) continue;
        const Cell from = board.neighbour(move);
        const Tile tile = board.tile_at(from);
        const auto next = heuristic.after_slide(state, board, tile, from, board.blank());
        const Cost value = heuristic.value(next);
        ASSERT_EQ(std::abs(value - heuristic.value(state)), 1);
        for (const Cost limit : {value - 5, value - 2, value - 1, value, value + 1, value + 8}) {
            typename H::State lazy;
            ASSERT_EQ(
                heuristic.after_slide_within(lazy, state, board, tile, from, board.blank(), limit),
                value <= limit);
            if (value <= limit) {
                ASSERT_EQ(heuristic.value(lazy), value);
            }
        }
        state = next;
        board.slide(move);
    }
}
template <template <BoardType> class H, BoardType B>
void check_lazy_from_every_goal() {
    std::mt19937 random(11);
    for (std::size_t blank = 0; blank < B::cell_count; ++blank) {
        const auto heuristic = H<B>::make(unit_setup<B>(B::shape, make_cell(blank)));
        ASSERT_TRUE(heuristic.ok());
        for (int i = 0; i < 30; ++i) check_lazy<H<B>, B>(*heuristic, make_cell(blank), random);
    }
}

TEST(DepartureBound, ChangesByOneAndAnswersLazilyLikeEagerly) {
    check_lazy_from_every_goal<strong::Heuristic, Board<3, 3>>();
    check_lazy_from_every_goal<strong::Heuristic, Board<4, 4>>();
    check_lazy_from_every_goal<strong::Heuristic, Board<5, 5>>();
    check_lazy_from_every_goal<strong::Heuristic, Board<3, 5>>();
    check_lazy_from_every_goal<strong::Heuristic, Board<2, 4>>();
    check_lazy_from_every_goal<linear_conflict_last_moves::Heuristic, Board<4, 4>>();
    check_lazy_from_every_goal<linear_conflict_corners::Heuristic, Board<4, 4>>();
}

template <BoardType B, template <BoardType> class H>
Cost value_of(const HeuristicSetup<B>& setup, const B& board) {
    const auto heuristic = H<B>::make(setup);
    return heuristic->value(heuristic->evaluate(board));
}

TEST(DepartureBound, IsAtLeastWhatItRefines) {
    using B = DynamicBoard;
    std::mt19937 random(9);
    for (const Geometry shape : {Geometry{4, 4}, Geometry{5, 5}, Geometry{3, 5}}) {
        const auto setup = unit_setup<B>(shape, shape.cell(1, 0));
        const auto plain = linear_conflict::Heuristic<B>::make(setup);
        const auto last = linear_conflict_last_moves::Heuristic<B>::make(setup);
        const auto corners = linear_conflict_corners::Heuristic<B>::make(setup);
        int raised_by_last = 0;
        int raised_by_corners = 0;
        for (int i = 0; i < 300; ++i) {
            const B board = walked<B>(shape, setup.goal_blank, 30 + random() % 100, random);
            const Cost base = plain->value(plain->evaluate(board));
            const Cost with_last = last->value(last->evaluate(board));
            const Cost with_corners = corners->value(corners->evaluate(board));
            ASSERT_GE(with_last, base);
            ASSERT_LE(with_last, base + 2);
            ASSERT_GE(with_corners, base);
            if (with_last > base) ++raised_by_last;
            if (with_corners > base) ++raised_by_corners;
        }
        EXPECT_GT(raised_by_last, 0);
        EXPECT_GT(raised_by_corners, 0);
    }
}

TEST(Strong, IsAtLeastWalkingDistanceOn4x4AndLinearConflictOnLargeBoards) {
    using B = DynamicBoard;
    std::mt19937 random(10);
    const auto setup = unit_setup<B>({4, 4}, make_cell(6));
    const auto strong = strong::Heuristic<B>::make(setup);
    const auto walking = walking_distance::Heuristic<B>::make(setup);
    for (int i = 0; i < 500; ++i) {
        const B board = walked<B>({4, 4}, setup.goal_blank, 150, random);
        ASSERT_GE(strong->value(strong->evaluate(board)), walking->value(walking->evaluate(board)));
    }
    const auto large = unit_setup<B>({6, 7}, make_cell(0));
    const B board = walked<B>({6, 7}, make_cell(0), 2000, random);
    EXPECT_EQ((value_of<B, strong::Heuristic>(large, board)),
              (value_of<B, linear_conflict::Heuristic>(large, board)));
}

TEST(Strong, StaysBelowAMegabyteAndObeysTheMemoryLimit) {
    using B = Board<4, 4>;
    auto setup = unit_setup<B>(B::shape, make_cell(0));
    const auto built = strong::Heuristic<B>::make(setup);
    ASSERT_TRUE(built.ok());
    EXPECT_LT(built->table_bytes(), 800'000U);
    setup.memory_bytes = built->table_bytes() - 1;
    const auto refused = strong::Heuristic<B>::make(setup);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, ErrorCode::memory_limit);
    const auto five = strong::Heuristic<Board<5, 5>>::make(
        unit_setup<Board<5, 5>>(Board<5, 5>::shape, make_cell(0)));
    EXPECT_LT(five->table_bytes(), 150'000U);
}

}  // namespace
}  // namespace tessera::heuristics::testing::departures_test
