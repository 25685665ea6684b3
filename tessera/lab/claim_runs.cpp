// What runs of the seeds' suites show: nodes, lengths, and who finds what. Means are over boards that all compared solved.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "tessera/base/readable.hpp"
#include "tessera/lab/claim_checks.hpp"
#include "tessera/lab/statistics.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/generate.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::lab {
namespace {

constexpr Geometry eight{3, 3};

double saved_percent(double less, double more) {
    return more > 0.0 ? 100.0 * (1.0 - less / more) : 0.0;
}

std::string of_all(const CommonBoards& boards) {
    return fmt::format("means over the {} of {} boards that all of them solved", boards.common,
                       boards.boards);
}

std::string solved_text(const CommonBoards& boards, const std::vector<std::string>& names,
                        const std::vector<std::string>& labels) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += fmt::format("{}{} {}/{}", text.empty() ? "" : ", ", labels[i],
                            boards.of(names[i]).solved, boards.boards);
    }
    return text;
}

// ---- S0 -------------------------------------------------------------------------------------

const std::vector<std::string>& four_heuristics() {
    static const std::vector<std::string> names{"a* with misplaced", "a* with euclidean",
                                                "a* with manhattan", "a* with row-column"};
    return names;
}
const std::vector<std::string>& their_names() {
    static const std::vector<std::string> names{"H1", "H2", "H3", "H4"};
    return names;
}

void fewest_nodes(ClaimEvidence& evidence, Claims& claims) {
    const auto& names = four_heuristics();
    const CommonBoards boards = common_boards(evidence.runs("seeds-15"), names);
    std::string ours;
    bool best = boards.common > 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
        ours += fmt::format("{}{} {}", ours.empty() ? "" : ", ", their_names()[i],
                            readable_mean(boards.of(names[i]).expanded));
        if (i != 2 && boards.of(names[i]).expanded <= boards.of(names[2]).expanded) best = false;
    }
    CheckedClaim claim;
    claim.id = "S0.41";
    claim.statement = "A* with H3 expands the fewest nodes of the four";
    claim.theirs = "H3 27,301.00, H4 29,489.00, H1 34,512.76, H2 91,786.80";
    claim.ours =
        fmt::format("expanded: {}; solved: {}", ours, solved_text(boards, names, their_names()));
    claim.how = fmt::format("{}; {}", evidence.how("seeds-15"), of_all(boards));
    claim.verdict = best ? Verdict::holds : Verdict::is_false;
    claim.because =
        "its conclusion is right, its numbers are not: measured to the right goal and on common "
        "boards, H2 comes second, and "
        "H1 far behind";
    claims.push_back(std::move(claim));
}

void fewer_than_h4(ClaimEvidence& evidence, Claims& claims) {
    const std::vector<std::string> pair{"a* with manhattan", "a* with row-column"};
    const CommonBoards boards = common_boards(evidence.runs("seeds-15"), pair);
    const double saved = saved_percent(boards.of(pair[0]).expanded, boards.of(pair[1]).expanded);
    CheckedClaim claim;
    claim.id = "S0.41";
    claim.statement = "H3 expands 20 % fewer nodes than H4, measured";
    claim.theirs = "20 %";
    claim.ours = fmt::format("{:.1f} % fewer: {} against {}", saved,
                             readable_mean(boards.of(pair[0]).expanded),
                             readable_mean(boards.of(pair[1]).expanded));
    claim.how = fmt::format("{}; {}", evidence.how("seeds-15"), of_all(boards));
    claim.verdict = std::abs(saved - 20.0) < 5.0 ? Verdict::holds : Verdict::is_false;
    claim.because = "counting rows and columns instead of steps loses most of the information";
    claims.push_back(std::move(claim));
}

void mean_depth(ClaimEvidence& evidence, Claims& claims) {
    const auto records = records_of(evidence.runs("seeds-15"), "a* with manhattan");
    double sum = 0.0;
    std::uint64_t least = 1'000;
    std::uint64_t most = 0;
    std::size_t solved = 0;
    bool even = true;
    for (const RunRecord* record : records) {
        if (!record->length) continue;
        ++solved;
        sum += static_cast<double>(*record->length);
        least = std::min(least, *record->length);
        most = std::max(most, *record->length);
        even = even && *record->length % 2 == 0;
    }
    CheckedClaim claim;
    claim.id = "S0.49";
    claim.statement = "the scenarios' solutions have 18 to 22 moves on average";
    claim.theirs = "18.45 to 22.23";
    claim.ours = fmt::format("{:.2f} ({} to {}{}), {} of {} solved",
                             sum / std::max(1.0, static_cast<double>(solved)), least, most,
                             even ? ", all even" : "", solved, records.size());
    claim.how = fmt::format("A* with Manhattan, {}", evidence.how("seeds-15"));
    claim.verdict = Verdict::is_false;
    if (sum / std::max(1.0, static_cast<double>(solved)) < 22.5) claim.verdict = Verdict::holds;
    claim.because =
        "boards made in its way, 100 random moves from the goal, need more: its averages leave out "
        "the hard boards that timed "
        "out (its own 250 scenarios have a mean of 27.768)";
    claims.push_back(std::move(claim));
}

