// Devices as a user meets them: a plug-in from the command line to the lab's database, and everything that can be wrong with one.
#include <gtest/gtest.h>

#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {
namespace {

const std::string fake_folder = TESSERA_FAKE_DEVICES "/fake";
const std::string old_folder = TESSERA_FAKE_DEVICES "/old";
/// 16 cells, solved at once.
const std::string device_board = "1 2 3 4/5 6 7 8/9 10 0 12/13 14 11 15";

RunOptions with_devices(const std::string& folders) {
    RunOptions options;
    options.environment = {"TESSERA_BACKENDS=" + folders};
    return options;
}

Words solving(const std::string& device, Words more = {}) {
    Words words{"solve", "korf:9", "--algorithm", "ida*", "--heuristic", "manhattan"};
    words.insert(words.end(), {"--device", device});
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// Everything but what is measured, where it was searched, and on how many threads.
Json without_measurements(Json solution) {
    for (const char* name : {"seconds", "cpu_seconds", "setup_seconds", "peak_memory_bytes",
                             "container_bytes", "threads", "device"}) {
        EXPECT_TRUE(solution["stats"].contains(name)) << name;
        solution["stats"].erase(name);
    }
    solution.erase("notes");
    return solution;
}

Json device_called(const Json& list, std::string_view name) {
    for (const Json& device : list["devices"]) {
        if (device["name"] == name) return device;
    }
    return {};
}

TEST(Devices, AreListedWithMemoryDriverAndReasons) {
    const RunOptions options = with_devices(fake_folder + ":" + old_folder + ":/nowhere");
    const Json list = json_of({"list", "devices"}, options);
    EXPECT_EQ(list["schema"], "tessera.list/1");
    EXPECT_EQ(list["devices"][0]["name"], "cpu");
    EXPECT_EQ(list["devices"][0]["usable"], true);
    EXPECT_GT(list["devices"][0]["memory_bytes"], 0);
    const Json fake = device_called(list, "fake");
    EXPECT_EQ(fake["usable"], true);
    EXPECT_EQ(fake["memory_bytes"], std::uint64_t{1} << 30);
    EXPECT_EQ(fake["driver"], "driver 1.2");
    EXPECT_EQ(device_called(list, "fake-broken")["reason"], "its driver is too old");
    const Json old = device_called(list, "old");
    EXPECT_EQ(old["usable"], false);
    EXPECT_TRUE(contains(old["reason"].get<std::string>(), "another version")) << old;

    const RunResult text = tessera({"list", "devices"}, options);
    EXPECT_EQ(text.code, 0);
    EXPECT_TRUE(contains(text.out, "fake\n    a device for tests; driver 1.2; 1.07 GB"))
        << text.out;
    EXPECT_TRUE(contains(text.out, "    cannot be used: its driver is too old\n")) << text.out;
}

TEST(Devices, AFileThatIsNoPlugInIsListedAndNeverACrash) {
    const TemporaryFolder folder;
    folder.file("libtessera-torn.so", "this is no library");
    folder.file("notes.txt", "nor is this");
    const Json list = json_of({"list", "devices"}, with_devices(folder.path()));
    EXPECT_EQ(list["devices"].size(), 2U) << list;
    EXPECT_EQ(device_called(list, "torn")["usable"], false) << list;
    const RunResult forced = tessera(solving("torn"), with_devices(folder.path()));
    EXPECT_EQ(forced.code, 2) << forced.err;
    EXPECT_TRUE(contains(forced.err, "the device torn cannot be used")) << forced.err;
}

TEST(Devices, WithoutPlugInsThereIsTheCpu) {
    const Json list = json_of({"list", "devices"}, with_devices(""));
    EXPECT_EQ(list["devices"].size(), 1U);
    for (const std::string device : {"auto", "cpu"}) {
        const Json solution = json_of(solving(device), with_devices(""));
        EXPECT_EQ(solution["stats"]["device"], "cpu");
        EXPECT_FALSE(solution.contains("notes")) << solution;
    }
    const RunResult unknown = tessera(solving("gpu"), with_devices(""));
    EXPECT_EQ(unknown.code, 2);
    EXPECT_TRUE(contains(unknown.err, "there is no device 'gpu' here")) << unknown.err;
}

TEST(Devices, ASearchElsewhereIsTheSameToTheNode) {
    const Json here = json_of(solving("cpu"));
    EXPECT_EQ(here["stats"]["device"], "cpu");
    for (const std::string device : {"fake", "fake-rounds"}) {
        const Json there = json_of(solving(device), with_devices(fake_folder));
        EXPECT_EQ(there["stats"]["device"], device);
        EXPECT_EQ(without_measurements(there), without_measurements(here)) << device;
        const RunResult text = tessera(solving(device), with_devices(fake_folder));
        EXPECT_TRUE(contains(text.out, "ida* with manhattan on " + device + ": ")) << text.out;
    }
}

TEST(Devices, LimitsHoldElsewhere) {
    for (const std::string device : {"fake", "fake-rounds"}) {
        RunOptions options = with_devices(fake_folder);
        const RunResult nodes = tessera(solving(device, {"--nodes", "100000", "--json"}), options);
        EXPECT_EQ(nodes.code, tessera(solving("cpu", {"--nodes", "100000"})).code) << nodes.err;
        const Json solution = json_lines(nodes.out).at(0);
        EXPECT_EQ(solution["status"], "node-limit");
        EXPECT_EQ(solution["stats"]["device"], device);
        EXPECT_NEAR(solution["stats"]["generated"].get<double>(), 1e5, 10.0);
        const Json depth =
            json_lines(tessera(solving(device, {"--max-depth", "40", "--json"}), options).out)
                .at(0);
        const Json depth_here =
            json_lines(tessera(solving("cpu", {"--max-depth", "40", "--json"})).out).at(0);
        EXPECT_EQ(without_measurements(depth), without_measurements(depth_here));
    }
}

TEST(Devices, AutoTakesTheFirstThatAcceptsAndSaysSo) {
    const Json taken = json_of(solving("auto"), with_devices(fake_folder));
    EXPECT_EQ(taken["stats"]["device"], "fake");
    EXPECT_TRUE(contains(taken["notes"].dump(), "searched on the device fake")) << taken["notes"];

    const Json small = json_of({"solve", "1 2 3/4 5 6/7 0 8"}, with_devices(fake_folder));
    EXPECT_EQ(small["stats"]["device"], "cpu");
    EXPECT_FALSE(small.contains("notes")) << small;
    const Json declined =
        json_of({"solve", device_board, "--device", "auto"}, with_devices(old_folder));
    EXPECT_EQ(declined["stats"]["device"], "cpu");
    EXPECT_TRUE(contains(declined["notes"].dump(), "a device was not used: old")) << declined;
}

TEST(Devices, ANamedDeviceThatDeclinesIsAnError) {
    for (const std::string device : {"fake", "fake-rounds"}) {
        const RunResult result = tessera({"solve", device_board, "--heuristic", "linear-conflict",
                                          "--algorithm", "ida*", "--device", device},
                                         with_devices(fake_folder));
        EXPECT_EQ(result.code, 2);
        EXPECT_TRUE(contains(result.err, "it knows ida* with manhattan only")) << result.err;
    }
    const RunResult broken = tessera(solving("fake-broken"), with_devices(fake_folder));
    EXPECT_EQ(broken.code, 2);
    EXPECT_TRUE(contains(broken.err, "its driver is too old")) << broken.err;
}

TEST(Devices, AWrongPathIsAnErrorAndNeverAnAnswer) {
    const RunResult result = tessera(solving("fake-liar", {"--json"}), with_devices(fake_folder));
    EXPECT_EQ(result.code, 1) << result.out;
    EXPECT_TRUE(contains(result.err, "ida* on the device fake-liar returned a path")) << result.err;
    EXPECT_EQ(result.out, "");
}

TEST(Devices, CertificatesNameThemAndTheCpuRepeatsThem) {
    const TemporaryFolder folder;
    const std::string file = folder.path("proof.jsonl");
    for (const std::string device : {"fake", "fake-rounds"}) {
        const RunResult solved =
            tessera(solving(device, {"--certificate", file}), with_devices(fake_folder));
        ASSERT_EQ(solved.code, 0) << solved.err;
        Json certificate = json_lines(content_of(file)).at(0);
        EXPECT_EQ(certificate["search"]["device"], device);
        // Nobody who checks it needs the device.
        const RunResult verified = tessera({"verify", file, "--recompute"}, with_devices(""));
        EXPECT_EQ(verified.code, 0) << verified.out << verified.err;
        // Another solution may have ended the last round if it says so; complete rounds are compared.
        auto& rounds = certificate["search"]["rounds"];
        auto& generated = certificate["search"]["counters"]["generated"];
        const std::size_t last = rounds.size() - 1;
        for (const bool incomplete : {false, true}) {
            for (const std::size_t round : {last, last - 1}) {
                Json other = certificate;
                if (incomplete) other["search"]["rounds"][last]["end"] = "incomplete";
                other["search"]["rounds"][round]["generated"] =
                    rounds[round]["generated"].get<std::uint64_t>() + 1;
                other["search"]["counters"]["generated"] = generated.get<std::uint64_t>() + 1;
                const std::string changed = folder.file("changed.jsonl", other.dump() + "\n");
                const int code = tessera({"verify", changed, "--recompute"}, with_devices("")).code;
                EXPECT_EQ(code == 0, incomplete && round == last) << round;
            }
        }
    }
    const RunResult here = tessera(solving("cpu", {"--certificate", file}));
    ASSERT_EQ(here.code, 0);
    EXPECT_FALSE(json_lines(content_of(file)).at(0)["search"].contains("device"));
}

TEST(Devices, ReachTheLabsDatabase) {
    const TemporaryFolder folder;
    folder.file("devices.toml", R"(title = "two devices"
[limits]
time = "60s"
[[boards]]
suite = "korf:9"
[[configurations]]
algorithm = "ida*"
heuristic = "manhattan"
device = ["cpu", "fake", "fake-rounds"]
)");
    RunOptions options = with_devices(fake_folder);
    options.folder = folder.path();
    const RunResult run = tessera({"lab", "run", "devices.toml"}, options);
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_TRUE(contains(run.out, "ida* with manhattan, device fake")) << run.out;
    const RunResult exported =
        tessera({"lab", "export", "--db", "devices.db", "--format", "jsonl"}, options);
    ASSERT_EQ(exported.code, 0) << exported.err;
    const auto rows = json_lines(exported.out);
    ASSERT_EQ(rows.size(), 3U) << exported.out;
    std::vector<std::string> devices;
    for (const Json& row : rows) {
        devices.push_back(row["device"]);
        EXPECT_EQ(row["outcome"], "solved-optimally") << row;
        EXPECT_EQ(row["generated"], rows[0]["generated"]);
    }
    std::sort(devices.begin(), devices.end());
    EXPECT_EQ(devices, (std::vector<std::string>{"cpu", "fake", "fake-rounds"}));

    // The device is part of a run's key: on another one it is another run.
    const Json again = json_of({"lab", "run", "devices.toml"}, options);
    EXPECT_EQ(again["done"], 0);
    const Json moved = json_of({"lab", "run", "devices.toml", "--device", "fake"}, options);
    EXPECT_EQ(moved["done"], 0) << "they were all run on fake before";
}

TEST(Devices, CompareUsesTheCpuUnlessToldOtherwise) {
    Words words{"compare",     "korf:9",    "--algorithm", "ida*",
                "--heuristic", "manhattan", "--export",    "csv"};
    const RunResult usual = tessera(words, with_devices(fake_folder));
    EXPECT_EQ(usual.code, 0) << usual.err;
    words.insert(words.end(), {"--device", "fake"});
    const RunResult moved = tessera(words, with_devices(fake_folder));
    EXPECT_EQ(moved.code, 0) << moved.err;
    words.back() = "nothing";
    const RunResult unknown = tessera(words, with_devices(fake_folder));
    EXPECT_EQ(unknown.code, 2) << unknown.err;
}

TEST(Devices, TheJsonApiHasThem) {
    const std::string request =
        R"({"size":[4,4],"start":[1,2,3,4,5,6,7,8,9,10,0,12,13,14,11,15],"algorithm":"ida*",)"
        R"("heuristic":"manhattan","device":"fake"})";
    const RunResult result = tessera({"call", "solve", request}, with_devices(fake_folder));
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(json_lines(result.out).at(0)["stats"]["device"], "fake");
}

}  // namespace
}  // namespace tessera::app_testing
