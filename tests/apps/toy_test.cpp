// One file is all that a new algorithm and its options need: a program with one more (tests/toy) knows it everywhere.
#include <gtest/gtest.h>

#include "tests/apps/certificate_checker.hpp"

namespace tessera::app_testing {
namespace {

#if defined(TESSERA_WITH_TOY)

RunResult toy(Words words, const RunOptions& options = {}) {
    words.insert(words.begin(), TESSERA_WITH_TOY);
    return run_program(words, options);
}
Json toy_json(Words words, const RunOptions& options = {}) {
    words.emplace_back("--json");
    const RunResult result = toy(words, options);
    const auto objects = json_lines(result.out);
    EXPECT_EQ(objects.size(), 1U) << result.err;
    return objects.empty() ? Json() : objects.front();
}

const Words every_option{"--toy-bold", "--toy-wheels", "6",   "--toy-size",
                         "2.5",        "--toy-colour", "blue"};

Words with_every_option(Words words) {
    words.insert(words.end(), every_option.begin(), every_option.end());
    return words;
}

TEST(Toy, HelpManualAndCompletionsHaveItsOptions) {
    for (const char* command : {"solve", "compare"}) {
        const std::string help = toy({command, "--help"}).out;
        EXPECT_TRUE(contains(help, "--toy-bold")) << help;
        EXPECT_TRUE(contains(help, "--toy-wheels N")) << help;
        EXPECT_TRUE(contains(help,
                             "toy-deepening: how many wheels the toy has (default 4); "
                             "from 2 to 16"))
            << help;
        EXPECT_TRUE(contains(help, "--toy-size X")) << help;
        EXPECT_TRUE(contains(help, "from 0.5 to 9.5")) << help;
        EXPECT_TRUE(contains(help, "one of red, green, blue")) << help;
    }
    EXPECT_TRUE(contains(toy({"man"}).out, "toy\\-wheels"));
    const std::string bash = toy({"completions", "bash"}).out;
    EXPECT_TRUE(contains(bash, "--toy-bold")) << bash;
    EXPECT_TRUE(contains(bash, "'solve --toy-colour') words='red green blue'")) << bash;
    EXPECT_FALSE(contains(tessera({"solve", "--help"}).out, "toy"));
}

TEST(Toy, ListsDescribeIt) {
    const Json list = toy_json({"list", "algorithms"});
    Json found;
    for (const Json& one : list["algorithms"]) {
        if (one["name"] == "toy-deepening") found = one;
    }
    ASSERT_TRUE(found.is_object()) << list;
    EXPECT_EQ(found["deepens"], true);
    EXPECT_EQ(found["shares_work"], true);
    ASSERT_EQ(found["options"].size(), 4U);
    EXPECT_EQ(found["options"][0]["kind"], "flag");
    EXPECT_EQ(found["options"][1], Json({{"name", "toy-wheels"},
                                         {"synopsis", "how many wheels the toy has"},
                                         {"default", "4"},
                                         {"kind", "whole"},
                                         {"field", "toy_wheels"},
                                         {"value", 4},
                                         {"least", 2},
                                         {"most", 16}}));
    EXPECT_EQ(found["options"][2]["kind"], "real");
    EXPECT_EQ(found["options"][3]["words"], Json({"red", "green", "blue"}));
    const std::string text = toy({"list", "algorithms"}).out;
    EXPECT_TRUE(contains(text, "toy-size: how large the toy is (default 1.5)")) << text;
    EXPECT_TRUE(contains(toy({"list", "options"}).out, "toy-colour"));
}

TEST(Toy, SolveTakesAndTellsItsOptions) {
    const Json plain = toy_json({"solve", hardest, "--algorithm", "toy"});
    const Json expected{{"order", "ULRD"},       {"cost", "unit"},  {"toy_bold", false},
                        {"toy_colour", "green"}, {"toy_size", 1.5}, {"toy_wheels", 4}};
    EXPECT_EQ(plain["options"], expected);
    EXPECT_EQ(plain["stats"]["max_depth"], 31 + 40 + 300'000 + 50'000'000);
    const Json told = toy_json(with_every_option({"solve", hardest, "--algorithm", "toy"}));
    EXPECT_EQ(told["options"]["toy_bold"], true);
    EXPECT_EQ(told["options"]["toy_wheels"], 6);
    EXPECT_EQ(told["options"]["toy_size"], 2.5);
    EXPECT_EQ(told["options"]["toy_colour"], "blue");
    EXPECT_EQ(told["stats"]["max_depth"], 31 + 1000 + 60 + 500'000 + 40'000'000);
    EXPECT_EQ(told["stats"]["generated"],
              json_of({"solve", hardest, "--algorithm", "idastar"})["stats"]["generated"]);
}

TEST(Toy, WrongValuesAndOtherAlgorithmsAreRefused) {
    const auto refused = [](const Words& words, std::string_view message) {
        const RunResult result = toy(words);
        EXPECT_EQ(result.code, 2) << result.out;
        EXPECT_TRUE(contains(result.err, message)) << result.err;
    };
    refused({"solve", hardest, "--algorithm", "toy", "--toy-wheels", "17"},
            "'17' is not a whole number from 2 to 16");
    refused({"solve", hardest, "--algorithm", "toy", "--toy-size", "0.4"},
            "'0.4' is not a number from 0.5 to 9.5");
    refused({"solve", hardest, "--algorithm", "toy", "--toy-colour", "gren"},
            "'gren' is none of red, green, blue; did you mean 'green'?");
    refused({"solve", hardest, "--algorithm", "a*", "--toy-bold"}, "a* has no option 'toy-bold'");
    refused({"solve", hardest, "--algorithm", "a*", "--toy-bold"},
            "it is an option of toy-deepening");
    refused({"compare", hardest, "--algorithm", "bfs", "--toy-wheels", "3"},
            "none of the algorithms compared has the option --toy-wheels");
}

TEST(Toy, CallsTakeItsOptions) {
    const auto called = [](const std::string& options) {
        RunOptions run;
        run.input = R"({"start":"8 6 7/2 5 4/3 0 1","algorithm":"toy-deepening","options":)" +
                    options + "}\n";
        return json_lines(toy({"call", "solve"}, run).out).at(0);
    };
    const Json told =
        called(R"({"toy_bold":true,"toy_wheels":6,"toy_size":2.5,"toy_colour":"blue"})");
    EXPECT_EQ(told["stats"]["max_depth"], 31 + 1000 + 60 + 500'000 + 40'000'000) << told;
    EXPECT_EQ(told["options"]["toy_colour"], "blue");
    for (const char* wrong : {R"({"toy_wheels":17})", R"({"toy_size":0.4})", R"({"toy_bold":1})",
                              R"({"toy_colour":"grey"})", R"({"toy_tail":1})"}) {
        EXPECT_EQ(called(wrong)["schema"], "tessera.error/1") << wrong;
    }
}

TEST(Toy, SuitesHaveItsOptions) {
    const TemporaryFolder folder;
    RunOptions here;
    here.folder = folder.path();
    folder.file("toy.toml", R"([[boards]]
boards = "8 6 7/2 5 4/3 0 1"
[[configurations]]
algorithm = "toy-deepening"
heuristic = "manhattan"
toy_bold = true
toy_wheels = [4, 6]
toy_size = 2.5
toy_colour = ["red", "blue"]
)");
    const RunResult run = toy({"lab", "run", "toy.toml", "--json"}, here);
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(json_lines(run.out).at(0)["done"], 4);
    const auto rows =
        json_lines(toy({"lab", "export", "--db", "toy.db", "--format", "jsonl"}, here).out);
    ASSERT_EQ(rows.size(), 4U);
    bool found = false;
    for (const Json& row : rows) {
        if (row["configuration"] !=
            "toy-deepening with manhattan, toy-bold, toy-wheels 6, "
            "toy-size 2.5, toy-colour blue") {
            continue;
        }
        found = true;
        EXPECT_EQ(row["max_depth"], 31 + 1000 + 60 + 500'000 + 40'000'000) << row;
        EXPECT_EQ(row["options"]["toy_wheels"], 6);
    }
    EXPECT_TRUE(found) << rows.front();
    folder.file("wrong.toml", R"([[boards]]
boards = "8 6 7/2 5 4/3 0 1"
[[configurations]]
algorithm = "toy-deepening"
toy_colour = "grey"
)");
    const RunResult wrong = toy({"lab", "run", "wrong.toml"}, here);
    EXPECT_EQ(wrong.code, 3) << wrong.out;
    EXPECT_TRUE(contains(wrong.err, "'grey' is not one of red, green, blue")) << wrong.err;
}

TEST(Toy, ItsCertificatesHold) {
    TESSERA_NEEDS_PROGRAM("python3");
    const TemporaryFolder folder;
    const std::string file = folder.path("proof.json");
    const RunResult solved =
        toy(with_every_option({"solve", "korf:12", "--algorithm", "toy", "--heuristic",
                               "linear-conflict", "--threads", "2", "--certificate", file}));
    ASSERT_EQ(solved.code, 0) << solved.err;
    const Json certificate = Json::parse(content_of(file));
    EXPECT_EQ(certificate["bound"]["basis"], "rounds");
    EXPECT_GT(certificate["search"]["rounds"].size(), 1U);
    EXPECT_EQ(certificate["search"]["threads"], 2);
    EXPECT_EQ(certificate["search"]["options"]["toy_colour"], "blue");
    for (const Words& words : {Words{"verify", file}, Words{"verify", file, "--recompute"}}) {
        const RunResult verified = toy(words);
        EXPECT_EQ(verified.code, 0) << verified.out << verified.err;
        EXPECT_TRUE(contains(verified.out, "holds")) << verified.out;
    }
    const RunResult independent = checked(file);
    EXPECT_EQ(independent.code, unchecked) << independent.out;
    // A program that lacks the algorithm says so.
    const RunResult elsewhere = tessera({"verify", file});
    EXPECT_NE(elsewhere.code, 0);
}

#endif

}  // namespace
}  // namespace tessera::app_testing
