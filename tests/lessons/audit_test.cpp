// The audit of every state of small boards, against figures obtained by an independent program.
#include "tessera/lessons/audit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tessera/api/json.hpp"
#include "tests/engine/engine_testing.hpp"

namespace tessera {
namespace {

using namespace engine_testing;

/// What the reference files call our heuristics; those that only the seeds' code has are left out.
const std::map<std::string, std::string>& our_names() {
    static const std::map<std::string, std::string> names{
        {"zero", "zero"},
        {"misplaced", "misplaced"},
        {"row_col_misplaced", "row-column"},
        {"euclid", "euclidean"},
        {"euclid_half", "euclidean-half"},
        {"manhattan", "manhattan"},
        {"gaschnig", "gaschnig"},
        {"linear_conflict_exact", "linear-conflict"},
        {"linear_conflict_pairwise", "linear-conflict-pairs"},
        {"linear_conflict_prefixmax", "linear-conflict-prefix"},
        {"inversions", "inversions"},
        {"manhattan_plus_inversions", "manhattan-inversions"},
        {"walking_distance", "walking-distance"},
        {"max_lc_wd", "max(linear-conflict,walking-distance)"},
        {"seed4_documented_x1", "weighted-combination(factor=1)"},
        {"seed4_documented_x5", "weighted-combination(factor=5)"},
    };
    return names;
}

std::vector<HeuristicSpec> our_specs() {
    std::vector<HeuristicSpec> specs;
    for (const auto& [theirs, ours] : our_names()) specs.push_back(parse_heuristic(ours).value());
    return specs;
}

/// max_h, over_max, over_h and max_drop are printed with six digits, the means with six decimals.
void expect_equal(const AuditRow& row, const Row& reference, Geometry geometry) {
    EXPECT_EQ(row.admissible, reference.at("admissible") == "yes");
    EXPECT_EQ(row.consistent, reference.at("consistent") == "yes");
    EXPECT_EQ(row.goal_value, number(reference, "h_goal"));
    EXPECT_EQ(static_cast<double>(row.over_states), number(reference, "over_states"));
    EXPECT_NEAR(row.worst_over, number(reference, "over_max"), 1e-4);
    EXPECT_EQ(static_cast<double>(row.inconsistent_moves), number(reference, "incons_edges"));
    EXPECT_NEAR(row.largest_drop, number(reference, "max_drop"), 1e-4);
    EXPECT_NEAR(row.mean_h, number(reference, "mean_h"), 0.6e-6);
    EXPECT_NEAR(row.largest_h, number(reference, "max_h"), 1e-4);
    EXPECT_EQ(static_cast<double>(row.exact_states), number(reference, "exact_states"));
    if (reference.contains("mean_ratio")) {
        EXPECT_NEAR(row.mean_ratio, number(reference, "mean_ratio"), 0.6e-6);
    }
    if (reference.at("over_state").empty()) {
        EXPECT_TRUE(row.worst_board.empty());
    } else {
        const DynamicBoard board = board_of(geometry, reference.at("over_state"));
        EXPECT_EQ(row.worst_board, tiles_of(board));
        EXPECT_NEAR(row.worst_h, number(reference, "over_h"), 1e-4);
        EXPECT_EQ(row.worst_distance, number(reference, "over_hstar"));
    }
}

/// Audits the goal and compares every row that both have.
void compare(const DynamicBoard& goal, const std::vector<Row>& references) {
    Engine engine;
    auto result = audit(engine, goal, our_specs());
    ASSERT_TRUE(result.ok()) << result.error().message;
    ASSERT_TRUE(result->left_out.empty());
    std::size_t compared = 0;
    for (const Row& reference : references) {
        const auto named = our_names().find(reference.at("heuristic"));
        if (named == our_names().end()) continue;
        SCOPED_TRACE(named->second + " with goal " + inline_form(goal));
        const auto row = std::find_if(result->rows.begin(), result->rows.end(),
                                      [&](const AuditRow& r) { return r.name == named->second; });
        ASSERT_NE(row, result->rows.end());
        EXPECT_EQ(static_cast<double>(result->states), number(reference, "states"));
        EXPECT_NEAR(result->mean_distance, number(reference, "mean_hstar"), 0.6e-6);
        expect_equal(*row, reference, goal.geometry());
        ++compared;
    }
    EXPECT_EQ(compared, our_names().size());
}

void compare_3x3(std::string_view name, const DynamicBoard& goal) {
    std::vector<Row> rows;
    for (const Row& row : own_data("heuristics-3x3.csv")) {
        if (row.at("goal") == name) rows.push_back(row);
    }
    compare(goal, rows);
}

/// The file names boards by columns × rows, and has both numbers apart.
void compare_small(Geometry geometry) {
    for (const std::string goal : {"blank-last", "blank-first"}) {
        std::vector<Row> rows;
        for (const Row& row : own_data("heuristics-small.csv")) {
            if (row.at("goal") == goal && number(row, "rows") == geometry.rows &&
                number(row, "columns") == geometry.cols) {
                rows.push_back(row);
            }
        }
        compare(goal_of(goal, geometry), rows);
    }
}

TEST(SlowAuditReference, Of3x3) {
    const std::vector<DynamicBoard> goals = goals_3x3();
    compare_3x3("blank-last", goals[0]);
    compare_3x3("blank-first", goals[1]);
    compare_3x3("blank-centre", goals[2]);
}

TEST(AuditReference, OfSmallBoards) {
    for (const Geometry geometry :
         {Geometry{2, 2}, Geometry{2, 3}, Geometry{3, 2}, Geometry{2, 4}, Geometry{4, 2}}) {
        compare_small(geometry);
    }
}

TEST(LongAuditReference, Of2x5) {
    compare_small({2, 5});
}
TEST(LongAuditReference, Of5x2) {
    compare_small({5, 2});
}

/// States per distance in distances-small.csv.
std::vector<std::uint64_t> reference_histogram(Geometry geometry, std::string_view goal) {
    std::vector<std::uint64_t> histogram;
    for (const Row& row : own_data("distances-small.csv")) {
        if (row.at("goal") != goal || number(row, "rows") != geometry.rows ||
            number(row, "columns") != geometry.cols) {
            continue;
        }
        EXPECT_EQ(static_cast<double>(histogram.size()), number(row, "depth"));
        histogram.push_back(static_cast<std::uint64_t>(number(row, "states")));
    }
    return histogram;
}

void compare_histogram(std::string_view name, const DynamicBoard& goal) {
    Engine engine;
    auto result = audit(engine, goal, {});
    ASSERT_TRUE(result.ok());
    const auto reference = reference_histogram(goal.geometry(), name);
    ASSERT_FALSE(reference.empty());
    EXPECT_EQ(result->histogram, reference) << inline_form(goal);
}

TEST(AuditHistogram, EqualsTheReferenceForCornerGoals) {
    for (const Geometry geometry : {Geometry{2, 2}, Geometry{2, 3}, Geometry{3, 2}, Geometry{2, 4},
                                    Geometry{4, 2}, Geometry{3, 3}}) {
        compare_histogram("blank-last", goal_of("blank-last", geometry));
        compare_histogram("blank-first", goal_of("blank-first", geometry));
    }
    compare_histogram("blank-centre", goals_3x3()[2]);
}

TEST(SlowAuditHistogram, EqualsTheReferenceOn2x5) {
    for (const Geometry geometry : {Geometry{2, 5}, Geometry{5, 2}}) {
        compare_histogram("blank-last", goal_of("blank-last", geometry));
        compare_histogram("blank-first", goal_of("blank-first", geometry));
    }
}

TEST(Audit, DoesNotDependOnTheLabelsOfTheGoal) {
    Engine engine;
    const auto specs = default_heuristics();
    const auto plain = audit(engine, goal_of("blank-last", {2, 3}), specs).value();
    const auto other = audit(engine, board_of({2, 3}, "4 2 5/1 3 0"), specs).value();
    EXPECT_EQ(plain.histogram, other.histogram);
    ASSERT_EQ(plain.rows.size(), other.rows.size());
    for (std::size_t i = 0; i < plain.rows.size(); ++i) {
        EXPECT_EQ(plain.rows[i].over_states, other.rows[i].over_states) << plain.rows[i].name;
        EXPECT_EQ(plain.rows[i].mean_h, other.rows[i].mean_h);
        EXPECT_EQ(plain.rows[i].correlation, other.rows[i].correlation);
        EXPECT_EQ(plain.rows[i].worst_over, other.rows[i].worst_over);
        if (other.rows[i].worst_board.empty()) continue;
        // The witness is in the goal's own labels: it overestimates there.
        const auto board = DynamicBoard::from_tiles({2, 3}, other.rows[i].worst_board);
        EXPECT_EQ(exact_distance(board, other.goal), other.rows[i].worst_distance);
    }
}

TEST(Audit, CorrelationIsPearsons) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-last", {2, 3});
    const ExactDistances& exact = exact_table({2, 3}, goal.blank());
    const auto states = static_cast<double>(exact.states());
    const Audit result = audit(engine, goal, default_heuristics()).value();
    for (const AuditRow& row : result.rows) {
        const auto heuristic =
            engine.heuristic<DynamicBoard>(row.spec, {2, 3}, goal.blank(), {}, 1U << 28).value();
        std::vector<double> h;
        double mean_h = 0.0;
        double mean_d = 0.0;
        for (std::uint64_t rank = 0; rank < exact.states(); ++rank) {
            h.push_back(heuristic->exact_value(heuristic->evaluate(exact.unrank(rank))));
            mean_h += h.back() / states;
            mean_d += exact.distance_by_rank(rank) / states;
        }
        double hd = 0.0;
        double hh = 0.0;
        double dd = 0.0;
        for (std::uint64_t rank = 0; rank < exact.states(); ++rank) {
            const double from_h = h[rank] - mean_h;
            const double from_d = exact.distance_by_rank(rank) - mean_d;
            hd += from_h * from_d;
            hh += from_h * from_h;
            dd += from_d * from_d;
        }
        EXPECT_NEAR(row.mean_h, mean_h, 1e-9) << row.name;
        EXPECT_NEAR(row.correlation, hh > 0.0 ? hd / std::sqrt(hh * dd) : 0.0, 1e-9) << row.name;
    }
}

TEST(Audit, RefusesBoardsTooLargeForATable) {
    Engine engine;
    const auto result = audit(engine, goal_of("blank-last", {4, 4}), default_heuristics());
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, ErrorCode::usage);
}

