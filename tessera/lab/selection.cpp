// Runs algorithms × heuristics on the same boards within the same limits: the request, the runs, and who is told.
#include "tessera/lab/selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "tessera/base/readable.hpp"
#include "tessera/engine/option_table.hpp"
#include "tessera/lessons/audit.hpp"
#include "tessera/puzzle/formats.hpp"

namespace tessera::lab {
namespace {

using Names = std::vector<std::string>;

/// Names that the engine resolves itself: they choose their own heuristic.
bool chooses_its_own(std::string_view algorithm) {
    return algorithm == "auto" || algorithm == anytime_info.name;
}

/// The registry's entry; null for the names that the engine resolves itself.
const registry::AlgorithmEntry* entry_of(std::string_view algorithm) {
    if (chooses_its_own(algorithm)) return nullptr;
    auto entry = find_algorithm(algorithm);
    return entry ? *entry : nullptr;
}

bool uses_heuristic(std::string_view algorithm) {
    const registry::AlgorithmEntry* entry = entry_of(algorithm);
    return entry != nullptr && entry->info->uses_heuristic;
}

/// Canonical names, in the order given, each once.
Result<Names> heuristic_list(std::string_view text, Geometry largest) {
    Names names;
    const auto add = [&](const HeuristicSpec& spec) {
        if (std::find(names.begin(), names.end(), spec.name()) == names.end())
            names.push_back(spec.name());
    };
    for (const std::string_view word : split_list(text)) {
        if (word == "all") {
            for (const HeuristicSpec& spec : default_heuristics()) add(spec);
            continue;
        }
        auto spec = parse_heuristic(word == "auto" ? choose_strategy(largest).heuristic : word);
        if (!spec) return spec.error();
        add(*spec);
    }
    return names;
}

class ConfigurationList {
  public:
    explicit ConfigurationList(const Names& heuristics) : heuristics_(heuristics) {}

    void add(ComparedConfiguration configuration) {
        if (std::find(list_.begin(), list_.end(), configuration) == list_.end())
            list_.push_back(std::move(configuration));
    }
    void add_with_heuristics(const AlgorithmInfo& info) {
        if (!info.uses_heuristic) add({std::string(info.name), ""});
        for (const std::string& heuristic : heuristics_) {
            if (info.uses_heuristic) add({std::string(info.name), heuristic});
        }
    }
    /// Whatever a word of the list stands for.
    std::optional<Error> add_word(std::string_view word) {
        if (word == "all") {
            for (const auto* entry : registry::all_algorithms()) add_with_heuristics(*entry->info);
        } else if (chooses_its_own(word)) {
            add({std::string(word), ""});
        } else if (const Configuration* pair = find_configuration(word)) {
            add({std::string(pair->algorithm), std::string(pair->heuristic)});
        } else {
            auto entry = find_algorithm(word);
            if (!entry) return entry.error();
            add_with_heuristics(*(*entry)->info);
        }
        return std::nullopt;
    }
    std::vector<ComparedConfiguration> take() { return std::move(list_); }

