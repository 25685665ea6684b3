// What results mean, in sentences with the numbers that carry them: of a comparison, of a suite, of a whole store.
#include "tessera/lab/findings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

#include "tessera/base/readable.hpp"
#include "tessera/lab/pairs.hpp"

namespace tessera::lab {
namespace {

using Numbers = std::vector<std::size_t>;

/// A list in a sentence names this many at most, and counts the rest.
constexpr std::size_t most_named = 5;

std::string listed(const std::vector<std::string>& names) {
    if (names.size() <= most_named) return fmt::format("{}", fmt::join(names, ", "));
    return fmt::format("{} and {} more", fmt::join(names.begin(), names.begin() + most_named, ", "),
                       names.size() - most_named);
}

std::string whole_text(std::int64_t number) {
    return grouped(static_cast<std::uint64_t>(number));
}

class Narrator {
  public:
    explicit Narrator(const SuiteResults& results) : results_(results) {
        if (results.runs == 0) return;
        by_cost_ = std::all_of(results.configurations.begin(), results.configurations.end(),
                               [](const auto& one) { return one.weighted_tiles; });
        group_ = strongest_group(results, all_boards(results));
        compare_configurations();
    }

    std::vector<Finding> all() {
        if (results_.runs == 0) return {};
        say_alarms();
        say_solved();
        say_best();
        say_heuristics();
        say_longer();
        say_limits();
        say_not_run();
        say_not_measured();
        say_remarks();
        return std::move(findings_);
    }

  private:
    const ConfigurationResult& one(std::size_t c) const { return results_.configurations[c]; }
    const std::string& name(std::size_t c) const { return one(c).name; }
    std::size_t boards() const { return results_.boards.size(); }
    bool several_boards() const { return boards() > 1; }
    bool proves(std::size_t c) const { return proves_all(one(c)); }
    double mean_of(std::size_t c, Figure figure, const Numbers& boards) const {
        return mean(values_on(results_, boards, c, figure));
    }
    /// " on the 7 boards that both solved", nothing for a single board.
    std::string where(std::size_t count, std::string_view who) const {
        if (!several_boards()) return {};
        return count == 1 ? fmt::format(" on the one board that {} solved", who)
                          : fmt::format(" on the {} boards that {} solved", grouped(count), who);
    }
    /// The same for the boards of the group.
    std::string where_all() const {
        const std::size_t able = solvers(results_, all_boards(results_)).size();
        const std::size_t members = group_.configurations.size();
        return where(group_.boards.size(),
                     members < able ? fmt::format("all of the {} strongest", members) : "all");
    }
    Finding& say(Finding::Kind kind, std::string text) {
        findings_.push_back({kind, std::move(text)});
        return findings_.back();
    }

    void say_alarms() {
        for (const std::string& text : results_.contradictions) {
            say(Finding::Kind::contradiction,
                fmt::format("Two proofs contradict each other, which is a fault of the program: "
                            "{}. Please report the board.",
                            text));
        }
        std::vector<std::string> parts;
        std::size_t count = 0;
        for (const RunEnd end : {RunEnd::crashed, RunEnd::hung, RunEnd::error}) {
            const std::size_t own = results_.ended(end);
            if (own == 0 || (end == RunEnd::error && results_.refusals_are_answers)) continue;
            count += own;
            parts.push_back(fmt::format("{} {}", grouped(own), to_string(end)));
        }
        if (count > 0) {
            say(Finding::Kind::unexplained,
                fmt::format("{} of {} ended without an explanation: {}.", grouped(count),
                            counted(results_.runs, "run"), fmt::join(parts, ", ")));
        }
        if (results_.unsteady > 0) {
            say(Finding::Kind::unsteady,
                fmt::format("{} expanded another number of nodes than the first repetition of the "
                            "same run, though nothing is random in it.",
                            counted(results_.unsteady, "repetition")));
        }
    }

