// What a comparison means, in sentences with the numbers that carry them.
#include "tessera/lab/findings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "tessera/base/readable.hpp"
#include "tessera/lab/comparison_tables.hpp"

namespace tessera::lab {
namespace {

/// Ratios closer to 1 than this are called equal.
constexpr double about_equal = 1.05;
/// Lists in sentences name so many, and count the rest.
constexpr std::size_t most_named = 5;

std::string listed(const std::vector<std::string>& names) {
    const std::size_t shown = std::min(names.size(), most_named);
    const std::vector<std::string> first(names.begin(),
                                         names.begin() + static_cast<std::ptrdiff_t>(shown));
    if (shown < names.size())
        return fmt::format("{} and {} more", fmt::join(first, ", "), names.size() - shown);
    return fmt::format("{}", fmt::join(first, ", "));
}

std::string number_text(Cost number) {
    return grouped(static_cast<std::uint64_t>(number));
}

class Narrator {
  public:
    Narrator(const Comparison& comparison, const ComparisonSummary& summary)
        : comparison_(comparison), summary_(summary) {}

    std::vector<Finding> all() {
        say_contradiction();
        say_best();
        say_heuristics();
        say_longer();
        say_limits();
        say_not_run();
        say_not_measured();
        return std::move(findings_);
    }

  private:
    std::size_t configurations() const { return comparison_.request.configurations.size(); }
    const std::string& algorithm(std::size_t c) const {
        return comparison_.request.configurations[c].algorithm;
    }
    std::string name(std::size_t c) const { return comparison_.name(c); }
    bool several_boards() const {
        return comparison_.request.boards.size() - comparison_.unsolvable.size() > 1;
    }
    double sum(std::size_t c, std::string_view key, const std::vector<std::size_t>& boards) const {
        return total(comparison_, c, metric(key), boards);
    }
    /// " on the 7 boards that both solved", nothing for a single board.
    std::string where(std::size_t boards, std::string_view who) const {
        if (!several_boards()) return {};
        return boards == 1 ? fmt::format(" on the one board that {} solved", who)
                           : fmt::format(" on the {} boards that {} solved", boards, who);
    }
    void add(Finding::Kind kind, std::string text) {
        Finding finding;
        finding.kind = kind;
        finding.text = std::move(text);
        findings_.push_back(std::move(finding));
    }

    void say_contradiction() {
        if (!summary_.contradiction) return;
        add(Finding::Kind::contradiction,
            fmt::format("Two proofs about {} contradict each other, which is a fault of the "
                        "program: please report the board.",
                        comparison_.request.boards[*summary_.contradiction].name()));
    }

    /// Whether every solution of it on the common boards is proven shortest.
    bool proves(std::size_t c) const {
        if (summary_.configurations[c].solved == 0) return false;
        return std::all_of(summary_.common.begin(), summary_.common.end(),
                           [&](std::size_t b) { return comparison_.run(b, c)->solution->optimal; });
    }

    /// "31 moves shortest", "their solutions cheapest".
    std::string what_is_proven(std::size_t c) const {
        const bool by_cost = comparison_.request.cost == CostModel::tile;
        const Solution& one = *comparison_.run(summary_.common.front(), c)->solution;
        const std::string what = several_boards() ? "their solutions"
                                 : by_cost ? fmt::format("a cost of {}", number_text(one.cost))
                                           : counted(one.moves.size(), "move");
        return fmt::format("{} {}", what, by_cost ? "cheapest" : "shortest");
    }

