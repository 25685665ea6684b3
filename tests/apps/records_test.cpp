// tessera records: what it shows, what it takes and refuses, and that it finds every kind of damage.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <functional>
#include <map>

#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {
namespace {

namespace fs = std::filesystem;

const std::string shipped = std::string(TESSERA_SOURCE_DIR) + "/data/best-known";
RunOptions without_others() {
    RunOptions options;
    options.environment = {"TESSERA_DATA=/nonexistent"};
    return options;
}

/// A copy of the best-known solutions that may be changed.
class Records : public testing::Test {
  protected:
    Records() { fs::copy(shipped, folder.path("known")); }

    std::string file(const std::string& set) const { return known + "/" + set + ".jsonl"; }
    std::vector<Json> of(const std::string& set) const { return json_lines(content_of(file(set))); }
    void write(const std::string& set, const std::vector<Json>& lines) const {
        std::string text;
        for (const Json& line : lines) text += canonical(line) + "\n";
        folder.file("known/" + set + ".jsonl", text);
    }
    RunResult records(Words words, const std::string& input = "") const {
        words.insert(words.begin(), "records");
        words.insert(words.end(), {"--data", known, "--progress", "never"});
        RunOptions options = without_others();
        options.input = input;
        return tessera(words, options);
    }
    RunResult submit(const std::string& input) const { return records({"submit"}, input); }

    /// The fields in the order in which they are written.
    static std::string canonical(const Json& line) {
        std::string text;
        for (const char* field :
             {"number", "length", "lower_bound", "proof", "found", "how", "board", "moves"}) {
            if (!line.contains(field)) continue;
            text += (text.empty() ? "{" : ",") + ("\"" + std::string(field) + "\":") +
                    line[field].dump();
        }
        return text + "}";
    }

    TemporaryFolder folder;
    std::string known = folder.path("known");
};

// ---- What it shows ----------------------------------------------------------------------------

TEST_F(Records, TheSetsAndTheirMeans) {
    const Json answer = json_of({"records"});
    EXPECT_EQ(answer["schema"], "tessera.records/1");
    ASSERT_EQ(answer["sets"].size(), 15U);
    EXPECT_EQ(answer["sets"][0]["set"], "korf24");
    for (const Json& set : answer["sets"]) {
        EXPECT_GE(set["mean_length"], set["mean_lower_bound"]) << set;
        EXPECT_LE(set["optimal"], set["boards"]) << set;
    }
    const std::string text = tessera({"records"}).out;
    EXPECT_TRUE(contains(text, "uniform-10x10")) << text;
}

TEST_F(Records, OneSolutionIsWhatVerifyReads) {
    const RunResult shown = records({"uniform-7x7:20"});
    EXPECT_EQ(shown.code, 0) << shown.err;
    EXPECT_EQ(tessera_reading(shown.out, {"verify", "-"}).code, 0) << shown.out;
    EXPECT_EQ(records({"uniform-7x7:21"}).code, 3);
    EXPECT_EQ(records({"uniform-7x7:x"}).code, 3);
    const RunResult unknown = records({"korf25"});
    EXPECT_EQ(unknown.code, 2);
    EXPECT_TRUE(contains(unknown.err, "did you mean 'korf24'?")) << unknown.err;
}

/// So everybody can have our boards, from the command that the page shows.
TEST_F(Records, OurBoardsAreThoseOfTheGenerator) {
    for (int side = 5; side <= 10; ++side) {
        const std::string size = std::to_string(side) + "x" + std::to_string(side);
        const std::vector<std::string> made = lines_of(
            tessera({"generate", size, "--count", "20", "--seed", std::to_string(side)}).out);
        const std::vector<Json> lines = of("uniform-" + size);
        ASSERT_EQ(lines.size(), 20U);
        ASSERT_EQ(made.size(), 20U);
        for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(lines[i]["board"], made[i]) << size;
        const std::vector<Json> boards = json_lines(records({"boards", "uniform-" + size}).out);
        ASSERT_EQ(boards.size(), 20U);
        EXPECT_EQ(boards[2]["id"], "uniform-" + size + ":3");
    }
}

TEST_F(Records, BoardsOfOthersAreReferredTo) {
    for (const fs::directory_entry& entry : fs::directory_iterator(shipped)) {
        const std::string set = entry.path().stem().string();
        for (const Json& line : of(set))
            EXPECT_EQ(line.contains("board"), set.starts_with("uniform-")) << line;
    }
    const RunResult absent = records({"boards", "deepcubea-35"});
    EXPECT_EQ(absent.code, 3);
    EXPECT_TRUE(contains(absent.err, "TESSERA_DATA")) << absent.err;
}

TEST_F(Records, ThePageShowsTheData) {
    const std::string page = content_of(std::string(TESSERA_SOURCE_DIR) + "/docs/best-known.md");
    EXPECT_TRUE(page == tessera({"records", "--markdown"}).out)
        << "tessera records --markdown >docs/best-known.md";
}

// ---- What check finds -------------------------------------------------------------------------

TEST_F(Records, CheckReplaysWhatIsHereAndCountsTheRest) {
    const RunResult plain = records({"check"});
    EXPECT_EQ(plain.code, 0) << plain.out << plain.err;
    const Json answer = json_lines(records({"check", "--json"}).out).front();
    std::size_t others = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(shipped)) {
        const std::string set = entry.path().stem().string();
        if (set != "korf24" && !set.starts_with("uniform-")) others += of(set).size();
    }
    EXPECT_EQ(answer["replayed"], 170) << "korf24 and our own";
    EXPECT_EQ(answer["skipped"], others);
    EXPECT_TRUE(answer["faults"].empty());
}

