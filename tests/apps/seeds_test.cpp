// Every item of the origins, by the commands of tests/data/seeds (tools/seeds.py, docs/seeds.md).
#include <gtest/gtest.h>

#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {
namespace {

RunResult seeds_test(const std::string& tests, const std::vector<std::string>& environment) {
    RunOptions options;
    options.environment = environment;
    options.patience = std::chrono::minutes(15);
    Words words{"python3", TESSERA_SOURCE_DIR "/tests/apps/seeds_test.py"};
    if (!tests.empty()) words.push_back(tests);
    return run_program(words, options);
}

TEST(SeedRows, EveryItemHasARowThatCanFailAndEveryGuardExists) {
    TESSERA_NEEDS_PROGRAM("python3");
    const RunResult result = seeds_test("", {"TESSERA_BINARY"});
    EXPECT_EQ(result.code, 0) << result.err;
}

TEST(SlowSeedRows, EveryQuickRowIsRight) {
    TESSERA_NEEDS_PROGRAM("python3");
    const RunResult result =
        seeds_test("WithTheProgram", {"TESSERA_BINARY=" + program_under_test()});
    EXPECT_EQ(result.code, 0) << result.err;
}

TEST(LongSeedRows, EveryRowIsRight) {
    TESSERA_NEEDS_PROGRAM("python3");
    const RunResult result = seeds_test(
        "WithTheProgram", {"TESSERA_BINARY=" + program_under_test(), "TESSERA_LONG=yes"});
    EXPECT_EQ(result.code, 0) << result.err;
}

}  // namespace
}  // namespace tessera::app_testing
