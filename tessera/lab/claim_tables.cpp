// What the tables that the seeds print say about themselves: parity, order, subsets and percentages.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tessera/base/readable.hpp"
#include "tessera/lab/claim_checks.hpp"

namespace tessera::lab {
namespace {

constexpr std::string_view table_of_s0 = "heuristics on 250 scenarios";
constexpr std::string_view rows_of_s0[] = {"H1 misplaced", "H2 Euclidean", "H3 Manhattan",
                                           "H4 row/col"};
constexpr std::string_view rows_of_s3[] = {"misplaced", "misplaced + path cost", "Manhattan",
                                           "Euclidean", "linear conflict"};
constexpr std::string_view as_printed =
    "arithmetic on the seed's table as printed (data/own/seed-headline-tables.csv)";

double s0(std::string_view row, std::string_view metric) {
    return printed("S0", table_of_s0, row, metric);
}

/// Every expansion of its A* pushes at least two successors, and nothing is taken off its count.
void fringe_against_expanded(Claims& claims) {
    std::vector<std::string> too_small;
    std::string ours;
    for (const std::string_view row : rows_of_s0) {
        const double nodes = s0(row, "avg nodes expanded");
        const double fringe = s0(row, "avg max fringe size");
        ours += fmt::format("{}{} {:.2f}", ours.empty() ? "" : ", ", row, fringe / nodes);
        if (fringe < 2.0 * nodes) too_small.emplace_back(row.substr(0, 2));
    }
    CheckedClaim claim;
    claim.id = "S0.49";
    claim.statement = "average nodes expanded and maximum fringe size of four heuristics";
    claim.theirs = fmt::format(
        "H2: {:.2f} nodes, fringe {:.2f}; H3: {:.2f}, {:.2f}",
        s0(rows_of_s0[1], "avg nodes expanded"), s0(rows_of_s0[1], "avg max fringe size"),
        s0(rows_of_s0[2], "avg nodes expanded"), s0(rows_of_s0[2], "avg max fringe size"));
    claim.ours = fmt::format("fringe / nodes: {}", ours);
    claim.how = as_printed;
    claim.verdict = too_small.empty() ? Verdict::not_testable : Verdict::cannot_be_right;
    claim.because = fmt::format(
        "its \"fringe\" counts every push, and an expansion pushes at least two successors (the "
        "blank has two to four "
        "neighbours, and none is left out at the push), so fringe ≥ 2 · nodes; {} fall short of it",
        fmt::join(too_small, " and "));
    claims.push_back(std::move(claim));
}

void depths_of_optimal_searches(Claims& claims) {
    std::vector<double> depths;
    for (const std::string_view row : rows_of_s0) depths.push_back(s0(row, "avg depth"));
    const auto [least, most] = std::minmax_element(depths.begin(), depths.end());
    CheckedClaim claim;
    claim.id = "S0.49";
    claim.statement =
        "average depths of four searches that each find shortest solutions, on the same 250 boards";
    claim.theirs =
        fmt::format("{:.2f}, {:.2f}, {:.2f}, {:.2f}", depths[0], depths[1], depths[2], depths[3]);
    claim.ours = fmt::format("they differ by up to {:.2f} moves; they would have to be one number",
                             *most - *least);
    claim.how = as_printed;
    claim.verdict = *most - *least < 0.005 ? Verdict::not_testable : Verdict::cannot_be_right;
    claim.because =
        "shortest solutions of one board have one length, so on one set of boards the averages "
        "agree; these are averages "
        "over whatever boards each heuristic happened to finish";
    claims.push_back(std::move(claim));
}

struct Percentage {
    std::string_view statement;
    std::string_view better;
    std::string_view worse;
    std::string_view metric;
    double stated;
};

void percentages(Claims& claims) {
    constexpr Percentage all[] = {
        {"H3 expands 20 % fewer nodes than H4", rows_of_s0[2], rows_of_s0[3], "avg nodes expanded",
         20},
        {"H3 is 80 % faster than H2", rows_of_s0[2], rows_of_s0[1], "avg seconds", 80},
        {"H3 needs 45 % less memory than H2", rows_of_s0[2], rows_of_s0[1], "avg max fringe size",
         45},
    };
    for (const Percentage& one : all) {
        const double better = s0(one.better, one.metric);
        const double worse = s0(one.worse, one.metric);
        const double saved = 100.0 * (1.0 - better / worse);
        CheckedClaim claim;
        claim.id = "S0.49";
        claim.statement = one.statement;
        claim.theirs = fmt::format("{:.0f} %", one.stated);
        claim.ours = fmt::format("{:.1f} %: {:.2f} against {:.2f}", saved, better, worse);
        claim.how = as_printed;
        const bool right = std::abs(saved - one.stated) < 0.5;
        claim.verdict = right ? Verdict::holds : Verdict::cannot_be_right;
        claim.because =
            right ? "it follows from its own table" : "it does not follow from its own table";
        claims.push_back(std::move(claim));
    }
}

/// Every move changes the parity of the tiles' order, so all solutions of one start are odd, or all are even.
void parity_of_solutions(Claims& claims) {
    for (const std::string_view puzzle : {"8-puzzle", "15-puzzle", "24-puzzle"}) {
        const std::string table = fmt::format("{} one fixed state", puzzle);
        std::vector<int> steps;
        for (const std::string_view row : rows_of_s3)
            steps.push_back(static_cast<int>(printed("S3", table, row, "steps")));
        const auto odd =
            std::count_if(steps.begin(), steps.end(), [](int n) { return n % 2 != 0; });
        const auto even = static_cast<std::ptrdiff_t>(steps.size()) - odd;
        const int with_cost = steps[1];
        const int least = *std::min_element(steps.begin(), steps.end());
        CheckedClaim claim;
        claim.id = "S3.16";
        claim.statement =
            fmt::format("numbers of steps of five heuristics from one fixed {}", puzzle);
        claim.theirs = fmt::format("{}", fmt::join(steps, ", "));
        claim.ours = fmt::format(
            "{} even, {} odd; \"misplaced with path cost\", which is A*, has {} where the least is "
            "{}",
            even, odd, with_cost, least);
        claim.how = as_printed;
        if (odd > 0 && even > 0) {
            claim.verdict = Verdict::cannot_be_right;
            claim.because = fmt::format(
                "all solutions of one start have the same parity, so at least {} of the five come "
                "from another start{}",
                std::min(odd, even),
                with_cost > least
                    ? "; and A* with an admissible heuristic cannot need more than the others"
                    : "");
        } else if (with_cost > least) {
            claim.verdict = Verdict::cannot_be_right;
            claim.because =
                "A* with misplaced tiles finds a shortest solution (at most one move more as "
                "coded, which parity rules "
                "out), so no other can be shorter";
        } else {
            claim.verdict = Verdict::holds;
            claim.because = "the numbers are possible: one parity, and A* has the least";
        }
        claims.push_back(std::move(claim));
    }
}

void fifty_random_moves(Claims& claims) {
    const double stated =
        printed("S3", "24-puzzle one fixed state", "misplaced + path cost", "steps");
    CheckedClaim claim;
    claim.id = "S3.16";
    claim.statement = "the starts are made by its generator, 50 random moves from the goal";
    claim.theirs =
        fmt::format("shortest solutions of {:.0f} (24-puzzle) and {:.0f} (15-puzzle)", stated,
                    printed("S3", "15-puzzle one fixed state", "misplaced + path cost", "steps"));
    claim.ours = "at most 50";
    claim.how = as_printed;
    claim.verdict = stated > 50 ? Verdict::cannot_be_right : Verdict::holds;
    claim.because =
        "undoing the 50 moves solves the board, so its shortest solution has at most 50";
    claims.push_back(std::move(claim));
}

/// The seed's own solver, run for this project on boards whose shortest solutions are known.
void close_to_best_known(Claims& claims) {
    double theirs = 0.0;
    double best = 0.0;
    int worst = 0;
    int boards = 0;
    for (const std::vector<std::string>& row : csv_rows(seed4_instances())) {
        if (row.size() < 8 || row[0] != "4" || row[5].empty()) continue;
        const int moves = std::atoi(row[2].c_str());
        const int optimal = std::atoi(row[5].c_str());
        theirs += moves;
        best += optimal;
        worst = std::max(worst, moves - optimal);
        ++boards;
    }
    const double excess = 100.0 * (theirs / best - 1.0);
    CheckedClaim claim;
    claim.id = "S4.16";
    claim.statement = "on larger boards the solutions are close to the best known";
    claim.theirs = "\"close\"";
    claim.ours = fmt::format("4×4: {:.1f} % longer than the shortest on average, {} moves at worst",
                             excess, worst);
    claim.how = fmt::format(
        "its own solver on {} boards of 100,000 random moves, against shortest solutions "
        "(data/own/seed4-instances.csv)",
        boards);
    claim.verdict = excess < 5.0 ? Verdict::holds : Verdict::is_false;
    claim.because = "its heuristic overestimates, so nothing bounds the length";
    claims.push_back(std::move(claim));
}

void best_of_five(Claims& claims) {
    CheckedClaim claim;
    claim.id = "S4.18";
    claim.statement = "best of five random boards: moves and evaluated states, 2×2 to 7×7";
    claim.theirs = "2/4, 22/2,936, 50/29,159, 138/273,750, 382/47,837, 790/1,139,539";
    std::string ranges;
    for (const char* n : {"3", "4", "5", "6", "7"}) {
        int least = 1'000'000;
        int most = 0;
        for (const std::vector<std::string>& row : csv_rows(seed4_instances())) {
            const int moves = row.size() < 8 || row[0] != n ? 0 : std::atoi(row[2].c_str());
            if (moves == 0) continue;
            least = std::min(least, moves);
            most = std::max(most, moves);
        }
        ranges += fmt::format("{}{}×{} {}–{}", ranges.empty() ? "" : ", ", n, n, least, most);
    }
    claim.ours = fmt::format("moves of its own solver on other random boards: {}", ranges);
    claim.how = "data/own/seed4-instances.csv";
    claim.verdict = Verdict::not_testable;
    claim.because =
        "the boards were not kept. The numbers lie where its solver's do, but the best of five "
        "different boards measures "
        "luck: the mean over the same boards would compare";
    claims.push_back(std::move(claim));
}

}  // namespace

void check_printed_tables(ClaimEvidence&, Claims& claims) {
    fringe_against_expanded(claims);
    depths_of_optimal_searches(claims);
    percentages(claims);
    parity_of_solutions(claims);
    fifty_random_moves(claims);
    close_to_best_known(claims);
    best_of_five(claims);
}

}  // namespace tessera::lab
