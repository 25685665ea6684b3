// The report of results as Markdown, and what it shares with the page.
#include "tessera/lab/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tessera/base/readable.hpp"
#include "tessera/lab/findings.hpp"
#include "tessera/lab/result_tables.hpp"
#include "tessera/lab/suite.hpp"

namespace tessera::lab {
namespace {

/// Stars would make text slanted.
std::string with_stars_kept(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '*' || c == '_' || c == '<' || c == '`') result += '\\';
        result += c;
    }
    return result;
}

std::string bullets(const std::vector<std::string>& sentences) {
    std::string text;
    for (const std::string& sentence : sentences)
        text += fmt::format("- {}\n", with_stars_kept(sentence));
    return text.empty() ? text : text + '\n';
}

std::string part(std::string_view heading, std::string_view words, const Table& table) {
    if (table.rows.empty()) return {};
    return fmt::format("### {}\n\n{}{}{}\n", heading, with_stars_kept(words),
                       words.empty() ? "" : "\n\n", markdown_table(table));
}

std::string means_part(std::string_view heading, const SuiteResults& results,
                       const std::vector<std::size_t>& boards) {
    std::string text = fmt::format("### {}\n\n", heading);
    for (const CaptionedTable& one : means_tables(results, boards))
        text += fmt::format("{}\n\n{}\n", with_stars_kept(one.caption), markdown_table(one.table));
    return text;
}

/// Everything about several boards: means, pairs, distributions.
std::string statistics_markdown(const SuiteResults& results) {
    std::string text = means_part("Means", results, all_boards(results));
    if (results.sets().size() > 1) {
        for (const std::string& set : results.sets()) {
            text += means_part(fmt::format("Means of {}", with_stars_kept(set)), results,
                               boards_of_set(results, set));
        }
    }
    if (const auto reference = reference_configuration(results)) {
        text += part("Pairs",
                     fmt::format("How many times as much as {} each one needed, on the boards that "
                                 "both solved.",
                                 results.configurations[*reference].name),
                     pairs_table(results, compare_with_reference(results)));
    }
    const ComparedGroup group = strongest_group(results, all_boards(results));
    const std::string over = sentence_case(group_words(results, group)) + '.';
    text += part("Nodes expanded", over, distribution_table(results, group, Figure::expanded));
    text += part("Time of the search", over, distribution_table(results, group, Figure::seconds));
    text += part("Boards solved within a time", "", solved_within_table(results, Figure::seconds));
    return text + part("Nodes expanded by the length of the solution",
                       fmt::format("Medians {}.", group_words(results, group)),
                       depth_table(results, group));
}

std::string suite_markdown(const SuiteResults& results, const ReportFacts& facts) {
    const bool comparison = facts.database.empty();
    std::vector<std::string> alarms;
    std::vector<std::string> meaning;
    for (const Finding& finding : findings(results))
        (finding.alarming() ? alarms : meaning).push_back(finding.text);
    std::string text;
    if (!comparison) text = fmt::format("## Suite {}\n\n", with_stars_kept(results.suite));
    if (!alarms.empty()) text += "**Needs an explanation**\n\n" + bullets(alarms);
    if (!results.refusals_are_answers)
        text += part("Ended without an explanation", "", unexplained_table(results));
    if (!meaning.empty()) text += "### What it means\n\n" + bullets(meaning);
    if (results.boards.size() > 1) text += part("How the runs ended", "", outcome_table(results));
    if (results.boards.size() > 1) text += statistics_markdown(results);
    for (std::size_t b = 0; b < results.boards.size(); ++b) {
        if (!comparison && results.boards.size() > 1) break;
        text += part(with_stars_kept(results.board_name(b)),
                     fmt::format("{} to {}", results.boards[b].start, results.boards[b].goal),
                     with_bounds(board_table(results, b), results, b));
    }
    text += "### How to reproduce it\n\n";
    for (const auto& [name, value] : run_facts(results))
        text += fmt::format("- {}: {}\n", name, with_stars_kept(value));
    text += "\n```\n";
    for (const std::string& command : reproduction(results.suite, facts)) text += command + '\n';
    return text + "```\n\n";
}

}  // namespace

