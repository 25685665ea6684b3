// The records of one suite, gathered: boards × configurations, repetitions as one, and what is known of every board.
#include "tessera/lab/suite_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include "tessera/base/readable.hpp"
#include "tessera/lab/statistics.hpp"
#include "tessera/puzzle/formats.hpp"

namespace tessera::lab {
namespace {

std::string bytes_text(double value) {
    return readable_bytes(static_cast<std::size_t>(value));
}

constexpr std::array<FigureInfo, figure_count> every_figure{{
    {Figure::length, "length", "length", "moves of the solution", readable_mean},
    {Figure::cost, "cost", "cost", "cost of the solution", readable_mean},
    {Figure::expanded, "expanded", "expanded", "nodes expanded", readable_mean, true, true},
    {Figure::generated, "generated", "generated", "nodes generated", readable_mean, true, true},
    {Figure::peak_open, "peak_open", "max fringe", "largest frontier", readable_mean, true, true},
    {Figure::max_depth, "max_depth", "depth", "deepest state", readable_mean, false},
    {Figure::seconds, "search_seconds", "time", "time of the search", short_seconds, true, false,
     shortest_measured},
    {Figure::bytes, "search_bytes", "memory", "bytes of the search with its tables", bytes_text},
}};

/// Numbers names in the order in which they come, and finds them again.
class NameIndex {
  public:
    std::size_t number(const std::string& name) {
        return numbers_.try_emplace(name, numbers_.size()).first->second;
    }

  private:
    std::unordered_map<std::string, std::size_t> numbers_;
};

/// The model of cost stands among the options; they are the same for most runs, so each text is read once.
class CostModels {
  public:
    bool weighted_tiles(const RunRecord& record) {
        const auto [place, is_new] = known_.try_emplace(record.options, false);
        if (is_new) {
            const auto json = nlohmann::json::parse(record.options, nullptr, false);
            place->second = json.is_object() && json.contains("cost") &&
                            json["cost"] == nlohmann::json(to_string(CostModel::tile));
        }
        return place->second;
    }

  private:
    std::unordered_map<std::string, bool> known_;
};

Limits limits_of(const RunRecord& record) {
    Limits limits;
    if (record.time_limit > 0.0) {
        limits.time = std::chrono::duration_cast<decltype(limits.time)>(
            std::chrono::duration<double>(record.time_limit));
    }
    if (record.memory_limit != 0) limits.memory_bytes = record.memory_limit;
    if (record.node_limit != 0) limits.nodes = record.node_limit;
    if (record.depth_limit != 0)
        limits.depth = static_cast<decltype(limits.depth)>(record.depth_limit);
    return limits;
}

/// Positions of `items` in the order that `less` gives them: `order[new] = old`.
template <class T, class Less>
std::vector<std::size_t> sorted_order(const std::vector<T>& items, const Less& less) {
    std::vector<std::size_t> order(items.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        if (less(items[a], items[b])) return true;
        return !less(items[b], items[a]) && a < b;
    });
    return order;
}

bool board_less(const BoardResult& a, const BoardResult& b) {
    if (a.set != b.set) return natural_less(a.set, b.set);
    return a.id != b.id ? natural_less(a.id, b.id) : a.start < b.start;
}

class Gatherer {
  public:
    Gatherer(std::string suite, const std::vector<const RunRecord*>& records) {
        results_.suite = std::move(suite);
        place(records);
        finish();
    }
    explicit Gatherer(const Experiment& experiment) {
        results_.suite = experiment.suite.name;
        results_.refusals_are_answers = true;
        place(experiment);
        finish();
        for (std::size_t c = 0; c < results_.configurations.size(); ++c) name(experiment, c);
    }
    SuiteResults take() { return std::move(results_); }

  private:
    void finish() {
        for (SuiteCell& cell : results_.cells) finish(cell);
        for (std::size_t b = 0; b < results_.boards.size(); ++b) learn(b);
        for (std::size_t b = 0; b < results_.boards.size(); ++b) {
            for (std::size_t c = 0; c < results_.configurations.size(); ++c) count(b, c);
        }
    }