    void say_best() {
        const std::vector<std::size_t>& boards = summary_.common;
        std::vector<std::size_t> exact;
        for (std::size_t c = 0; c < configurations() && !boards.empty(); ++c) {
            if (proves(c)) exact.push_back(c);
        }
        if (exact.size() < 2) return;
        const auto by = [&](std::string_view key) {
            return [this, key, &boards](std::size_t a, std::size_t b) {
                return sum(a, key, boards) < sum(b, key, boards);
            };
        };
        const auto [fewest, most] = std::minmax_element(exact.begin(), exact.end(), by("expanded"));
        const auto [fastest, slowest] =
            std::minmax_element(exact.begin(), exact.end(), by("search_seconds"));
        const auto leanest = std::min_element(exact.begin(), exact.end(), by("search_bytes"));
        const auto mean = [&](std::size_t c, std::string_view key) {
            return sum(c, key, boards) / static_cast<double>(boards.size());
        };
        const double least = mean(*fewest, "expanded");
        const double quickest = mean(*fastest, "search_seconds");

        Finding finding;
        finding.kind = Finding::Kind::best;
        finding.boards = boards.size();
        finding.text =
            fmt::format("{} configurations proved {}{}. Fewest nodes expanded: {} ({})",
                        exact.size(), what_is_proven(*fewest), where(boards.size(), "all"),
                        name(*fewest), readable_mean(least));
        if (*most != *fewest && least > 0.0) {
            finding.subject = *fewest;
            finding.reference = *most;
            finding.expanded_ratio = mean(*most, "expanded") / least;
            finding.text +=
                fmt::format(", {} fewer than {} ({})", readable_ratio(*finding.expanded_ratio),
                            name(*most), readable_mean(mean(*most, "expanded")));
        }
        if (quickest >= shortest_measured) {
            finding.text +=
                fmt::format("; fastest: {} ({})", name(*fastest), short_seconds(quickest));
        } else if (mean(*slowest, "search_seconds") >= shortest_measured) {
            finding.text += "; several took less than 1 ms";
        }
        finding.text +=
            fmt::format("; least memory: {} ({}).", name(*leanest),
                        readable_bytes(static_cast<std::size_t>(mean(*leanest, "search_bytes"))));
        if (boards.size() > 1) finding.text += " Figures are means over these boards.";
        findings_.push_back(std::move(finding));
    }

    /// The configurations of one algorithm that have a heuristic and solved something.
    std::vector<std::vector<std::size_t>> by_algorithm() const {
        std::vector<std::vector<std::size_t>> groups;
        for (std::size_t c = 0; c < configurations(); ++c) {
            if (comparison_.request.configurations[c].heuristic.empty()) continue;
            if (summary_.configurations[c].solved == 0) continue;
            const auto same = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
                return algorithm(group.front()) == algorithm(c);
            });
            if (same == groups.end()) {
                groups.push_back({c});
            } else {
                same->push_back(c);
            }
        }
        return groups;
    }

    bool is_optimal_algorithm(std::size_t c) const {
        const auto entry = find_algorithm(algorithm(c));
        return entry && (*entry)->info->optimal;
    }

    void say_heuristics() {
        for (std::vector<std::size_t> group : by_algorithm()) {
            if (is_optimal_algorithm(group.front())) {
                // One that overestimates may be quick because it misses the shortest solution.
                std::erase_if(group, [&](std::size_t c) { return !always_proven(c); });
                compare_nodes(group);
            } else {
                compare_lengths(group);
            }
        }
    }
    bool always_proven(std::size_t c) const {
        const ConfigurationSummary& own = summary_.configurations[c];
        return own.proven >= own.solved;
    }
    /// Manhattan is what everybody knows; else the first that was named.
    std::size_t reference_of(const std::vector<std::size_t>& group) const {
        for (const std::size_t c : group) {
            if (comparison_.request.configurations[c].heuristic == "manhattan") return c;
        }
        return group.front();
    }
    double expanded_ratio(std::size_t better, std::size_t other) const {
        const std::vector<std::size_t> boards = solved_by_both(comparison_, better, other);
        if (boards.empty()) return 1.0;
        return std::max(1.0, sum(other, "expanded", boards)) /
               std::max(1.0, sum(better, "expanded", boards));
    }

