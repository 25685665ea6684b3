// Certificates on the command line: written by solve, checked by verify and by a program that shares nothing with it.
// home: sanitizers
#include <gtest/gtest.h>

#include <fstream>
#include <iostream>
#include <set>
#include <sstream>

#include "tests/apps/certificate_checker.hpp"
#include "tests/certificate_mutations.hpp"

namespace tessera::app_testing {
namespace {

using certificate_testing::Mutation;
using certificate_testing::mutations_of;
using OrderedJson = nlohmann::ordered_json;

const std::string moderate = "8 1 3/4 0 2/7 6 5";
const std::string simple = "1 2 3/4 0 6/7 5 8";
const std::string hardest = "8 6 7/2 5 4/3 0 1";
const std::string impossible = "2 1 3/4 5 6/7 8 0";

std::string text_of_file(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

void write_text(const std::string& path, const std::string& text) {
    std::ofstream(path) << text;
}

/// The certificate that solving with these words leaves in `file`.
OrderedJson certified(const std::string& file, Words words, int code = 0) {
    words.insert(words.begin(), "solve");
    words.insert(words.end(), {"--certificate", file});
    const RunResult result = tessera(words);
    EXPECT_EQ(result.code, code) << result.err;
    return OrderedJson::parse(text_of_file(file), nullptr, false);
}

TEST(CertificateFileInRelease, HoldsForEveryAlgorithm) {
    TESSERA_NEEDS_PROGRAM("python3");
    const TemporaryFolder folder;
    // Three goals, a solved board, an unsolvable one; blind searches in depth get what they can reach.
    write_text(folder.path("boards.jsonl"),
               "{\"start\":[8,1,3,4,0,2,7,6,5],\"size\":[3,3]}\n"
               "{\"start\":[1,2,3,4,0,5,6,7,8],\"size\":[3,3],\"goal\":\"blank-first\"}\n"
               "{\"start\":[2,0,3,1,8,4,7,6,5],\"size\":[3,3],\"goal\":\"snail\"}\n"
               "{\"start\":[4,1,2,0,5,3],\"size\":[2,3]}\n"
               "{\"start\":[1,2,3,4,5,6,7,8,0],\"size\":[3,3]}\n"
               "{\"start\":[2,1,3,4,5,6,7,8,0],\"size\":[3,3]}\n");
    write_text(folder.path("near.jsonl"),
               "{\"start\":[1,2,3,4,0,6,7,5,8],\"size\":[3,3]}\n"
               "{\"start\":[1,2,3,4,5,6,8,7,0],\"size\":[3,3]}\n");
    for (const Json& algorithm : listed("algorithms")) {
        const std::string name = algorithm["name"];
        const bool blind_depth = name == "iddfs" || name == "depth-limited";
        const std::string file = folder.path("certificates.jsonl");
        Words words{"solve",         folder.path(blind_depth ? "near.jsonl" : "boards.jsonl"),
                    "--algorithm",   name,
                    "--certificate", file};
        if (name == "depth-limited") words.insert(words.end(), {"--max-depth", "10"});
        const RunResult solved = tessera(words);
        EXPECT_EQ(solved.code, 11) << name << ": " << solved.err;
        const RunResult verified = tessera({"verify", file, "--recompute"});
        EXPECT_EQ(verified.code, 0) << name << "\n" << verified.out << verified.err;
        EXPECT_FALSE(contains(verified.out, "taken on trust")) << verified.out;
        EXPECT_EQ(lines_of(verified.out).size(), blind_depth ? 2U : 6U);
        const RunResult independent = checked(file);
        EXPECT_EQ(independent.code, 0) << name << "\n" << independent.out << independent.err;
        EXPECT_TRUE(contains(independent.out, "confirmed: unsolvable")) << independent.out;
        EXPECT_EQ(lines_of(independent.out).size(), blind_depth ? 2U : 6U);
    }
}

TEST(CertificateFile, SaysWhatItProvesAndWhatItRestsOn) {
    const TemporaryFolder folder;
    const std::string file = folder.path("certificate.json");
    const OrderedJson certificate = certified(
        file, {moderate, "--algorithm", "ida*", "--heuristic", "manhattan", "--threads", "1"});
    EXPECT_EQ(certificate["schema"], "tessera.certificate/1");
    EXPECT_EQ(certificate["claim"]["kind"], "optimal");
    EXPECT_EQ(certificate["bound"]["basis"], "rounds");
    EXPECT_EQ(certificate["bound"]["value"], certificate["path"]["cost"]);
    const OrderedJson& rounds = certificate["search"]["rounds"];
    ASSERT_GT(rounds.size(), 1U);
    EXPECT_EQ(rounds.back()["end"], "goal");
    EXPECT_EQ(rounds.back()["bound"], certificate["path"]["cost"]);
    EXPECT_EQ(rounds.front()["end"], "exhausted");
    const RunResult verified = tessera({"verify", file});
    EXPECT_EQ(verified.code, 0) << verified.err;
    EXPECT_TRUE(contains(verified.out, "holds: a path of")) << verified.out;
    EXPECT_TRUE(contains(verified.out, "taken on trust: that the rounds of ida*")) << verified.out;
    const Json answer = json_of({"verify", file, "--recompute"});
    EXPECT_EQ(answer["holds"], true);
    EXPECT_EQ(answer["recomputed"], true);
    EXPECT_EQ(answer["claim"], "optimal");
    EXPECT_EQ(answer["trusted"], Json::array());
    EXPECT_EQ(answer["confirmed"].size(), 3U);
}

TEST(CertificateFileInRelease, OfLimitsTileCostsAndAllSolutions) {
    TESSERA_NEEDS_PROGRAM("python3");
    const TemporaryFolder folder;
    const std::string file = folder.path("certificate.json");
    struct Case {
        Words words;
        int code;
        std::string claim;
    };
    const std::vector<Case> cases{
        {{hardest, "--algorithm", "ida*", "--nodes", "500", "--threads", "1"}, 12, "lower-bound"},
        {{hardest, "--algorithm", "ida*", "--nodes", "500"}, 12, "lower-bound"},
        {{hardest, "--algorithm", "a*", "--nodes", "500"}, 12, "lower-bound"},
        {{hardest, "--algorithm", "a*", "--memory", "300K", "--heuristic", "manhattan"},
         22,
         "lower-bound"},
        {{hardest, "--algorithm", "ida*", "--max-depth", "28"}, 12, "lower-bound"},
        {{hardest, "--nodes", "50", "--threads", "1"}, 12, "bounded"},
        {{hardest, "--algorithm", "anytime"}, 0, "optimal"},
        {{hardest, "--algorithm", "anytime-a*", "--nodes", "3000"}, 12, "bounded"},
        {{hardest, "--algorithm", "greedy", "--heuristic", "manhattan"}, 0, "path"},
        {{moderate, "--cost", "tile", "--algorithm", "a*"}, 0, "optimal"},
        {{simple, "--cost", "tile", "--algorithm", "ida*", "--heuristic", "manhattan"},
         0,
         "optimal"},
        {{moderate, "--all"}, 0, "optimal"},
        {{moderate, "--count", "--heuristic", "manhattan"}, 0, "optimal"},
        {{moderate, "--order", "DRUL", "--algorithm", "ida*", "--heuristic", "manhattan"},
         0,
         "optimal"},
        {{moderate, "--cycles", "8", "--algorithm", "ida*"}, 0, "optimal"}};
    for (const Case& one : cases) {
        std::string line;
        for (const std::string& word : one.words) line += word + " ";
        const OrderedJson certificate = certified(file, one.words, one.code);
        ASSERT_TRUE(certificate.is_object()) << line;
        EXPECT_EQ(certificate["claim"]["kind"], one.claim) << line << certificate;
        const RunResult verified = tessera({"verify", file, "--recompute"});
        EXPECT_EQ(verified.code, 0) << line << "\n" << verified.out << verified.err;
        const RunResult independent = checked(file);
        EXPECT_EQ(independent.code, 0) << line << "\n" << independent.out << independent.err;
    }
}

TEST(CertificateFile, NamesPatternTablesAndTheirChecksums) {
    const TemporaryFolder folder;
    const std::string file = folder.path("certificate.json");
    OrderedJson certificate = certified(file, {"korf:12", "--heuristic", "pdb:5-5-5"});
    EXPECT_EQ(certificate["id"], "korf-12");
    OrderedJson& tables = certificate["search"]["heuristic"]["tables"];
    ASSERT_GE(tables.size(), 2U);
    const RunResult verified = tessera({"verify", file});
    EXPECT_EQ(verified.code, 0) << verified.out << verified.err;
    EXPECT_TRUE(contains(verified.out, "tables")) << verified.out;
    std::string digits = tables[1]["checksum"];
    digits[0] = digits[0] == '0' ? '1' : '0';
    tables[1]["checksum"] = digits;
    write_text(file, certificate.dump());
    const RunResult wrong = tessera({"verify", file});
    EXPECT_EQ(wrong.code, 3);
    EXPECT_TRUE(contains(wrong.out, "WRONG: /search/heuristic/tables/1/checksum: is " + digits))
        << wrong.out;
}

TEST(CertificateFile, OfLargeBoards) {
    TESSERA_NEEDS_PROGRAM("python3");
    const TemporaryFolder folder;
    const std::string file = folder.path("certificate.json");
    // A board that this program can solve and the simple checker cannot.
    certified(file, {"korf:79", "--algorithm", "ida*", "--heuristic", "linear-conflict"});
    EXPECT_EQ(tessera({"verify", file, "--recompute"}).code, 0);
    const RunResult independent = checked(file);
    EXPECT_EQ(independent.code, unchecked) << independent.out;
    EXPECT_EQ(independent.out, "path confirmed; optimality not checked: board too large\n");
    // On this size auto works to a deadline.
    const OrderedJson large = certified(file, {"korf24:1", "--time", "500ms"});
    EXPECT_EQ(large["claim"]["kind"], "bounded");
    EXPECT_EQ(tessera({"verify", file}).code, 0);
    EXPECT_EQ(checked(file).code, unchecked) << checked(file).out;
    const RunResult built = tessera({"generate", "8x8", "--seed", "3"});
    write_text(folder.path("board"), built.out);
    certified(file, {folder.path("board"), "--algorithm", "human"});
    const RunResult verified = tessera({"verify", file, "--recompute"});
    EXPECT_EQ(verified.code, 0) << verified.out << verified.err;
    EXPECT_EQ(checked(file).code, 0) << checked(file).out;
}

TEST(CertificateFile, IsUndecidedWhereTheLimitsAreTooSmall) {
    const TemporaryFolder folder;
    const std::string file = folder.path("certificate.json");
    certified(file, {hardest, "--algorithm", "a*", "--heuristic", "manhattan"});
    const RunResult result = tessera({"verify", file, "--recompute", "--memory", "300K"});
    EXPECT_EQ(result.code, 22) << result.out << result.err;
    EXPECT_TRUE(contains(result.out, "UNDECIDED")) << result.out;
    const RunResult in_json =
        tessera({"verify", file, "--recompute", "--memory", "300K", "--json"});
    EXPECT_EQ(in_json.code, 22);
    EXPECT_EQ(json_lines(in_json.out).at(0)["stopped"], "memory-limit");
}

/// Every algorithm with every heuristic on boards of three sizes; blind and weak ones on boards that they can do.
TEST(LongCertificateFile, HoldsForEveryAlgorithmWithEveryHeuristic) {
    TESSERA_NEEDS_PROGRAM("python3");
    const TemporaryFolder folder;
    const std::string few = folder.path("few");
    const std::string many = folder.path("many");
    const std::string near = tessera({"generate", "2x3", "--count", "3", "--seed", "11"}).out +
                             simple + "\n4 1 2/7 5 3/8 6 0\n" + impossible + "\n";
    write_text(few, near);
    write_text(many, near + tessera({"generate", "3x3", "--count", "20", "--seed", "11"}).out +
                         tessera({"generate", "2x4", "--count", "5", "--seed", "11"}).out);
    const std::set<std::string> blind{"iddfs", "depth-limited", "dfs", "textbook-dfs", "rbfs"};
    const std::set<std::string> weak{"zero",      "misplaced",  "gaschnig",      "chebyshev",
                                     "euclidean", "row-column", "euclidean-half"};
    const std::set<std::string> known{"auto", "manhattan", "inversions"};
    const std::string file = folder.path("certificates.jsonl");
    std::size_t certificates = 0;
    for (const Json& algorithm : listed("algorithms")) {
        const std::string name = algorithm["name"];
        std::vector<std::string> heuristics{"auto"};
        if (algorithm["uses_heuristic"]) {
            for (const Json& heuristic : listed("heuristics"))
                heuristics.push_back(heuristic["name"]);
        }
        for (const std::string& heuristic : heuristics) {
            const bool deepens = name == "ida*" || name == "all-shortest";
            const bool only_few = blind.contains(name) || (deepens && weak.contains(heuristic));
            const RunResult solved =
                tessera({"solve", only_few ? few : many, "--algorithm", name, "--heuristic",
                         heuristic, "--nodes", "3000000", "--certificate", file, "--show", "none"});
            ASSERT_TRUE(solved.code == 11 || solved.code == 12)
                << name << " " << heuristic << solved.err;
            const RunResult verified = tessera({"verify", file, "--recompute"});
            EXPECT_EQ(verified.code, 0) << name << " " << heuristic << "\n"
                                        << verified.out << verified.err;
            certificates += lines_of(verified.out).size();
            // It takes its time for each board, and mostly knows nothing of heuristics.
            if (!known.contains(heuristic)) continue;
            const RunResult independent = checked(file);
            EXPECT_EQ(independent.code, 0) << name << " " << heuristic << "\n" << independent.out;
        }
    }
    std::cout << certificates << " certificates\n";
}

/// What the simple checker does not know: heuristics other than Manhattan distance, and what a search keeps in mind.
bool beyond_the_checker(const std::string& pointer, bool counted) {
    if (!counted && pointer.starts_with("/search/counters/")) return true;
    for (const char* const place :
         {"/search/counters/reexpanded", "/search/counters/peak_", "/search/counters/max_depth",
          "/search/options/", "/search/heuristic/tables", "/search/heuristic/name",
          "/search/improvements", "/search/algorithm", "/search/limits", "/search/status",
          "/search/threads", "/solutions/complete"}) {
        if (pointer.starts_with(place)) return true;
    }
    return false;
}

TEST(CertificateFile, IsRejectedWhenAnythingIsChanged) {
    TESSERA_NEEDS_PROGRAM("python3");
    const TemporaryFolder folder;
    const std::string file = folder.path("certificate.json");
    const std::vector<Words> searches{
        {moderate, "--algorithm", "ida*", "--heuristic", "manhattan", "--threads", "1"},
        {impossible, "--algorithm", "ida*"},
        {simple, "--algorithm", "bfs"},
        {simple, "--all", "--heuristic", "manhattan"}};
    std::size_t tried = 0;
    for (const Words& words : searches) {
        const OrderedJson good = certified(file, words, words[0] == impossible ? 11 : 0);
        // What it can count itself: ida* with Manhattan distance; and nothing where there is no search.
        const bool counted = good["search"]["algorithm"] != "bfs";
        std::vector<Mutation> mutations;
        std::string lines;
        for (Mutation& mutation : mutations_of(good)) {
            if (mutation.pointer == "/solutions/moves" && mutation.what == "[]") continue;
            if (beyond_the_checker(mutation.pointer, counted)) continue;
            // One more option may be another algorithm's.
            if (mutation.pointer == "/search/options" &&
                mutation.certificate["search"]["options"].contains("unknown")) {
                continue;
            }
            lines += mutation.certificate.dump() + "\n";
            mutations.push_back(std::move(mutation));
        }
        write_text(folder.path("changed.jsonl"), lines);
        const RunResult result = checked(folder.path("changed.jsonl"));
        EXPECT_EQ(result.code, 1);
        const std::vector<std::string> verdicts = lines_of(result.out);
        ASSERT_EQ(verdicts.size(), mutations.size());
        for (std::size_t i = 0; i < verdicts.size(); ++i) {
            EXPECT_TRUE(verdicts[i].starts_with("rejected: "))
                << words.at(0) << ": " << mutations[i].pointer << " became " << mutations[i].what
                << ": " << verdicts[i];
        }
        tried += mutations.size();
    }
    EXPECT_GT(tried, 700U);
    RecordProperty("changes", std::to_string(tried));
}

TEST(CertificateFile, IsReadStrictlyByVerify) {
    const TemporaryFolder folder;
    const std::string file = folder.path("certificate.json");
    OrderedJson good =
        certified(file, {moderate, "--algorithm", "ida*", "--heuristic", "manhattan"});
    OrderedJson bad = good;
    bad["search"]["rounds"][0]["generated"] =
        good["search"]["rounds"][0]["generated"].get<int>() + 1;
    bad["search"]["counters"]["generated"] = good["search"]["counters"]["generated"].get<int>() + 1;
    write_text(file, bad.dump());
    EXPECT_EQ(tessera({"verify", file}).code, 0);
    const RunResult again = tessera({"verify", file, "--recompute"});
    EXPECT_EQ(again.code, 3);
    EXPECT_TRUE(contains(again.out, "WRONG: /search/counters/generated: is") ||
                contains(again.out, "WRONG: /search/rounds/0/generated: is"))
        << again.out;
    bad = good;
    bad["path"]["moves"] = "U";
    write_text(file, bad.dump(2));
    const RunResult path = tessera({"verify", file});
    EXPECT_EQ(path.code, 3);
    EXPECT_TRUE(contains(path.out, "/path/moves")) << path.out;
    bad = good;
    bad["goal_name"] = "blank-last";
    write_text(file, bad.dump());
    const RunResult unknown = tessera({"verify", file});
    EXPECT_EQ(unknown.code, 3);
    EXPECT_TRUE(contains(unknown.err, "/goal_name: is not a field")) << unknown.err;
    const RunResult piped = tessera_reading(good.dump(), {"verify", "-"});
    EXPECT_EQ(piped.code, 0) << piped.err;
    EXPECT_EQ(checked(folder.path("nothing")).code, 2);
    write_text(folder.path("empty"), "\n");
    EXPECT_EQ(checked(folder.path("empty")).code, 2);
}

TEST(CertificateFile, VerifyAloneJudgesTheOptionsThatOnlySomeAlgorithmsHave) {
    TESSERA_NEEDS_PROGRAM("python3");
    const TemporaryFolder folder;
    const std::string file = folder.path("certificate.json");
    OrderedJson certificate = certified(file, {simple, "--algorithm", "bfs"});
    const std::vector<std::pair<OrderedJson, int>> values{
        {true, 0}, {2.5, 0}, {"blue", 0}, {nullptr, 1}, {OrderedJson::array(), 1}};
    for (const auto& [value, code] : values) {
        certificate["search"]["options"]["further"] = value;
        write_text(file, certificate.dump());
        EXPECT_EQ(checked(file).code, code) << value;
        EXPECT_EQ(tessera({"verify", file}).code, 3) << value;
    }
}

TEST(CertificateFile, UsageIsSaidClearly) {
    const TemporaryFolder folder;
    const std::string file = folder.path("certificate.json");
    for (const Words& words : std::vector<Words>{
             {"solve", simple, "--certificate", "-", "--json"},
             {"solve", simple, "--certificate", "-", "--algorithm", "bfs", "--trace", "-"},
             {"solve", simple, "--certificate", file, "--algorithm", "bfs", "--trace", file},
             {"solve", simple, "--certificate", file, "--report", "princeton"}}) {
        const RunResult result = tessera(words);
        EXPECT_EQ(result.code, 2) << result.out;
        EXPECT_TRUE(contains(result.err, "--certificate")) << result.err;
        EXPECT_FALSE(std::filesystem::exists(file));
    }
    EXPECT_EQ(tessera({"solve", simple, "--certificate", folder.path("no/such/folder")}).code, 3);
    const RunResult only = tessera({"solve", simple, "--certificate", "-"});
    EXPECT_EQ(only.code, 0);
    EXPECT_EQ(json_lines(only.out).at(0)["schema"], "tessera.certificate/1");
    const RunResult plain = tessera({"solve", simple});
    write_text(file, plain.out);
    const RunResult solution = tessera({"verify", file, "--recompute"});
    EXPECT_EQ(solution.code, 2);
    EXPECT_TRUE(contains(solution.err, "--recompute is for certificates")) << solution.err;
}

}  // namespace
}  // namespace tessera::app_testing
