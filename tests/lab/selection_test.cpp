// Choosing configurations: which there are, in which order.
#include "tessera/lab/selection.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tessera/puzzle/goal.hpp"
#include "tessera/search/beam.hpp"
#include "tessera/search/ida_star.hpp"
#include "tessera/search/weighted_a_star.hpp"

namespace tessera::lab {
namespace {

constexpr Geometry three{3, 3};

std::vector<std::string> names(std::string_view algorithms, std::string_view heuristics,
                               Geometry size = three) {
    auto selected = select_configurations(algorithms, heuristics, size);
    EXPECT_TRUE(selected) << (selected ? "" : selected.error().message);
    std::vector<std::string> list;
    if (!selected) return list;
    for (const RunConfiguration& one : selected->list)
        list.push_back(one.heuristic == "auto" ? one.algorithm
                                               : one.algorithm + " " + one.heuristic);
    return list;
}
using Names = std::vector<std::string>;

TEST(Selection, ProductsInTheOrderGiven) {
    EXPECT_EQ(names("ida*,bfs,a*", "misplaced,manhattan"),
              (Names{"ida* misplaced", "ida* manhattan", "bfs", "a* misplaced", "a* manhattan"}));
    EXPECT_EQ(names("astar,a*", "md,manhattan"), (Names{"a* manhattan"})) << "aliases, each once";
    EXPECT_EQ(names("a*", "max(linear-conflict,walking-distance)"),
              (Names{"a* max(linear-conflict,walking-distance)"}));
}

TEST(Selection, SeedsNamesAndTheEnginesOwn) {
    EXPECT_EQ(names("astar1,pure-heuristic,anytime,auto", "zero"),
              (Names{"a* misplaced", "greedy manhattan", "anytime", "auto"}));
    EXPECT_EQ(names("Any_time", "zero"), Names{"anytime"}) << "in any spelling";
}

TEST(Selection, APairMayHaveAnotherHeuristicOnSmallBoards) {
    auto selected = select_configurations("combined-a*", "", {4, 4});
    ASSERT_TRUE(selected);
    const auto heuristic_on = [&](Geometry size) {
        const DynamicBoard goal = *make_goal("blank-last", size);
        const RunBoard board{"set", "goal", goal, goal, std::nullopt};
        return RunTask::of(board, selected->list.front(), Limits()).job().heuristic;
    };
    EXPECT_EQ(heuristic_on({2, 3}), "manhattan");
    EXPECT_EQ(heuristic_on({3, 3}), "manhattan");
    EXPECT_EQ(heuristic_on({3, 4}), "weighted-combination");
}

TEST(Selection, AllIsTheWholeRegistry) {
    std::size_t expected = 0;
    for (const AlgorithmInfo* info : listed_algorithms())
        expected += info->uses_heuristic ? registry::all_heuristics().size() : 1;
    const Names all = names("all", "all");
    EXPECT_NE(std::find(all.begin(), all.end(), "anytime"), all.end()) << "listed like the others";
    EXPECT_EQ(all.size(), expected);
    EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), expected);
}

TEST(Selection, DefaultsExistForEverySizeAndAreReadable) {
    for (const Geometry size :
         {Geometry{2, 2}, three, Geometry{3, 4}, Geometry{4, 4}, Geometry{5, 5}, Geometry{7, 7}}) {
        const Names list = names("", "", size);
        EXPECT_GE(list.size(), 5U);
        EXPECT_LE(list.size(), 16U);
    }
    EXPECT_EQ(names("bfs", ""), Names{"bfs"});
    for (const std::string& name : names("", "zero"))
        EXPECT_NE(name.find(" zero"), std::string::npos) << "heuristics alone: no blind searches";
}

TEST(Selection, UnknownNamesAreUsageErrors) {
    for (const auto& [algorithms, heuristics] : std::vector<std::pair<std::string, std::string>>{
             {"a*,foo", ""}, {"", "manhatan"}, {"a*,,ida*", ""}, {"a*", "max(manhattan"}}) {
        const auto selected = select_configurations(algorithms, heuristics, three);
        ASSERT_FALSE(selected) << algorithms << heuristics;
        EXPECT_EQ(selected.error().code, ErrorCode::usage);
    }
    EXPECT_EQ(select_configurations("bfs", "manhattan", three)->notes.size(), 1U);
}

TEST(Selection, OptionsGoToThoseThatHaveThem) {
    SearchOptions options;
    options.set(search::weighted_a_star::weight, OptionValue(2.0));
    options.set(search::beam::width, 50);
    options.set(search::ida_star::cycles, 8);
    EXPECT_EQ(options_for("weighted-a*", options).real(search::weighted_a_star::weight), 2.0);
    EXPECT_EQ(options_for("a*", options).find("weight"), nullptr);
    EXPECT_EQ(options_for("beam", options).whole(search::beam::width), 50U);
    EXPECT_EQ(options_for("ida*", options).find("width"), nullptr);
    EXPECT_EQ(options_for("ida*", options).whole(search::ida_star::cycles), 8U);
    EXPECT_EQ(options_for("anytime", options).find("weight"), nullptr);
}

}  // namespace
}  // namespace tessera::lab