void corner_of_the_blank(ClaimEvidence& evidence, Claims& claims) {
    const auto records = records_of(evidence.runs("seeds-15"), "a* with manhattan");
    const auto in_corner =
        std::count_if(records.begin(), records.end(),
                      [](const RunRecord* record) { return record->start.ends_with(" 0"); });
    CheckedClaim claim;
    claim.id = "S0.3";
    claim.statement = "every scenario has the blank in the bottom right corner";
    claim.theirs = "always";
    claim.ours = fmt::format("{} of {} boards made in its way", in_corner, records.size());
    claim.how = evidence.how("seeds-15");
    claim.verdict = in_corner == std::ssize(records) ? Verdict::holds : Verdict::is_false;
    claim.because =
        "a random walk ends anywhere; of its own 250 scenarios 41 have the blank there, the others "
        "at three more cells that its "
        "wrong solvability rule (S0.20) lets pass";
    claims.push_back(std::move(claim));
}

void significance(ClaimEvidence& evidence, Claims& claims) {
    const std::vector<RunRecord>& records = evidence.runs("seeds-15");
    std::map<std::string, std::uint64_t> manhattan;
    for (const RunRecord* record : records_of(records, "a* with manhattan")) {
        if (is_solved(record->end)) manhattan[record->start] = record->counters.expanded;
    }
    std::size_t fewer = 0;
    std::size_t more = 0;
    for (const RunRecord* record : records_of(records, "a* with row-column")) {
        const auto other = manhattan.find(record->start);
        if (!is_solved(record->end) || other == manhattan.end()) continue;
        if (other->second < record->counters.expanded) ++fewer;
        if (other->second > record->counters.expanded) ++more;
    }
    const double p = probability_of_split(fewer, more);
    CheckedClaim claim;
    claim.id = "S0.43";
    claim.statement = "the difference between H3 and the next heuristic is significant, p < 0.001";
    claim.theirs = "p < 0.001, no data and no test given";
    claim.ours = fmt::format("H3 expands fewer than H4 on {} of {} boards: p {}", fewer,
                             fewer + more, p < 1e-6 ? "< 0.000001" : fmt::format("= {:.6f}", p));
    claim.how = fmt::format("sign test on the boards both solved, {}", evidence.how("seeds-15"));
    claim.verdict = p < 0.001 ? Verdict::holds : Verdict::is_false;
    claim.because =
        "it could not be known from the seed's data, in which H2 to H4 timed out on every board it "
        "kept";
    claims.push_back(std::move(claim));
}

void fewer_than_bfs(ClaimEvidence& evidence, Claims& claims) {
    const std::vector<std::string> pair{"a* with manhattan", "bfs"};
    const CommonBoards boards = common_boards(evidence.runs("seeds-15-algorithms"), pair);
    const double saved = saved_percent(boards.of(pair[0]).expanded, boards.of(pair[1]).expanded);
    CheckedClaim claim;
    claim.id = "S0.43";
    claim.statement = "A* with H3 expands 82 % fewer nodes than BFS";
    claim.theirs = "82 %, no data given";
    claim.ours = fmt::format("{:.2f} % fewer: {} against {}; solved: {}", saved,
                             readable_mean(boards.of(pair[0]).expanded),
                             readable_mean(boards.of(pair[1]).expanded),
                             solved_text(boards, pair, {"A*", "BFS"}));
    claim.how = fmt::format("{}; {}", evidence.how("seeds-15-algorithms"), of_all(boards));
    claim.verdict = std::abs(saved - 82.0) < 3.0 ? Verdict::holds : Verdict::is_false;
    claim.because =
        "even on the easy boards that BFS can finish it is far more; on the others nothing can be "
        "compared";
    claims.push_back(std::move(claim));
}

