// tessera lab claims as a user runs it: refused options, a file that cannot be written, an interruption.
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
    const RunResult result = tessera({"lab", "claims", "--output", "/nonexistent/claims.md"});
    EXPECT_EQ(result.code, 3);
    EXPECT_TRUE(contains(result.err, "cannot write '/nonexistent/claims.md'")) << result.err;
    EXPECT_EQ(result.out, "");
}

TEST(LabClaims, AStoreThatIsNotThereIsKnownBeforeTheWork) {
    const RunResult result = tessera({"lab", "claims", "--db", "/nonexistent.db"});
    EXPECT_EQ(result.code, 3);
    EXPECT_TRUE(contains(result.err, "/nonexistent.db")) << result.err;
    EXPECT_EQ(result.out, "");
}

TEST(LabClaims, AnInterruptionLeavesTheFileAsItWas) {
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

/// The text in the repository is what the program writes, as far as it does not take a minute to tell: its head.
TEST(LabClaims, TheRepositoryHasItsResult) {
    EXPECT_TRUE(contains(content_of(TESSERA_SOURCE_DIR "/docs/seed-claims.md"),
                         "Written by `tessera lab claims"))
        << "run it and commit docs/seed-claims.md";
}

}  // namespace
}  // namespace tessera::app_testing