TEST_F(Records, CheckReplaysTheBoardsOfOthersWhereTheyAre) {
    const char* given = std::getenv("TESSERA_DATA");
    const fs::path data = given != nullptr
                              ? fs::path(given)
                              : fs::path(TESSERA_SOURCE_DIR).parent_path() / "shared/data/external";
    if (!fs::exists(data / "deepcubea-35.txt"))
        GTEST_SKIP() << "reference data of other projects is not here; set TESSERA_DATA";
    RunOptions options;
    options.environment = {"TESSERA_DATA=" + data.string()};
    const Json answer = json_of({"records", "check"}, options);
    EXPECT_EQ(answer["skipped"], 0);
    EXPECT_GT(answer["replayed"], 170);
    EXPECT_TRUE(answer["faults"].empty()) << answer["faults"];
}

struct Damage {
    std::string set;
    std::function<void(Json&)> harm;  ///< of its third line
    std::string message;
};

TEST_F(Records, CheckFindsEveryKindOfDamage) {
    const Damage all[] = {
        {"uniform-6x6", [](Json& line) { line["length"] = line["length"].get<int>() + 1; },
         "the length is given as"},
        {"uniform-6x6", [](Json& line) { line["moves"] = line["moves"].get<std::string>() + "U"; },
         "the length is given as"},
        {"korf24", [](Json& line) { line["moves"] = "U" + line["length"].dump(); }, "is illegal"},
        {"korf24",
         [](Json& line) {
             line["moves"] = "LR";
             line["length"] = 2;
             line["lower_bound"] = 0;
         },
         "do not lead to the goal"},
        {"korf24", [](Json& line) { line["moves"] = "no moves"; }, "is not a move"},
        {"korf24", [](Json& line) { line["lower_bound"] = line["length"].get<int>() + 2; },
         "is above the length"},
        {"korf24", [](Json& line) { line["lower_bound"] = line["length"].get<int>() - 1; },
         "has not the parity"},
        {"korf24", [](Json& line) { line["lower_bound"] = line["lower_bound"].get<int>() - 2; },
         "(published) is given as"},
        {"uniform-9x9", [](Json& line) { line["lower_bound"] = line["length"].get<int>() % 2; },
         "(manhattan)"},
        {"uniform-9x9", [](Json& line) { line["proof"] = "published"; },
         "no optimal length of this board was published"},
        {"uniform-9x9", [](Json& line) { line["proof"] = ""; }, "nothing is said to prove"},
        {"uniform-9x9", [](Json& line) { line["how"] = ""; }, "how it was found"},
        {"uniform-9x9", [](Json& line) { line["found"] = "yesterday"; }, "the day"},
        {"uniform-9x9", [](Json& line) { line.erase("board"); }, "the board is missing"},
        {"uniform-9x9", [](Json& line) { line["board"] = "1 2/3 0"; }, "board 3 is"},
        {"korf24", [](Json& line) { line["board"] = "1 2/3 0"; }, "referred to and not copied"},
        {"korf24", [](Json& line) { line["number"] = 2; }, "board 2 stands behind board 2"},
        {"korf24", [](Json& line) { line.erase("found"); }, "it is not a line of the form"},
        {"korf24", [](Json& line) { line["length"] = -5; }, "it is not a line of the form"},
        {"korf24", [](Json& line) { line["length"] = "many"; }, "it is not a line of the form"},
    };
    for (const Damage& damage : all) {
        const std::vector<Json> before = of(damage.set);
        std::vector<Json> after = before;
        damage.harm(after[2]);
        write(damage.set, after);
        const RunResult result = records({"check"});
        EXPECT_EQ(result.code, 1) << damage.message << result.out;
        const std::string first = lines_of(result.out).front();
        EXPECT_TRUE(contains(first, damage.set + ".jsonl, line 3: ")) << first;
        EXPECT_TRUE(contains(first, damage.message)) << first;
        write(damage.set, before);
    }
    EXPECT_EQ(records({"check"}).code, 0);
}

