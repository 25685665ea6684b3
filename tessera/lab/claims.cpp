// The claims of the five seed projects, checked: the order of the checks, and their report.
#include "tessera/lab/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "tessera/base/readable.hpp"
#include "tessera/lab/claim_checks.hpp"
#include "tessera/lab/table.hpp"

namespace tessera::lab {
namespace {

constexpr std::array<Verdict, 4> all_verdicts{Verdict::holds, Verdict::is_false,
                                              Verdict::cannot_be_right, Verdict::not_testable};

/// "S0.49" as (0, 49), so that S0.9 comes before S0.12.
std::pair<int, int> number_of(const CheckedClaim& claim) {
    const std::size_t dot = std::min(claim.id.find('.'), claim.id.size() - 1);
    return {std::atoi(claim.id.c_str() + 1), std::atoi(claim.id.c_str() + dot + 1)};
}

std::string_view title_of(char seed) {
    switch (seed) {
        case '0':
            return "S0: 15-puzzle, four heuristics, 250 scenarios";
        case '1':
            return "S1: n×n from the command line";
        case '2':
            return "S2: 8-puzzle, four algorithms";
        case '3':
            return "S3: 8-, 15- and 24-puzzle in a window, five heuristics";
        default:
            return "S4: n×n up to 7×7, a weighted combination";
    }
}

std::string anchor(std::size_t number) {
    return fmt::format("claim-{}", number + 1);
}

}  // namespace

std::string_view to_string(Verdict verdict) {
    constexpr std::array<std::string_view, 4> names{"holds", "false", "cannot be right",
                                                    "not testable"};
    return names[static_cast<std::size_t>(verdict)];
}

Result<std::vector<CheckedClaim>> check_claims(Engine& engine, const ClaimOptions& options) {
    ClaimEvidence evidence(engine, options);
    Claims claims;
    check_printed_tables(evidence, claims);
    check_exact_claims(evidence, claims);
    if (!evidence.failure()) check_measured_claims(evidence, claims);
    if (evidence.failure()) return *evidence.failure();
    // Claims with one number stay in the order of the checks.
    std::vector<std::size_t> order(claims.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::pair(number_of(claims[a]), a) < std::pair(number_of(claims[b]), b);
    });
    Claims sorted;
    for (const std::size_t i : order) sorted.push_back(std::move(claims[i]));
    return sorted;
}

std::string claims_markdown(std::span<const CheckedClaim> claims, std::string_view command) {
    std::string text = fmt::format(
        "# The seeds' claims, checked\n\n"
        "Written by `{}`; do not edit it. The seeds are the five small projects that this one grew "
        "from; a claim's number is that of the list of what they do. \"Cannot be right\" is a "
        "claim "
        "that contradicts arithmetic or the seed's own figures, whatever was measured. Without "
        "`--db` nothing here depends on a clock: the same program writes the same text.\n\n",
        command);
    for (const Verdict verdict : all_verdicts) {
        const auto count = std::count_if(claims.begin(), claims.end(), [=](const auto& claim) {
            return claim.verdict == verdict;
        });
        text += fmt::format("- {}: {}\n", to_string(verdict), count);
    }
    Table table;
    table.columns = {{"claim"}, {"the seed says"}, {"verdict"}};
    for (std::size_t i = 0; i < claims.size(); ++i) {
        table.add_row({{fmt::format("[{}](#{})", claims[i].id, anchor(i))},
                       {claims[i].statement},
                       {std::string(to_string(claims[i].verdict))}});
    }
    text += "\n" + markdown_table(table);
    char seed = 0;
    for (std::size_t i = 0; i < claims.size(); ++i) {
        const CheckedClaim& claim = claims[i];
        if (std::exchange(seed, claim.id[1]) != claim.id[1])
            text += fmt::format("\n## {}\n", title_of(claim.id[1]));
        text +=
            fmt::format("\n<a id=\"{}\"></a>**{}: {}**\n\n", anchor(i), claim.id, claim.statement);
        text += fmt::format("- the seed: {}\n- here: {}\n- by: {}\n- verdict: **{}**: {}\n",
                            claim.theirs, claim.ours, claim.how, to_string(claim.verdict),
                            claim.because);
    }
    return text;
}

}  // namespace tessera::lab