void algorithm_table(ClaimEvidence& evidence, Claims& claims) {
    const std::vector<RunRecord>& records = evidence.runs("seeds-15-algorithms");
    const std::vector<std::string> optimal{"a* with manhattan", "bfs", "ucs"};
    const CommonBoards boards = common_boards(records, optimal);
    const bool agree =
        std::abs(boards.of(optimal[0]).length - boards.of(optimal[1]).length) < 1e-9 &&
        std::abs(boards.of(optimal[0]).length - boards.of(optimal[2]).length) < 1e-9;
    CheckedClaim same;
    same.id = "S0.42";
    same.statement = "A*, BFS and UCS are optimal";
    same.theirs = "optimal";
    same.ours = fmt::format("one mean length, {:.2f}; solved: {}", boards.of(optimal[0]).length,
                            solved_text(boards, optimal, {"A*", "BFS", "UCS"}));
    same.how = fmt::format("{}; {}", evidence.how("seeds-15-algorithms"), of_all(boards));
    same.verdict = agree && boards.common > 0 ? Verdict::holds : Verdict::is_false;
    same.because =
        "with unit costs UCS is BFS in another order, and Manhattan distance is consistent";
    claims.push_back(std::move(same));

    const std::vector<std::string> pair{"a* with manhattan", "dfs"};
    const CommonBoards deep = common_boards(records, pair);
    const auto most_states = [&](std::string_view name) {
        std::uint64_t most = 0;
        for (const RunRecord* record : records_of(records, name))
            most = std::max(most, record->counters.peak_states);
        return most;
    };
    CheckedClaim dfs;
    dfs.id = "S0.42";
    dfs.statement = "DFS has a low memory footprint";
    dfs.theirs = "low: O(bd)";
    dfs.ours = fmt::format("held at once, at most: {} states by DFS, {} by A*; solved: {}",
                           grouped(most_states("dfs")), grouped(most_states(pair[0])),
                           solved_text(deep, pair, {"A*", "DFS"}));
    dfs.how = evidence.how("seeds-15-algorithms");
    dfs.verdict = most_states("dfs") < most_states(pair[0]) ? Verdict::holds : Verdict::is_false;
    dfs.because =
        "O(bd) is for a search that remembers its path only; with the seed's set of explored "
        "states and a copy of the path in "
        "every entry it filled 24 GB on a board of 4 moves";
    claims.push_back(std::move(dfs));
}

// ---- S1 -------------------------------------------------------------------------------------

std::string sliding(std::string_view algorithm) {
    if (algorithm == "bfs" || algorithm == "iddfs") return fmt::format("{}, order LRUD", algorithm);
    return fmt::format("{} with linear-conflict-pairs, order LRUD", algorithm);
}

void headline_of_s1(ClaimEvidence& evidence, Claims& claims) {
    const std::vector<RunRecord>& records = evidence.runs("seeds-sliding");
    struct Row {
        std::string_view theirs;
        std::string_view ours;
    };
    constexpr Row rows[] = {{"BFS", "bfs"}, {"IDDFS", "iddfs"}, {"GBFS", "greedy"}, {"A*", "a*"}};
    for (const std::string_view board : {"1 4 0 5 8 2 3 6 7", "8 4 5 3 2 1 0 6 7"}) {
        const std::string table = fmt::format("{} goal 0..8", board);
        std::string theirs;
        std::string ours;
        std::vector<std::uint64_t> lengths;
        bool bfs_equal = false;
        for (const Row& row : rows) {
            const double stated = printed("S1", table, row.theirs, "nodes expanded");
            theirs += fmt::format("{}{} {:.0f}", theirs.empty() ? "" : ", ", row.theirs, stated);
            for (const RunRecord* record : records_of(records, sliding(row.ours), "headline")) {
                if (record->start != board) continue;
                ours += fmt::format("{}{} {} ({} moves)", ours.empty() ? "" : ", ", row.theirs,
                                    grouped(record->counters.expanded), record->length.value_or(0));
                lengths.push_back(record->length.value_or(0));
                if (row.theirs == "BFS")
                    bfs_equal = static_cast<double>(record->counters.expanded) == stated;
            }
        }
        const bool ten = board.starts_with("1 4");
        const std::uint64_t shortest = ten ? 10 : 20;
        const bool right = lengths.size() == 4 && lengths[0] == shortest &&
                           lengths[1] == shortest && lengths[3] == shortest &&
                           lengths[2] == (ten ? 10U : 38U);
        CheckedClaim claim;
        claim.id = "S1.20";
        claim.statement = fmt::format("{}: moves and expanded nodes", board);
        claim.theirs = fmt::format("{} moves{}; {}", shortest, ten ? "" : " (GBFS 38)", theirs);
        claim.ours = ours;
        claim.how = fmt::format("{}; its heuristic, goal and order of moves",
                                evidence.how("seeds-sliding"));
        claim.verdict = right ? Verdict::holds : Verdict::is_false;
        claim.because = fmt::format(
            "the lengths are right{}; its A* and GBFS queue a child with its parent's value, and "
            "its IDDFS tests for cycles along "
            "the path, so their counts follow other rules than ours",
            bfs_equal ? ", and BFS expands exactly as many nodes" : "");
        claims.push_back(std::move(claim));
    }
}