TEST_F(Records, CheckFindsDamagedFiles) {
    const std::string text = content_of(file("korf24"));
    folder.file("known/korf24.jsonl", text.substr(0, text.size() / 2));
    const RunResult cut = records({"check"});
    EXPECT_EQ(cut.code, 1);
    EXPECT_TRUE(contains(cut.out, "korf24.jsonl, line ")) << cut.out;
    EXPECT_EQ(records({"korf24"}).code, 3) << "what is damaged is not shown";
    EXPECT_EQ(submit("korf24:1 U").code, 3) << "nor changed";
    EXPECT_EQ(content_of(file("korf24")), text.substr(0, text.size() / 2));
    folder.file("known/korf24.jsonl", text);

    folder.file("known/more.jsonl", "{}\n");
    const RunResult more = records({"check"});
    EXPECT_EQ(more.code, 1);
    EXPECT_TRUE(contains(more.out, "more.jsonl: there is no such set")) << more.out;

    std::vector<Json> lines = of("korf24");
    lines.push_back(lines.back());
    lines.back()["number"] = 51;
    write("korf24", lines);
    EXPECT_TRUE(contains(records({"check"}).out, "line 51: the set has no board 51"));
    EXPECT_EQ(tessera({"records", "check", "--data", "/nonexistent"}).code, 3);
}

// ---- What submit takes ------------------------------------------------------------------------

/// korf24:1 and uniform-5x5:1 with solutions that are two moves longer than those that are known.
class WorseRecords : public Records {
  protected:
    WorseRecords() {
        for (const char* set : {"korf24", "uniform-5x5"}) {
            std::vector<Json> lines = of(set);
            best[set] = lines[0];
            // The blank goes to and fro where it stands at the end: left or up, and back.
            const bool last = std::string(set) != "korf24";
            lines[0]["moves"] = plain(lines[0]["moves"]) + (last ? "UD" : "DU");
            lines[0]["moves"] = compact(lines[0]["moves"]);
            lines[0]["length"] = lines[0]["length"].get<int>() + 2;
            lines[0]["proof"] = last ? "manhattan" : "published";
            if (last) lines[0]["lower_bound"] = manhattan(lines[0]["board"]);
            write(set, lines);
        }
        const RunResult result = records({"check"});
        EXPECT_EQ(result.code, 0) << result.out;
    }

    /// U2R as UUR.
    static std::string plain(const std::string& moves) {
        std::string text;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            std::size_t end = i + 1;
            while (end < moves.size() && isdigit(moves[end]) != 0) ++end;
            const std::string run = moves.substr(i + 1, end - i - 1);
            text.append(run.empty() ? 1 : std::stoul(run), moves[i]);
            i = end - 1;
        }
        return text;
    }
    static std::string compact(const std::string& moves) {
        std::string text;
        for (std::size_t i = 0; i < moves.size();) {
            const std::size_t end = std::min(moves.find_first_not_of(moves[i], i), moves.size());
            text += moves[i];
            if (end - i > 1) text += std::to_string(end - i);
            i = end;
        }
        return text;
    }
    static int manhattan(const std::string& board) {
        return json_of({"explain", board, "--heuristic", "manhattan"})["heuristics"][0]["estimate"];
    }
    /// What `verify` reads: JSON as of 'solve --json'.
    std::string answer(const std::string& set, const std::string& moves) const {
        const Json board = json_lines(records({"boards", set}).out).front();
        Json json = {{"start", board["start"]}, {"size", board["size"]}, {"moves", moves}};
        json["goal"] = set == "korf24" ? "blank-first" : "blank-last";
        return json.dump() + "\n";
    }
    void expect_refused(const std::string& input, const std::string& reason) const {
        const std::string before = content_of(file("korf24")) + content_of(file("uniform-5x5"));
        const RunResult result = submit(input);
        EXPECT_EQ(result.code, 3) << input << result.out << result.err;
        EXPECT_TRUE(contains(result.out + result.err, reason)) << result.out << result.err;
        EXPECT_EQ(content_of(file("korf24")) + content_of(file("uniform-5x5")), before);
    }

    std::map<std::string, Json> best;
};

