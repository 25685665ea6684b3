// Searches that are killed, and the same command again: what it says must be what it would have said.
#include <gtest/gtest.h>

#include <thread>

#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {
namespace {

const std::string fakes = TESSERA_FAKE_DEVICES "/fake";

Words solving_with(const std::string& file, Words more = {}) {
    Words words{"solve", "korf:9", "--algorithm", "ida*", "--heuristic", "manhattan"};
    if (!file.empty()) words.insert(words.end(), {"--checkpoint", file});
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// What must be the same however often it was stopped.
Json result_of(const Json& solution) {
    Json result = solution;
    result.erase("notes");
    for (const auto& [name, value] : solution["stats"].items()) {
        const bool same = name == "iterations" || name == "generated" || name == "expanded" ||
                          name == "max_depth" || name == "peak_open" || name == "peak_states";
        if (!same) result["stats"].erase(name);
    }
    return result;
}

/// Runs a command and kills it after a moment; whether it had to be killed.
bool killed_after(const Words& words, double seconds) {
    Words command{"timeout", "-s", "KILL", std::to_string(seconds), program_under_test()};
    command.insert(command.end(), words.begin(), words.end());
    const RunResult result = run_program(command);
    return result.signal == SIGKILL || result.code == 137;
}

std::size_t lines_in(const std::string& file) {
    return lines_of(content_of(file)).size();
}

TEST(Checkpoint, AfterKillTheSameCommandGoesOn) {
    const TemporaryFolder folder;
    // A few seconds of one core.
    Words words{"solve", "korf:17", "--algorithm", "ida*", "--heuristic", "manhattan", "--threads"};
    words.emplace_back("1");
    const Json whole = json_of(words);
    words.back() = "2";
    words.insert(words.end(), {"--checkpoint", folder.path("search.ck")});
    int kills = 0;
    std::size_t lines = 0;
    // A quick machine ends the search before the last of them.
    while (kills < 3 && killed_after(words, 0.3 + 0.2 * kills)) {
        ++kills;
        lines = lines_in(folder.path("search.ck"));
    }
    EXPECT_GT(kills, 0) << "it was never under way";
    EXPECT_GT(lines, 12U);
    const Json resumed = json_of(words);
    EXPECT_EQ(result_of(resumed), result_of(whole));
    EXPECT_GT(resumed["stats"]["resumed"]["rounds"], 3);
    EXPECT_GT(lines_in(folder.path("search.ck")), lines);

    // A search that has ended answers at once.
    const Json again = json_of(words);
    EXPECT_EQ(result_of(again), result_of(whole));
    EXPECT_EQ(again["stats"]["resumed"]["generated"], whole["stats"]["generated"]);
}

TEST(Checkpoint, GoesFromCoresToADeviceAndBack) {
    const TemporaryFolder folder;
    const Json whole = json_of(solving_with("", {"--device", "cpu", "--threads", "1"}));
    RunOptions options;
    options.environment = {"TESSERA_BACKENDS=" + fakes};
    const std::string file = folder.path("search.ck");
    std::uint64_t nodes = whole["stats"]["generated"].get<std::uint64_t>() / 5;
    for (const std::string device : {"cpu", "fake-rounds", "cpu", "fake-rounds"}) {
        const RunResult part = tessera(
            solving_with(file, {"--device", device, "--json", "--nodes", std::to_string(nodes)}),
            options);
        EXPECT_EQ(json_lines(part.out).at(0)["status"], "node-limit") << part.err;
        nodes += whole["stats"]["generated"].get<std::uint64_t>() / 5;
    }
    const std::string before = content_of(file);
    for (const std::string device : {"fake-rounds", "cpu"}) {
        const std::string own = folder.file(device + ".ck", before);
        const Json end = json_of(solving_with(own, {"--device", device}), options);
        EXPECT_EQ(end["stats"]["device"], device);
        EXPECT_EQ(result_of(end), result_of(whole)) << device;
        EXPECT_GT(end["stats"]["resumed"]["generated"], 0);
        const Json again = json_of(solving_with(own, {"--device", "cpu"}), options);
        EXPECT_EQ(result_of(again), result_of(whole)) << device;
    }
    // A device that does only whole searches has no parts to keep.
    const RunResult refused =
        tessera(solving_with(folder.path("other.ck"), {"--device", "fake"}), options);
    EXPECT_EQ(refused.code, 2);
    EXPECT_TRUE(contains(refused.err, "it does no rounds of ida*")) << refused.err;
}

TEST(Checkpoint, ASignalAndALimitLeaveAFileThatGoesOn) {
    const TemporaryFolder folder;
    const std::string file = folder.path("search.ck");
    const Json whole = json_of(solving_with("", {"--threads", "1"}));
    const RunResult limited = tessera(solving_with(file, {"--nodes", "1000000"}));
    EXPECT_EQ(limited.code, 12) << limited.err;
    for (const int signal : {SIGTERM, SIGINT}) {
        RunOptions options;
        options.interrupt_on_stderr = true;
        options.interrupt_signal = signal;
        const RunResult stopped = tessera(solving_with(file, {"--progress", "json"}), options);
        EXPECT_TRUE(stopped.code == 130 || stopped.code == 0) << stopped.code;
    }
    EXPECT_EQ(result_of(json_of(solving_with(file))), result_of(whole));
}

TEST(Checkpoint, WhatItCannotKeepIsSaid) {
    const TemporaryFolder folder;
    const std::string file = folder.path("search.ck");
    ASSERT_EQ(tessera(solving_with(file)).code, 0);
    const std::string kept = content_of(file);
    struct Case {
        Words words;
        int code;
        std::string message;
    };
    const std::string torn = folder.file(
        "torn.ck", kept.substr(0, kept.size() / 2) + "\n" + kept.substr(kept.size() / 2));
    const std::vector<Case> cases{
        {{"solve", "korf:10", "--algorithm", "ida*", "--heuristic", "manhattan", "--checkpoint",
          file},
         3,
         "is of another search: it has start 3 14 9 11"},
        {{"solve", "korf:9", "--algorithm", "ida*", "--heuristic", "linear-conflict",
          "--checkpoint", file},
         3,
         "it has heuristic manhattan, and this search heuristic linear-conflict"},
        {solving_with(file, {"--cycles", "10"}), 3, "is of another search"},
        {solving_with(file, {"--cost", "tile"}), 3, "it has cost unit"},
        {solving_with(torn), 3, "is damaged"},
        {{"solve", "korf:9", "--algorithm", "a*", "--checkpoint", file},
         2,
         "a* does not search in parts that a checkpoint can keep"},
        {{"solve", "korf24:1", "--checkpoint", file}, 2, "ida* can have one; name the algorithm"},
        {{"solve", "korf:1-2", "--checkpoint", file}, 2, "there are 2"},
        {solving_with(file, {"--all"}), 2, "--checkpoint keeps one search"},
        {solving_with(file, {"--certificate", file}), 2, "both want the same file"},
        {solving_with(folder.path("nowhere/search.ck")), 3, "cannot be written"},
    };
    for (const Case& one : cases) {
        const RunResult result = tessera(one.words);
        EXPECT_EQ(result.code, one.code) << one.message << "\n" << result.err;
        EXPECT_TRUE(contains(result.err, one.message)) << result.err;
    }
    EXPECT_EQ(content_of(file), kept);
    // A torn end is left out.
    const RunResult torn_end =
        tessera(solving_with(folder.file("cut.ck", kept.substr(0, kept.size() - 3)), {"--json"}));
    EXPECT_EQ(torn_end.code, 0);
    EXPECT_TRUE(contains(torn_end.err, "was not written to its end; it is left out"))
        << torn_end.err;
}

}  // namespace
}  // namespace tessera::app_testing