/// How many starts of 3×3 A* with pairwise conflicts answers with more than the shortest.
struct Misled {
    std::uint64_t starts = 0;
    std::vector<std::string> boards;
};
Misled misled_by_pairs(ClaimEvidence& evidence) {
    Misled misled;
    const DynamicBoard goal = *make_goal("blank-first", eight);
    const ExactDistances& exact = evidence.distances(eight, "blank-first");
    const auto look_at = [&](const DynamicBoard& start, int distance) {
        const Solution solution = evidence.solve(start, goal, "a*", "linear-conflict-pairs");
        ++misled.starts;
        if (static_cast<int>(solution.moves.size()) <= distance) return;
        misled.boards.push_back(fmt::format("`{}` {} instead of {}", flat_form(start),
                                            solution.moves.size(), distance));
    };
    // Every start in the whole check; else every state 28 moves away, where the exceptions lie, and some of the others.
    constexpr std::uint64_t stride = 97;
    constexpr std::uint64_t report_every = 2048;
    for (std::uint64_t rank = 0; rank < exact.states(); ++rank) {
        if (rank % report_every == 0 &&
            !evidence.begin("A* with pairwise conflicts on every start"))
            return misled;
        const int distance = exact.distance_by_rank(rank);
        if (distance == 0 || !(evidence.full() || distance == 28 || rank % stride == 0)) continue;
        look_at(exact.unrank<DynamicBoard>(rank), distance);
    }
    return misled;
}

void optimality_list_of_s1(ClaimEvidence& evidence, Claims& claims) {
    const Misled misled = misled_by_pairs(evidence);
    CheckedClaim always;
    always.id = "S1.17";
    always.statement = "A* is always optimal";
    always.theirs = "always";
    always.ours = fmt::format("{} of {} starts get a longer solution: {}", misled.boards.size(),
                              grouped(misled.starts), fmt::join(misled.boards, ", "));
    always.how =
        evidence.full()
            ? "A* with its pairwise linear conflict on every start of 3×3, against exact distances"
            : "A* with its pairwise linear conflict on all starts 28 moves away and a sample of "
              "the "
              "others (`--full`: all), against exact distances";
    always.verdict = misled.boards.empty() ? Verdict::holds : Verdict::is_false;
    always.because =
        "the heuristic overestimates some states; with the exact linear conflict A* is always "
        "optimal";
    claims.push_back(std::move(always));

    const std::vector<RunRecord>& records = evidence.runs("seeds-sliding");
    const std::vector<std::string> pair{sliding("greedy"), sliding("a*")};
    const CommonBoards boards = common_boards(records, pair);
    std::map<std::string, std::uint64_t> shortest;
    for (const RunRecord* record : records_of(records, sliding("bfs"))) {
        if (record->length) shortest[record->start] = *record->length;
    }
    std::size_t longer = 0;
    for (const RunRecord* record : records_of(records, pair[0])) {
        const auto known = shortest.find(record->start);
        if (known != shortest.end() && record->length.value_or(0) > known->second) ++longer;
    }
    CheckedClaim greedy;
    greedy.id = "S1.17";
    greedy.statement = "greedy best-first search is not optimal";
    greedy.theirs = "not optimal";
    greedy.ours = fmt::format(
        "longer than the shortest on {} of {} boards; mean length {:.1f} against {:.1f}", longer,
        boards.boards, boards.of(pair[0]).length, boards.of(pair[1]).length);
    greedy.how = fmt::format("{}; {}", evidence.how("seeds-sliding"), of_all(boards));
    greedy.verdict = longer > 0 ? Verdict::holds : Verdict::is_false;
    greedy.because = "it ignores how far it has come";
    claims.push_back(std::move(greedy));

    CheckedClaim why;
    why.id = "S1.18";
    why.statement =
        "open question of the author: why does A* expand more nodes than greedy search?";
    why.theirs = "15 against 15 and 379 against 140 nodes";
    why.ours = fmt::format(
        "{} against {} nodes on average, for solutions of {:.1f} against {:.1f} moves",
        readable_mean(boards.of(pair[1]).expanded), readable_mean(boards.of(pair[0]).expanded),
        boards.of(pair[1]).length, boards.of(pair[0]).length);
    why.how = fmt::format("{}; {}", evidence.how("seeds-sliding"), of_all(boards));
    why.verdict = boards.of(pair[1]).expanded > boards.of(pair[0]).expanded ? Verdict::holds
                                                                            : Verdict::is_false;
    why.because =
        "it is no fault: A* must look at every state that could lie on a shorter solution, greedy "
        "search stops at the first "
        "solution and pays with its length";
    claims.push_back(std::move(why));
}

