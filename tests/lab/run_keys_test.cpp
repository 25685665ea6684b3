// The keys of runs stay what they were, so that databases of older programs know their runs again.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "tessera/lab/suite.hpp"

namespace tessera::lab {
namespace {

TEST(RunKeys, AreThoseOfAnOlderProgram) {
    const std::string folder = std::string(TESSERA_SOURCE_DIR) + "/tests/data/older_program";
    std::ifstream file(folder + "/every-option.toml");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto suite = read_suite(text, "every-option", "every-option.toml", {folder, folder});
    ASSERT_TRUE(suite.ok()) << suite.error().message;
    std::set<std::string> keys;
    for (const RunTask& task : suite->tasks()) keys.insert(task.key("0.1.0 (7e87280af1b2)"));

    std::set<std::string> expected;
    std::ifstream lines(folder + "/every-option.jsonl");
    for (std::string line; std::getline(lines, line);) {
        expected.insert(nlohmann::json::parse(line)["key"]);
    }
    EXPECT_EQ(expected.size(), 78U);
    EXPECT_EQ(keys, expected);
}

}  // namespace
}  // namespace tessera::lab
