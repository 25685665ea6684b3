// What the results of a suite mean: pairs compared with their uncertainty, and sentences with the numbers that carry them.
#include "tessera/lab/suite_findings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "tessera/base/readable.hpp"
#include "tessera/lab/selection.hpp"

namespace tessera::lab {
namespace {

/// Lists in sentences name so many, and count the rest.
constexpr std::size_t most_named = 5;

std::string listed(const std::vector<std::string>& names) {
    if (names.size() <= most_named) return fmt::format("{}", fmt::join(names, ", "));
    return fmt::format("{} and {} more", fmt::join(names.begin(), names.begin() + most_named, ", "),
                       names.size() - most_named);
}

std::vector<double> floored(std::vector<double> values, double least) {
    for (double& value : values) value = std::max(value, least);
    return values;
}

std::vector<double> logarithms(std::vector<double> values) {
    for (double& value : values) value = std::log(value);
    return values;
}

PairedFigure paired(const std::vector<double>& first, const std::vector<double>& second) {
    PairedFigure figure;
    figure.ratio = geometric_mean_ratio(first, second);
    figure.test = wilcoxon_signed_rank(logarithms(first), logarithms(second));
    figure.p = figure.test.p;
    return figure;
}

void correct(std::vector<PairComparison>& pairs, std::optional<PairedFigure> PairComparison::* of) {
    std::vector<double> p;
    for (const PairComparison& pair : pairs) {
        if (pair.*of) p.push_back((pair.*of)->p);
    }
    const std::vector<double> corrected = holm_corrected(p);
    std::size_t next = 0;
    for (PairComparison& pair : pairs) {
        if (pair.*of) (pair.*of)->p = corrected[next++];
    }
}

/// Every solution of it is proven shortest.
bool proves_all(const SuiteConfiguration& one) {
    return one.solved > 0 && one.proven == one.solved;
}

class SuiteNarrator {
  public:
    explicit SuiteNarrator(const SuiteResults& results) : results_(results) {}

    SuiteSentences all() {
        say_alarms();
        say_solved();
        say_heuristics();
        say_best();
        say_lengths();
        say_limits();
        say_remarks();
        return std::move(said_);
    }

  private:
    const std::string& name(std::size_t c) const { return results_.configurations[c].name; }
    std::size_t boards() const { return results_.boards.size(); }

    void say_alarms() {
        for (const std::string& text : results_.contradictions)
            said_.alarms.push_back(fmt::format("Two proofs contradict each other: {}.", text));
        std::vector<std::string> parts;
        std::size_t count = 0;
        for (const RunEnd end : {RunEnd::crashed, RunEnd::hung, RunEnd::error}) {
            const std::size_t own = results_.ended(end);
            count += own;
            if (own > 0) parts.push_back(fmt::format("{} {}", grouped(own), to_string(end)));
        }
        if (count > 0) {
            said_.alarms.push_back(fmt::format("{} of {} ended without an explanation: {}.",
                                               grouped(count), counted(results_.runs, "run"),
                                               fmt::join(parts, ", ")));
        }
        if (results_.unsteady > 0) {
            said_.alarms.push_back(
                fmt::format("{} expanded another number of nodes than the first repetition of the "
                            "same run, though nothing is random in it.",
                            counted(results_.unsteady, "repetition")));
        }
    }

    void say_solved() {
        const auto& list = results_.configurations;
        const auto by_solved = [](const SuiteConfiguration& a, const SuiteConfiguration& b) {
            return a.solved < b.solved;
        };
        const auto [fewest, most] = std::minmax_element(list.begin(), list.end(), by_solved);
        const auto words = [&](const SuiteConfiguration& one) {
            const auto same = static_cast<std::size_t>(
                std::count_if(list.begin(), list.end(),
                              [&](const auto& other) { return other.solved == one.solved; }));
            const std::string who =
                same == 1 ? one.name
                          : fmt::format("{} and {}", one.name, counted(same - 1, "other"));
            return fmt::format("{} ({} of {}, {})", who, grouped(one.solved), grouped(boards()),
                               percent_text(one.solved, boards()));
        };
        if (most->solved == fewest->solved) {
            said_.findings.push_back(
                list.size() == 1
                    ? fmt::format("{} solved {} of {} ({}).", most->name, grouped(most->solved),
                                  counted(boards(), "board"), percent_text(most->solved, boards()))
                    : fmt::format("Each of the {} configurations solved {} of {} ({}).",
                                  list.size(), grouped(most->solved), counted(boards(), "board"),
                                  percent_text(most->solved, boards())));
            return;
        }
        said_.findings.push_back(fmt::format("Most boards were solved by {}, fewest by {}.",
                                             words(*most), words(*fewest)));
    }