TEST_F(WorseRecords, AShorterSolutionIsTakenInEveryForm) {
    const std::string moves = best["korf24"]["moves"];
    const std::vector<Json> worse = of("korf24");
    const int length = best["korf24"]["length"];
    const std::string lengths =
        std::to_string(length) + " moves, instead of " + std::to_string(length + 2);
    for (const std::string& input :
         {"korf24:1 " + moves, "# a remark\n\nkorf24:1  " + plain(moves) + "\r\n",
          answer("korf24", moves)}) {
        write("korf24", worse);
        const RunResult result = submit(input);
        EXPECT_EQ(result.code, 0) << input << result.out << result.err;
        EXPECT_TRUE(contains(result.out, "korf24:1 taken: " + lengths)) << result.out;
        EXPECT_TRUE(contains(result.out, "1 taken, 0 refused")) << result.out;
        std::vector<Json> now = of("korf24");
        EXPECT_EQ(now[0]["moves"], moves);
        EXPECT_EQ(now[0]["length"], length);
        EXPECT_EQ(now[0]["found"].get<std::string>().size(), 10U);
        now[0] = worse[0];
        EXPECT_EQ(now, worse) << "all others are as they were";
    }
    EXPECT_EQ(records({"check"}).code, 0);
    // From a file, with the words of who found it.
    write("korf24", worse);
    const std::string submission = folder.file("found.txt", "korf24:1 " + moves);
    const RunResult result = records({"submit", submission, "--how", "by hand", "--json"});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(json_lines(result.out).front()["taken"], true);
    EXPECT_EQ(of("korf24")[0]["how"], "by hand");
}

TEST_F(WorseRecords, TheFirstSolutionOfABoardIsTaken) {
    fs::remove(file("korf24"));
    const std::string moves = best["korf24"]["moves"];
    EXPECT_EQ(submit("korf24:1 " + moves).code, 0);
    const std::vector<Json> lines = of("korf24");
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0]["lower_bound"], 95) << "published";
    EXPECT_EQ(lines[0]["length"], best["korf24"]["length"]);
    EXPECT_EQ(lines[0]["proof"], "published");
    EXPECT_EQ(records({"check"}).code, 0);
}

TEST_F(WorseRecords, EverythingElseIsRefused) {
    const std::string same = of("korf24")[0]["moves"];
    const std::string moves = best["korf24"]["moves"];
    const int length = best["korf24"]["length"];
    const auto words = [&](int more) {
        return "it has " + std::to_string(length + more) + " moves, and the best known has " +
               std::to_string(length + 2);
    };
    expect_refused("korf24:1 " + same, words(2));
    expect_refused("korf24:1 " + same + "DU", words(4));
    expect_refused("korf24:1 " + plain(moves).substr(0, 90), "the moves do not lead to the goal");
    expect_refused("korf24:1 UUUUUUUUU", "move 3 of 9 (up) is illegal");
    expect_refused("korf24:1 sideways", "is not a move");
    expect_refused("korf24:1", "the moves do not lead to the goal");
    expect_refused("korf24:51 " + moves, "the set has no such board");
    expect_refused("korf24:x " + moves, "the set has no such board");
    expect_refused("korf25:1 " + moves, "there is no such set");
    expect_refused("deepcubea-35:1 " + moves, "its boards are not here");
    expect_refused("hello", "not SET:NUMBER MOVES");
    expect_refused("{\"moves\":", "not a JSON object");
    expect_refused("{}", "a solution without \"start\"");
    expect_refused(R"({"schema":"tessera.certificate/1"})", "/writer: is missing");
    expect_refused("", "there is nothing to submit");
    expect_refused(std::string("\0\xff\n", 3), "not SET:NUMBER MOVES");
    expect_refused(R"({"start":[1,2,3,4,5,6,7,0,8],"size":[3,3],"goal":"blank-last","moves":"R"})",
                   "the board is in none of the sets");
    // The right board with another goal.
    Json other = Json::parse(answer("korf24", moves));
    other["goal"] = "blank-last";
    expect_refused(other.dump(), "not the goal");
    // Figures that are not those of the moves.
    Json liar = Json::parse(answer("korf24", moves));
    liar["length"] = length - 2;
    expect_refused(liar.dump(), "its length is given as " + std::to_string(length - 2));
}