    void compare_nodes(const std::vector<std::size_t>& group) {
        if (group.size() < 2) return;
        std::size_t reference = reference_of(group);
        std::size_t better = reference;
        for (const std::size_t c : group) {
            if (expanded_ratio(c, reference) > expanded_ratio(better, reference)) better = c;
        }
        if (better == reference) {  // nothing beats it: then how far behind the worst is
            for (const std::size_t c : group) {
                if (expanded_ratio(better, c) > expanded_ratio(better, reference)) reference = c;
            }
        }
        if (better == reference) return;
        const std::vector<std::size_t> boards = solved_by_both(comparison_, better, reference);
        Finding finding;
        finding.kind = Finding::Kind::heuristics;
        finding.subject = better;
        finding.reference = reference;
        finding.boards = boards.size();
        finding.expanded_ratio = expanded_ratio(better, reference);
        finding.time_ratio = time_ratio(better, reference, boards);
        const double count = static_cast<double>(boards.size());
        finding.text = fmt::format(
            "{} with {} expanded {} than with {} ({} instead of {}{}){}{}.", algorithm(better),
            comparison_.heuristic(better),
            *finding.expanded_ratio < about_equal
                ? "about as many nodes"
                : fmt::format("{} fewer nodes", readable_ratio(*finding.expanded_ratio)),
            comparison_.heuristic(reference),
            readable_mean(sum(better, "expanded", boards) / count),
            readable_mean(sum(reference, "expanded", boards) / count),
            several_boards() ? " on average" : "", speed_words(finding.time_ratio),
            where(boards.size(), "both"));
        findings_.push_back(std::move(finding));
    }
    /// How many times as long the other took; nothing where a run is too short to be measured.
    std::optional<double> time_ratio(std::size_t better, std::size_t other,
                                     const std::vector<std::size_t>& boards) {
        const double own = sum(better, "search_seconds", boards);
        const double others = sum(other, "search_seconds", boards);
        if (own < shortest_measured || others < shortest_measured) {
            too_short_ = true;
            return std::nullopt;
        }
        return others / own;
    }
    static std::string speed_words(const std::optional<double>& ratio) {
        if (!ratio) return {};
        if (*ratio >= about_equal) return fmt::format(" and was {} faster", readable_ratio(*ratio));
        if (*ratio <= 1.0 / about_equal)
            return fmt::format(" but took {} as long", readable_ratio(1.0 / *ratio));
        return " in about the same time";
    }

    void compare_lengths(const std::vector<std::size_t>& group) {
        if (group.size() < 2) return;
        // Over the boards that all of the group solved, so that every mean is over the same.
        std::vector<std::size_t> boards = solved_by_both(comparison_, group[0], group[1]);
        for (const std::size_t c : group) {
            std::erase_if(boards, [&](std::size_t b) {
                const ComparisonRun* run = comparison_.run(b, c);
                return run == nullptr || !run->solved();
            });
        }
        if (boards.empty()) return;
        const auto [shortest, longest] =
            std::minmax_element(group.begin(), group.end(), [&](std::size_t a, std::size_t b) {
                return sum(a, "length", boards) < sum(b, "length", boards);
            });
        const double count = static_cast<double>(boards.size());
        const double least = sum(*shortest, "length", boards) / count;
        const double most = sum(*longest, "length", boards) / count;
        if (least == most) return;
        Finding finding;
        finding.kind = Finding::Kind::lengths;
        finding.subject = *shortest;
        finding.reference = *longest;
        finding.boards = boards.size();
        finding.text = fmt::format(
            "{} found its shortest solution{} with {} ({} moves{}), its longest with {} ({}){}.",
            algorithm(*shortest), several_boards() ? "s" : "",
            heuristics_with(group, least, boards), readable_mean(least),
            several_boards() ? " on average" : "", heuristics_with(group, most, boards),
            readable_mean(most), where(boards.size(), "all of them"));
        findings_.push_back(std::move(finding));
    }

    /// The heuristics of a group whose solutions have this mean length: "manhattan and 2 others".
    std::string heuristics_with(const std::vector<std::size_t>& group, double length,
                                const std::vector<std::size_t>& boards) const {
        std::string first;
        std::size_t others = 0;
        for (const std::size_t c : group) {
            if (sum(c, "length", boards) / static_cast<double>(boards.size()) != length) continue;
            if (first.empty()) {
                first = comparison_.heuristic(c);
            } else {
                ++others;
            }
        }
        return others == 0 ? first : fmt::format("{} and {}", first, counted(others, "other"));
    }

    struct Excess {
        std::size_t boards = 0;  ///< with a longer solution
        std::size_t found = 0;
        Cost worst = 0;
        std::string words;
    };
    /// How much longer the solutions of a configuration are than the best known.
    Excess excess_of(std::size_t c) const {
        Excess excess;
        for (std::size_t b = 0; b < comparison_.request.boards.size(); ++b) {
            const ComparisonRun* run = comparison_.run(b, c);
            if (run == nullptr || !run->found()) continue;
            const Cost best = *summary_.best[b].cost;
            const Cost more = run->solution->cost - best;
            ++excess.found;
            excess.boards += more > 0 ? 1 : 0;
            excess.worst = std::max(excess.worst, more);
            if (more > 0 && !several_boards())
                excess.words = fmt::format("{} {} (+{})", name(c), number_text(run->solution->cost),
                                           number_text(more));
        }
        if (several_boards()) {
            excess.words = fmt::format("{} on {} of {} (at worst +{})", name(c), excess.boards,
                                       excess.found, number_text(excess.worst));
        }
        return excess;
    }