    void place(const Experiment& experiment) {
        for (const RunBoard& board : experiment.suite.boards) {
            const Geometry geometry = board.start.geometry();
            results_.boards.push_back({board.set, board.id, geometry.rows, geometry.cols,
                                       flat_form(board.start), flat_form(board.goal)});
        }
        results_.configurations.resize(experiment.suite.configurations.size());
        results_.cells.resize(results_.boards.size() * results_.configurations.size());
        for (const ExperimentRun& run : experiment.runs) {
            results_.cells[run.board * results_.configurations.size() + run.configuration]
                .runs.push_back(&run.record);
        }
    }
    /// As it was asked for, but its heuristic in full where all runs agree on it.
    void name(const Experiment& experiment, std::size_t c) {
        const RunConfiguration& asked = experiment.suite.configurations[c];
        std::optional<std::string> full;
        bool agree = true;
        for (const ExperimentRun& run : experiment.runs) {
            if (run.configuration != c || !run.solution) continue;
            agree &= !full || *full == run.record.heuristic;
            full = run.record.heuristic;
        }
        ConfigurationResult& own = results_.configurations[c];
        own.algorithm = asked.algorithm;
        own.weighted_tiles = asked.cost == CostModel::tile;
        own.heuristic = asked.heuristic == "auto" ? "" : asked.heuristic;
        if (full && agree) own.heuristic = *full;
        own.name = own.heuristic.empty() ? own.algorithm
                                         : fmt::format("{} with {}", own.algorithm, own.heuristic);
    }

    void place(const std::vector<const RunRecord*>& records) {
        NameIndex boards;
        NameIndex configurations;
        std::vector<std::pair<std::size_t, std::size_t>> places;
        for (const RunRecord* record : records) {
            const std::size_t b = boards.number(fmt::format(
                "{}\n{}\n{}\n{}", record->set, record->board, record->start, record->goal));
            const std::size_t c = configurations.number(record->configuration);
            if (b == results_.boards.size()) {
                results_.boards.push_back({record->set, record->board, record->rows,
                                           record->columns, record->start, record->goal});
            }
            if (c == results_.configurations.size()) {
                results_.configurations.emplace_back();
                results_.configurations.back().name = record->configuration;
            }
            places.emplace_back(b, c);
        }
        const std::vector<std::size_t> board_order = sorted_order(results_.boards, board_less);
        const std::vector<std::size_t> configuration_order =
            sorted_order(results_.configurations,
                         [](const auto& a, const auto& b) { return natural_less(a.name, b.name); });
        const std::vector<std::size_t> new_board = reorder(results_.boards, board_order);
        const std::vector<std::size_t> new_configuration =
            reorder(results_.configurations, configuration_order);
        results_.cells.resize(results_.boards.size() * results_.configurations.size());
        for (std::size_t i = 0; i < records.size(); ++i) {
            results_
                .cells[new_board[places[i].first] * results_.configurations.size() +
                       new_configuration[places[i].second]]
                .runs.push_back(records[i]);
        }
    }
    /// Brings items into the order; says where each one went.
    template <class T>
    static std::vector<std::size_t> reorder(std::vector<T>& items,
                                            const std::vector<std::size_t>& order) {
        std::vector<T> sorted;
        std::vector<std::size_t> went(items.size());
        for (const std::size_t old : order) {
            went[old] = sorted.size();
            sorted.push_back(std::move(items[old]));
        }
        items = std::move(sorted);
        return went;
    }