TEST_F(WorseRecords, AGoodLineBesideABadOneIsTaken) {
    const std::string moves = best["korf24"]["moves"];
    const RunResult result = submit("hello\nkorf24:1 " + moves + "\n");
    EXPECT_EQ(result.code, 3);
    EXPECT_TRUE(contains(result.out, "line 1: ")) << result.out;
    EXPECT_TRUE(contains(result.out, "line 2: korf24:1 taken")) << result.out;
    EXPECT_TRUE(contains(result.out, "1 taken, 1 refused")) << result.out;
    EXPECT_EQ(of("korf24")[0]["length"], best["korf24"]["length"]);
}

/// A bound is news only with a certificate whose search finds the same again.
TEST_F(WorseRecords, ABoundIsTakenFromCertificatesAlone) {
    const Json before = of("uniform-5x5")[0];
    const int manhattan_bound = before["lower_bound"];
    const std::string board = before["board"];
    const RunResult solved = tessera({"solve", board, "--algorithm", "anytime", "--heuristic",
                                      "linear-conflict", "--time", "300ms", "--certificate", "-"});
    ASSERT_EQ(solved.code, 0) << solved.err;
    const Json certificate = Json::parse(solved.out);
    const int bound = certificate["bound"]["value"];
    ASSERT_GT(bound, manhattan_bound);

    Json plain_answer = Json::parse(answer("uniform-5x5", best["uniform-5x5"]["moves"]));
    plain_answer["lower_bound"] = bound;
    EXPECT_EQ(submit(plain_answer.dump()).code, 0) << "it is shorter";
    EXPECT_EQ(of("uniform-5x5")[0]["lower_bound"], manhattan_bound);

    Json forged = certificate;
    forged["bound"]["value"] = bound + 2;
    expect_refused(forged.dump(), "/");
    const RunResult result = submit(certificate.dump() + "\n");
    EXPECT_EQ(result.code, 0) << result.out << result.err;
    const Json after = of("uniform-5x5")[0];
    EXPECT_EQ(after["lower_bound"], bound);
    EXPECT_TRUE(contains(after["proof"].get<std::string>(), "linear-conflict")) << after;
    EXPECT_EQ(records({"check"}).code, 0);
    EXPECT_EQ(submit(certificate.dump()).code, 3) << "it is no news any more";
}

TEST_F(WorseRecords, ALengthBelowAProvenBoundIsNotBelieved) {
    std::vector<Json> lines = of("uniform-5x5");
    lines[0]["lower_bound"] = lines[0]["length"];
    lines[0]["proof"] = "a search";
    write("uniform-5x5", lines);
    const std::string moves = best["uniform-5x5"]["moves"];
    expect_refused("uniform-5x5:1 " + moves, "cannot both be right");
}

TEST(RecordsFolder, ThatMayNotBeWrittenIsSaidSo) {
    const TemporaryFolder folder;
    const std::string closed = folder.path("closed");
    ASSERT_EQ(mkdir(closed.c_str(), 0555), 0);
    ASSERT_EQ(chmod(folder.path().c_str(), 0755), 0);
    Words words = {program_under_test(), "records", "submit", "--data", closed};
    // Nothing is closed to root.
    if (geteuid() == 0) {
        TESSERA_NEEDS_PROGRAM("setpriv");
        words.insert(words.begin(), {"setpriv", "--reuid=65534", "--clear-groups"});
    }
    const RunResult result = run_program(words);
    EXPECT_EQ(result.code, 2) << result.err;
    EXPECT_TRUE(contains(result.err, "cannot write to the folder")) << result.err;
    EXPECT_TRUE(contains(result.err, "--data")) << result.err;
}

TEST_F(Records, WordsThatMakeNoSenseAreRefused) {
    for (const Words& words : {Words{"boards"}, Words{"check", "korf24"}, Words{"korf24", "5"},
                               Words{"korf24", "--markdown"}, Words{"check", "--how", "so"},
                               Words{"boards", "korf25"}}) {
        EXPECT_EQ(records(words).code, 2) << words.front();
    }
}

}  // namespace
}  // namespace tessera::app_testing