    void say_solved() {
        if (!several_boards()) return;
        const std::size_t solvable = solvable_of(results_, all_boards(results_)).size();
        const std::size_t unsolvable = boards() - solvable;
        if (solvable == 0) {
            say(Finding::Kind::solved,
                fmt::format("None of the {} can be solved: all are unsolvable.",
                            counted(boards(), "board")));
            return;
        }
        const std::string rest =
            unsolvable == 0 ? ""
                            : fmt::format("; {} {} unsolvable", counted(unsolvable, "more board"),
                                          unsolvable == 1 ? "is" : "are");
        const auto& list = results_.configurations;
        const auto [fewest, most] =
            std::minmax_element(list.begin(), list.end(),
                                [](const auto& a, const auto& b) { return a.solved < b.solved; });
        const auto words = [&](const ConfigurationResult& who) {
            const auto same = static_cast<std::size_t>(
                std::count_if(list.begin(), list.end(),
                              [&](const auto& other) { return other.solved == who.solved; }));
            return fmt::format("{}{} ({} of {}, {})", who.name,
                               same == 1 ? "" : fmt::format(" and {}", counted(same - 1, "other")),
                               grouped(who.solved), grouped(solvable),
                               percent_text(who.solved, solvable));
        };
        if (most->solved > fewest->solved) {
            say(Finding::Kind::solved, fmt::format("Most boards were solved by {}, fewest by {}{}.",
                                                   words(*most), words(*fewest), rest));
            return;
        }
        say(Finding::Kind::solved,
            fmt::format("{} solved {} of {} ({}){}.",
                        list.size() == 1
                            ? most->name
                            : fmt::format("Each of the {} configurations", list.size()),
                        grouped(most->solved),
                        counted(solvable, unsolvable == 0 ? "board" : "solvable board"),
                        percent_text(most->solved, solvable), rest));
    }

    // ---- Who proves shortest solutions, and with what effort

    /// "31 moves shortest"; of several boards "their solutions shortest on the 7 boards that all solved, and agree on their
    /// mean length, 12.3 moves". Where tiles have weights, the cheapest.
    std::string what_is_proven(std::size_t c) const {
        const double value = mean_of(c, by_cost_ ? Figure::cost : Figure::length, group_.boards);
        const std::string_view best = by_cost_ ? "cheapest" : "shortest";
        if (several_boards()) {
            return fmt::format("their solutions {}{}, and agree on their mean {}, {}{}", best,
                               where_all(), by_cost_ ? "cost" : "length", readable_mean(value),
                               by_cost_ ? "" : " moves");
        }
        const auto whole = static_cast<std::uint64_t>(value);
        return fmt::format(
            "{} {}",
            by_cost_ ? fmt::format("a cost of {}", grouped(whole)) : counted(whole, "move"), best);
    }

    void say_best() {
        Numbers exact;
        for (const std::size_t c : group_.configurations) {
            if (proves(c) && one(c).weighted_tiles == by_cost_) exact.push_back(c);
        }
        if (exact.size() < 2 || group_.boards.empty()) return;
        const auto by = [&](Figure figure) {
            return [this, figure](std::size_t a, std::size_t b) {
                return mean_of(a, figure, group_.boards) < mean_of(b, figure, group_.boards);
            };
        };
        const auto [fewest, most] =
            std::minmax_element(exact.begin(), exact.end(), by(Figure::expanded));
        const auto [fastest, slowest] =
            std::minmax_element(exact.begin(), exact.end(), by(Figure::seconds));
        const auto leanest = std::min_element(exact.begin(), exact.end(), by(Figure::bytes));
        const double least = mean_of(*fewest, Figure::expanded, group_.boards);
        const double quickest = mean_of(*fastest, Figure::seconds, group_.boards);

        Finding finding;
        finding.kind = Finding::Kind::best;
        finding.boards = group_.boards.size();
        finding.text =
            fmt::format("{} configurations proved {}. Fewest nodes expanded: {} ({})", exact.size(),
                        what_is_proven(*fewest), name(*fewest), readable_mean(least));
        if (*most != *fewest && least > 0.0) {
            const double largest = mean_of(*most, Figure::expanded, group_.boards);
            finding.subject = *fewest;
            finding.reference = *most;
            finding.expanded_ratio = largest / least;
            finding.text +=
                fmt::format(", {} fewer than {} ({})", readable_ratio(*finding.expanded_ratio),
                            name(*most), readable_mean(largest));
        }
        if (quickest >= shortest_measured) {
            finding.text +=
                fmt::format("; fastest: {} ({})", name(*fastest), short_seconds(quickest));
        } else if (mean_of(*slowest, Figure::seconds, group_.boards) >= shortest_measured) {
            finding.text += "; several took less than 1 ms";
        }
        finding.text += fmt::format(
            "; least memory: {} ({}).", name(*leanest),
            info_of(Figure::bytes).text(mean_of(*leanest, Figure::bytes, group_.boards)));
        if (several_boards()) finding.text += " Figures are means over these boards.";
        findings_.push_back(std::move(finding));
    }