  private:
    const Names& heuristics_;
    std::vector<ComparedConfiguration> list_;
};

bool informed(const ComparedConfiguration& configuration) {
    return !configuration.heuristic.empty();
}

Job job_of(const ComparisonRequest& request, const ComparedBoard& board,
           const ComparedConfiguration& configuration) {
    Job job;
    job.id = board.id;
    job.start = board.start;
    job.goal = board.goal;
    job.algorithm = configuration.algorithm;
    if (informed(configuration)) job.heuristic = configuration.heuristic;
    job.cost = request.cost;
    job.options = options_for(configuration.algorithm, request.options);
    job.limits = request.limits;
    job.device = request.device;
    return job;
}

struct Measured {
    Solution solution;
    std::size_t count = 1;
};

/// Again and again, if it is short; the one of median time.
Result<Measured> measure(Engine& engine, const Job& job, Observer& observer) {
    std::vector<Solution> all;
    while (all.size() < measurements_of_short_runs) {
        auto solution = engine.solve(job, observer);
        if (!solution) return solution.error();
        // One that was stopped is told as it is, unless it only repeats one that was not.
        if (solution->status != Status::solved && !all.empty()) break;
        all.push_back(std::move(*solution));
        if (all.back().status != Status::solved || search_seconds(all.back()) > short_run_seconds)
            break;
    }
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
    std::nth_element(all.begin(), middle, all.end(), [](const Solution& a, const Solution& b) {
        return search_seconds(a) < search_seconds(b);
    });
    return Measured{std::move(*middle), all.size()};
}

Result<Measured> run_prepared(Engine& engine, const Job& job, Observer& observer) {
    const auto setup = engine.prepare(job, observer);
    if (!setup) return setup.error();
    auto measured = measure(engine, job, observer);
    if (measured) {
        measured->solution.setup_seconds += *setup;
        measured->solution.seconds += *setup;
    }
    return measured;
}

std::string count_text(double value) {
    return grouped(static_cast<std::uint64_t>(value));
}
std::string bytes_text(double value) {
    return readable_bytes(static_cast<std::size_t>(value));
}

}  // namespace

std::string ComparedBoard::name() const {
    return id.empty() ? inline_form(start) : id;
}

DefaultSelection default_selection(Geometry largest) {
    if (largest.cells() <= 9) {
        return {"bfs,bidirectional-bfs,iddfs,greedy,weighted-a*,a*,ida*",
                "misplaced,manhattan,linear-conflict"};
    }
    if (largest.cells() <= 16)
        return {"human,greedy,weighted-a*,a*,ida*", "manhattan,linear-conflict,pdb"};
    return {"human,greedy,weighted-a*,beam,anytime", "manhattan,linear-conflict"};
}

Result<SelectedConfigurations> select_configurations(std::string_view algorithms,
                                                     std::string_view heuristics,
                                                     Geometry largest) {
    const DefaultSelection usual = default_selection(largest);
    auto names = heuristic_list(heuristics.empty() ? usual.heuristics : heuristics, largest);
    if (!names) return names.error();
    ConfigurationList all(*names);
    for (const std::string_view word :
         split_list(algorithms.empty() ? usual.algorithms : algorithms)) {
        if (auto error = all.add_word(word)) return *error;
    }
    SelectedConfigurations selected{all.take(), {}};
    // Who names heuristics only is interested in them: what uses none would say nothing about them.
    if (algorithms.empty() && !heuristics.empty()) {
        std::erase_if(selected.list, [](const auto& one) { return !informed(one); });
    }
    if (!heuristics.empty() &&
        std::none_of(selected.list.begin(), selected.list.end(),
                     [](const auto& one) { return uses_heuristic(one.algorithm); })) {
        selected.notes.emplace_back("none of these algorithms uses the heuristics that were named");
    }
    return selected;
}

SearchOptions options_for(std::string_view algorithm, const SearchOptions& options) {
    const AlgorithmInfo* info = algorithm_info(algorithm);
    // What the engine chooses for itself may be a search by chance.
    SearchOptions own = options_in_force(options, info == nullptr ? &anytime_info : info);
    own.threads = options.threads;
    return own;
}

const ComparisonRun* Comparison::run(std::size_t board, std::size_t configuration) const {
    const auto place = std::lower_bound(
        runs.begin(), runs.end(), std::pair(board, configuration),
        [](const ComparisonRun& one, const std::pair<std::size_t, std::size_t>& wanted) {
            return std::pair(one.board, one.configuration) < wanted;
        });
    const bool there =
        place != runs.end() && place->board == board && place->configuration == configuration;
    return there ? &*place : nullptr;
}

std::string Comparison::heuristic(std::size_t configuration) const {
    std::string name;
    for (const ComparisonRun& one : runs) {
        if (one.configuration != configuration || !one.solution) continue;
        if (!name.empty() && one.solution->heuristic != name)
            return request.configurations[configuration].heuristic;
        name = one.solution->heuristic;
    }
    return name.empty() ? request.configurations[configuration].heuristic : name;
}

std::string Comparison::name(std::size_t configuration) const {
    const std::string with = heuristic(configuration);
    const std::string& algorithm = request.configurations[configuration].algorithm;
    return with.empty() ? algorithm : fmt::format("{} with {}", algorithm, with);
}

Comparison compare(Engine& engine, ComparisonRequest request, ComparisonObserver& observer) {
    Comparison comparison;
    comparison.request = std::move(request);
    const ComparisonRequest& asked = comparison.request;
    std::vector<std::size_t> boards;
    for (std::size_t b = 0; b < asked.boards.size(); ++b) {
        const ComparedBoard& board = asked.boards[b];
        // Boards of another size than their goal are left to the engine, which says so.
        if (board.start.geometry() == board.goal.geometry() && !solvable(board.start, board.goal)) {
            comparison.unsolvable.push_back({b, explain_solvability(board.start, board.goal)});
        } else {
            boards.push_back(b);
        }
    }
    const std::size_t total = boards.size() * asked.configurations.size();
    for (const std::size_t b : boards) {
        for (std::size_t c = 0; c < asked.configurations.size(); ++c) {
            if (observer.cancelled()) {
                comparison.interrupted = true;
                return comparison;
            }
            const std::size_t number = comparison.runs.size() + 1;
            const ComparedConfiguration& configuration = asked.configurations[c];
            observer.starting(asked, b, c, number, total);
            auto measured =
                run_prepared(engine, job_of(asked, asked.boards[b], configuration), observer);
            ComparisonRun run;
            run.board = b;
            run.configuration = c;
            if (measured) {
                run.solution = std::move(measured->solution);
                run.measurements = measured->count;
            } else {
                run.error = measured.error();
            }
            comparison.runs.push_back(std::move(run));
            observer.finished(comparison.runs.back(), number, total);
        }
    }
    comparison.interrupted = observer.cancelled();
    return comparison;
}

double search_seconds(const Solution& solution) {
    return std::max(0.0, solution.seconds - solution.setup_seconds);
}

std::size_t search_bytes(const Solution& solution) {
    return solution.container_bytes + solution.table_bytes;
}

namespace {

constexpr Metric every_metric[] = {
    {"length", "length", [](const Solution& s) { return static_cast<double>(s.moves.size()); },
     count_text},
    {"cost", "cost", [](const Solution& s) { return static_cast<double>(s.cost); }, count_text},
    {"expanded", "expanded",
     [](const Solution& s) { return static_cast<double>(s.counters.expanded); }, count_text},
    {"generated", "generated",
     [](const Solution& s) { return static_cast<double>(s.counters.generated); }, count_text},
    {"peak_open", "max fringe",
     [](const Solution& s) { return static_cast<double>(s.counters.peak_open); }, count_text},
    {"max_depth", "depth",
     [](const Solution& s) { return static_cast<double>(s.counters.max_depth); }, count_text,
     false},
    {"search_seconds", "time", search_seconds, short_seconds, true, shortest_measured},
    {"search_bytes", "memory",
     [](const Solution& s) { return static_cast<double>(search_bytes(s)); }, bytes_text},
};

}  // namespace

std::vector<Metric> metrics(CostModel cost) {
    std::vector<Metric> list;
    for (const Metric& one : every_metric) {
        if (one.key != "cost" || cost == CostModel::tile) list.push_back(one);
    }
    return list;
}

const Metric& metric(std::string_view key) {
    for (const Metric& one : every_metric) {
        if (one.key == key) return one;
    }
    assert(false && "no such metric");
    return every_metric[0];
}

}  // namespace tessera::lab
