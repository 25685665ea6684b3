// Names of components: each leads to one component, slips are met with the nearest name, and
// specifications survive being written and read.
#include "tessera/engine/registry.hpp"
#include "tessera/base/nearest.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tessera/engine/option_table.hpp"
#include "tessera/puzzle/generate.hpp"
#include "tessera/search/weighted_a_star.hpp"
#include "tests/engine/engine_testing.hpp"

namespace tessera {
namespace {

using namespace engine_testing;

template <class Entry>
void check_names(std::span<const Entry* const> entries) {
    EXPECT_FALSE(entries.empty());
    std::set<std::string_view> names;
    for (const Entry* entry : entries) {
        const auto& info = *entry->info;
        EXPECT_TRUE(names.insert(info.name).second) << info.name;
        for (const std::string_view alias : info.aliases) {
            EXPECT_TRUE(names.insert(alias).second) << alias;
        }
        EXPECT_FALSE(info.synopsis.empty()) << info.name;
        std::set<std::string_view> options;
        for (const OptionInfo& option : info.options) {
            EXPECT_TRUE(options.insert(option.name).second) << info.name << " " << option.name;
            EXPECT_FALSE(option.synopsis.empty());
            EXPECT_FALSE(usual_text(option).empty());
        }
    }
    EXPECT_FALSE(names.contains("auto"));
}

TEST(OptionTable, HasEveryOptionOfEveryAlgorithmOnce) {
    std::set<std::string_view> names;
    std::size_t users = 0;
    for (const SearchOption& option : search_options()) {
        EXPECT_TRUE(names.insert(option.name()).second) << option.name();
        EXPECT_EQ(find_search_option(json_name(option.name())), &option);
        for (const SearchOption::User& user : option.users) {
            ++users;
            EXPECT_EQ(option_of(*user.algorithm, option.name()), user.option);
            EXPECT_TRUE(user.option->usual.index() == option.info->usual.index() &&
                        user.option->least == option.info->least &&
                        user.option->most == option.info->most)
                << option.name() << " of " << user.algorithm->name
                << " differs in kind or range from that of another algorithm";
            EXPECT_TRUE(fits(*user.option, usual_value(*user.option))) << option.name();
        }
    }
    std::size_t expected = 0;
    for (const registry::AlgorithmEntry* entry : registry::all_algorithms()) {
        for (const OptionInfo& option : entry->info->options) {
            if (option.kind() != OptionKind::limit) ++expected;
        }
    }
    EXPECT_EQ(users, expected);
}

TEST(OptionTable, TheDefaultIsTheSameAsNothingUnlessItIsToldWhenGiven) {
    SearchOptions options;
    options.set(seed_option, 1);
    EXPECT_EQ(options, SearchOptions());
    options.set(seed_option, 2);
    EXPECT_EQ(options.whole(seed_option), 2U);
    options.set(seed_option, 1);
    EXPECT_EQ(options, SearchOptions());
    options.set(search::weighted_a_star::weight, OptionValue(1.5));
    EXPECT_NE(options, SearchOptions());
    EXPECT_EQ(options.real(search::weighted_a_star::weight), 1.5);
    options.reset("weight");
    EXPECT_EQ(options, SearchOptions());
}

TEST(Registry, NamesAndAliasesAreAllDifferent) {
    check_names(registry::all_heuristics());
    check_names(registry::all_algorithms());
}

TEST(Registry, HoldsWhatTheUsersWerePromised) {
    for (const std::string_view name : {"zero",
                                        "misplaced",
                                        "row-column",
                                        "euclidean",
                                        "euclidean-half",
                                        "manhattan",
                                        "chebyshev",
                                        "gaschnig",
                                        "linear-conflict",
                                        "linear-conflict-pairs",
                                        "linear-conflict-prefix",
                                        "linear-conflict-last-moves",
                                        "linear-conflict-corners",
                                        "inversions",
                                        "manhattan-inversions",
                                        "inversion-distance",
                                        "walking-distance",
                                        "strong",
                                        "pdb",
                                        "max",
                                        "weighted-combination"}) {
        EXPECT_TRUE(parse_heuristic(name).ok()) << name;
    }
    for (const std::string_view name :
         {"bfs", "dfs", "depth-limited", "iddfs", "ucs", "dijkstra", "bidirectional-bfs",
          "bidirectional-a*", "greedy", "a*", "weighted-a*", "anytime-a*", "ida*", "rbfs",
          "hill-climbing", "human"}) {
        EXPECT_TRUE(find_algorithm(name).ok()) << name;
    }
    EXPECT_EQ(find_algorithm("dijkstra").value(), find_algorithm("ucs").value());
}

TEST(Registry, EveryAliasLeadsToItsComponent) {
    for (const registry::AlgorithmEntry* entry : registry::all_algorithms()) {
        for (const std::string_view alias : entry->info->aliases) {
            EXPECT_EQ(find_algorithm(alias).value(), entry) << alias;
        }
        EXPECT_EQ(find_algorithm(entry->info->name).value(), entry);
    }
    for (const registry::HeuristicEntry* entry : registry::all_heuristics()) {
        for (const std::string_view alias : entry->info->aliases) {
            EXPECT_EQ(parse_heuristic(alias).value().entry, entry) << alias;
            EXPECT_EQ(parse_heuristic(alias).value().name(), entry->info->name);
        }
        EXPECT_EQ(parse_heuristic(entry->info->name).value().entry, entry);
    }
}

TEST(Registry, ClaimsAreAskedForInAnySpelling) {
    EXPECT_TRUE(claims("idastar", &AlgorithmInfo::deepens));
    EXPECT_FALSE(claims("a*", &AlgorithmInfo::deepens));
    EXPECT_TRUE(claims("Anytime", &AlgorithmInfo::to_a_deadline));
    EXPECT_FALSE(claims("auto", &AlgorithmInfo::to_a_deadline));
    for (const registry::AlgorithmEntry* entry : registry::all_algorithms()) {
        EXPECT_FALSE(entry->info->to_a_deadline) << entry->info->name << " is in the registry";
    }
}

TEST(Registry, SlipsAreMetWithTheNearestName) {
    const auto hint = [](const auto& result) {
        EXPECT_FALSE(result.ok());
        EXPECT_EQ(result.error().code, ErrorCode::usage);
        return result.error().message + " / " + result.error().hint;
    };
    EXPECT_NE(hint(parse_heuristic("manhatten")).find("'manhattan'"), std::string::npos);
    EXPECT_NE(hint(parse_heuristic("linearconflct")).find("linear-conflict"), std::string::npos);
    EXPECT_NE(hint(parse_heuristic("walkin_distance")).find("walking-distance"), std::string::npos);
    EXPECT_NE(hint(parse_heuristic("max(manhattan,walking-distanc)")).find("'walking-distance'"),
              std::string::npos);
    EXPECT_NE(hint(find_algorithm("idastr")).find("ida"), std::string::npos);
    EXPECT_NE(hint(find_algorithm("hillclimbng")).find("hill-climbing"), std::string::npos);
    EXPECT_NE(hint(find_algorithm("xyzzy")).find("there are a*, "), std::string::npos);
    EXPECT_NE(hint(parse_heuristic("xyzzy")).find("manhattan, "), std::string::npos);
    for (const std::string_view name : {" anytime, ", " combined-a*, ", " weighted-a*"}) {
        EXPECT_NE(hint(find_algorithm("xyzzy")).find(name), std::string::npos) << name;
    }
    EXPECT_NE(hint(find_algorithm("anytme")).find("'anytime'"), std::string::npos);
    EXPECT_NE(hint(find_algorithm("Manhattan")).find("of a heuristic"), std::string::npos);
    EXPECT_NE(hint(parse_heuristic("IDA*")).find("of an algorithm"), std::string::npos);
    EXPECT_EQ(find_algorithm("xyzzy").error().field, "algorithm");
    EXPECT_EQ(parse_heuristic("xyzzy").error().field, "heuristic");
    EXPECT_NE(hint(parse_heuristic("")).find("there is no heuristic"), std::string::npos);
    EXPECT_NE(hint(find_algorithm("")).find("there is no algorithm"), std::string::npos);
    EXPECT_LT(hint(find_algorithm(std::string(100'000, 'x'))).size(), 1000U);
    EXPECT_LT(hint(parse_heuristic(std::string(100'000, 'x'))).size(), 1000U);
}

TEST(Registry, SlipsReachTheUserThroughSolve) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    for (const Job& job : {make_job(goal, goal, "a-star*"), make_job(goal, goal, "a*", "manhatan"),
                           make_job(goal, goal, "bfs", "manhatan")}) {
        auto result = engine.solve(job);
        ASSERT_FALSE(result.ok()) << describe(job);
        EXPECT_EQ(result.error().code, ErrorCode::usage);
    }
    const Solution noted = solved(engine, make_job(goal, goal, "bfs", "manhattan"));
    ASSERT_EQ(noted.notes.size(), 1U);
    EXPECT_NE(noted.notes[0].find("uses no heuristic"), std::string::npos);
}

TEST(HeuristicSpecification, RoundTrips) {
    const auto name = [](std::string_view text) {
        auto spec = parse_heuristic(text);
        EXPECT_TRUE(spec.ok()) << text << ": " << spec.error().message;
        return spec ? spec->name() : std::string();
    };
    for (const std::string_view text :
         {"manhattan", "max(linear-conflict,walking-distance)", "weighted-combination(factor=2)",
          "max(manhattan,gaschnig,weighted-combination(factor=3),zero)",
          "max(max(manhattan,zero),misplaced)"}) {
        EXPECT_EQ(name(text), text);
        EXPECT_EQ(name(name(text)), text);
    }
    EXPECT_EQ(name("max:linear-conflict+walking-distance"),
              "max(linear-conflict,walking-distance)");
    EXPECT_EQ(name(" max( linear-conflict , walking-distance ) "),
              "max(linear-conflict,walking-distance)");
    EXPECT_EQ(name("weighted-combination:factor=5"), "weighted-combination(factor=5)");
    EXPECT_EQ(name("max"), "max");
}

TEST(HeuristicSpecification, OfACombinationClaimsWhatAllItsPartsClaim) {
    EXPECT_TRUE(parse_heuristic("max(manhattan,linear-conflict)")->admissible());
    EXPECT_TRUE(parse_heuristic("max(manhattan,linear-conflict)")->consistent());
    EXPECT_FALSE(parse_heuristic("max(manhattan,inversions)")->admissible());
    EXPECT_FALSE(parse_heuristic("max(manhattan,inversions)")->consistent());
    EXPECT_FALSE(parse_heuristic("max(zero,max(manhattan,inversions))")->admissible());
}

TEST(HeuristicSpecification, BadOnesAreUsageErrors) {
    for (const std::string_view text :
         {"manhattan(zero)", "manhattan(weight=2)", "weighted-combination(weight=2)", "max(zero",
          "max(zero,)", "max()", "max:", "max(,)", "max(zero))", "(zero)", "max(zero,nothing)",
          "manhattan)", "max(zero)x", "weighted-combination(=2)", ":", "()", "max(zero=1)"}) {
        auto spec = parse_heuristic(text);
        EXPECT_FALSE(spec.ok()) << text << " was read as " << spec.value().name();
        if (!spec) {
            EXPECT_EQ(spec.error().code, ErrorCode::usage) << text;
        }
    }
    const std::string deep = [] {
        std::string text;
        for (int i = 0; i < 20000; ++i) text += "max(";
        text += "zero";
        return text + std::string(20000, ')');
    }();
    Engine engine;
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    auto nested = engine.solve(make_job(goal, goal, "a*", deep));
    ASSERT_FALSE(nested.ok());
    EXPECT_EQ(nested.error().code, ErrorCode::usage);
}

TEST(HeuristicSpecification, BadValuesAreUsageErrorsWhenBuilt) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    for (const std::string_view heuristic :
         {"weighted-combination(factor=0)", "weighted-combination(factor=x)",
          "weighted-combination(factor=)", "weighted-combination(factor=1.5)",
          "weighted-combination(factor=-3)", "weighted-combination(factor=99999999999)",
          "max(zero,zero,zero,zero,zero)", "max(max(zero,misplaced),manhattan)"}) {
        auto result = engine.solve(make_job(goal, goal, "a*", heuristic));
        ASSERT_FALSE(result.ok()) << heuristic;
        EXPECT_EQ(result.error().code, ErrorCode::usage) << heuristic;
    }
}

TEST(HeuristicSpecification, TheFactorTakesEffect) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    const DynamicBoard start = board_of({3, 3}, "4 8 3 7 0 6 2 5 1");
    const auto h = [&](const std::string& heuristic) {
        return solved(engine, make_job(start, goal, "greedy", heuristic)).proof.initial_h;
    };
    EXPECT_GT(h("weighted-combination"), 0.0);
    EXPECT_EQ(h("weighted-combination(factor=1)"), h("weighted-combination"));
    EXPECT_EQ(h("weighted-combination(factor=7)"), 7 * h("weighted-combination"));
}

TEST(HeuristicSpecification, MaxIsTheLargestPart) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-first", {3, 3});
    Random random(3);
    for (int depth = 1; depth <= 31; ++depth) {
        const DynamicBoard start = board_at_distance(goal, depth, random);
        const auto h = [&](const std::string& heuristic) {
            Job job = make_job(start, goal, "a*", heuristic);
            job.limits.nodes = 1;
            return solved(engine, job).proof.initial_h;
        };
        EXPECT_EQ(h("max(misplaced,euclidean,gaschnig)"),
                  std::max({h("misplaced"), h("euclidean"), h("gaschnig")}));
        EXPECT_EQ(h("max"), std::max(h("linear-conflict"), h("walking-distance")));
    }
}

TEST(Configurations, NameRealComponentsAndShadowNone) {
    std::set<std::string_view> names;
    for (const Configuration& configuration : configurations()) {
        EXPECT_TRUE(names.insert(configuration.name).second) << configuration.name;
        EXPECT_EQ(find_configuration(configuration.name), &configuration);
        EXPECT_FALSE(find_algorithm(configuration.name).ok()) << configuration.name;
        EXPECT_TRUE(find_algorithm(configuration.algorithm).ok());
        EXPECT_TRUE(parse_heuristic(configuration.heuristic).ok());
        EXPECT_FALSE(configuration.synopsis.empty());
    }
    EXPECT_EQ(find_configuration("a*"), nullptr);
    EXPECT_EQ(find_configuration(""), nullptr);
}

TEST(Names, SpellingDoesNotMatter) {
    const std::pair<std::string_view, std::string_view> algorithms[] = {
        {"IDA_star", "ida*"},
        {"A*", "a*"},
        {"AStar", "a*"},
        {"BFS", "bfs"},
        {"textbook-a-star", "textbook-a*"},
        {"weighted a*", "weighted-a*"}};
    for (const auto& [typed, name] : algorithms) {
        ASSERT_TRUE(find_algorithm(typed)) << typed;
        EXPECT_EQ((*find_algorithm(typed))->info->name, name) << typed;
    }
    const std::pair<std::string_view, std::string_view> heuristics[] = {
        {"Manhattan", "manhattan"},
        {"manhattan-distance", "manhattan"},
        {"linear_conflict", "linear-conflict"},
        {"h1", "misplaced"},
        {"h2", "euclidean"},
        {"H3", "manhattan"},
        {"h4", "row-column"},
        {"PDB:7-8", "pdb:7-8"},
        {"walking-distance", "walking-distance"}};
    for (const auto& [typed, name] : heuristics) {
        ASSERT_TRUE(parse_heuristic(typed)) << typed;
        EXPECT_EQ(parse_heuristic(typed)->name(), name) << typed;
    }
    EXPECT_EQ(find_configuration("Combined_AStar"), find_configuration("combined-a*"));
    EXPECT_FALSE(find_algorithm("").ok());
    EXPECT_FALSE(find_algorithm("-").ok());
    EXPECT_FALSE(find_algorithm("distance").ok());
}

TEST(Names, NoSpellingHasTwoMeanings) {
    std::vector<std::pair<std::string_view, const void*>> known;
    const auto add = [&](const auto& info) {
        known.emplace_back(info.name, &info);
        for (const std::string_view alias : info.aliases) known.emplace_back(alias, &info);
    };
    for (const AlgorithmInfo* info : listed_algorithms()) add(*info);
    for (const auto* entry : registry::all_heuristics()) add(*entry->info);
    for (const auto& [typed, one] : known) {
        for (const auto& [name, other] : known) {
            EXPECT_TRUE(one == other || !same_name(typed, name)) << typed << " " << name;
        }
    }
}

TEST(Configurations, TheCombinedOneIsOptimalUpTo3x3) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    Random random(3);
    for (int i = 0; i < 20; ++i) {
        const DynamicBoard start = random_solvable(goal, random);
        const Solution combined = solved(engine, make_job(start, goal, "combined-a*"));
        EXPECT_EQ(combined.asked.heuristic, "manhattan");
        EXPECT_TRUE(combined.proof.optimal);
    }
    const DynamicBoard large = goal_of("blank-last", {4, 4});
    EXPECT_EQ(solved(engine, make_job(large, large, "combined-a*")).asked.heuristic,
              "weighted-combination");
}

TEST(SplitList, SplitsAtCommasOutsideParentheses) {
    using Parts = std::vector<std::string_view>;
    EXPECT_EQ(split_list("a,b(c,d),e"), (Parts{"a", "b(c,d)", "e"}));
    EXPECT_EQ(split_list("manhattan"), (Parts{"manhattan"}));
    EXPECT_EQ(split_list(" a , b "), (Parts{"a", "b"}));
    EXPECT_EQ(split_list("max(a,max(b,c)),d"), (Parts{"max(a,max(b,c))", "d"}));
    EXPECT_EQ(split_list("a,,b"), (Parts{"a", "", "b"}));
    EXPECT_EQ(split_list(""), (Parts{""}));
}

TEST(Weights, AreCheckedBeforeTheSearch) {
    Engine engine;
    const DynamicBoard goal = goal_of("blank-last", {3, 3});
    for (const double weight : {0.5, -1.0, 1e9, std::numeric_limits<double>::quiet_NaN()}) {
        Job job = make_job(goal, goal, "weighted-a*");
        job.options.set(search::weighted_a_star::weight, OptionValue(double{weight}));
        auto result = engine.solve(job);
        ASSERT_FALSE(result.ok()) << weight;
        EXPECT_EQ(result.error().code, ErrorCode::usage);
    }
    Job job = make_job(goal, goal, "a*");
    job.options.set(search::weighted_a_star::weight, OptionValue(2.0));
    auto result = engine.solve(job);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, ErrorCode::usage);
}

}  // namespace
}  // namespace tessera
