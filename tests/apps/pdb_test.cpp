// tessera pdb, and what solve does with the cache: building, listing, verifying, removing, damage, interruption.
#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {
namespace {

/// A cache of its own for each test.
class Pdb : public ::testing::Test {
  protected:
    RunOptions options() const {
        RunOptions result;
        result.environment = {"TESSERA_CACHE=" + folder_.path("cache")};
        return result;
    }
    RunResult pdb(Words words) const {
        words.insert(words.begin(), "pdb");
        return tessera(words, options());
    }
    Json answer(Words words) const {
        words.insert(words.begin(), "pdb");
        return json_of(words, options());
    }
    std::vector<std::string> files() const {
        std::vector<std::string> names;
        std::error_code error;
        for (const auto& entry :
             std::filesystem::directory_iterator(folder_.path("cache"), error)) {
            names.push_back(entry.path().filename().string());
        }
        std::sort(names.begin(), names.end());
        return names;
    }
    std::string file(const std::string& name) const { return folder_.path("cache") + "/" + name; }
    void damage(const std::string& name, std::streamoff offset) const {
        std::fstream stream(file(name), std::ios::in | std::ios::out | std::ios::binary);
        stream.seekp(offset);
        stream.put('\x5a');
    }

    TemporaryFolder folder_;
};

const Words tables_of_555 = {"pdb-4x4-_oox-ooxx-ooox-ooox.table",
                             "pdb-4x4-_oox-ooxx-ooxx-oooo.table",
                             "pdb-4x4-_xxo-xxoo-xooo-oooo.table"};

TEST_F(Pdb, BuildsListsExplainsVerifiesAndRemoves) {
    const Json built = answer({"build", "5-5-5"});
    EXPECT_EQ(built["schema"], "tessera.pdb/1");
    ASSERT_EQ(built["tables"].size(), 3U);
    for (const Json& table : built["tables"]) {
        EXPECT_EQ(table["built"], true);
        EXPECT_EQ(table["state"], "cached");
        EXPECT_EQ(table["states"], 874'080);
        EXPECT_EQ(table["tiles"].size(), 5U);
        EXPECT_EQ(table["used_by"], Json::array({"5-5-5"}));
    }
    EXPECT_EQ(files(), tables_of_555);
    const Json again = answer({"build", "5-5-5"});
    for (const Json& table : again["tables"]) EXPECT_EQ(table["built"], false);
    // Another corner needs no other tables.
    const Json turned = answer({"build", "5-5-5", "--goal", "blank-first"});
    for (const Json& table : turned["tables"]) EXPECT_EQ(table["built"], false);

    const Json listed = answer({"list"});
    EXPECT_EQ(listed["tables"].size(), 3U);
    bool named = false;
    for (const Json& partition : listed["partitions"]) {
        if (partition["name"] != "5-5-5") continue;
        named = true;
        EXPECT_EQ(partition["state"], "cached");
    }
    EXPECT_TRUE(named);
    const RunResult text = pdb({"list"});
    EXPECT_TRUE(contains(text.out, "_xx./xx../x.../....")) << text.out;
    EXPECT_TRUE(contains(text.out, "7-8"));

    EXPECT_EQ(answer({"info", "5-5-5"})["tables"][0]["state"], "cached");
    EXPECT_EQ(answer({"info", "7-8"})["tables"][1]["state"], "not built");
    EXPECT_EQ(answer({"info", files().front()})["tables"][0]["states"], 874'080);

    const Json verified = answer({"verify", "5-5-5"});
    ASSERT_EQ(verified["tables"].size(), 4U);
    for (const Json& table : verified["tables"]) EXPECT_EQ(table["ok"], true) << table;
    EXPECT_EQ(verified["tables"][0]["entries"], 100);
    EXPECT_GT(verified["tables"][0]["recomputed"], 50);
    EXPECT_GT(verified["tables"][3]["boards"], 500) << "six boards of Korf's and ten walks";

    EXPECT_EQ(pdb({"remove", file(files().front())}).code, 0);
    EXPECT_EQ(files().size(), 2U);
    EXPECT_EQ(pdb({"remove", "5-5-5"}).code, 0);
    EXPECT_TRUE(files().empty());
    EXPECT_EQ(pdb({"remove", "5-5-5"}).code, 3);
    EXPECT_EQ(pdb({"remove", "all"}).code, 0);
}

/// Small tables are never kept: whether a partition is cached depends on the others alone.
TEST_F(Pdb, TheListSaysWhatIsCached) {
    const auto state = [&] {
        const Json list = answer({"list", "--size", "4x4"});
        for (const Json& partition : list["partitions"]) {
            if (partition["name"] == "6-6-3") return partition["state"].get<std::string>();
        }
        return std::string("not listed");
    };
    EXPECT_EQ(state(), "not built");
    EXPECT_EQ(pdb({"build", "6-6-3"}).code, 0);
    EXPECT_EQ(state(), "cached") << "the table of three tiles is made when it is needed";
    const std::string text = pdb({"list"}).out;
    EXPECT_TRUE(contains(text, "\ntable ")) << text;
    EXPECT_TRUE(contains(text, " used by\n")) << text;
    EXPECT_TRUE(contains(text, "\nsize  name ")) << text;
    EXPECT_EQ(pdb({"remove", file(files().front())}).code, 0);
    EXPECT_EQ(state(), "partly cached");
}

TEST_F(Pdb, TheListIsOfTheSizeAskedFor) {
    EXPECT_EQ(pdb({"build", "5-5-5"}).code, 0);
    const Json other = answer({"list", "--size", "5x5"});
    EXPECT_TRUE(other["tables"].empty());
    for (const Json& partition : other["partitions"]) {
        EXPECT_EQ(partition["size"], Json::array({5, 5}));
    }
    EXPECT_FALSE(other["partitions"].empty());
    EXPECT_EQ(answer({"list", "--size", "4x4"})["tables"].size(), 3U);
    EXPECT_FALSE(contains(pdb({"list", "--size", "4x4"}).out, "6-6-6-6"));
    EXPECT_EQ(pdb({"list", "--size", "4y4"}).code, 2);
}

TEST_F(Pdb, SmallTablesAndOtherSizesAndGoals) {
    const RunResult small = pdb({"build", "4-4", "--size", "3x3"});
    EXPECT_EQ(small.code, 0) << small.err;
    EXPECT_TRUE(contains(small.out, "when it is needed"));
    EXPECT_TRUE(files().empty());
    const Json picture =
        answer({"build", "aaa./aaa./..._", "--size", "3x4", "--threads", "2", "--memory", "100M"});
    EXPECT_EQ(picture["tables"][0]["built"], true) << picture;
    EXPECT_EQ(answer({"verify", "all"})["tables"][0]["ok"], true);
    EXPECT_EQ(pdb({"build", "5-5-5", "--goal", "snail"}).code, 0);
    EXPECT_GT(files().size(), 1U);
}

TEST_F(Pdb, SolveKeepsItsTablesAndFindsThemAgain) {
    const Words solve = {"solve", "korf:12", "--algorithm", "ida*", "--heuristic", "pdb:5-5-5"};
    const Json first = json_of(solve, options());
    EXPECT_EQ(files(), tables_of_555);
    const Json second = json_of(solve, options());
    EXPECT_EQ(first["length"], 45);
    EXPECT_EQ(first["moves"], second["moves"]);
    EXPECT_EQ(first["stats"]["generated"], second["stats"]["generated"]);
    EXPECT_EQ(first["stats"]["table_bytes"], second["stats"]["table_bytes"]);
}

TEST_F(Pdb, DamageIsNamedAndRepaired) {
    ASSERT_EQ(pdb({"build", "5-5-5"}).code, 0);
    damage(tables_of_555[0], 50'000);
    damage(tables_of_555[1], 20);
    const RunResult content = pdb({"verify", tables_of_555[0]});
    EXPECT_EQ(content.code, 3);
    EXPECT_TRUE(contains(content.out, "checksum")) << content.out;
    const RunResult header = pdb({"verify", tables_of_555[1]});
    EXPECT_EQ(header.code, 3);
    EXPECT_TRUE(contains(header.out, "damaged header")) << header.out;
    EXPECT_EQ(pdb({"info", tables_of_555[1]}).code, 3);
    EXPECT_TRUE(contains(pdb({"list"}).out, "damaged header"));

    RunResult solved = tessera({"solve", "korf:12", "--heuristic", "pdb:5-5-5"}, options());
    EXPECT_EQ(solved.code, 0);
    EXPECT_TRUE(contains(solved.err, tables_of_555[0])) << solved.err;
    EXPECT_TRUE(contains(solved.err, tables_of_555[1])) << solved.err;
    EXPECT_TRUE(contains(solved.err, "built again"));
    EXPECT_EQ(pdb({"verify", tables_of_555[0]}).code, 0);
}

TEST_F(Pdb, ErrorsNameTheWayOut) {
    struct Wrong {
        Words words;
        int code;
        std::string part;
    };
    const std::vector<Wrong> wrongs{
        {{}, 2, "ACTION"},
        {{"biuld", "7-8"}, 2, "did you mean 'build'?"},
        {{"build"}, 2, "needs a name"},
        {{"build", "all"}, 2, "no partition"},
        {{"build", "7-9"}, 2, "'7-9' is no partition"},
        {{"build", "7-8", "--size", "9x9"}, 2, "9×9"},
        {{"build", "7-8", "--size", "big"}, 2, "big"},
        {{"build", "7-8", "--goal", "snial"}, 2, "did you mean \"snail\"?"},
        {{"build", "7-8", "--memory", "much"}, 2, "--memory"},
        {{"build", "7-8", "--threads", "0"}, 2, "--threads"},
        {{"build", "7-8", "--seed", "1"}, 2, "--seed"},
        {{"build", "7-8", "--memory", "20M"}, 22, "--memory"},
        {{"list", "7-8"}, 2, "'tessera pdb info'"},
        {{"list", "--threads", "2"}, 2, "'tessera pdb build'"},
        {{"info"}, 2, "needs a name"},
        {{"info", "nothing.table"}, 3, "'tessera pdb list'"},
        {{"verify", "7-8"}, 3, "'tessera pdb build 7-8'"},
        {{"remove"}, 2, "or all"},
        {{"remove", "7-8"}, 3, "'tessera pdb list'"},
    };
    for (const Wrong& wrong : wrongs) {
        const RunResult result = pdb(wrong.words);
        const std::string what = wrong.words.empty() ? "" : wrong.words.back();
        EXPECT_EQ(result.code, wrong.code) << what << result.err;
        EXPECT_TRUE(contains(result.err, wrong.part)) << what << ": " << result.err;
        EXPECT_TRUE(result.out.empty()) << what;
    }
    EXPECT_TRUE(files().empty());
}

TEST_F(Pdb, LeavesOtherFilesAlone) {
    const std::string precious = folder_.file("precious.table", "not a table");
    const RunResult result = pdb({"remove", precious});
    EXPECT_EQ(result.code, 3);
    EXPECT_TRUE(contains(result.err, "left alone")) << result.err;
    EXPECT_TRUE(std::filesystem::exists(precious));
}

TEST_F(Pdb, CtrlCLeavesNothingBehind) {
    RunOptions run = options();
    run.interrupt_on_stderr = true;
    const RunResult result = tessera({"pdb", "build", "7-8"}, run);
    EXPECT_EQ(result.code, 130) << result.err;
    EXPECT_TRUE(contains(result.err, "of memory while it is built"));
    EXPECT_TRUE(files().empty());
}

TEST_F(Pdb, WorksWithoutAFolderAndSaysSo) {
    RunOptions homeless;
    homeless.environment = {"TESSERA_CACHE", "XDG_CACHE_HOME", "HOME"};
    const RunResult solved = tessera({"solve", "korf:12", "--heuristic", "pdb:5-5-5"}, homeless);
    EXPECT_EQ(solved.code, 0);
    EXPECT_EQ(solved.err.find("TESSERA_CACHE"), solved.err.rfind("TESSERA_CACHE"));
    EXPECT_TRUE(contains(solved.err, "TESSERA_CACHE")) << solved.err;
    EXPECT_EQ(tessera({"pdb", "build", "5-5-5"}, homeless).code, 2);
    EXPECT_EQ(tessera({"pdb", "list"}, homeless).code, 0);
}

TEST_F(Pdb, AFolderThatCannotBeMadeIsReportedBeforeBuilding) {
    folder_.file("cache", "a file where the folder should be");
    const RunResult result = pdb({"build", "7-8"});
    EXPECT_EQ(result.code, 2);
    EXPECT_TRUE(contains(result.err, "TESSERA_CACHE")) << result.err;
    const RunResult solved = tessera({"solve", "korf:12", "--heuristic", "pdb:5-5-5"}, options());
    EXPECT_EQ(solved.code, 0);
    EXPECT_TRUE(contains(solved.err, "not kept")) << solved.err;
}

}  // namespace
}  // namespace tessera::app_testing
