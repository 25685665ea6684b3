// The boards that ship with the program, and the references that choose among them.
#include "tessera/puzzle/collections.hpp"

#include <gtest/gtest.h>

#include "tessera/puzzle/solvability.hpp"
#include "tests/engine/engine_testing.hpp"

namespace tessera {
namespace {

using namespace engine_testing;

std::vector<std::string> ids(std::string_view reference) {
    auto boards = suite_boards(reference);
    EXPECT_TRUE(boards.ok()) << reference;
    std::vector<std::string> result;
    if (boards) {
        for (const BoardEntry& entry : *boards) result.push_back(entry.id);
    }
    return result;
}

TEST(Suites, AreComplete) {
    const std::map<std::string_view, std::size_t> sizes{
        {"korf", 100}, {"korf24", 50}, {"antipode", 17}};
    ASSERT_EQ(suites().size(), sizes.size());
    for (const Suite& suite : suites()) {
        const auto boards = suite_boards(suite.name).value();
        EXPECT_EQ(boards.size(), sizes.at(suite.name)) << suite.name;
        EXPECT_FALSE(suite.synopsis.empty());
        EXPECT_FALSE(suite.citation.empty());
        for (const BoardEntry& entry : boards) {
            const DynamicBoard goal = goal_of("blank-first", entry.board.geometry());
            EXPECT_EQ(entry.goal_name.value_or("none"), "blank-first") << entry.id;
            EXPECT_TRUE(solvable(entry.board, goal)) << entry.id;
            EXPECT_TRUE(entry.optimal.has_value()) << entry.id;
            if (suite.name == "antipode") {
                EXPECT_EQ(entry.optimal, Cost{80}) << entry.id;
            }
            EXPECT_EQ(entry.nodes.has_value(), suite.name == "korf") << entry.id;
        }
    }
    EXPECT_EQ(suite_boards("korf24")->front().board.geometry(), (Geometry{5, 5}));
}

TEST(Suites, BoardsByNumberAndRange) {
    const BoardEntry twelve = suite_boards("korf:12").value().front();
    EXPECT_EQ(twelve.id, "korf-12");
    EXPECT_EQ(twelve.optimal, 45);
    EXPECT_EQ(twelve.nodes, 546'344U);
    EXPECT_EQ(twelve.board, board_of({4, 4}, "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15"));
    EXPECT_EQ(ids("korf:1"), (std::vector<std::string>{"korf-1"}));
    EXPECT_EQ(ids("korf:100"), (std::vector<std::string>{"korf-100"}));
    EXPECT_EQ(ids("korf24:3"), (std::vector<std::string>{"korf24-3"}));
    EXPECT_EQ(ids("antipode:2-4"),
              (std::vector<std::string>{"antipode-2", "antipode-3", "antipode-4"}));
    EXPECT_EQ(ids("korf:3,5,9-11"),
              (std::vector<std::string>{"korf-3", "korf-5", "korf-9", "korf-10", "korf-11"}));
    EXPECT_EQ(ids("korf:7-7").size(), 1U);
    EXPECT_EQ(ids("korf").size(), 100U);
}

TEST(Suites, BadSelectionsSayWhatIsPossible) {
    for (const std::string_view reference :
         {"korf:0", "korf:101", "korf:", "korf:x", "korf:1-", "korf:-3", "korf:5-2", "korf:1-101",
          "korf:1,,2", "korf:1,", "korf:99999999999999999999999", "korf:1.5", "korf: 1"}) {
        auto boards = suite_boards(reference);
        ASSERT_FALSE(boards.ok()) << reference;
        EXPECT_EQ(boards.error().code, ErrorCode::bad_input) << reference;
        EXPECT_NE(boards.error().hint.find("100"), std::string::npos) << reference;
        EXPECT_TRUE(names_a_suite(reference)) << reference;
    }
    for (const std::string_view reference : {"corf:1", "", ":", "korf25", "korf24x:1"}) {
        EXPECT_FALSE(names_a_suite(reference)) << reference;
        auto boards = suite_boards(reference);
        ASSERT_FALSE(boards.ok()) << reference;
        EXPECT_EQ(boards.error().code, ErrorCode::usage) << reference;
    }
}

TEST(Suites, UnknownNamesAreMetWithTheNearest) {
    auto boards = suite_boards("korff:3");
    ASSERT_FALSE(boards.ok());
    EXPECT_NE(boards.error().hint.find("'korf'"), std::string::npos) << boards.error().hint;
}

}  // namespace
}  // namespace tessera
