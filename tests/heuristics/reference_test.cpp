// Every heuristic on every state of the small boards, against figures obtained by an independent program.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>

#include "tests/heuristics/state_space.hpp"

namespace tessera::heuristics::testing::reference_test {
namespace {

using Row = std::map<std::string, std::string>;

std::vector<std::string> split_csv(const std::string& line) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            fields.emplace_back();
        } else {
            fields.back() += c;
        }
    }
    return fields;
}

std::vector<Row> read_csv(const std::string& name) {
    std::ifstream file(fmt::format("{}/data/own/{}", TESSERA_SOURCE_DIR, name));
    std::vector<Row> rows;
    std::vector<std::string> header;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        const std::vector<std::string> fields = split_csv(line);
        if (header.empty()) {
            header = fields;
            continue;
        }
        Row row;
        for (std::size_t i = 0; i < header.size() && i < fields.size(); ++i) {
            row[header[i]] = fields[i];
        }
        rows.push_back(row);
    }
    return rows;
}

/// Our name, and the factor where the reference file has one.
struct Named {
    std::string name;
    std::string factor;
};

/// What the reference files call each heuristic; those they have and we do not are left out.
const std::map<std::string, Named>& reference_names() {
    static const std::map<std::string, Named> names{
        {"zero", {"zero", ""}},
        {"misplaced", {"misplaced", ""}},
        {"row_col_misplaced", {"row-column", ""}},
        {"euclid", {"euclidean", ""}},
        {"euclid_half", {"euclidean-half", ""}},
        {"manhattan", {"manhattan", ""}},
        {"gaschnig", {"gaschnig", ""}},
        {"linear_conflict_exact", {"linear-conflict", ""}},
        {"linear_conflict_pairwise", {"linear-conflict-pairs", ""}},
        {"linear_conflict_prefixmax", {"linear-conflict-prefix", ""}},
        {"inversions", {"inversions", ""}},
        {"manhattan_plus_inversions", {"manhattan-inversions", ""}},
        {"walking_distance", {"walking-distance", ""}},
        {"max_lc_wd", {"max", ""}},
        {"seed4_documented_x1", {"weighted-combination", "1"}},
        {"seed4_documented_x5", {"weighted-combination", "5"}},
    };
    return names;
}

double number(const Row& row, const char* column) {
    return std::strtod(row.at(column).c_str(), nullptr);
}

/// max_h and over_max are printed with six digits, the means with six decimals.
void expect_equal(const Row& row, const Audit& result) {
    EXPECT_EQ(result.admissible(), row.at("admissible") == "yes");
    EXPECT_EQ(result.consistent(), row.at("consistent") == "yes");
    EXPECT_EQ(static_cast<double>(result.over_states), number(row, "over_states"));
    EXPECT_NEAR(result.over_max, number(row, "over_max"), 1e-4);
    EXPECT_EQ(static_cast<double>(result.incons_edges), number(row, "incons_edges"));
    EXPECT_NEAR(result.mean_h, number(row, "mean_h"), 0.6e-6);
    EXPECT_NEAR(result.max_h, number(row, "max_h"), 1e-4);
    EXPECT_EQ(static_cast<double>(result.exact_states), number(row, "exact_states"));
}

/// Checks all rows for this goal; returns how many there were.
template <BoardType B>
std::size_t compare(const std::vector<Row>& rows, Geometry shape, const std::string& goal,
                    Cell goal_blank) {
    const StateSpace<B> space(shape, goal_blank);
    const std::vector<Cost> distance = space.distances({});
    std::size_t compared = 0;
    for (const Row& row : rows) {
        const auto named = reference_names().find(row.at("heuristic"));
        if (row.at("goal") != goal || named == reference_names().end()) continue;
        SCOPED_TRACE(goal + " " + named->first);
        EXPECT_EQ(static_cast<double>(space.size()), number(row, "states"));
        auto setup = unit_setup<B>(shape, goal_blank);
        if (!named->second.factor.empty()) {
            setup.parameters.emplace_back("factor", named->second.factor);
        }
        const auto heuristic = component(named->second.name).make(setup);
        EXPECT_TRUE(heuristic.ok());
        if (!heuristic) continue;
        expect_equal(row, audit(space, distance, **heuristic));
        ++compared;
    }
    return compared;
}

/// Rows of heuristics-small.csv for one size; the file says columns and rows apart.
void compare_small(Geometry shape) {
    std::vector<Row> rows;
    for (const Row& row : read_csv("heuristics-small.csv")) {
        if (number(row, "rows") == shape.rows && number(row, "columns") == shape.cols) {
            rows.push_back(row);
        }
    }
    const Cell last = make_cell(shape.cells() - 1);
    EXPECT_EQ(compare<DynamicBoard>(rows, shape, "blank-last", last), reference_names().size());
    EXPECT_EQ(compare<DynamicBoard>(rows, shape, "blank-first", make_cell(0)),
              reference_names().size());
}

void compare_3x3(const std::string& goal, Cell goal_blank) {
    const auto rows = read_csv("heuristics-3x3.csv");
    EXPECT_EQ((compare<Board<3, 3>>(rows, {3, 3}, goal, goal_blank)), reference_names().size());
}

TEST(HeuristicReference, EveryStateOf3x3BlankLast) {
    compare_3x3("blank-last", make_cell(8));
}
TEST(HeuristicReference, EveryStateOf3x3BlankFirst) {
    compare_3x3("blank-first", make_cell(0));
}
TEST(HeuristicReference, EveryStateOf3x3BlankCentre) {
    compare_3x3("blank-centre", make_cell(4));
}
TEST(HeuristicReference, EveryStateOf2x2) {
    compare_small({2, 2});
}
TEST(HeuristicReference, EveryStateOf2x3) {
    compare_small({2, 3});
}
TEST(HeuristicReference, EveryStateOf3x2) {
    compare_small({3, 2});
}
TEST(HeuristicReference, EveryStateOf2x4) {
    compare_small({2, 4});
}
TEST(HeuristicReference, EveryStateOf4x2) {
    compare_small({4, 2});
}
TEST(LongHeuristicReference, EveryStateOf2x5) {
    compare_small({2, 5});
}
TEST(LongHeuristicReference, EveryStateOf5x2) {
    compare_small({5, 2});
}

}  // namespace
}  // namespace tessera::heuristics::testing::reference_test
