// tessera selftest: a few thousand solves agree, disagreements are told with a command that shows them, and it can be stopped.
#include <filesystem>

#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {
namespace {

std::string solves() {
    return sanitized_program() ? "100" : "3000";
}

TEST(Selftest, AFewThousandSolvesAgree) {
    const Json result = json_of({"selftest", "--seed", "7", "--solves", solves()});
    EXPECT_EQ(result["schema"], "tessera.selftest/1");
    EXPECT_EQ(result["agreed"], true) << result["shown"].dump(1);
    EXPECT_EQ(result["complete"], true);
    EXPECT_EQ(result["seed"], 7);
    EXPECT_EQ(result["solves"], result["planned"]);
    EXPECT_EQ(result["disagreements"], 0);
    EXPECT_GT(result["exact"].get<int>(), result["solves"].get<int>() / 2);
    EXPECT_EQ(result["digest"].get<std::string>().size(), 16U);
}

TEST(Selftest, SaysSoInWordsAndNamesItsSeed) {
    const RunResult result = tessera({"selftest", "--solves", "30"});
    EXPECT_EQ(result.code, 0) << result.out;
    EXPECT_TRUE(contains(result.out, "All agree.")) << result.out;
    const std::string seed = value_of(result.out, "seed");
    const std::string digest = value_of(result.out, "digest");
    const RunResult again =
        tessera({"selftest", "--solves", "30", "--seed", seed.substr(seed.find_first_not_of(' '))});
    EXPECT_EQ(value_of(again.out, "digest"), digest);
}

TEST(Selftest, ADisagreementIsToldWithACommandThatShowsIt) {
    const Words words{"selftest", "--solves", "300", "--seed", "5", "--trust", "inversions"};
    const RunResult told = tessera(words);
    EXPECT_EQ(told.code, 1);
    EXPECT_TRUE(contains(told.out, "DISAGREEMENT"));
    const Json result = json_of(words);
    EXPECT_EQ(result["agreed"], false);
    ASSERT_FALSE(result["shown"].empty());
    const Json& shown = result["shown"][0];
    EXPECT_TRUE(contains(told.out, shown["reproduce"].get<std::string>()));
    // As a person would run it, from a shell.
    const std::string folder = std::filesystem::path(program_under_test()).parent_path().string();
    RunOptions options;
    options.environment = {"PATH=" + folder + ":/usr/bin:/bin"};
    const RunResult solved =
        run_program({"sh", "-c", shown["reproduce"].get<std::string>() + " --json"}, options);
    ASSERT_EQ(json_lines(solved.out).size(), 1U) << solved.err;
    EXPECT_EQ(json_lines(solved.out)[0]["heuristic"], "inversions");
    const RunResult compared = run_program(
        {"sh", "-c", shown["again"].get<std::string>() + " --trust inversions --json"}, options);
    ASSERT_EQ(json_lines(compared.out).size(), 1U) << compared.err;
    EXPECT_EQ(json_lines(compared.out)[0]["solves"], 1);
    EXPECT_EQ(json_lines(compared.out)[0]["agreed"], false);
}

TEST(Selftest, CtrlCGivesWhatIsKnownSoFar) {
    RunOptions options;
    options.interrupt_on_stderr = true;
    const RunResult result =
        tessera({"selftest", "--solves", "1000000", "--progress", "json", "--json"}, options);
    EXPECT_EQ(result.code, 130);
    const std::vector<Json> objects = json_lines(result.out);
    ASSERT_EQ(objects.size(), 1U);
    EXPECT_EQ(objects[0]["complete"], false);
    EXPECT_EQ(objects[0]["agreed"], true);
    EXPECT_GT(objects[0]["solves"].get<int>(), 0);
}

TEST(Selftest, BadOptionsAreTold) {
    EXPECT_EQ(tessera({"selftest", "--solves", "0"}).code, 2);
    EXPECT_EQ(tessera({"selftest", "--solves", "5", "--only", "5"}).code, 2);
    EXPECT_EQ(tessera({"selftest", "--trust", "nothing"}).code, 2);
    EXPECT_EQ(tessera({"selftest", "--threads", "0"}).code, 2);
    EXPECT_EQ(tessera({"selftest", "--memory", "lots"}).code, 2);
    EXPECT_EQ(tessera({"selftest", "--long", "--memory", "50M"}).code, 22);
}

}  // namespace
}  // namespace tessera::app_testing