    /// Keeps the latest record of each repetition, and makes one of them all.
    void finish(SuiteCell& cell) {
        std::sort(cell.runs.begin(), cell.runs.end(), [](const RunRecord* a, const RunRecord* b) {
            return std::tie(a->repetition, b->started, a->key) <
                   std::tie(b->repetition, a->started, b->key);
        });
        const auto end = std::unique(
            cell.runs.begin(), cell.runs.end(),
            [](const RunRecord* a, const RunRecord* b) { return a->repetition == b->repetition; });
        results_.superseded += static_cast<std::size_t>(cell.runs.end() - end);
        cell.runs.erase(end, cell.runs.end());
        if (!cell.ran()) {
            ++results_.not_run;
            return;
        }
        cell.end = (*std::min_element(
                        cell.runs.begin(), cell.runs.end(),
                        [](const RunRecord* a, const RunRecord* b) { return a->end < b->end; }))
                       ->end;
        for (const FigureInfo& info : every_figure) {
            std::vector<double> values;
            for (const RunRecord* run : cell.runs) values.push_back(value_of(*run, info.figure));
            cell.values[static_cast<std::size_t>(info.figure)] = median(values);
        }
        results_.repetitions = std::max(results_.repetitions, cell.runs.size());
    }

    void count(std::size_t b, std::size_t c) {
        const SuiteCell& cell = results_.cell(b, c);
        if (!cell.ran()) return;
        ConfigurationResult& own = results_.configurations[c];
        own.boards += results_.boards[b].unsolvable ? 0 : 1;
        own.solved += cell.solved() ? 1 : 0;
        own.proven += cell.end == RunEnd::solved_optimally ? 1 : 0;
        const RunRecord& first = *cell.runs.front();
        for (const RunRecord* run : cell.runs) {
            ++own.ended[run->end];
            ++results_.runs;
            results_.busy += machine_was_busy(run->measured) ? 1 : 0;
            ++results_.versions[run->machine.version];
            ++results_.builds[run->machine.build];
            ++results_.processors[run->machine.cpu];
            ++results_.hosts[run->machine.host];
            ++results_.limits[limits_words(limits_of(*run))];
            if (results_.first_start.empty() || run->started < results_.first_start)
                results_.first_start = run->started;
            results_.last_start = std::max(results_.last_start, run->started);
            results_.unsteady +=
                cell.solved() && run->measured.threads == 1 && first.measured.threads == 1 &&
                        run->seed == first.seed &&
                        run->measured.counters.expanded != first.measured.counters.expanded
                    ? 1
                    : 0;
        }
        // What "auto" stood for may differ between boards: then the name has to do.
        if (is_solved(cell.end) || own.algorithm.empty()) {
            own.algorithm = first.algorithm;
            own.heuristic = first.heuristic;
            own.weighted_tiles = models_.weighted_tiles(first);
        }
    }

    /// What all runs together know about a board, and whether it fits together.
    void learn(std::size_t b) {
        BoardResult& board = results_.boards[b];
        std::optional<std::string> contradiction;
        const auto note = [&](const RunRecord& run, std::string what) {
            if (!contradiction) {
                contradiction =
                    fmt::format("{} ({}): {}", results_.board_name(b), run.configuration, what);
            }
        };
        for (std::size_t c = 0; c < results_.configurations.size(); ++c) {
            for (const RunRecord* run : results_.cell(b, c).runs) {
                board.unsolvable |= run->end == RunEnd::unsolvable;
                learn_from(*run, board, models_.weighted_tiles(*run) ? board.tile : board.unit,
                           note);
            }
        }
        board.shortest |= board.unit.proven;
        if (contradiction) results_.contradictions.push_back(std::move(*contradiction));
    }
    template <class Note>
    static void learn_from(const RunRecord& run, BoardResult& board, BoardKnowledge& best,
                           const Note& note) {
        if (run.known_optimal && &best == &board.unit) {
            const std::int64_t known = *run.known_optimal;
            if (run.end == RunEnd::solved_optimally && run.cost && *run.cost != known) {
                note(run, fmt::format("proved {} shortest, but the source of the board states {}",
                                      *run.cost, known));
            }
            board.length = std::min(board.length.value_or(static_cast<double>(known)),
                                    static_cast<double>(known));
            board.shortest = true;
        }
        if (run.length) {
            const auto own = static_cast<double>(*run.length);
            board.length = std::min(board.length.value_or(own), own);
        }
        if (run.lower_bound) {
            if (best.cost && *run.lower_bound > *best.cost)
                note(run, fmt::format("proved that no solution is below {}, but one of {} is known",
                                      *run.lower_bound, *best.cost));
            best.lower_bound = std::max(best.lower_bound, *run.lower_bound);
        }
        if (run.cost) {
            if (*run.cost < best.lower_bound)
                note(run, fmt::format("found {}, below the bound {} that another run proved",
                                      *run.cost, best.lower_bound));
            if (!best.cost || *run.cost < *best.cost) best.cost = run.cost;
        }
        best.proven = best.cost && *best.cost <= best.lower_bound;
    }

