// The command line says how its options set the field that an error names; answers in JSON name the field only.
#include <gtest/gtest.h>

#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {
namespace {

TEST(Remedies, TheCommandLineNamesItsOption) {
    const std::pair<Words, const char*> wrong[] = {
        {{"check", "1 2 3 4 5 0"}, "--size"},
        {{"solve", hardest, "--heuristic", "xyzzy"}, "'tessera list heuristics' shows them all"},
        {{"solve", hardest, "--heuristic", "manhatan"},
         "did you mean 'manhattan'? 'tessera list heuristics' shows them all"},
        {{"solve", hardest, "--algorithm", "xyzzy"}, "'tessera list algorithms' shows them all"},
        {{"audit", "3x3", "--memory", "1k"}, "allow more memory"},
        {{"audit", "3x3", "--memory", "1k"}, "--memory sets how much"},
        {{"lab", "status", "--db", "no-such.db"}, "'tessera lab run SUITE --db FILE' makes one"},
        {{"lab", "run", "no-such-suite", "--db", "no-such.db"}, "'tessera list lab-suites'"},
        {{"lab", "run", "korf24-quick", "--db", "no-such.db", "--shard", "3/2"}, "--shard"},
        {{"solve", "antipodd:1"}, "'tessera list collections' shows them all"},
    };
    for (const auto& [words, remedy] : wrong) {
        const RunResult result = tessera(words);
        EXPECT_NE(result.code, 0) << words.back();
        EXPECT_TRUE(contains(result.err, remedy)) << result.err;
    }
}

TEST(Remedies, JsonNamesTheFieldAndNoOption) {
    const std::pair<Words, const char*> wrong[] = {
        {{"call", "check", R"({"start":"1 2 3 4 5 0"})"}, "size"},
        {{"call", "solve", R"({"start":"1 2 3 0","heuristic":"xyzzy"})"}, "heuristic"},
        {{"call", "explain", R"({"start":"1 2 3 0","limits":{"seconds":"1"}})"}, "limits.seconds"},
        {{"call", "read", R"({"text":"antipodd:1"})"}, "text"},
    };
    for (const auto& [words, field] : wrong) {
        const RunResult result = tessera(words);
        const Json error = Json::parse(result.out, nullptr, false);
        EXPECT_EQ(error["schema"], "tessera.error/1") << result.out;
        EXPECT_EQ(error["field"], field);
        EXPECT_FALSE(contains(result.out, "--")) << result.out;
        EXPECT_FALSE(contains(result.out, "'tessera ")) << result.out;
    }
}

}  // namespace
}  // namespace tessera::app_testing