    // ---- Pairs

    /// "95 % interval 2.9× to 3.4×, p < 0.001"; nothing for a single board.
    static std::string interval_words(const PairedFigure& figure) {
        if (figure.has_interval())
            return fmt::format("95 % interval {} to {}, {} after Holm's correction",
                               ratio_text(figure.ratio.low), ratio_text(figure.ratio.high),
                               p_text(figure.p));
        return figure.ratio.pairs == 1 ? std::string()
                                       : fmt::format("{}: too few for an interval",
                                                     counted(figure.ratio.pairs, "board"));
    }
    static std::string in_parentheses(const std::vector<std::string>& parts) {
        std::string text;
        for (const std::string& part : parts) {
            if (!part.empty()) text += (text.empty() ? "" : "; ") + part;
        }
        return text.empty() ? text : fmt::format(" ({})", text);
    }
    /// " and was 1.3× faster (…)".
    static std::string time_words(const std::optional<PairedFigure>& seconds) {
        if (!seconds) return {};
        const std::string interval =
            seconds->has_interval() ? interval_words(*seconds) : std::string();
        if (!seconds->clear()) {
            return " in about the same time" +
                   in_parentheses({seconds->has_interval() ? seconds->text() : "", interval});
        }
        if (seconds->ratio.ratio > 1.0)
            return fmt::format(" and was {} faster", seconds->text()) + in_parentheses({interval});
        PairedFigure other_way = *seconds;
        other_way.ratio.ratio = 1.0 / seconds->ratio.ratio;
        return fmt::format(" but took {} as long", other_way.text()) +
               in_parentheses({interval.empty() ? "" : "ratio " + seconds->text(), interval});
    }
    /// The one that needs more nodes on the boards that both solved comes first.
    void say_pair(Finding::Kind kind, const PairComparison& pair) {
        const std::size_t better = pair.second;
        const std::size_t other = pair.first;
        const PairedFigure& nodes = *pair.expanded;
        const std::string relation =
            nodes.clear()          ? fmt::format("{} fewer nodes than", nodes.text())
            : nodes.has_interval() ? "no clearly different number of nodes from"
                                   : "about as many nodes as";
        const std::string instead = fmt::format(
            "{} instead of {}", readable_mean(typical_nodes(results_, pair.boards, better)),
            readable_mean(typical_nodes(results_, pair.boards, other)));
        std::string text = fmt::format(
            "{} expanded {} {}{}{}.", name(better), relation, name(other),
            in_parentheses({nodes.clear() ? "" : nodes.text(), interval_words(nodes), instead}),
            time_words(pair.seconds));
        if (several_boards()) {
            text += fmt::format(" Geometric means over the {} that both solved.",
                                counted(pair.boards.size(), "board"));
        }
        too_short_ |= !pair.seconds;
        Finding& finding = say(kind, std::move(text));
        finding.subject = better;
        finding.reference = other;
        finding.boards = pair.boards.size();
        finding.expanded_ratio = nodes.ratio.ratio;
        if (pair.seconds) finding.time_ratio = pair.seconds->ratio.ratio;
    }

    /// By nodes over the boards that all of them solved; empty where there are none.
    Numbers by_nodes(Numbers group) const {
        const Numbers common = solved_by_all(results_, all_boards(results_), group);
        if (common.empty()) return {};
        std::sort(group.begin(), group.end(), [&](std::size_t a, std::size_t b) {
            return std::pair(typical_nodes(results_, common, a), a) <
                   std::pair(typical_nodes(results_, common, b), b);
        });
        return group;
    }