    SuiteResults results_;
    CostModels models_;
};

}  // namespace

const FigureInfo& info_of(Figure figure) {
    return every_figure[static_cast<std::size_t>(figure)];
}

double value_of(const RunRecord& record, Figure figure) {
    switch (figure) {
        case Figure::length:
            return static_cast<double>(record.length.value_or(0));
        case Figure::cost:
            return static_cast<double>(record.cost.value_or(0));
        case Figure::expanded:
            return static_cast<double>(record.measured.counters.expanded);
        case Figure::generated:
            return static_cast<double>(record.measured.counters.generated);
        case Figure::peak_open:
            return static_cast<double>(record.measured.counters.peak_open);
        case Figure::max_depth:
            return static_cast<double>(record.measured.counters.max_depth);
        case Figure::seconds:
            return search_seconds(record.measured);
        case Figure::bytes:
            return static_cast<double>(search_bytes(record));
    }
    return 0.0;
}

bool SuiteCell::busy() const {
    return std::any_of(runs.begin(), runs.end(),
                       [](const RunRecord* run) { return machine_was_busy(run->measured); });
}

std::string SuiteResults::board_name(std::size_t board) const {
    const BoardResult& one = boards[board];
    const std::string& id = one.id.empty() ? one.start : one.id;
    // Boards of a set follow each other, so the ends tell whether there is more than one.
    const bool one_set = boards.front().set == boards.back().set;
    return one_set || one.set.empty() ? id : fmt::format("{}/{}", one.set, id);
}

std::vector<std::string> SuiteResults::sets() const {
    std::vector<std::string> names;
    for (const BoardResult& board : boards) {
        if (names.empty() || names.back() != board.set) names.push_back(board.set);
    }
    return names;
}

std::size_t SuiteResults::ended(RunEnd end) const {
    std::size_t count = 0;
    for (const ConfigurationResult& one : configurations) {
        const auto place = one.ended.find(end);
        if (place != one.ended.end()) count += place->second;
    }
    return count;
}

std::vector<SuiteResults> gather(std::span<const RunRecord> records) {
    std::map<std::string, std::vector<const RunRecord*>> suites;
    for (const RunRecord& record : records) suites[record.suite].push_back(&record);
    std::vector<SuiteResults> results;
    for (const auto& [suite, own] : suites) results.push_back(Gatherer(suite, own).take());
    std::sort(results.begin(), results.end(), [](const SuiteResults& a, const SuiteResults& b) {
        return natural_less(a.suite, b.suite);
    });
    return results;
}

SuiteResults results_of(const Experiment& experiment) {
    return Gatherer(experiment).take();
}

std::vector<Figure> shown_figures(const SuiteResults& results) {
    const bool cost =
        std::any_of(results.configurations.begin(), results.configurations.end(),
                    [](const ConfigurationResult& one) { return one.weighted_tiles; });
    std::vector<Figure> shown;
    for (const FigureInfo& info : every_figure) {
        if (info.figure != Figure::cost || cost) shown.push_back(info.figure);
    }
    return shown;
}