    bool proves(std::size_t c) const { return proves_all(results_.configurations[c]); }

    static std::string interval_words(const PairedFigure& figure) {
        if (!figure.has_interval())
            return fmt::format("{}: too few for an interval", counted(figure.ratio.pairs, "board"));
        return fmt::format("95 % interval {} to {}, {}", ratio_text(figure.ratio.low),
                           ratio_text(figure.ratio.high), p_text(figure.p));
    }
    /// ", and was 1.3× faster (…)".
    static std::string time_words(const std::optional<PairedFigure>& seconds) {
        if (!seconds) return "; the times are too short to be compared";
        if (!seconds->clear())
            return fmt::format(", in about the same time ({}; {})",
                               ratio_text(seconds->ratio.ratio), interval_words(*seconds));
        const bool faster = seconds->ratio.ratio > 1.0;
        return fmt::format(", {} {} ({})", faster ? "and was" : "but took",
                           faster
                               ? fmt::format("{} faster", ratio_text(seconds->ratio.ratio))
                               : fmt::format("{} as long", ratio_text(1.0 / seconds->ratio.ratio)),
                           faster ? interval_words(*seconds)
                                  : fmt::format("ratio {}; {}", ratio_text(seconds->ratio.ratio),
                                                interval_words(*seconds)));
    }
    /// `other` is compared with `better`, which has fewer nodes, so the ratio is above 1.
    void say_pair(std::size_t better, std::size_t other) {
        const PairComparison pair = compare_pair(results_, other, better);
        if (!pair.expanded) return;
        said_pairs_.emplace_back(better, other);
        const std::string nodes =
            pair.expanded->clear()
                ? fmt::format("{} fewer nodes than", ratio_text(pair.expanded->ratio.ratio))
                : fmt::format("no clearly different number of nodes from ({})",
                              ratio_text(pair.expanded->ratio.ratio));
        said_.findings.push_back(
            fmt::format("{} expanded {} {} ({}){}. Geometric means over the {} that both solved.",
                        name(better), nodes, name(other), interval_words(*pair.expanded),
                        time_words(pair.seconds), counted(pair.boards.size(), "board")));
    }

    double nodes_on(std::span<const std::size_t> common, std::size_t c) const {
        return geometric_mean(floored(values_on(results_, common, c, Figure::expanded), 1.0));
    }
    /// By nodes over the boards that all of them solved; empty where there are none.
    std::vector<std::size_t> by_nodes(std::vector<std::size_t> group) const {
        const std::vector<std::size_t> common =
            solved_by_all(results_, all_boards(results_), group);
        if (common.empty()) return {};
        std::sort(group.begin(), group.end(), [&](std::size_t a, std::size_t b) {
            return std::pair(nodes_on(common, a), a) < std::pair(nodes_on(common, b), b);
        });
        return group;
    }

    /// One algorithm with several heuristics, all of which prove their solutions: the best against Manhattan, which
    /// everybody knows, or where that is the best, against the next.
    void say_heuristics() {
        std::map<std::string, std::vector<std::size_t>> groups;
        for (std::size_t c = 0; c < results_.configurations.size(); ++c) {
            const SuiteConfiguration& one = results_.configurations[c];
            if (proves(c) && !one.heuristic.empty()) groups[one.algorithm].push_back(c);
        }
        for (const auto& [algorithm, group] : groups) {
            const std::vector<std::size_t> order = by_nodes(group);
            if (order.size() < 2) continue;
            std::size_t other = order[1];
            for (const std::size_t c : order) {
                if (c != order[0] && results_.configurations[c].heuristic == "manhattan") other = c;
            }
            say_pair(order[0], other);
        }
    }