// ---- S2 -------------------------------------------------------------------------------------

constexpr std::string_view s2_dfs = "dfs with visited states";

/// Iterative deepening with one set of visited states per round, as the text describes it: depth-first search within growing
/// limits. The length it finds; nothing within 50 moves.
std::optional<std::size_t> deepening_with_visited(ClaimEvidence& evidence,
                                                  const DynamicBoard& start,
                                                  const DynamicBoard& goal) {
    constexpr Cost deepest = 50;
    Limits limits;
    for (limits.depth = 0; limits.depth <= deepest; ++limits.depth) {
        const Solution solution = evidence.solve(start, goal, "textbook-dfs", "auto", limits);
        if (solution.found) return solution.moves.size();
        if (evidence.failure()) break;
    }
    return std::nullopt;
}

void claims_of_s2(ClaimEvidence& evidence, Claims& claims) {
    const std::vector<RunRecord>& records = evidence.runs("seeds-8");
    const std::vector<std::string> pair{"astar2", "astar1"};
    const CommonBoards stars = common_boards(records, pair);
    const AuditRow& manhattan = evidence.audited(eight, "blank-last", "manhattan");
    const AuditRow& misplaced = evidence.audited(eight, "blank-last", "misplaced");

    CheckedClaim optimal;
    optimal.id = "S2.18";
    optimal.statement = "A* is optimal with both heuristics";
    optimal.theirs = "optimal";
    optimal.ours =
        fmt::format("both heuristics are {}; one mean length, {:.2f}",
                    manhattan.consistent && misplaced.consistent ? "consistent" : "not consistent",
                    stars.of("astar2").length);
    optimal.how = fmt::format("exact audit of 3×3; {}", evidence.how("seeds-8"));
    optimal.verdict = manhattan.consistent && misplaced.consistent &&
                              std::abs(stars.of("astar1").length - stars.of("astar2").length) < 1e-9
                          ? Verdict::holds
                          : Verdict::is_false;
    optimal.because =
        "of its text; its repository measures to another goal and adds tile numbers (S2.22)";
    claims.push_back(std::move(optimal));

    CheckedClaim best;
    best.id = "S2.18";
    best.statement = "Manhattan distance is the better heuristic";
    best.theirs = "Manhattan";
    best.ours = fmt::format("{} expanded nodes against {} with misplaced tiles",
                            readable_mean(stars.of("astar2").expanded),
                            readable_mean(stars.of("astar1").expanded));
    best.how = fmt::format("{}; {}", evidence.how("seeds-8"), of_all(stars));
    best.verdict = stars.of("astar2").expanded < stars.of("astar1").expanded ? Verdict::holds
                                                                             : Verdict::is_false;
    best.because = "it is never smaller than the number of misplaced tiles";
    claims.push_back(std::move(best));

    const std::vector<std::string> dfs_pair{std::string(s2_dfs), "astar2"};
    const CommonBoards deep = common_boards(records, dfs_pair);
    CheckedClaim complete;
    complete.id = "S2.18";
    complete.statement = "all four algorithms find a solution if there is one (within limits)";
    complete.theirs = "complete";
    complete.ours =
        fmt::format("DFS with limit 50 and visited states finds one on {} of {} solvable boards",
                    deep.of(s2_dfs).solved, deep.boards);
    complete.how = evidence.how("seeds-8");
    complete.verdict = deep.of(s2_dfs).solved == deep.boards ? Verdict::holds : Verdict::is_false;
    complete.because =
        "a state first met near the limit is not visited again on a shorter path, so what lies "
        "behind it is lost; no board needs "
        "more than 31 moves";
    claims.push_back(std::move(complete));

    std::set<std::string> done;
    std::size_t longer = 0;
    std::size_t boards = 0;
    double length = 0.0;
    double shortest = 0.0;
    const DynamicBoard goal = *make_goal("blank-last", eight);
    const Labelling labels(goal);
    const ExactDistances& exact = evidence.distances(eight, "blank-last");
    Random random(2);
    const std::size_t wanted = evidence.full() ? 200 : 12;
    while (boards < wanted) {
        if (!evidence.begin(
                fmt::format("IDS of the 8-puzzle seed: board {} of {}", boards + 1, wanted)))
            return;
        const DynamicBoard start = random_solvable(goal, random);
        const auto found = deepening_with_visited(evidence, start, goal);
        ++boards;
        const int distance = exact.distance(labels.canonical_board<DynamicBoard>(start));
        if (!found || static_cast<int>(*found) > distance) ++longer;
        if (!found) continue;
        length += static_cast<double>(*found);
        shortest += distance;
    }
    CheckedClaim ids;
    ids.id = "S2.18";
    ids.statement = "IDS is optimal";
    ids.theirs = "optimal";
    ids.ours = fmt::format(
        "not shortest on {} of {} boards: {:.1f} moves on average instead of {:.1f}", longer,
        boards, length / static_cast<double>(boards), shortest / static_cast<double>(boards));
    ids.how = fmt::format(
        "its rule (depth-first search within growing limits, one set of visited states for each) "
        "on uniform boards, seed 2");
    ids.verdict = longer == 0 ? Verdict::holds : Verdict::is_false;
    ids.because =
        "the visited set cuts shorter paths to states first met on longer ones; without it, "
        "iterative deepening is optimal";
    claims.push_back(std::move(ids));

    const std::vector<std::string> memory_pair{"iddfs", "astar2"};
    const CommonBoards memory = common_boards(records, memory_pair);
    CheckedClaim frugal;
    frugal.id = "S2.18";
    frugal.statement = "IDS is memory efficient";
    frugal.theirs = "O(bd)";
    frugal.ours = fmt::format(
        "without a visited set it holds {} states where A* holds {}, and expands {} where A* "
        "expands {}",
        readable_mean(memory.of("iddfs").peak_states),
        readable_mean(memory.of("astar2").peak_states), readable_mean(memory.of("iddfs").expanded),
        readable_mean(memory.of("astar2").expanded));
    frugal.how = fmt::format("{}; {}", evidence.how("seeds-8"), of_all(memory));
    frugal.verdict = memory.of("iddfs").peak_states < memory.of("astar2").peak_states
                         ? Verdict::holds
                         : Verdict::is_false;
    frugal.because =
        "true of iterative deepening; the seed's own keeps every visited state, and so is not";
    claims.push_back(std::move(frugal));

    CheckedClaim fastest;
    fastest.id = "S2.18";
    fastest.statement = "DFS is the fastest per node";
    fastest.theirs = "fastest";
    fastest.ours = "not measured";
    fastest.how = "–";
    fastest.verdict = Verdict::not_testable;
    fastest.because =
        "a time per node says nothing about a search: what counts is how many nodes it takes, and "
        "to what answer";
    claims.push_back(std::move(fastest));
}