std::vector<std::size_t> solvers(const SuiteResults& results, std::span<const std::size_t> boards) {
    std::vector<std::size_t> found;
    for (std::size_t c = 0; c < results.configurations.size(); ++c) {
        if (std::any_of(boards.begin(), boards.end(),
                        [&](std::size_t b) { return results.cell(b, c).solved(); }))
            found.push_back(c);
    }
    return found;
}

std::vector<std::size_t> solved_by_all(const SuiteResults& results,
                                       std::span<const std::size_t> boards,
                                       std::span<const std::size_t> configurations) {
    std::vector<std::size_t> common;
    if (configurations.empty()) return common;
    for (const std::size_t b : boards) {
        if (std::all_of(configurations.begin(), configurations.end(),
                        [&](std::size_t c) { return results.cell(b, c).solved(); }))
            common.push_back(b);
    }
    return common;
}

ComparedGroup all_solvers(const SuiteResults& results, std::span<const std::size_t> boards) {
    ComparedGroup group;
    group.configurations = solvers(results, boards);
    group.boards = solved_by_all(results, boards, group.configurations);
    return group;
}

ComparedGroup strongest_group(const SuiteResults& results, std::span<const std::size_t> boards) {
    std::vector<std::pair<std::size_t, std::size_t>> order;  // boards not solved, configuration
    for (const std::size_t c : solvers(results, boards)) {
        const auto unsolved = static_cast<std::size_t>(
            std::count_if(boards.begin(), boards.end(),
                          [&](std::size_t b) { return !results.cell(b, c).solved(); }));
        order.emplace_back(unsolved, c);
    }
    std::sort(order.begin(), order.end());
    ComparedGroup best;
    ComparedGroup group;
    group.boards.assign(boards.begin(), boards.end());
    for (const auto& [unsolved, c] : order) {
        group.configurations.push_back(c);
        group.boards = solved_by_all(results, group.boards, std::span(&c, 1));
        const std::size_t comparisons = (group.configurations.size() - 1) * group.boards.size();
        if (best.configurations.empty() ||
            comparisons >= (best.configurations.size() - 1) * best.boards.size())
            best = group;
    }
    std::sort(best.configurations.begin(), best.configurations.end());
    return best;
}

std::vector<std::size_t> all_boards(const SuiteResults& results) {
    std::vector<std::size_t> boards(results.boards.size());
    std::iota(boards.begin(), boards.end(), std::size_t{0});
    return boards;
}

std::vector<std::size_t> boards_of_set(const SuiteResults& results, std::string_view set) {
    std::vector<std::size_t> boards = all_boards(results);
    std::erase_if(boards, [&](std::size_t b) { return results.boards[b].set != set; });
    return boards;
}

std::vector<std::size_t> solvable_of(const SuiteResults& results, std::vector<std::size_t> boards) {
    std::erase_if(boards, [&](std::size_t b) { return results.boards[b].unsolvable; });
    return boards;
}

std::vector<double> values_on(const SuiteResults& results, std::span<const std::size_t> boards,
                              std::size_t configuration, Figure figure) {
    std::vector<double> values;
    for (const std::size_t b : boards)
        values.push_back(results.cell(b, configuration).value(figure));
    return values;
}

bool natural_less(std::string_view a, std::string_view b) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const auto number_at = [&](std::string_view text, std::size_t at) {
        std::size_t end = at;
        while (end < text.size() && is_digit(text[end])) ++end;
        std::size_t begin = at;
        while (begin + 1 < end && text[begin] == '0') ++begin;
        return std::tuple(end - begin, text.substr(begin, end - begin), end);
    };
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (is_digit(a[i]) && is_digit(b[j])) {
            const auto [digits_a, number_a, end_a] = number_at(a, i);
            const auto [digits_b, number_b, end_b] = number_at(b, j);
            if (digits_a != digits_b) return digits_a < digits_b;
            if (number_a != number_b) return number_a < number_b;
            i = end_a;
            j = end_b;
        } else {
            if (a[i] != b[j]) return a[i] < b[j];
            ++i;
            ++j;
        }
    }
    return a.size() - i < b.size() - j;
}

}  // namespace tessera::lab