std::vector<std::string> reproduction(const std::string& suite, const ReportFacts& facts) {
    if (!facts.command.empty()) return {facts.command};
    const std::string database = shell_word(facts.database);
    std::vector<std::string> lines;
    const auto known = facts.sources.find(suite);
    std::string source = known == facts.sources.end() ? "" : known->second;
    if (source.empty() && is_shipped_suite(suite)) source = shell_word(suite);
    if (source.empty()) {
        source = shell_word(suite + ".toml");
        lines.push_back(fmt::format(
            "# Where the file of the suite lies is not recorded here: put its name for {}.",
            source));
    }
    lines.push_back(fmt::format("tessera lab run {} --db {}", source, database));
    lines.push_back(fmt::format("tessera lab report --db {} --suite {} --output report.html",
                                database, shell_word(suite)));
    return lines;
}

std::string report_byline(std::span<const SuiteResults> suites, const ReportFacts& facts) {
    std::string first;
    std::string last;
    for (const SuiteResults& results : suites) {
        if (results.runs == 0) continue;
        if (first.empty() || results.first_start < first) first = results.first_start;
        last = std::max(last, results.last_start);
    }
    // "2026-11-15T19:40:00.123Z": a day is what a reader wants.
    constexpr std::size_t day = 10;
    first.resize(std::min(first.size(), day));
    last.resize(std::min(last.size(), day));
    std::string text;
    if (!first.empty()) {
        text = first == last ? fmt::format("Runs of {}. ", first)
                             : fmt::format("Runs from {} to {}. ", first, last);
    }
    return text + fmt::format("Written {}by {}.",
                              facts.date.empty() ? "" : fmt::format("on {} ", facts.date),
                              facts.program);
}

std::vector<std::string> report_explanations() {
    return {
        "A board counts as solved by a configuration where every repetition solved it; its figures "
        "are medians over the repetitions.",
        "Means, percentiles and boxes are over the boards that all compared configurations solved, "
        "never over different boards for different configurations; one that solved nothing has "
        "none. The solved fraction stands beside them.",
        "Pairs are compared on the boards that both solved: the geometric mean of the ratios, its "
        "95 % interval by 2,000 bootstrap resamples of the boards (seed 1), and p of Wilcoxon's "
        "signed-rank test of the logarithms, corrected by Holm for all pairs of a table; the p of "
        "a "
        "pair that only a sentence compares is corrected together with those of the table. The "
        "percentile p of n values is that at place (n − 1) · p / 100, interpolated.",
        "expanded: states whose children were produced; generated: these children; max fringe: the "
        "largest frontier; depth: the deepest state looked at, in moves; time: wall time of the "
        "search without the set-up of its heuristic, or the processor's time for each thread "
        "(marked cpu) where the machine was so busy that the run waited for a fifth of its time, "
        "below 1 ms not compared; compare makes short runs again, up to five times, and takes the "
        "median; memory: what the search held at most, with the tables of its heuristic; longer: "
        "by how much each solution exceeds the best known one of its board, as the mean of these "
        "percentages (not the ratio of the mean lengths); stopped: boards on which it reached a "
        "limit or gave up.",
        "A star marks the least of a column.",
        "optimal: proven where the algorithm and an admissible heuristic, or a bound, prove the "
        "solution shortest; shortest where another run proved it; +n where a solution shorter by n "
        "is known.",
    };
}

std::string report_markdown(std::span<const SuiteResults> suites, const ReportFacts& facts) {
    std::string text =
        fmt::format("# {}\n\n", facts.title.empty() ? "Lab report" : with_stars_kept(facts.title));
    text += report_byline(suites, facts) + "\n\n" + bullets(facts.notes);
    for (const SuiteResults& results : suites) {
        if (results.runs > 0) text += suite_markdown(results, facts);
    }
    text += "## What the figures are\n\n" + bullets(report_explanations());
    text.pop_back();
    return text;
}

}  // namespace tessera::lab