    /// The configurations of one algorithm that have a heuristic and solved something.
    std::vector<Numbers> by_algorithm() const {
        std::vector<Numbers> groups;
        for (std::size_t c = 0; c < results_.configurations.size(); ++c) {
            if (one(c).heuristic.empty() || one(c).solved == 0) continue;
            const auto same = std::find_if(groups.begin(), groups.end(), [&](const Numbers& group) {
                return one(group.front()).algorithm == one(c).algorithm;
            });
            same == groups.end() ? groups.push_back({c}) : same->push_back(c);
        }
        return groups;
    }

    bool finds_shortest(const Numbers& group) const {
        const auto entry = find_algorithm(one(group.front()).algorithm);
        return entry && (*entry)->info->optimal;
    }
    void say_heuristics() {
        auto next = pairs_.begin();
        for (const Numbers& group : by_algorithm()) {
            if (!finds_shortest(group)) {
                compare_lengths(group);
            } else if (heuristic_pair(group)) {
                say_pair(Finding::Kind::heuristics, *next++);
            }
        }
        if (next != pairs_.end()) say_closest(*next);
    }
    /// Finds the pairs that are told, and compares them together: two heuristics of each algorithm, then the closest two.
    void compare_configurations() {
        std::vector<Pair> pairs;
        for (const Numbers& group : by_algorithm()) {
            if (!finds_shortest(group)) continue;
            if (const auto pair = heuristic_pair(group)) pairs.push_back(*pair);
        }
        const auto closest = closest_pair();
        if (closest && std::find(pairs.begin(), pairs.end(), *closest) == pairs.end())
            pairs.push_back(*closest);
        pairs_ = compare_pairs(results_, pairs);
    }
    /// The one that needs fewer nodes on the boards that both solved comes second.
    Pair with_better_last(std::size_t better, std::size_t other) const {
        const Numbers both{better, other};
        const Numbers boards = solved_by_all(results_, all_boards(results_), both);
        return typical_nodes(results_, boards, better) <= typical_nodes(results_, boards, other)
                   ? Pair(other, better)
                   : Pair(better, other);
    }
    static bool is_yardstick(const std::string& heuristic) {
        const auto spec = parse_heuristic(heuristic);
        return spec && spec->entry->info->yardstick;
    }
    /// The best against Manhattan, which everybody knows, or where that is the best, against the next. One that
    /// overestimates may be quick because it misses the shortest solution: it has no part in this.
    std::optional<Pair> heuristic_pair(Numbers group) const {
        std::erase_if(group, [&](std::size_t c) { return !proves(c); });
        const Numbers order = by_nodes(std::move(group));
        if (order.size() < 2) return std::nullopt;
        std::size_t other = order[1];
        for (const std::size_t c : order) {
            if (c != order[0] && is_yardstick(one(c).heuristic)) other = c;
        }
        return with_better_last(order[0], other);
    }
    void compare_lengths(const Numbers& group) {
        std::set<std::string> heuristics;
        for (const std::size_t c : group) heuristics.insert(one(c).heuristic);
        const Numbers common = solved_by_all(results_, all_boards(results_), group);
        // With other options the same heuristic is several configurations, which a heuristic's name does not tell apart.
        if (group.size() < 2 || heuristics.size() < group.size() || common.empty()) return;
        const auto length = [&](std::size_t c) { return mean_of(c, Figure::length, common); };
        const auto [shortest, longest] = std::minmax_element(
            group.begin(), group.end(),
            [&](std::size_t a, std::size_t b) { return length(a) < length(b); });
        if (length(*shortest) == length(*longest)) return;
        const auto with = [&](double wanted) {
            std::vector<std::string> names;
            for (const std::size_t c : group) {
                if (length(c) == wanted) names.push_back(one(c).heuristic);
            }
            return names.size() == 1
                       ? names[0]
                       : fmt::format("{} and {}", names[0], counted(names.size() - 1, "other"));
        };
        Finding& finding =
            say(Finding::Kind::lengths,
                fmt::format("{} found its shortest solution{} with {} ({} move{}{}), its longest "
                            "with {} ({}){}.",
                            one(*shortest).algorithm, several_boards() ? "s" : "",
                            with(length(*shortest)), readable_mean(length(*shortest)),
                            length(*shortest) == 1.0 ? "" : "s",
                            several_boards() ? " on average" : "", with(length(*longest)),
                            readable_mean(length(*longest)), where(common.size(), "all of them")));
        finding.subject = *shortest;
        finding.reference = *longest;
        finding.boards = common.size();
    }

