// Explanations: the parts of every registered heuristic combine to its value, and say what they should on known boards.
#include "tessera/lessons/explain.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tessera/api/json.hpp"
#include "tessera/drawing/explain_picture.hpp"
#include "tessera/drawing/svg.hpp"
#include "tessera/engine/board_types.hpp"
#include "tessera/engine/relabelled.hpp"
#include "tessera/lessons/audit.hpp"
#include "tessera/puzzle/generate.hpp"
#include "tests/engine/engine_testing.hpp"

namespace tessera {
namespace {

using namespace engine_testing;

/// Every heuristic by its name alone, and some with arguments.
std::vector<HeuristicSpec> all_specs() {
    std::vector<HeuristicSpec> specs = default_heuristics();
    for (const std::string_view text :
         {"max(manhattan,gaschnig,inversion-distance)", "weighted-combination(factor=3)",
          "max(euclidean,misplaced)", "pdb:3-2"}) {
        specs.push_back(*parse_heuristic(text));
    }
    return specs;
}

void expect_parts_combine(const Explanation& explanation) {
    EXPECT_EQ(explanation.value, explanation.combined()) << explanation.title.text();
    for (const Explanation& part : explanation.parts) expect_parts_combine(part);
}

/// Boards near and far, the goal itself first.
std::vector<DynamicBoard> boards_for(const DynamicBoard& goal, Random& random) {
    std::vector<DynamicBoard> boards{goal};
    for (const std::uint64_t moves : {1U, 2U, 9U})
        boards.push_back(random_walk(goal, moves, random));
    for (int i = 0; i < 6; ++i) boards.push_back(random_solvable(goal, random));
    return boards;
}

void check_heuristic(Engine& engine, const HeuristicSpec& spec, const DynamicBoard& goal,
                     CostModel cost, const std::vector<DynamicBoard>& boards) {
    const Labelling labels(goal);
    auto heuristic =
        engine.heuristic<DynamicBoard>(spec, goal.geometry(), labels.goal_blank(),
                                       canonical_costs(cost, labels), std::size_t{1} << 30);
    if (!heuristic) return;  // has no table for this size, which other tests look at
    for (const DynamicBoard& start : boards) {
        SCOPED_TRACE(spec.name() + " on " + inline_form(start) + " for " + inline_form(goal));
        const auto board = labels.canonical_board<DynamicBoard>(start);
        const Explanation explanation = (*heuristic)->explain(board);
        expect_parts_combine(explanation);
        EXPECT_EQ(explanation.value, (*heuristic)->exact_value((*heuristic)->evaluate(board)));
        // A value without parts would explain nothing.
        if (explanation.value > 0.0) {
            EXPECT_FALSE(explanation.parts.empty());
        }
    }
}

void check_size(Geometry geometry, CostModel cost) {
    Engine engine;
    Random random(geometry.rows * 100U + geometry.cols);
    for (const DynamicBoard& goal : fewer(three_goals(geometry), 1)) {
        const std::vector<DynamicBoard> boards = fewer(boards_for(goal, random), 2);
        for (const HeuristicSpec& spec : all_specs()) {
            check_heuristic(engine, spec, goal, cost, boards);
        }
    }
}

class PartsCombine : public testing::TestWithParam<Geometry> {};

TEST_P(PartsCombine, ToTheValueOfEveryHeuristic) {
    check_size(GetParam(), CostModel::unit);
}
TEST_P(PartsCombine, WithTileCostsToo) {
    check_size(GetParam(), CostModel::tile);
}

INSTANTIATE_TEST_SUITE_P(
    Sizes, PartsCombine,
    testing::ValuesIn(fewer<Geometry>(
        {{9, 8}, {6, 7}, {4, 5}, {5, 5}, {3, 4}, {2, 2}, {3, 3}, {2, 3}, {4, 4}, {5, 2}}, 4)),
    [](const auto& size) {
        return std::to_string(size.param.rows) + "x" + std::to_string(size.param.cols);
    });

BoardExplanation explained(const DynamicBoard& start, const DynamicBoard& goal,
                           std::string_view heuristics, ExplainOptions options = {}) {
    std::vector<HeuristicSpec> specs;
    for (const std::string_view name : split_list(heuristics)) {
        specs.push_back(*parse_heuristic(name));
    }
    Engine engine;
    Observer nobody;
    options.limits.memory_bytes = std::size_t{1} << 30;
    auto result = explain(engine, start, goal, specs, options, nobody);
    EXPECT_TRUE(result.ok());
    return *result;
}

const Explanation& only(const BoardExplanation& board) {
    EXPECT_EQ(board.heuristics.size(), 1U);
    return board.heuristics.front().explanation;
}

std::vector<std::size_t> numbers(const std::vector<Tile>& tiles) {
    std::vector<std::size_t> result;
    for (const Tile tile : tiles) result.push_back(index(tile));
    return result;
}

using Numbers = std::vector<std::size_t>;

const Explanation* line_of(const Explanation& explanation, bool is_row, std::size_t number) {
    for (const Explanation& part : explanation.parts) {
        if (part.line && part.line->is_row == is_row && part.line->number == number) return &part;
    }
    return nullptr;
}

TEST(Explain, ManhattanTileByTile) {
    const DynamicBoard start = board_of({3, 3}, "0 8 7 6 5 4 3 2 1");
    const BoardExplanation board = explained(start, goal_of("blank-last", {3, 3}), "manhattan");
    EXPECT_EQ(only(board).value, 20.0);
    EXPECT_EQ(values_by_tile(only(board), {3, 3}),
              (std::vector<double>{0, 4, 2, 4, 2, 0, 2, 4, 2}));
    // Tile 8 lies in the first row, second column, and belongs in the last.
    const Explanation& eight = only(board).parts.front();
    EXPECT_EQ(numbers(eight.tiles), Numbers{8});
    EXPECT_EQ(eight.cells, std::vector<Cell>{make_cell(1)});
    EXPECT_EQ(eight.goals, std::vector<Cell>{make_cell(7)});
    EXPECT_EQ(eight.reason.text(), "8 is 2 rows from its place");
}

TEST(Explain, TheReversedBoardNeedsFourDepartures) {
    const DynamicBoard start = board_of({3, 3}, "0 8 7 6 5 4 3 2 1");
    const BoardExplanation board =
        explained(start, goal_of("blank-last", {3, 3}), "linear-conflict");
    EXPECT_EQ(only(board).value, 28.0);
    ASSERT_TRUE(board.truth.has_value());
    EXPECT_TRUE(board.truth->proven());
    EXPECT_EQ(*board.truth->best, 28);
    const Explanation* row = line_of(only(board), true, 1);
    const Explanation* column = line_of(only(board), false, 1);
    ASSERT_TRUE(row != nullptr && column != nullptr);
    EXPECT_EQ(row->value, 4.0);
    EXPECT_EQ(row->pairs.size(), 3U);
    EXPECT_EQ(row->leaving.size(), 2U);
    EXPECT_EQ(column->value, 4.0);
}

/// The line on which taking out the tile with most conflicts first takes out three where two are enough.
TEST(Explain, TwoTilesLeaveTheLine24153) {
    const DynamicBoard start = board_of(
        {5, 5}, "2 4 1 5 3 / 6 7 8 9 10 / 11 12 13 14 15 / 16 17 18 19 20 / 21 22 23 24 0");
    const DynamicBoard goal = goal_of("blank-last", {5, 5});
    const BoardExplanation exact = explained(start, goal, "linear-conflict");
    const Explanation* row = line_of(only(exact), true, 0);
    ASSERT_NE(row, nullptr);
    EXPECT_EQ(row->value, 4.0);
    EXPECT_EQ(numbers(row->leaving), (Numbers{1, 3}));
    EXPECT_EQ(row->reason.text(),
              "in the wrong order: 2 before 1, 4 before 1, 4 before 3, 5 before 3");
    const BoardExplanation pairs = explained(start, goal, "linear-conflict-pairs");
    EXPECT_EQ(line_of(only(pairs), true, 0)->value, 8.0);
    const BoardExplanation prefix = explained(start, goal, "linear-conflict-prefix");
    EXPECT_EQ(line_of(only(prefix), true, 0)->value, 4.0);
    const BoardExplanation squared = explained(start, goal, "squared-distance");
    EXPECT_EQ(line_of(only(squared), true, 0)->value, 6.0);
}

/// What stays in a line when the tiles have left must stand in order.
TEST(Explain, NoPairIsLeftWhenTheTilesHaveLeft) {
    Random random(7);
    const DynamicBoard goal = goal_of("snail", {6, 6});
    std::size_t lines = 0;
    for (int i = 0; i < 200; ++i) {
        // Rows of the goal, shuffled within themselves: as many conflicts as can be.
        std::vector<Tile> tiles = tiles_of(goal);
        for (std::size_t row = 0; row < 6; ++row) {
            random.shuffle(std::span(tiles).subspan(row * 6, 6));
        }
        const BoardExplanation board =
            explained(DynamicBoard::from_tiles({6, 6}, tiles), goal, "linear-conflict");
        for (const Explanation& part : only(board).parts) {
            if (part.kind != PartKind::line) continue;
            ++lines;
            EXPECT_EQ(part.value, 2.0 * static_cast<double>(part.leaving.size()));
            for (const auto& [first, second] : part.pairs) {
                const auto leaves = [&](Tile tile) {
                    return std::find(part.leaving.begin(), part.leaving.end(), tile) !=
                           part.leaving.end();
                };
                EXPECT_TRUE(leaves(first) || leaves(second));
            }
        }
    }
    EXPECT_GT(lines, 500U);
}

/// In every part: the tiles lie on the cells it names, in the user's numbers.
void expect_tiles_on_cells(const Explanation& explanation, const BoardExplanation& board) {
    if (explanation.kind != PartKind::jump && explanation.kind != PartKind::cycle &&
        !explanation.cells.empty()) {
        ASSERT_EQ(explanation.tiles.size(), explanation.cells.size());
        for (std::size_t i = 0; i < explanation.tiles.size(); ++i) {
            EXPECT_EQ(board.start.tile_at(explanation.cells[i]), explanation.tiles[i]);
        }
    }
    if (explanation.kind == PartKind::tile) {
        EXPECT_EQ(board.goal.tile_at(explanation.goals.front()), explanation.tiles.front());
    }
    for (const Explanation& part : explanation.parts) expect_tiles_on_cells(part, board);
}

TEST(Explain, TilesAreTheUsersOwnWhateverTheGoal) {
    Random random(3);
    for (const Geometry geometry : {Geometry{3, 3}, Geometry{4, 4}, Geometry{2, 5}}) {
        for (const DynamicBoard& goal : three_goals(geometry)) {
            const DynamicBoard start = random_solvable(goal, random);
            const BoardExplanation board =
                explained(start, goal,
                          "manhattan,linear-conflict,linear-conflict-pairs,inversions,strong,pdb,"
                          "linear-conflict-corners,linear-conflict-last-moves,gaschnig");
            EXPECT_EQ(board.heuristics.size(), 9U);
            for (const HeuristicExplanation& heuristic : board.heuristics) {
                SCOPED_TRACE(heuristic.name + " on " + inline_form(start));
                expect_tiles_on_cells(heuristic.explanation, board);
            }
        }
    }
}

/// The jumps of gaschnig, made one after the other, solve the board.
TEST(Explain, TheJumpsOfGaschnigReachTheGoal) {
    Random random(11);
    for (const DynamicBoard& goal : three_goals({4, 4})) {
        for (int i = 0; i < 10; ++i) {
            const BoardExplanation board =
                explained(random_solvable(goal, random), goal, "gaschnig");
            std::vector<Tile> tiles = tiles_of(board.start);
            for (const Explanation& cycle : only(board).parts) {
                for (const Explanation& jump : cycle.parts) {
                    Tile& from = tiles[index(jump.cells.front())];
                    Tile& to = tiles[index(jump.goals.front())];
                    EXPECT_EQ(from, jump.tiles.front());
                    EXPECT_EQ(to, blank_tile);
                    std::swap(from, to);
                }
            }
            EXPECT_EQ(tiles, tiles_of(goal));
        }
    }
}

TEST(Explain, WalkingDistanceShowsItsMatrices) {
    const BoardExplanation board = explained(board_of({3, 3}, "0 8 7 6 5 4 3 2 1"),
                                             goal_of("blank-last", {3, 3}), "walking-distance");
    ASSERT_EQ(only(board).parts.size(), 2U);
    const Explanation& vertical = only(board).parts[0];
    ASSERT_TRUE(vertical.matrix.has_value());
    EXPECT_TRUE(vertical.matrix->of_rows);
    EXPECT_EQ(vertical.matrix->counts, (Numbers{0, 0, 2, 0, 3, 0, 3, 0, 0}));
    EXPECT_EQ(vertical.matrix->blank_line, 0U);
    EXPECT_EQ(vertical.value, 14.0);
    EXPECT_EQ(only(board).parts[1].value, 14.0);
}

TEST(Explain, PatternsOfEveryOrientation) {
    Random random(5);
    const DynamicBoard goal = goal_of("blank-last", {4, 4});
    const BoardExplanation board = explained(random_solvable(goal, random), goal, "pdb:5-5-5");
    const Explanation& pdb = only(board);
    EXPECT_EQ(pdb.combination, Combination::largest);
    ASSERT_EQ(pdb.parts.size(), 2U) << "the partition and its mirror image";
    EXPECT_EQ(pdb.parts[0].title.text(), "5-5-5");
    EXPECT_EQ(pdb.parts[1].title.text(), "5-5-5, turned or mirrored");
    for (const Explanation& partition : pdb.parts) {
        Numbers all;
        for (const Explanation& pattern : partition.parts) {
            for (const std::size_t tile : numbers(pattern.tiles)) all.push_back(tile);
        }
        std::sort(all.begin(), all.end());
        EXPECT_EQ(all, (Numbers{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}));
    }
}

TEST(Explain, CombinationsNameTheirComponents) {
    const DynamicBoard start = board_of({3, 3}, "0 8 7 6 5 4 3 2 1");
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    const BoardExplanation largest = explained(start, goal, "max(manhattan,inversions)");
    ASSERT_EQ(only(largest).parts.size(), 2U);
    EXPECT_EQ(only(largest).parts[0].title.text(), "manhattan");
    EXPECT_EQ(only(largest).parts[1].title.text(), "inversions");
    EXPECT_EQ(only(largest).largest_part(), 1U);
    EXPECT_EQ(only(largest).reason.text(), "the largest counts: inversions");
    const BoardExplanation sum = explained(start, goal, "weighted-combination(factor=2)");
    EXPECT_EQ(only(sum).factor, 2.0);
    EXPECT_EQ(only(sum).parts[0].title.text(), "linear-conflict-prefix");
    EXPECT_EQ(only(sum).parts[1].title.text(), "walking-distance");
    EXPECT_EQ(only(sum).value, 2.0 * (28.0 + 28.0));
}

/// 1 and 4 are at home beside the corner with 14 in it (korf-12): two for each line they leave.
TEST(Explain, CornersAndLastMoveSayWhatTheyAdd) {
    const DynamicBoard start = board_of({4, 4}, "14 1 9 6 / 4 8 12 5 / 7 2 3 0 / 10 11 13 15");
    const DynamicBoard goal = goal_of("blank-first", {4, 4});
    const BoardExplanation corners = explained(start, goal, "linear-conflict-corners");
    EXPECT_EQ(only(corners).value, 39.0);
    const Explanation& added = only(corners).parts.back();
    EXPECT_EQ(added.kind, PartKind::departure);
    EXPECT_EQ(added.value, 4.0);
    EXPECT_EQ(numbers(added.leaving), (Numbers{1, 4}));
    const BoardExplanation last = explained(start, goal, "linear-conflict-last-moves");
    EXPECT_EQ(only(last).value, 37.0);
    EXPECT_EQ(only(last).parts.back().title.text(), "last move");
    EXPECT_EQ(numbers(only(last).parts.back().tiles), (Numbers{1, 4}));
}

TEST(Explain, TheCyclesSayTheParity) {
    Random random(9);
    for (const Geometry geometry : {Geometry{2, 3}, Geometry{4, 4}, Geometry{7, 3}}) {
        for (const DynamicBoard& goal : three_goals(geometry)) {
            for (const bool solvable : {true, false}) {
                const DynamicBoard start =
                    solvable ? random_solvable(goal, random) : random_unsolvable(goal, random);
                const BoardExplanation board = explained(start, goal, "zero");
                EXPECT_EQ(board.solvability.solvable, solvable);
                EXPECT_EQ(board.parity.swaps % 2 == 1, board.solvability.permutation_odd);
                std::size_t misplaced = 0;
                for (std::size_t c = 0; c < geometry.cells(); ++c) {
                    const Cell cell = make_cell(c);
                    misplaced += start.tile_at(cell) != goal.tile_at(cell) ? 1 : 0;
                }
                std::size_t in_cycles = 0;
                for (const std::vector<Tile>& cycle : board.parity.cycles) {
                    in_cycles += cycle.size();
                    for (std::size_t i = 0; i < cycle.size(); ++i) {
                        const auto tiles = goal.tiles();
                        const auto home = std::find(tiles.begin(), tiles.end(), cycle[i]);
                        EXPECT_EQ(start.tile_at(
                                      make_cell(static_cast<std::size_t>(home - tiles.begin()))),
                                  cycle[(i + 1) % cycle.size()]);
                    }
                }
                EXPECT_EQ(in_cycles, misplaced);
            }
        }
    }
}

TEST(Explain, AnUnsolvableBoardIsExplained) {
    const BoardExplanation board =
        explained(board_of({3, 3}, "1 2 3 4 5 6 8 7 0"), goal_of("blank-last", {3, 3}),
                  "manhattan,walking-distance,pdb,strong");
    EXPECT_FALSE(board.solvability.solvable);
    EXPECT_FALSE(board.truth.has_value());
    EXPECT_EQ(board.heuristics[0].explanation.value, 2.0);
    // One pattern of all tiles knows that there is no way.
    EXPECT_TRUE(std::isinf(board.heuristics[2].explanation.value));
    EXPECT_FALSE(board.heuristics[2].estimate.has_value());
    const auto json = nlohmann::json::parse(to_json(board), nullptr, false);
    ASSERT_TRUE(json.is_object());
    EXPECT_TRUE(json["heuristics"][2]["value"].is_null());
    EXPECT_EQ(json["solvability"]["repair"], (nlohmann::json{7, 8}));
}

TEST(Explain, TheTruthIsLookedForWhereItIsCheapOrAskedFor) {
    Random random(2);
    const DynamicBoard small = goal_of("blank-first", {2, 5});
    for (int i = 0; i < 5; ++i) {
        const DynamicBoard start = random_solvable(small, random);
        const BoardExplanation board = explained(start, small, "zero");
        ASSERT_TRUE(board.truth && board.truth->proven());
        EXPECT_EQ(*board.truth->best, exact_distance(start, small));
    }
    const DynamicBoard large = goal_of("blank-last", {4, 4});
    const DynamicBoard start = random_walk(large, 12, random);
    EXPECT_FALSE(explained(start, large, "zero").truth.has_value());
    ExplainOptions asked;
    asked.exact = true;
    const BoardExplanation board = explained(start, large, "zero", asked);
    ASSERT_TRUE(board.truth && board.truth->proven());
    EXPECT_EQ(*board.truth->best, distance_by_search(start, large));
    asked.cost = CostModel::tile;
    const BoardExplanation priced = explained(start, large, "manhattan", asked);
    ASSERT_TRUE(priced.truth && priced.truth->proven());
    EXPECT_GE(*priced.truth->best, only(priced).value);
}

TEST(Explain, WhatHasNoTableIsLeftOutWithTheReason) {
    const DynamicBoard goal = goal_of("blank-last", {5, 5});
    const BoardExplanation board = explained(goal, goal, "walking-distance,manhattan");
    ASSERT_EQ(board.left_out.size(), 1U);
    EXPECT_EQ(board.left_out[0].first, "walking-distance");
    EXPECT_EQ(board.heuristics.size(), 1U);
}

TEST(Explain, WhereMemoryIsShortTheTablesAreLeftOut) {
    Engine engine;
    Observer nobody;
    ExplainOptions options;
    options.limits.memory_bytes = 100;
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    std::vector<HeuristicSpec> specs;
    for (const std::string_view name : {"manhattan", "walking-distance", "strong", "pdb:4-4"}) {
        specs.push_back(*parse_heuristic(name));
    }
    const auto board = explain(engine, goal, goal, specs, options, nobody);
    ASSERT_TRUE(board.ok()) << board.error().message;
    ASSERT_EQ(board->heuristics.size(), 1U);
    EXPECT_EQ(board->heuristics[0].name, "manhattan");
    const auto json = nlohmann::json::parse(to_json(*board), nullptr, false);
    ASSERT_EQ(json["left_out"].size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(json["left_out"][i]["heuristic"], specs[i + 1].name());
        EXPECT_FALSE(json["left_out"][i]["reason"].get<std::string>().empty());
    }
}

TEST(Explain, WhatMakesNoSenseIsAUsageError) {
    Engine engine;
    Observer nobody;
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    const std::vector<HeuristicSpec> manhattan{*parse_heuristic("manhattan")};
    const auto sizes = explain(engine, goal, goal_of("blank-last", {3, 4}), manhattan, {}, nobody);
    ASSERT_FALSE(sizes.ok());
    EXPECT_EQ(sizes.error().code, ErrorCode::usage);
    const auto partition = explain(engine, goal, goal, {*parse_heuristic("pdb:7-9")}, {}, nobody);
    ASSERT_FALSE(partition.ok());
    EXPECT_EQ(partition.error().code, ErrorCode::usage);
}

/// A search from the goal sees boards renamed: what it would tell of them names the right tiles.
TEST(Explain, ARelabelledHeuristicSpeaksOfTheBoardItWasGiven) {
    Engine engine;
    const DynamicBoard target = board_of({3, 3}, "4 1 3 0 2 5 7 8 6");
    const DynamicBoard board = board_of({3, 3}, "1 4 3 0 2 5 7 8 6");
    auto inner = engine.heuristic<DynamicBoard>(*parse_heuristic("manhattan"), {3, 3},
                                                target.blank(), {}, std::size_t{1} << 30);
    ASSERT_TRUE(inner.ok());
    const RelabelledHeuristic<DynamicBoard> heuristic(target, *inner);
    const Explanation explanation = heuristic.explain(board);
    EXPECT_EQ(explanation.value, 2.0);
    ASSERT_EQ(explanation.parts.size(), 2U);
    EXPECT_EQ(explanation.parts[0].reason.text(), "1 is 1 column from its place");
    EXPECT_EQ(explanation.parts[1].reason.text(), "4 is 1 column from its place");
    EXPECT_EQ(heuristic.exact_value(heuristic.evaluate(board)), 2.0);
    EXPECT_EQ(heuristic.exact_value(heuristic.evaluate(target)), 0.0);
    EXPECT_EQ(heuristic.used_bytes(), (*inner)->used_bytes());
    EXPECT_EQ(heuristic.table_bytes(), (*inner)->table_bytes());
}

/// Every element that is opened is closed in its turn, and attributes are quoted: enough to find a slip.
void expect_well_formed(std::string_view text) {
    std::vector<std::string> open;
    ASSERT_TRUE(text.starts_with("<?xml "));
    text.remove_prefix(text.find("?>") + 2);
    while (true) {
        const std::size_t begin = text.find('<');
        for (const char c : text.substr(0, begin)) ASSERT_NE(c, '>');
        if (begin == std::string_view::npos) break;
        const std::size_t end = text.find('>', begin);
        ASSERT_NE(end, std::string_view::npos);
        const std::string_view tag = text.substr(begin + 1, end - begin - 1);
        ASSERT_EQ(std::count(tag.begin(), tag.end(), '"') % 2, 0) << tag;
        ASSERT_EQ(tag.find('<'), std::string_view::npos) << tag;
        if (tag.starts_with('/')) {
            ASSERT_FALSE(open.empty());
            ASSERT_EQ(open.back(), tag.substr(1));
            open.pop_back();
        } else if (!tag.ends_with('/')) {
            open.emplace_back(tag.substr(0, tag.find(' ')));
        }
        text.remove_prefix(end + 1);
    }
    EXPECT_TRUE(open.empty());
}

std::size_t occurrences(std::string_view text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos;
         at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

TEST(ExplainPicture, HasAPanelForEachHeuristicAndIsWellFormed) {
    Random random(4);
    for (const Geometry geometry :
         {Geometry{2, 2}, Geometry{3, 3}, Geometry{2, 6}, Geometry{4, 4}, Geometry{8, 9}}) {
        const DynamicBoard goal = goal_of("snail", geometry);
        const BoardExplanation board =
            explained(random_unsolvable(goal, random), goal,
                      "manhattan,linear-conflict,max(manhattan,gaschnig),inversion-distance,"
                      "weighted-combination,strong,linear-conflict-pairs,zero");
        const std::string picture = draw_explanation(board, every_panel(board));
        expect_well_formed(picture);
        // The root is one picture, and each panel is one within it.
        EXPECT_EQ(occurrences(picture, "role=\"img\""), 1 + board.heuristics.size());
        EXPECT_EQ(occurrences(picture, "<title"), 1 + board.heuristics.size());
        EXPECT_EQ(occurrences(picture, "Unsolvable."), 1U);
        EXPECT_EQ(picture.find("http://", picture.find("w3.org/2000/svg")), std::string::npos)
            << "nothing is loaded from elsewhere";
    }
}

TEST(ExplainPicture, MarksTheTilesThatLeave) {
    const DynamicBoard start = board_of({3, 3}, "2 1 3 4 5 6 7 8 0");
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    const BoardExplanation board = explained(start, goal, "manhattan,linear-conflict");
    const std::string plain = draw_explanation(board, {"manhattan"});
    const std::string marked = draw_explanation(board, {"linear-conflict"});
    EXPECT_EQ(occurrences(plain, "stroke-width=\"3.5\""), 0U);
    EXPECT_EQ(occurrences(marked, "stroke-width=\"3.5\""), 1U);
    EXPECT_EQ(occurrences(marked, " Q"), 1U) << "one bow for the one pair";
}

/// The numbers of a path: "M10 20 L30 40" has four.
std::vector<double> numbers_of_path(std::string_view path) {
    std::vector<double> all;
    std::istringstream words{std::string(path)};
    for (std::string word; words >> word;) {
        word.erase(0, word.find_first_of("-.0123456789"));
        all.push_back(std::strtod(word.c_str(), nullptr));
    }
    return all;
}

/// Tile 5 jumps over three columns: one arrow in the colour of alarm, along the row.
TEST(ExplainPicture, DrawsTheJumpsOfGaschnig) {
    const DynamicBoard goal = goal_of("blank-last", {2, 4});
    const DynamicBoard start = board_of({2, 4}, "1 2 3 4/0 6 7 5");
    const BoardExplanation board = explained(start, goal, "gaschnig,manhattan");
    ASSERT_EQ(board.heuristics[0].explanation.value, 1.0);
    const std::string picture = draw_explanation(board, {"gaschnig"});
    expect_well_formed(picture);
    EXPECT_EQ(picture.find("nan"), std::string::npos);
    EXPECT_EQ(occurrences(picture, "stroke=\"#a3132e\" stroke-width=\"1.5\""), 1U);
    EXPECT_EQ(occurrences(draw_explanation(board, {"manhattan"}),
                          "stroke=\"#a3132e\" stroke-width=\"1.5\""),
              0U);
    const std::size_t stroke = picture.find("stroke=\"#a3132e\" stroke-width=\"1.5\"");
    const std::size_t path = picture.rfind("d=\"", stroke) + 3;
    const std::vector<double> at =
        numbers_of_path(std::string_view(picture).substr(path, picture.find('"', path) - path));
    ASSERT_GE(at.size(), 4U);
    EXPECT_EQ(at[1], at[3]) << "along the row";
    EXPECT_GT(at[0] - at[2], 72.0) << "from the right to the left";
}

TEST(ExplainPicture, WritesFractionsAndCutsManyCaptionsShort) {
    const DynamicBoard start = board_of({3, 3}, "0 8 7 6 5 4 3 2 1");
    const BoardExplanation fraction = explained(start, goal_of("blank-last", {3, 3}), "euclidean");
    EXPECT_NE(draw_explanation(fraction, {"euclidean"}).find("euclidean = 16.4"), std::string::npos)
        << only(fraction).value;

    // Every row reversed: each has conflicts and a caption.
    std::vector<Tile> tiles;
    const DynamicBoard large = goal_of("blank-last", {12, 12});
    for (std::size_t row = 0; row < 12; ++row) {
        for (std::size_t col = 12; col-- > 0;) {
            tiles.push_back(large.tile_at(make_cell(row * 12 + col)));
        }
    }
    const BoardExplanation reversed =
        explained(DynamicBoard::from_tiles({12, 12}, tiles), large, "linear-conflict");
    EXPECT_NE(draw_explanation(reversed, {"linear-conflict"}).find("… and "), std::string::npos);
}

TEST(Svg, TextIsEscaped) {
    EXPECT_EQ(svg::escaped("a<b & \"c\"\x01>"), "a&lt;b &amp; &quot;c&quot; &gt;");
    EXPECT_EQ(svg::escaped("it's\ttwo\nlines\r"), "it&#39;s\ttwo\nlines ");
    svg::Canvas canvas;
    canvas.begin_group("a<b");
    canvas.text({1.0, 2.5}, "x & y", {});
    canvas.end_group();
    const std::string picture = canvas.finish(10.0, 20.0, "t\"", "d<");
    expect_well_formed(picture);
    EXPECT_EQ(occurrences(picture, "x &amp; y"), 1U);
}

TEST(ExplainJson, HoldsPartsCellsAndLines) {
    const DynamicBoard start = board_of({3, 3}, "0 8 7 6 5 4 3 2 1");
    BoardExplanation board =
        explained(start, goal_of("blank-last", {3, 3}), "linear-conflict,walking-distance,pdb");
    board.id = "reversed";
    const auto json = nlohmann::json::parse(to_json(board), nullptr, false);
    ASSERT_TRUE(json.is_object());
    EXPECT_EQ(json["schema"], "tessera.explain/1");
    EXPECT_EQ(json["id"], "reversed");
    EXPECT_EQ(json["truth"]["best"], 28);
    EXPECT_EQ(json["truth"]["proven"], true);
    const auto& conflict = json["heuristics"][0];
    EXPECT_EQ(conflict["heuristic"], "linear-conflict");
    EXPECT_EQ(conflict["value"], 28);
    EXPECT_EQ(conflict["estimate"], 28);
    EXPECT_EQ(conflict["explanation"]["combine"], "sum");
    std::size_t lines = 0;
    double sum = 0.0;
    for (const auto& part : conflict["explanation"]["parts"]) {
        sum += part["value"].get<double>();
        if (part["kind"] != "line") continue;
        ++lines;
        EXPECT_EQ(part["line"]["index"], 1);
        EXPECT_EQ(part["pairs"].size(), 3U);
        EXPECT_EQ(part["leaving"].size(), 2U);
    }
    EXPECT_EQ(lines, 2U);
    EXPECT_EQ(sum, 28.0);
    EXPECT_EQ(json["heuristics"][1]["explanation"]["parts"][0]["matrix"]["counts"],
              (nlohmann::json{{0, 0, 2}, {0, 3, 0}, {3, 0, 0}}));
    EXPECT_EQ(json["heuristics"][2]["explanation"]["combine"], "max");
    EXPECT_EQ(json["heuristics"][2]["explanation"]["chosen"], 0);
}

}  // namespace
}  // namespace tessera