// ---- S3 -------------------------------------------------------------------------------------

void claims_of_s3(ClaimEvidence& evidence, Claims& claims) {
    const std::vector<RunRecord>& records = evidence.runs("seeds-best-first");
    const std::vector<std::string> names{"greedy with misplaced", "misplaced-with-path-cost",
                                         "greedy with manhattan", "greedy with euclidean",
                                         "greedy with linear-conflict-pairs"};
    const std::vector<std::string> labels{"misplaced", "misplaced + path cost", "Manhattan",
                                          "Euclidean", "linear conflict"};
    const CommonBoards boards = common_boards(records, names, "walk 3x3");
    std::string lengths;
    std::string nodes;
    for (std::size_t i = 0; i < names.size(); ++i) {
        lengths +=
            fmt::format("{}{} {:.1f}", i == 0 ? "" : ", ", labels[i], boards.of(names[i]).length);
        nodes +=
            fmt::format("{}{}", i == 0 ? "" : ", ", readable_mean(boards.of(names[i]).expanded));
    }
    CheckedClaim ranking;
    ranking.id = "S3.14";
    ranking.statement =
        "linear conflict and Manhattan lead to the goal fastest, misplaced tiles and Euclidean "
        "distance slowest";
    ranking.theirs =
        "linear conflict ≥ Manhattan > misplaced with path cost > misplaced, Euclidean";
    ranking.ours = fmt::format("3×3 mean lengths: {}; expanded in this order: {}", lengths, nodes);
    ranking.how = fmt::format("{}; {}", evidence.how("seeds-best-first"), of_all(boards));
    const bool leads = boards.of(names[4]).expanded < boards.of(names[0]).expanded &&
                       boards.of(names[2]).expanded < boards.of(names[0]).expanded;
    ranking.verdict = leads ? Verdict::holds : Verdict::is_false;
    ranking.because =
        "in nodes expanded, Manhattan and linear conflict need fewer than misplaced tiles; but the "
        "shortest solutions come from "
        "the one of the five that is A*";
    claims.push_back(std::move(ranking));

    const bool is_shortest =
        boards.common > 0 && std::all_of(names.begin(), names.end(), [&](const std::string& name) {
            return boards.of(name).length >= boards.of(names[1]).length - 1e-9;
        });
    CheckedClaim a_star;
    a_star.id = "S3.7";
    a_star.statement = "\"misplaced tiles with path cost\" is a heuristic like the other four";
    a_star.theirs = "a fifth heuristic";
    a_star.ours =
        fmt::format("it is A*: {:.1f} moves on average on 3×3, {}", boards.of(names[1]).length,
                    is_shortest ? "no other shorter" : "another shorter");
    a_star.how = fmt::format("{}; {}", evidence.how("seeds-best-first"), of_all(boards));
    a_star.verdict = is_shortest ? Verdict::is_false : Verdict::holds;
    a_star.because =
        "adding the cost so far to h is f = g + h; the table compares one optimal search with four "
        "greedy ones";
    claims.push_back(std::move(a_star));
}

