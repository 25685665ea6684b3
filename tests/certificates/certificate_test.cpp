// Certificates: written for every algorithm, read strictly, checked, searched again, and never believed when changed.
#include "tessera/certificates/certificate.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "tessera/certificates/certificate_check.hpp"
#include "tessera/search/all_shortest.hpp"
#include "tests/certificate_mutations.hpp"
#include "tests/engine/engine_testing.hpp"

namespace tessera::engine_testing {
namespace {

using certificate_testing::Json;
using certificate_testing::Mutation;
using certificate_testing::mutations_of;

Engine& certifying_engine() {
    static Engine engine;
    return engine;
}

Job certified_job(std::string_view board, std::string_view algorithm, std::string_view heuristic,
                  std::string_view goal = "blank-last", Geometry geometry = {3, 3}) {
    Job job;
    job.start = board_of(geometry, board);
    job.goal = goal_of(goal, geometry);
    job.algorithm = algorithm;
    job.heuristic = heuristic;
    return job;
}

Certificate certificate_of(const Job& job) {
    auto solution = certifying_engine().solve(job);
    EXPECT_TRUE(solution) << job.algorithm << ": " << solution.error().message;
    auto made = certify(job, *solution, certifying_engine().tables(), "test");
    EXPECT_TRUE(made) << job.algorithm << ": " << made.error().message;
    return *made;
}

CertificateVerdict recomputed(const Certificate& certificate) {
    Observer nobody;
    auto verdict = recompute(certificate, certifying_engine(), Limits(), nobody);
    EXPECT_TRUE(verdict) << verdict.error().message;
    return verdict ? *verdict : CertificateVerdict();
}

std::string fault_of(const CertificateVerdict& verdict) {
    return verdict.fault ? verdict.fault->text() : std::string(to_string(verdict.stopped));
}

const char* const some_board = "8 1 3 4 0 2 7 6 5";
const char* const near_board = "1 2 3 4 0 6 7 5 8";
const char* const impossible_board = "2 1 3 4 5 6 7 8 0";

TEST(Certificates, HoldForEveryAlgorithm) {
    for (const registry::AlgorithmEntry* entry : registry::all_algorithms()) {
        const std::string name(entry->info->name);
        for (const std::string goal : {"blank-last", "blank-first"}) {
            const bool blind_depth = name == "iddfs" || name == "depth-limited";
            Job job = certified_job(blind_depth ? near_board : some_board, name, "auto", goal);
            if (blind_depth && goal == "blank-first") continue;
            if (name == "depth-limited") job.limits.depth = 12;
            const Certificate certificate = certificate_of(job);
            const std::string text = to_json(certificate);
            auto read = read_certificate(text);
            ASSERT_TRUE(read) << name << ": " << read.error().message << "\n" << text;
            EXPECT_EQ(to_json(*read), text) << name;
            const CertificateVerdict verdict = recomputed(*read);
            EXPECT_TRUE(verdict.holds()) << name << ": " << fault_of(verdict) << "\n" << text;
            EXPECT_TRUE(!entry->info->optimal || read->claim == ClaimKind::optimal) << name;
        }
    }
}

TEST(Certificates, HoldForEveryHeuristic) {
    for (const registry::HeuristicEntry* entry : registry::all_heuristics()) {
        for (const std::string algorithm : {"ida*", "a*"}) {
            const Job job = certified_job(near_board, algorithm, entry->info->name);
            const Certificate certificate = certificate_of(job);
            const CertificateVerdict verdict = recomputed(certificate);
            EXPECT_TRUE(verdict.holds())
                << algorithm << " " << entry->info->name << ": " << fault_of(verdict) << "\n"
                << to_json(certificate);
        }
    }
}

TEST(Certificates, SayNoMoreThanWasProven) {
    EXPECT_EQ(certificate_of(certified_job(some_board, "ida*", "manhattan")).claim,
              ClaimKind::optimal);
    EXPECT_EQ(certificate_of(certified_job(some_board, "ida*", "manhattan")).bound.basis,
              BoundBasis::rounds);
    EXPECT_EQ(certificate_of(certified_job(some_board, "a*", "manhattan")).bound.basis,
              BoundBasis::search);
    const Certificate greedy =
        certificate_of(certified_job(some_board, "greedy", "linear-conflict"));
    EXPECT_NE(greedy.claim, ClaimKind::optimal);
    const Certificate inadmissible = certificate_of(certified_job(some_board, "a*", "inversions"));
    EXPECT_EQ(inadmissible.bound.basis, BoundBasis::manhattan);
    const Certificate impossible =
        certificate_of(certified_job(impossible_board, "ida*", "manhattan"));
    EXPECT_EQ(impossible.claim, ClaimKind::unsolvable);
    EXPECT_TRUE(recomputed(impossible).holds());
    const Certificate solved =
        certificate_of(certified_job("1 2 3 4 5 6 7 8 0", "ida*", "manhattan"));
    EXPECT_EQ(solved.claim, ClaimKind::optimal);
    EXPECT_EQ(solved.bound.basis, BoundBasis::manhattan);
    EXPECT_TRUE(recomputed(solved).holds());
}

TEST(Certificates, OfSearchesThatWereStopped) {
    for (const std::string algorithm :
         {"ida*", "a*", "rbfs", "bidirectional-bfs", "iddfs", "bfs"}) {
        Job job = certified_job("8 6 7 2 5 4 3 0 1", algorithm, "auto");
        job.limits.nodes = 200;
        job.options.threads = 1;
        const Certificate certificate = certificate_of(job);
        EXPECT_EQ(certificate.claim, ClaimKind::lower_bound) << algorithm;
        const CertificateVerdict verdict = recomputed(certificate);
        EXPECT_TRUE(verdict.holds()) << algorithm << ": " << fault_of(verdict) << "\n"
                                     << to_json(certificate);
        // What the clock stops is not stopped the same way again, but its bound can be proven again.
        Certificate timed = certificate;
        timed.search.status = Status::time_limit;
        timed.search.node_limit.reset();
        const CertificateVerdict proven = recomputed(timed);
        EXPECT_TRUE(proven.holds()) << algorithm << ": " << fault_of(proven);
    }
    Job job = certified_job("8 6 7 2 5 4 3 0 1", "ida*", "manhattan");
    job.limits.depth = 27;
    const Certificate certificate = certificate_of(job);
    EXPECT_EQ(certificate.claim, ClaimKind::lower_bound);
    EXPECT_EQ(certificate.bound.basis, BoundBasis::rounds);
    EXPECT_GE(certificate.bound.value, 28);
    EXPECT_TRUE(recomputed(certificate).holds()) << fault_of(recomputed(certificate));
}

TEST(Certificates, OfRoundsWithADepthLimit) {
    using End = CertifiedRound::End;
    const std::vector<CertifiedRound> exhausted{{29, 500, End::exhausted}};
    EXPECT_EQ(bound_of_rounds(exhausted, std::nullopt), 30);
    EXPECT_EQ(bound_of_rounds(exhausted, 30), 31);
    EXPECT_EQ(bound_of_rounds(exhausted, 29), 30);
    // Cut at the limit: what it would have found beyond is not proven.
    EXPECT_EQ(bound_of_rounds(exhausted, 28), 29);
    EXPECT_EQ(bound_of_rounds(exhausted, 20), 29);
    EXPECT_EQ(bound_of_rounds({{29, 500, End::stopped}}, 40), 29);

    // anytime asks for something shorter than its solution, and the tables alone say that there is nothing.
    const Job job = certified_job("8 6 7 2 5 4 3 0 1", "anytime", "auto");
    const Certificate certificate = certificate_of(job);
    EXPECT_EQ(certificate.claim, ClaimKind::optimal);
    EXPECT_NE(certificate.bound.basis, BoundBasis::none);
    EXPECT_TRUE(recomputed(certificate).holds()) << fault_of(recomputed(certificate));
}

TEST(Certificates, OfTheFallBackOfAuto) {
    Job job;
    job.start = board_of({4, 4}, "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3");
    job.goal = goal_of("blank-first", {4, 4});
    job.heuristic = "auto";
    job.limits.nodes = 1000;
    job.options.threads = 1;
    const Certificate certificate = certificate_of(job);
    EXPECT_EQ(certificate.claim, ClaimKind::bounded);
    const CertificateVerdict verdict = recomputed(certificate);
    EXPECT_TRUE(verdict.holds()) << fault_of(verdict) << "\n" << to_json(certificate);
}

TEST(Certificates, OfTheAnytimeMachine) {
    Job job = certified_job(some_board, "anytime", "auto");
    const Certificate small = certificate_of(job);
    EXPECT_EQ(small.claim, ClaimKind::optimal);
    EXPECT_TRUE(recomputed(small).holds()) << fault_of(recomputed(small)) << "\n" << to_json(small);
    job.start = board_of({4, 4}, "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3");
    job.goal = goal_of("blank-first", {4, 4});
    job.limits.nodes = 3'000'000;
    const Certificate large = certificate_of(job);
    ASSERT_TRUE(large.bound.proof) << to_json(large);
    const CertificateVerdict verdict = recomputed(large);
    EXPECT_TRUE(verdict.holds()) << fault_of(verdict) << "\n" << to_json(large);
    auto read = read_certificate(to_json(large));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(to_json(*read), to_json(large));
}

/// Its workers find another path every time, and with a heuristic that overestimates not always one of the same length.
TEST(Certificates, OfAParallelSearchAllowForLuck) {
    Certificate certificate = certificate_of(certified_job(some_board, "hda*", "inversions"));
    ASSERT_TRUE(certificate.path);
    certificate.search.threads = 2;
    ++certificate.search.counters.expanded;
    // There and back.
    std::vector<Move>& moves = certificate.path->moves;
    moves.insert(moves.begin(), {Move::up, Move::down});
    certificate.path->length += 2;
    certificate.path->cost += 2;
    certificate.path->slides = slides(moves);
    certificate.claim = ClaimKind::path;
    certificate.gap = (static_cast<double>(certificate.path->cost) - certificate.bound.value) /
                      certificate.bound.value;
    EXPECT_TRUE(recomputed(certificate).holds()) << fault_of(recomputed(certificate));
    certificate.search.threads = 1;
    EXPECT_FALSE(recomputed(certificate).holds());
}

/// A program that counted the goal as expanded wrote no `counting`: then that count says nothing, and all others do.
TEST(Certificates, OfAnOlderProgramCountOtherStatesAsExpanded) {
    Certificate certificate = certificate_of(certified_job(some_board, "a*", "manhattan"));
    ++certificate.search.counters.expanded;
    EXPECT_TRUE(fault_of(recomputed(certificate)).starts_with("/search/counters/expanded: "));
    certificate.search.counting = 1;
    const std::string text = to_json(certificate);
    EXPECT_EQ(text.find("counting"), std::string::npos);
    auto read = read_certificate(text);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(recomputed(*read).holds()) << fault_of(recomputed(*read));
    ++read->search.counters.generated;
    EXPECT_TRUE(fault_of(recomputed(*read)).starts_with("/search/counters/generated: "));
}

TEST(Certificates, OfTileCosts) {
    for (const std::string algorithm :
         {"ida*", "a*", "ucs", "rbfs", "weighted-a*", "all-shortest"}) {
        Job job = certified_job(near_board, algorithm, "auto");
        job.cost = CostModel::tile;
        const Certificate certificate = certificate_of(job);
        const CertificateVerdict verdict = recomputed(certificate);
        EXPECT_TRUE(verdict.holds()) << algorithm << ": " << fault_of(verdict) << "\n"
                                     << to_json(certificate);
    }
}

TEST(Certificates, NameTheTablesAndTheirChecksums) {
    for (const std::string heuristic : {"pdb:4-4", "max(pdb:4-4,linear-conflict)"}) {
        for (const std::string algorithm : {"ida*", "bidirectional-a*"}) {
            const Certificate certificate =
                certificate_of(certified_job(some_board, algorithm, heuristic));
            ASSERT_TRUE(certificate.search.heuristic);
            ASSERT_FALSE(certificate.search.heuristic->tables.empty());
            EXPECT_TRUE(certificate.search.heuristic->tables[0].checksum);
            EXPECT_TRUE(recomputed(certificate).holds()) << fault_of(recomputed(certificate));
            Certificate wrong = certificate;
            *wrong.search.heuristic->tables.back().checksum ^= 1;
            const CertificateVerdict verdict = recomputed(wrong);
            ASSERT_TRUE(verdict.fault);
            EXPECT_TRUE(verdict.fault->pointer.ends_with("/checksum")) << verdict.fault->text();
        }
    }
}

TEST(Certificates, OfAllShortestSolutions) {
    Job job = certified_job(some_board, "all-shortest", "manhattan");
    job.options.set(search::all_shortest::keep_all, OptionValue(true));
    const Certificate listed = certificate_of(job);
    ASSERT_TRUE(listed.solutions);
    EXPECT_EQ(listed.solutions->moves.size(), listed.solutions->count);
    EXPECT_TRUE(recomputed(listed).holds()) << fault_of(recomputed(listed));
    Certificate wrong = listed;
    wrong.solutions->moves.push_back(wrong.solutions->moves.front());
    ++wrong.solutions->count;
    EXPECT_TRUE(check_certificate(wrong));
}

/// Whether a changed certificate gets past the reader, the checks and the same search done again.
bool believed(const Mutation& mutation) {
    auto read = read_certificate(mutation.certificate.dump());
    if (!read) {
        EXPECT_EQ(read.error().code, ErrorCode::bad_input);
        EXPECT_FALSE(read.error().message.empty());
        return false;
    }
    if (check_certificate(*read)) return false;
    Observer nobody;
    auto verdict = recompute(*read, certifying_engine(), Limits(), nobody);
    return verdict && verdict->holds();
}

TEST(Certificates, AreNotBelievedWhenAnythingIsChanged) {
    std::vector<Job> jobs{certified_job(some_board, "ida*", "manhattan"),
                          certified_job(some_board, "a*", "pdb:4-4"),
                          certified_job(some_board, "weighted-a*", "linear-conflict"),
                          certified_job(impossible_board, "ida*", "manhattan"),
                          certified_job("8 6 7 2 5 4 3 0 1", "anytime-a*", "manhattan"),
                          certified_job(near_board, "all-shortest", "manhattan")};
    jobs.back().options.set(search::all_shortest::keep_all, OptionValue(true));
    std::size_t tried = 0;
    for (const Job& job : jobs) {
        const Json certificate = Json::parse(to_json(certificate_of(job)));
        for (const Mutation& mutation : mutations_of(certificate)) {
            // These say the same: the last move is never undone; and their number without the list.
            if (mutation.pointer == "/search/options/cycles" && mutation.what == "2") continue;
            if (mutation.pointer == "/solutions/moves" && mutation.what == "[]") continue;
            ++tried;
            EXPECT_FALSE(believed(mutation))
                << job.algorithm << ": " << mutation.pointer << " became " << mutation.what;
        }
    }
    EXPECT_GT(tried, 1500U);
    RecordProperty("changes", std::to_string(tried));
}

/// A certificate that was made up, and the place that gives it away.
struct Forgery {
    std::string pointer;
    Job job;
    std::function<void(Certificate&)> forge;
};

Job with_all_solutions() {
    Job job = certified_job("4 1 3 7 0 8 6 2 5", "all-shortest", "manhattan");
    job.options.set(search::all_shortest::keep_all, OptionValue(true));
    return job;
}

CertifiedHeuristic certified_manhattan(const Certificate& certificate) {
    CertifiedHeuristic heuristic;
    heuristic.name = "manhattan";
    heuristic.admissible = true;
    heuristic.consistent = true;
    heuristic.initial = certificate.bound.manhattan;
    return heuristic;
}

std::vector<Forgery> forgeries() {
    const Job ida = certified_job(some_board, "ida*", "manhattan");
    const Job best = certified_job(some_board, "a*", "manhattan");
    const Job greedy = certified_job(some_board, "greedy", "linear-conflict");
    const Job anytime = certified_job(some_board, "anytime", "auto");
    const Job impossible = certified_job(impossible_board, "ida*", "manhattan");
    const Job blind = certified_job(near_board, "iddfs", "auto");
    Job shallow = certified_job("8 6 7 2 5 4 3 0 1", "ida*", "manhattan");
    shallow.limits.depth = 27;
    const auto with_proof = [](Certificate& c) -> CertifiedProof& {
        c.bound.proof.emplace();
        c.bound.proof->heuristic = certified_manhattan(c);
        return *c.bound.proof;
    };
    return {
        // A board without a solution has been searched.
        {"/bound/basis", impossible, [](auto& c) { c.bound.basis = BoundBasis::search; }},
        {"/search/heuristic", impossible,
         [](auto& c) { c.search.heuristic = certified_manhattan(c); }},
        {"/search/status", impossible, [](auto& c) { c.search.status = Status::solved; }},
        {"/search/rounds", impossible, [](auto& c) { c.search.rounds.emplace_back(); }},
        {"/search/improvements", impossible, [](auto& c) { c.search.improvements.emplace_back(); }},
        // Path and solutions.
        {"/search/limits/depth", ida, [](auto& c) { c.search.depth_limit = 13; }},
        {"/solutions/moves/1", with_all_solutions(),
         [](auto& c) {
             auto& moves = c.solutions->moves[1];
             moves.insert(moves.begin(), {Move::up, Move::down});
         }},
        {"/solutions/moves/0", with_all_solutions(),
         [](auto& c) { std::swap(c.solutions->moves[0], c.solutions->moves[1]); }},
        {"/solutions/count", with_all_solutions(), [](auto& c) { c.solutions->moves.pop_back(); }},
        // How the search went.
        {"/search/rounds/1/bound", blind, [](auto& c) { c.search.rounds[1].bound = 7; }},
        {"/search/rounds/3/bound", shallow, [](auto& c) { c.search.depth_limit = 26; }},
        {"/search/rounds", ida,
         [](auto& c) {
             c.search.rounds.clear();
             c.search.counters.generated = 0;
         }},
        {"/search/rounds", best, [](auto& c) { c.search.rounds.emplace_back(); }},
        {"/search/improvements", best, [](auto& c) { c.search.improvements.emplace_back(); }},
        {"/search/heuristic/name", ida, [](auto& c) { c.search.heuristic->name = "Manhattan"; }},
        {"/cost", certified_job(near_board, "bfs", "auto"),
         [](auto& c) {
             c.cost = CostModel::tile;
             c.bound.manhattan = 5 + 8;
         }},
        {"/search/algorithm", anytime,
         [](auto& c) { c.search.heuristic = certified_manhattan(c); }},
        {"/search/algorithm", anytime, [](auto& c) { c.search.algorithm = "Anytime"; }},
        {"/search/threads", best, [](auto& c) { c.search.threads = 2; }},
        {"/search/status", ida, [](auto& c) { c.search.status = Status::unsolvable; }},
        {"/search/limits/nodes", ida, [](auto& c) { c.search.status = Status::node_limit; }},
        {"/search/counters/reexpanded", best,
         [](auto& c) { c.search.counters.reexpanded = c.search.counters.expanded + 1; }},
        // What the bound rests on.
        {"/bound/proof", best, [&](auto& c) { with_proof(c); }},
        {"/bound/proof/algorithm", anytime, [&](auto& c) { with_proof(c).algorithm = "a*"; }},
        {"/bound/proof/algorithm", anytime, [&](auto& c) { with_proof(c).cycles = 3; }},
        {"/bound/proof/heuristic/name", anytime,
         [&](auto& c) { with_proof(c).heuristic.name = "guesswork"; }},
        {"/bound/value", certified_job(some_board, "a*", "inversions"),
         [](auto& c) { c.bound.value = 12; }},
        {"/bound/basis", greedy, [](auto& c) { c.bound.value = 12; }},
        {"/bound/basis", greedy,
         [](auto& c) {
             c.bound.value = static_cast<Cost>(c.path->cost);
             c.bound.basis = BoundBasis::search;
             c.claim = ClaimKind::optimal;
             c.gap = 0.0;
         }},
    };
}

TEST(Certificates, ForgedOnesAreGivenAwayByWhatDoesNotFit) {
    for (const Forgery& forgery : forgeries()) {
        Certificate certificate = certificate_of(forgery.job);
        ASSERT_FALSE(check_certificate(certificate)) << forgery.job.algorithm;
        forgery.forge(certificate);
        const auto fault = check_certificate(certificate);
        ASSERT_TRUE(fault) << forgery.job.algorithm << ": " << forgery.pointer;
        EXPECT_EQ(fault->pointer, forgery.pointer)
            << forgery.job.algorithm << ": " << fault->text();
        EXPECT_FALSE(recomputed(certificate).holds());
    }
}

/// As if the clock had ended it: what was counted until then cannot be had again, the bound can.
Certificate ended_by_the_clock(std::string_view algorithm, std::string_view heuristic) {
    Job job = certified_job("8 6 7 2 5 4 3 0 1", algorithm, heuristic);
    job.limits.nodes = 200;
    job.options.threads = 1;
    Certificate certificate = certificate_of(job);
    certificate.search.status = Status::time_limit;
    certificate.search.node_limit.reset();
    EXPECT_TRUE(recomputed(certificate).holds()) << fault_of(recomputed(certificate));
    return certificate;
}

TEST(Certificates, ForgedBoundsOfTimedSearchesAreNotProvenAgain) {
    const auto fault_after = [](Certificate certificate, auto forge) {
        forge(certificate);
        EXPECT_FALSE(check_certificate(certificate)) << check_certificate(certificate)->text();
        return fault_of(recomputed(certificate));
    };
    const Certificate deepening = ended_by_the_clock("ida*", "manhattan");
    ASSERT_GE(deepening.search.rounds.size(), 2U);
    EXPECT_TRUE(fault_after(deepening, [](Certificate& c) {
                    ++c.search.rounds[0].generated;
                    ++c.search.counters.generated;
                }).starts_with("/search/rounds/0/generated: "));
    // The board is 31 moves away.
    const Certificate best_first = ended_by_the_clock("a*", "manhattan");
    EXPECT_EQ(fault_after(best_first,
                          [](Certificate& c) {
                              c.bound.value = 33;
                              c.bound.basis = BoundBasis::search;
                          }),
              "/bound/value: is 33, but there is a solution of 31");
    const Certificate estimated = ended_by_the_clock("a*", "linear-conflict");
    EXPECT_TRUE(fault_after(estimated, [](Certificate& c) {
                    c.search.heuristic->initial += 2;
                    c.bound.value = static_cast<Cost>(c.search.heuristic->initial);
                    c.bound.basis = BoundBasis::estimate;
                }).starts_with("/search/heuristic/initial: "));
}

TEST(Certificates, AnEstimateThatGivesTheBoundIsLookedUpAgain) {
    Job job = certified_job("8 6 7 2 5 4 3 0 1", "a*", "walking-distance");
    job.limits.nodes = 1;
    Certificate certificate = certificate_of(job);
    ASSERT_EQ(certificate.bound.basis, BoundBasis::estimate) << to_json(certificate);
    certificate.search.status = Status::time_limit;
    certificate.search.node_limit.reset();
    const CertificateVerdict verdict = recomputed(certificate);
    EXPECT_TRUE(verdict.holds()) << fault_of(verdict);
    EXPECT_FALSE(verdict.confirmed.empty());
}

TEST(Certificates, AreNotConfirmedByASearchThatIsStopped) {
    const Certificate certificate =
        certificate_of(certified_job("8 6 7 2 5 4 3 0 1", "a*", "manhattan"));
    Observer nobody;
    class Impatient final : public Observer {
      public:
        bool cancelled() override { return true; }
    } impatient;
    const auto stopped = [&](const Limits& limits, Observer& observer) {
        const auto verdict = recompute(certificate, certifying_engine(), limits, observer);
        EXPECT_TRUE(verdict && !verdict->holds() && !verdict->fault);
        return verdict ? std::string(to_string(verdict->stopped)) : verdict.error().message;
    };
    Limits limits;
    limits.time = std::chrono::nanoseconds(0);
    EXPECT_EQ(stopped(limits, nobody), "time-limit");
    EXPECT_EQ(stopped(Limits(), impatient), "interrupted");
    limits = Limits();
    limits.memory_bytes = 1000;
    EXPECT_EQ(stopped(limits, nobody), "memory-limit");
}

TEST(Certificates, OfBoardsThatNobodyCouldSolveAreHandled) {
    // Weighted by their numbers, the distances of these tiles add up to more than a Cost holds.
    constexpr std::uint16_t side = 100;
    Json certificate =
        Json::parse(to_json(certificate_of(certified_job(near_board, "ida*", "manhattan"))));
    std::vector<std::size_t> tiles(std::size_t{side} * side);
    for (std::size_t i = 0; i < tiles.size(); ++i) tiles[i] = i;
    certificate["size"] = {side, side};
    certificate["start"] = tiles;
    std::reverse(tiles.begin(), tiles.end());
    certificate["goal"] = tiles;
    certificate["cost"] = "tile";
    auto read = read_certificate(certificate.dump());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(check_certificate(*read));
}

TEST(Certificates, WithOptionsThatMakeNoSenseAreWrong) {
    Json certificate =
        Json::parse(to_json(certificate_of(certified_job(some_board, "weighted-a*", "manhattan"))));
    certificate["search"]["options"]["weight"] = 0.5;
    auto read = read_certificate(certificate.dump());
    ASSERT_FALSE(read);
    EXPECT_TRUE(read.error().message.starts_with("/search/options/weight: is 0.5"));

    certificate =
        Json::parse(to_json(certificate_of(certified_job(some_board, "ida*", "manhattan"))));
    certificate["search"]["options"]["cycles"] = 1;
    read = read_certificate(certificate.dump());
    ASSERT_TRUE(read) << read.error().message;
    const CertificateVerdict verdict = recomputed(*read);
    ASSERT_TRUE(verdict.fault);
    EXPECT_EQ(verdict.fault->pointer, "/search");
}

TEST(CertificateReader, SaysWhereAndWhatWasExpected) {
    EXPECT_NE(read_certificate("{").error().hint.find("docs/certificates.md"), std::string::npos);
    const Json good =
        Json::parse(to_json(certificate_of(certified_job(some_board, "ida*", "manhattan"))));
    const auto error_of = [](const std::string& text) {
        auto read = read_certificate(text);
        EXPECT_FALSE(read) << text.substr(0, 200);
        return read ? std::string() : read.error().message;
    };
    Json bad = good;
    bad["search"]["rounds"][1]["bound"] = "x";
    EXPECT_EQ(error_of(bad.dump()),
              "/search/rounds/1/bound: is \"x\", expected a whole number from 0 to 536870912");
    bad = good;
    bad["path"].erase("slides");
    EXPECT_EQ(error_of(bad.dump()), "/path/slides: is missing, expected this field");
    bad = good;
    bad["start"][3] = bad["start"][4];
    EXPECT_NE(error_of(bad.dump()).find("/start/4"), std::string::npos) << error_of(bad.dump());
    bad = good;
    bad["size"] = {100, 101};
    EXPECT_NE(error_of(bad.dump()).find("/size/1"), std::string::npos);
    bad = good;
    bad["schema"] = "tessera.certificate/2";
    EXPECT_NE(error_of(bad.dump()).find("/schema"), std::string::npos);
    std::string twice = good.dump();
    twice.insert(1, "\"writer\":\"another\",");
    EXPECT_NE(error_of(twice).find("\"writer\" twice"), std::string::npos) << error_of(twice);
    EXPECT_NE(error_of(std::string(1'000'000, '[')).find("too deep"), std::string::npos);
    error_of("");
    error_of("null");
    error_of("[]");
    error_of("{}");
    error_of(std::string("{\"schema\":\0}", 12));
    error_of("{\"schema\":1e999}");
}

TEST(CertificateReader, SurvivesEveryPrefixAndEveryChangedByte) {
    const std::string text = to_json(certificate_of(certified_job(near_board, "ida*", "pdb:4-4")));
    for (std::size_t length = 0; length < text.size(); ++length) {
        EXPECT_FALSE(read_certificate(std::string_view(text).substr(0, length))) << length;
    }
    Random random(7);
    for (int i = 0; i < 3000; ++i) {
        std::string changed = text;
        changed[random.below(changed.size())] = static_cast<char>(random.below(256));
        auto read = read_certificate(changed);
        if (read) check_certificate(*read);
    }
}

TEST(CertificateReader, TakesOneOverManyLinesOrOneALine) {
    const std::string one = to_json(certificate_of(certified_job(near_board, "ida*", "manhattan")));
    EXPECT_EQ(read_certificates(Json::parse(one).dump(2), "x")->size(), 1U);
    EXPECT_EQ(read_certificates(one + "\n\n" + one + "\n", "x")->size(), 2U);
    auto bad = read_certificates(one + "\n{}\n", "some file");
    ASSERT_FALSE(bad);
    EXPECT_TRUE(bad.error().message.starts_with("some file, line 2: ")) << bad.error().message;
    EXPECT_TRUE(looks_like_certificates(one));
    EXPECT_FALSE(looks_like_certificates("1 2 3/4 5 6/7 0 8\nR\n"));
}

}  // namespace
}  // namespace tessera::engine_testing