    void say_longer() {
        std::vector<Excess> all;
        for (std::size_t c = 0; c < configurations(); ++c) {
            Excess excess = excess_of(c);
            if (excess.boards > 0) all.push_back(std::move(excess));
        }
        if (all.empty()) return;
        std::sort(all.begin(), all.end(), [](const Excess& a, const Excess& b) {
            return std::tie(b.worst, a.words) < std::tie(a.worst, b.words);
        });
        std::vector<std::string> words;
        for (Excess& excess : all) words.push_back(std::move(excess.words));
        const bool proven =
            std::all_of(summary_.best.begin(), summary_.best.end(),
                        [](const BestKnown& best) { return best.proven || !best.cost; });
        const bool by_cost = comparison_.request.cost == CostModel::tile;
        std::string than = proven ? (by_cost ? "the cheapest" : "the shortest")
                                  : "the best found here, which is not proven";
        if (!several_boards()) {
            for (const BestKnown& best : summary_.best) {
                if (best.cost) than += fmt::format(" ({})", number_text(*best.cost));
            }
        }
        add(Finding::Kind::longer,
            fmt::format("{} than {}: {}.", by_cost ? "Dearer" : "Longer", than, listed(words)));
    }

    void say_limits() {
        std::map<Status, std::vector<std::string>> groups;
        std::size_t count = 0;
        for (std::size_t c = 0; c < configurations(); ++c) {
            for (const auto& [status, times] : summary_.configurations[c].ended) {
                if (status == Status::solved) continue;
                count += times;
                groups[status].push_back(several_boards()
                                             ? fmt::format("{} ({} of {})", name(c), times,
                                                           summary_.configurations[c].runs)
                                             : name(c));
            }
        }
        if (count == 0) return;
        std::vector<std::string> parts;
        for (const auto& [status, names] : groups)
            parts.push_back(fmt::format("{}: {}", limit_words(status), listed(names)));
        add(Finding::Kind::limits,
            fmt::format("{} of {} did not come to an end of {} own: {}.", count,
                        counted(comparison_.runs.size(), "run"), count == 1 ? "its" : "their",
                        fmt::join(parts, "; ")));
    }
    std::string limit_words(Status status) const {
        const Limits& limits = comparison_.request.limits;
        switch (status) {
            case Status::time_limit:
                return fmt::format(
                    "time limit of {}",
                    given_seconds(std::chrono::duration<double>(limits.time).count()));
            case Status::memory_limit:
                return fmt::format("memory limit of {}", readable_bytes(limits.memory_bytes));
            case Status::node_limit:
                return fmt::format("limit of {} nodes", grouped(limits.nodes));
            default:
                return status_words(status);
        }
    }

    void say_not_run() {
        std::map<std::string, std::vector<std::string>> reasons;
        for (const ComparisonRun& run : comparison_.runs) {
            if (!run.error) continue;
            std::vector<std::string>& names = reasons[run.error->message];
            if (std::find(names.begin(), names.end(), name(run.configuration)) == names.end())
                names.push_back(name(run.configuration));
        }
        for (const auto& [reason, names] : reasons)
            add(Finding::Kind::not_run, fmt::format("Not run: {} ({}).", listed(names), reason));
    }

    void say_not_measured() {
        if (!too_short_) return;
        add(Finding::Kind::not_measured,
            "Times under 1 ms are not compared: they are too short to be measured.");
    }

    const Comparison& comparison_;
    const ComparisonSummary& summary_;
    std::vector<Finding> findings_;
    bool too_short_ = false;
};

}  // namespace

std::string_view to_string(Finding::Kind kind) {
    switch (kind) {
        case Finding::Kind::best:
            return "best";
        case Finding::Kind::heuristics:
            return "heuristics";
        case Finding::Kind::lengths:
            return "lengths";
        case Finding::Kind::longer:
            return "longer";
        case Finding::Kind::limits:
            return "limits";
        case Finding::Kind::not_run:
            return "not-run";
        case Finding::Kind::not_measured:
            return "not-measured";
        case Finding::Kind::contradiction:
            return "contradiction";
    }
    return "best";
}

std::vector<Finding> findings(const Comparison& comparison, const ComparisonSummary& summary) {
    return Narrator(comparison, summary).all();
}

}  // namespace tessera::lab