/// log10 of what A* with misplaced tiles expands at a depth, by least squares over runs that were solved.
struct Growth {
    double slope = 0.0;
    double offset = 0.0;
    std::size_t runs = 0;
};
Growth growth_of(const std::vector<const RunRecord*>& records) {
    double x = 0.0;
    double y = 0.0;
    double xx = 0.0;
    double xy = 0.0;
    Growth growth;
    for (const RunRecord* record : records) {
        if (!is_solved(record->end) || record->length.value_or(0) < 8) continue;
        const auto depth = static_cast<double>(*record->length);
        const double nodes =
            std::log10(static_cast<double>(std::max<std::uint64_t>(1, record->counters.expanded)));
        x += depth;
        y += nodes;
        xx += depth * depth;
        xy += depth * nodes;
        ++growth.runs;
    }
    const auto n = static_cast<double>(growth.runs);
    const double spread = n * xx - x * x;
    if (spread <= 0.0) return growth;
    growth.slope = (n * xy - x * y) / spread;
    growth.offset = (y - growth.slope * x) / n;
    return growth;
}

void not_computable(ClaimEvidence& evidence, Claims& claims) {
    const Growth growth = growth_of(records_of(evidence.runs("seeds-15"), "a* with misplaced"));
    const double depth =
        printed("S3", "15-puzzle one fixed state", "misplaced + path cost", "steps");
    const double exponent = growth.offset + growth.slope * depth;
    CheckedClaim claim;
    claim.id = "S3.16";
    claim.statement = "A* with misplaced tiles solved a 15-puzzle of 58 moves";
    claim.theirs = fmt::format("{:.0f} moves", depth);
    claim.ours = fmt::format(
        "its expansions grow {:.1f} times with every two moves; at {:.0f} moves about 10^{:.0f}",
        std::pow(10.0, 2.0 * growth.slope), depth, exponent);
    claim.how = fmt::format("least squares over the {} boards solved, {}", growth.runs,
                            evidence.how("seeds-15"));
    claim.verdict = exponent > 10.0 ? Verdict::cannot_be_right : Verdict::not_testable;
    claim.because =
        "its closed set is a list that is searched from end to end, which reached 8,600 expansions "
        "in 20 seconds";
    claims.push_back(std::move(claim));
}

// ---- S4 -------------------------------------------------------------------------------------

