// tessera lab claims as a user runs it: its document, refused files, an interruption; and the tests of the script behind it.
#include <gtest/gtest.h>

#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {
namespace {

TEST(LabClaims, HelpNamesItsOptions) {
    const RunResult result = tessera({"lab", "claims", "--help"});
    EXPECT_EQ(result.code, 0);
    EXPECT_TRUE(contains(result.out, "--full"));
    EXPECT_TRUE(contains(result.out, "--output"));
}

TEST(LabClaims, AFileThatCannotBeWrittenIsKnownBeforeTheWork) {
    TESSERA_NEEDS_PROGRAM("python3");
    const RunResult result = tessera({"lab", "claims", "--output", "/nonexistent/claims.md"});
    EXPECT_EQ(result.code, 3);
    EXPECT_TRUE(contains(result.err, "cannot write '/nonexistent/claims.md'")) << result.err;
    EXPECT_EQ(result.out, "");
}

TEST(LabClaims, AStoreThatIsNotThereIsKnownBeforeTheWork) {
    TESSERA_NEEDS_PROGRAM("python3");
    const RunResult result = tessera({"lab", "claims", "--db", "/nonexistent.db"});
    EXPECT_EQ(result.code, 3);
    EXPECT_TRUE(contains(result.err, "/nonexistent.db")) << result.err;
    EXPECT_EQ(result.out, "");
}

TEST(LabClaims, AnInterruptionLeavesTheFileAsItWas) {
    TESSERA_NEEDS_PROGRAM("python3");
    const TemporaryFolder folder;
    const std::string file = folder.file("claims.md", "old\n");
    RunOptions options;
    options.interrupt_on_stderr = true;
    const RunResult result =
        tessera({"lab", "claims", "--output", file, "--progress", "json"}, options);
    EXPECT_EQ(result.code, 130) << result.err;
    EXPECT_EQ(content_of(file), "old\n");
}

TEST(LabClaims, SuitesAreListed) {
    const std::vector<Json> suites = listed("lab-suites");
    std::vector<std::string> names;
    for (const Json& suite : suites) {
        names.push_back(suite["name"]);
        EXPECT_FALSE(suite["synopsis"].get<std::string>().empty()) << names.back();
    }
    for (const std::string name : {"seeds-15", "seeds-15-quick", "korf100", "external-korf1000"})
        EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
}

TEST(LabClaims, WithoutPythonItSaysWhatIsMissing) {
    RunOptions options;
    options.environment = {"PATH=/nonexistent"};
    const RunResult result = tessera({"lab", "claims"}, options);
    EXPECT_EQ(result.code, 3);
    EXPECT_TRUE(contains(result.err, "cannot run python3")) << result.err;
    EXPECT_TRUE(contains(result.err, "needs Python 3.11")) << result.err;
}

TEST(LabClaims, WithoutItsScriptItSaysWhereThatIs) {
    const TemporaryFolder folder;
    const std::string alone = folder.path() + "/tessera";
    std::filesystem::copy_file(program_under_test(), alone);
    const RunResult result = run_program({alone, "lab", "claims"});
    EXPECT_EQ(result.code, 3);
    EXPECT_TRUE(contains(result.err, "tools/claims.py is neither installed")) << result.err;
}

/// claims_test.py changes the evidence and looks for another verdict.
TEST(LabClaims, EveryVerdictFollowsFromTheEvidence) {
    TESSERA_NEEDS_PROGRAM("python3");
    RunOptions options;
    options.environment = {"TESSERA_BINARY"};
    const RunResult result =
        run_program({"python3", TESSERA_SOURCE_DIR "/tests/apps/claims_test.py"}, options);
    EXPECT_EQ(result.code, 0) << result.err;
}

TEST(LongLabClaims, RecordsOfALabRunAreUsed) {
    TESSERA_NEEDS_PROGRAM("python3");
    RunOptions options;
    options.environment = {"TESSERA_BINARY=" + program_under_test()};
    options.patience = std::chrono::minutes(15);
    const RunResult result = run_program(
        {"python3", TESSERA_SOURCE_DIR "/tests/apps/claims_test.py", "WithTheProgram"}, options);
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_FALSE(contains(result.err, "skipped")) << result.err;
}

TEST(LongLabClaims, TheRepositoryHasItsResult) {
    TESSERA_NEEDS_PROGRAM("python3");
    RunOptions options;
    options.patience = std::chrono::minutes(15);
    const RunResult result = tessera({"lab", "claims", "--progress", "never"}, options);
    EXPECT_EQ(result.code, 0);
    EXPECT_EQ(result.err, "");
    EXPECT_EQ(result.out, content_of(TESSERA_SOURCE_DIR "/docs/seed-claims.md"))
        << "run 'tessera lab claims --output docs/seed-claims.md' and look at what changed";
}

}  // namespace
}  // namespace tessera::app_testing