    /// The two with the fewest nodes of all that prove their solutions.
    void say_best() {
        std::vector<std::size_t> group;
        for (std::size_t c = 0; c < results_.configurations.size(); ++c) {
            if (proves(c)) group.push_back(c);
        }
        const std::vector<std::size_t> order = by_nodes(group);
        if (order.size() < 2) return;
        const std::pair best(order[0], order[1]);
        if (std::find(said_pairs_.begin(), said_pairs_.end(), best) == said_pairs_.end())
            say_pair(best.first, best.second);
    }

    void say_lengths() {
        const ComparedGroup group = strongest_group(results_, all_boards(results_));
        const std::vector<std::size_t>& who = group.configurations;
        const std::vector<std::size_t>& common = group.boards;
        if (common.empty() || who.size() < 2) return;
        const std::string where =
            fmt::format("n the {} that all {}solved", counted(common.size(), "board"),
                        who.size() < results_.configurations.size()
                            ? fmt::format("of the {} strongest ", who.size())
                            : "");
        std::vector<std::size_t> exact;
        std::vector<std::pair<double, std::size_t>> longer;
        for (const std::size_t c : who) {
            const double excess = mean_excess(results_, common, c);
            if (excess > 0.0) longer.emplace_back(-excess, c);
            if (proves(c) && !results_.configurations[c].weighted_tiles) exact.push_back(c);
        }
        std::string text;
        if (exact.size() > 1) {
            text = fmt::format(
                "O{}, the {} configurations that prove their solutions shortest "
                "agree on their mean length, {} moves.",
                where, exact.size(),
                readable_mean(mean(values_on(results_, common, exact.front(), Figure::length))));
        }
        if (!longer.empty()) {
            std::sort(longer.begin(), longer.end());
            std::vector<std::string> words;
            for (const auto& [excess, c] : longer)
                words.push_back(fmt::format("{} ({:+.1f} %)", name(c), -100.0 * excess));
            text += fmt::format("{}Longer than the best known{}: {}.", text.empty() ? "" : " ",
                                text.empty() ? fmt::format(" o{}", where) : "", listed(words));
        }
        if (!text.empty()) said_.findings.push_back(std::move(text));
    }
    void say_limits() {
        std::vector<std::string> parts;
        std::size_t count = 0;
        for (const RunEnd end : {RunEnd::memory_limit, RunEnd::time_limit, RunEnd::node_limit,
                                 RunEnd::depth_limit, RunEnd::gave_up}) {
            std::vector<std::string> names;
            for (const SuiteConfiguration& one : results_.configurations) {
                const auto place = one.ended.find(end);
                if (place == one.ended.end()) continue;
                count += place->second;
                names.push_back(fmt::format("{} {}", one.name, grouped(place->second)));
            }
            if (!names.empty())
                parts.push_back(fmt::format("{}: {}", to_string(end), listed(names)));
        }
        if (count == 0) return;
        said_.findings.push_back(fmt::format("{} of {} ({}) ended without a solution: {}.",
                                             grouped(count), counted(results_.runs, "run"),
                                             percent_text(count, results_.runs),
                                             fmt::join(parts, "; ")));
    }

    void say_remarks() {
        if (results_.not_run > 0) {
            said_.remarks.push_back(fmt::format("{} of board and configuration {} not run yet.",
                                                counted(results_.not_run, "pair"),
                                                results_.not_run == 1 ? "was" : "were"));
        }
        if (results_.superseded > 0) {
            said_.remarks.push_back(
                fmt::format("{} left out, because the same board and configuration was run again "
                            "later (with another version or other limits).",
                            counted(results_.superseded, "record") +
                                (results_.superseded == 1 ? " is" : " are")));
        }
        const auto mixed = [&](const Occurrences& values, std::string_view what) {
            if (values.size() < 2) return;
            said_.remarks.push_back(
                fmt::format("The runs are of {} different {}: compare their times with care.",
                            values.size(), what));
        };
        mixed(results_.versions, "versions of the program");
        mixed(results_.builds, "builds");
        mixed(results_.processors, "processors");
        if (results_.limits.size() > 1) {
            said_.remarks.push_back(
                fmt::format("The runs had {} different limits: which boards are "
                            "solved depends on them.",
                            results_.limits.size()));
        }
    }