TEST(Audit, RefusesATableThatDoesNotFit) {
    Engine engine;
    AuditOptions options;
    options.memory_bytes = 1000;
    const auto result = audit(engine, goal_of("blank-last", {3, 3}), {}, options);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, ErrorCode::memory_limit);
}

TEST(Audit, TablesThatDoNotFitAreLeftOutAndOtherFaultsAreNot) {
    Engine engine;
    AuditOptions options;
    options.memory_bytes = 500'000;  // enough for the distances, not for a table of all tiles
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    const auto result =
        audit(engine, goal, {*parse_heuristic("pdb:8"), *parse_heuristic("manhattan")}, options);
    ASSERT_TRUE(result.ok()) << result.error().message;
    ASSERT_EQ(result->rows.size(), 1U);
    EXPECT_EQ(result->rows[0].name, "manhattan");
    const auto json = nlohmann::json::parse(to_json(*result), nullptr, false);
    ASSERT_EQ(json["left_out"].size(), 1U);
    EXPECT_EQ(json["left_out"][0]["heuristic"], "pdb:8");
    EXPECT_NE(json["left_out"][0]["reason"].get<std::string>().find("memory"), std::string::npos);

    const auto refused = audit(engine, goal, {*parse_heuristic("pdb:7-9")}, options);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, ErrorCode::usage);
}

TEST(Audit, StopsWhenItIsTold) {
    Engine engine;
    for (const int allowed : {0, 3, 40}) {
        int asked = 0;
        AuditOptions options;
        options.progress = [&](std::string_view, double) { return asked++ < allowed; };
        const auto result =
            audit(engine, goal_of("blank-last", {3, 3}), default_heuristics(), options);
        ASSERT_FALSE(result.ok());
        EXPECT_EQ(result.error().code, ErrorCode::interrupted);
    }
}

}  // namespace
}  // namespace tessera