    /// The two with the fewest nodes of all that prove their solutions.
    std::optional<Pair> closest_pair() const {
        Numbers group;
        for (std::size_t c = 0; c < results_.configurations.size(); ++c) {
            if (proves(c)) group.push_back(c);
        }
        const Numbers order = by_nodes(group);
        if (order.size() < 2) return std::nullopt;
        return with_better_last(order[0], order[1]);
    }
    /// Where there are boards enough to tell them apart.
    void say_closest(const PairComparison& pair) {
        if (pair.expanded && pair.expanded->has_interval()) say_pair(Finding::Kind::pair, pair);
    }

    // ---- What is longer, stopped, refused

    void say_longer() { several_boards() ? say_longer_on_average() : say_longer_on_one_board(); }
    void say_longer_on_average() {
        if (group_.configurations.size() < 2) return;
        std::vector<std::pair<double, std::size_t>> longer;
        for (const std::size_t c : group_.configurations) {
            const double excess = mean_excess(results_, group_.boards, c);
            if (excess > 0.0) longer.emplace_back(-excess, c);
        }
        if (longer.empty()) return;
        std::sort(longer.begin(), longer.end());
        std::vector<std::string> words;
        for (const auto& [excess, c] : longer)
            words.push_back(fmt::format("{} ({:+.1f} %)", name(c), -100.0 * excess));
        say(Finding::Kind::longer,
            fmt::format("{} than the best known{} (mean of the boards' own percentages): {}.",
                        by_cost_ ? "Dearer" : "Longer", where_all(), listed(words)));
    }
    void say_longer_on_one_board() {
        std::vector<std::tuple<std::int64_t, std::string>> longer;
        for (std::size_t c = 0; c < results_.configurations.size(); ++c) {
            if (!results_.cell(0, c).found() || one(c).weighted_tiles != by_cost_) continue;
            const std::int64_t cost = *results_.cell(0, c).runs.front()->cost;
            const std::int64_t more = cost - *results_.knowledge(0, c).cost;
            if (more == 0) continue;
            longer.emplace_back(
                -more, fmt::format("{} {} (+{})", name(c), whole_text(cost), whole_text(more)));
        }
        if (longer.empty()) return;
        std::sort(longer.begin(), longer.end());
        std::vector<std::string> words;
        for (auto& [more, text] : longer) words.push_back(std::move(text));
        const BoardKnowledge& best = by_cost_ ? results_.boards[0].tile : results_.boards[0].unit;
        say(Finding::Kind::longer,
            fmt::format("{} than {} ({}): {}.", by_cost_ ? "Dearer" : "Longer",
                        !best.proven ? "the best found here, which is not proven"
                        : by_cost_   ? "the cheapest"
                                     : "the shortest",
                        whole_text(*best.cost), listed(words)));
    }

    /// "time limit of 10 s"; without the amount where a run had none.
    static std::string limit_words(const RunRecord& run) {
        if (run.end == RunEnd::time_limit && run.time_limit > 0.0)
            return fmt::format("time limit of {}", given_seconds(run.time_limit));
        if (run.end == RunEnd::memory_limit && run.memory_limit > 0)
            return fmt::format("memory limit of {}", readable_bytes(run.memory_limit));
        if (run.end == RunEnd::node_limit && run.node_limit > 0)
            return fmt::format("limit of {} nodes", grouped(run.node_limit));
        return end_words(run.end);
    }
    void say_limits() {
        std::vector<std::string> parts;
        std::size_t count = 0;
        for (const RunEnd end : {RunEnd::memory_limit, RunEnd::time_limit, RunEnd::node_limit,
                                 RunEnd::depth_limit, RunEnd::gave_up}) {
            std::vector<std::string> names;
            std::set<std::string> limits;
            for (std::size_t c = 0; c < results_.configurations.size(); ++c) {
                std::size_t runs = 0;
                std::size_t own = 0;
                for (std::size_t b = 0; b < boards(); ++b) {
                    for (const RunRecord* run : results_.cell(b, c).runs) {
                        ++runs;
                        if (run->end != end) continue;
                        ++own;
                        limits.insert(limit_words(*run));
                    }
                }
                if (own == 0) continue;
                count += own;
                names.push_back(
                    runs == 1 ? name(c)
                              : fmt::format("{} ({} of {})", name(c), grouped(own), grouped(runs)));
            }
            if (names.empty()) continue;
            const std::string what = limits.size() == 1 ? *limits.begin() : end_words(end);
            parts.push_back(fmt::format("{}{}: {}",
                                        end == RunEnd::gave_up ? "because it " : "at the ", what,
                                        listed(names)));
        }
        if (count == 0) return;
        say(Finding::Kind::limits,
            fmt::format("{} of {} ended early, {}.", grouped(count), counted(results_.runs, "run"),
                        fmt::join(parts, "; ")));
    }