void claims_of_s4(ClaimEvidence& evidence, Claims& claims) {
    const std::vector<RunRecord>& records = evidence.runs("seeds-nxn");
    std::string ours;
    bool all_large = true;
    for (const char* n : {"2", "3", "4", "5", "6", "7"}) {
        const auto sized = records_of(records, "combined-a*", fmt::format("walk {}x{}", n, n));
        std::size_t solved = 0;
        double length = 0.0;
        for (const RunRecord* record : sized) {
            if (!is_solved(record->end)) continue;
            ++solved;
            length += static_cast<double>(record->length.value_or(0));
        }
        if (*n == '7') all_large = !sized.empty() && solved == sized.size();
        ours += fmt::format("{}{}×{} {}/{}{}", ours.empty() ? "" : ", ", n, n, solved, sized.size(),
                            solved == 0 ? ""
                                        : fmt::format(" (mean {:.0f} moves)",
                                                      length / static_cast<double>(solved)));
    }
    CheckedClaim seven;
    seven.id = "S4.16";
    seven.statement = "the combination always solves 7×7";
    seven.theirs = "always, up to 10 minutes";
    seven.ours = fmt::format("solved: {}", ours);
    seven.how =
        fmt::format("`combined-a*`, the combination as documented, {}", evidence.how("seeds-nxn"));
    seven.verdict = all_large ? Verdict::holds : Verdict::not_testable;
    seven.because = all_large ? "a large weight makes the search nearly greedy, which solves large "
                                "boards by long ways"
                              : "not within these limits; `--full` has larger ones";
    claims.push_back(std::move(seven));

    std::size_t shorter = 0;
    std::size_t boards = 0;
    std::uint64_t generated = 0;
    for (const std::vector<std::string>& row : csv_rows(seed4_instances())) {
        if (row.size() < 8 || row[5].empty()) continue;
        if (!evidence.begin("IDA* on the n×n seed's boards")) return;
        std::vector<Tile> tiles;
        std::size_t place = 0;
        while (place < row[7].size()) {
            std::size_t used = 0;
            tiles.push_back(make_tile(std::stoul(row[7].substr(place), &used)));
            place += used + 1;
        }
        const auto n = static_cast<std::uint16_t>(std::atoi(row[0].c_str()));
        const Geometry geometry{n, n};
        const Solution solution =
            evidence.solve(DynamicBoard::from_tiles(geometry, tiles),
                           *make_goal("blank-last", geometry), "ida*", "manhattan");
        ++boards;
        generated += solution.counters.generated;
        if (solution.optimal && std::to_string(solution.moves.size()) == row[5]) ++shorter;
    }
    CheckedClaim ida;
    ida.id = "S4.5";
    ida.statement = "IDA* is less effective and runs in cycles";
    ida.theirs = "dropped";
    ida.ours = fmt::format(
        "with Manhattan distance alone it solves {} of {} of its 3×3 and 4×4 boards to the "
        "shortest solution, {} "
        "nodes in all",
        shorter, boards, grouped(generated));
    ida.how = "IDA* on data/own/seed4-instances.csv, lengths against exact ones";
    ida.verdict = shorter == boards && boards > 0 ? Verdict::is_false : Verdict::holds;
    ida.because =
        "its trial measured the distance to another goal than it tested (tile v at cell v: h(goal) "
        "= 24 on 3×3)";
    claims.push_back(std::move(ida));

    CheckedClaim parallel;
    parallel.id = "S4.5";
    parallel.statement = "parallel A* does not pay: its overhead is too large";
    parallel.theirs = "dropped";
    parallel.ours =
        "not measured here; docs/performance.md has the speed-up of our parallel searches";
    parallel.how = "reading its code";
    parallel.verdict = Verdict::is_false;
    parallel.because =
        "all its workers expand the same node, so the work is multiplied, not divided: the "
        "conclusion is about the bug";
    claims.push_back(std::move(parallel));

    CheckedClaim times;
    times.id = "S4.16";
    times.statement = "3×3 takes seconds, 4×4 minutes with Manhattan distance, 5×5 hours";
    times.theirs = "seconds, minutes, hours";
    times.ours = "not measured: times of other machines and languages";
    times.how = "–";
    times.verdict = Verdict::not_testable;
    times.because =
        "times of one machine are no property of a method; `tessera lab run seeds-nxn` gives ours";
    claims.push_back(std::move(times));
}

}  // namespace

void check_measured_claims_of_s1(ClaimEvidence& evidence, Claims& claims) {
    headline_of_s1(evidence, claims);
    optimality_list_of_s1(evidence, claims);
}

void check_measured_claims(ClaimEvidence& evidence, Claims& claims) {
    fewest_nodes(evidence, claims);
    fewer_than_h4(evidence, claims);
    mean_depth(evidence, claims);
    corner_of_the_blank(evidence, claims);
    significance(evidence, claims);
    fewer_than_bfs(evidence, claims);
    algorithm_table(evidence, claims);
    check_measured_claims_of_s1(evidence, claims);
    claims_of_s2(evidence, claims);
    claims_of_s3(evidence, claims);
    not_computable(evidence, claims);
    claims_of_s4(evidence, claims);
}

}  // namespace tessera::lab