    const SuiteResults& results_;
    SuiteSentences said_;
    std::vector<std::pair<std::size_t, std::size_t>> said_pairs_;
};

}  // namespace

PairComparison compare_pair(const SuiteResults& results, std::size_t first, std::size_t second) {
    PairComparison pair;
    pair.first = first;
    pair.second = second;
    const std::size_t both[] = {first, second};
    pair.boards = solved_by_all(results, all_boards(results), both);
    if (pair.boards.empty()) return pair;
    const auto values = [&](std::size_t c, Figure figure, double least) {
        return floored(values_on(results, pair.boards, c, figure), least);
    };
    pair.expanded =
        paired(values(first, Figure::expanded, 1.0), values(second, Figure::expanded, 1.0));
    const std::vector<double> times = values(first, Figure::seconds, shortest_measured);
    const std::vector<double> other_times = values(second, Figure::seconds, shortest_measured);
    std::size_t measured = 0;
    for (std::size_t i = 0; i < times.size(); ++i)
        measured += std::max(times[i], other_times[i]) > shortest_measured ? 1 : 0;
    if (2 * measured >= times.size()) pair.seconds = paired(times, other_times);
    return pair;
}

std::optional<std::size_t> reference_configuration(const SuiteResults& results) {
    const auto& list = results.configurations;
    const bool any_proves = std::any_of(list.begin(), list.end(), proves_all);
    std::size_t most = 0;
    std::vector<std::size_t> best;
    for (std::size_t c = 0; c < list.size(); ++c) {
        if (list[c].solved == 0 || list[c].solved < most || (any_proves && !proves_all(list[c])))
            continue;
        if (list[c].solved > most) best.clear();
        most = list[c].solved;
        best.push_back(c);
    }
    if (best.empty()) return std::nullopt;
    const std::vector<std::size_t> common = solved_by_all(results, all_boards(results), best);
    if (common.empty()) return best.front();
    return *std::min_element(best.begin(), best.end(), [&](std::size_t a, std::size_t b) {
        const auto nodes = [&](std::size_t c) {
            return geometric_mean(floored(values_on(results, common, c, Figure::expanded), 1.0));
        };
        return std::pair(nodes(a), a) < std::pair(nodes(b), b);
    });
}

std::vector<PairComparison> compare_with_reference(const SuiteResults& results) {
    std::vector<PairComparison> pairs;
    const auto reference = reference_configuration(results);
    if (!reference) return pairs;
    for (std::size_t c = 0; c < results.configurations.size(); ++c) {
        if (c == *reference || results.configurations[c].solved == 0) continue;
        pairs.push_back(compare_pair(results, c, *reference));
    }
    correct(pairs, &PairComparison::expanded);
    correct(pairs, &PairComparison::seconds);
    return pairs;
}

SuiteSentences sentences_about(const SuiteResults& results) {
    return SuiteNarrator(results).all();
}

std::string ratio_text(double ratio) {
    return ratio < 9.995 ? fmt::format("{:.2f}×", ratio) : readable_ratio(ratio);
}

std::string estimate_text(const RatioEstimate& estimate) {
    return fmt::format("{} ({:.0f} %: {} to {})", ratio_text(estimate.ratio),
                       100.0 * estimate.confidence, ratio_text(estimate.low),
                       ratio_text(estimate.high));
}

std::string percent_text(std::size_t part, std::size_t whole) {
    if (whole == 0) return "–";
    const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    // What is not all must not read as all, nor something as nothing.
    if (part == whole || part == 0) return fmt::format("{:.0f} %", percent);
    return fmt::format("{:.1f} %", std::clamp(percent, 0.1, 99.9));
}

double mean_excess(const SuiteResults& results, std::span<const std::size_t> boards,
                   std::size_t configuration) {
    double sum = 0.0;
    for (const std::size_t b : boards) {
        const auto& best = results.knowledge(b, configuration).cost;
        const RunRecord& run = *results.cell(b, configuration).runs.front();
        if (!best || *best <= 0 || !run.cost) continue;
        sum += static_cast<double>(*run.cost - *best) / static_cast<double>(*best);
    }
    return boards.empty() ? 0.0 : sum / static_cast<double>(boards.size());
}

}  // namespace tessera::lab