    void say_not_run() {
        if (!results_.refusals_are_answers) return;
        std::map<std::string, std::vector<std::string>> reasons;
        for (std::size_t c = 0; c < results_.configurations.size(); ++c) {
            for (std::size_t b = 0; b < boards(); ++b) {
                const SuiteCell& cell = results_.cell(b, c);
                if (!cell.ran() || cell.end != RunEnd::error) continue;
                std::vector<std::string>& names = reasons[cell.runs.front()->detail];
                if (names.empty() || names.back() != name(c)) names.push_back(name(c));
            }
        }
        for (const auto& [reason, names] : reasons)
            say(Finding::Kind::not_run, fmt::format("Not run: {} ({}).", listed(names), reason));
    }

    void say_not_measured() {
        if (!too_short_) return;
        say(Finding::Kind::not_measured,
            "Times under 1 ms are not compared: they are too short to be measured.");
    }

    void say_remarks() {
        const auto remark = [&](std::string text) { say(Finding::Kind::remark, std::move(text)); };
        if (results_.busy > 0) {
            remark(
                fmt::format("The machine was busy during {} of {}: {} time is that of the "
                            "processor, not of the clock.",
                            grouped(results_.busy), counted(results_.runs, "run"),
                            results_.busy == 1 ? "its" : "their"));
        }
        if (results_.not_run > 0) {
            remark(fmt::format("{} of board and configuration {} not run yet.",
                               counted(results_.not_run, "pair"),
                               results_.not_run == 1 ? "was" : "were"));
        }
        if (results_.superseded > 0) {
            remark(fmt::format(
                "{} {} left out, because the same board and configuration was run "
                "again later (with another version or other limits).",
                counted(results_.superseded, "record"), results_.superseded == 1 ? "is" : "are"));
        }
        const auto mixed = [&](const Occurrences& values, std::string_view what) {
            if (values.size() < 2) return;
            remark(fmt::format("The runs are of {} different {}: compare their times with care.",
                               values.size(), what));
        };
        mixed(results_.versions, "versions of the program");
        mixed(results_.builds, "builds");
        mixed(results_.processors, "processors");
        if (results_.limits.size() > 1) {
            remark(
                fmt::format("The runs had {} different limits: which boards are solved depends "
                            "on them.",
                            results_.limits.size()));
        }
    }

    const SuiteResults& results_;
    bool by_cost_ = false;  ///< all configurations count by the tiles' weights
    ComparedGroup group_;   ///< of means
    std::vector<Finding> findings_;
    std::vector<PairComparison> pairs_;  ///< that are told, in their order
    bool too_short_ = false;
};

}  // namespace

std::string_view to_string(Finding::Kind kind) {
    constexpr std::array<std::string_view, static_cast<std::size_t>(Finding::Kind::remark) + 1>
        names{"contradiction", "unexplained",  "unsteady", "solved", "best",
              "heuristics",    "lengths",      "pair",     "longer", "limits",
              "not-run",       "not-measured", "remark"};
    return names[static_cast<std::size_t>(kind)];
}

std::vector<Finding> findings(const SuiteResults& results) {
    return Narrator(results).all();
}

}  // namespace tessera::lab
