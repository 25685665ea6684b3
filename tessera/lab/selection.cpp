// Chooses the configurations that `compare` runs: algorithms × heuristics by name, or a selection that suits the size.
#include "tessera/lab/selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tessera/engine/option_table.hpp"
#include "tessera/lessons/audit.hpp"

namespace tessera::lab {
namespace {

using Names = std::vector<std::string>;

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

bool informed(const RunConfiguration& configuration) {
    return configuration.heuristic != "auto";
}

class ConfigurationList {
  public:
    explicit ConfigurationList(const Names& heuristics) : heuristics_(heuristics) {}

    /// Each once.
    void add(std::string_view algorithm, std::string_view heuristic = "auto",
             std::string_view small_heuristic = {}) {
        RunConfiguration one;
        one.algorithm = algorithm;
        one.heuristic = heuristic;
        one.small_heuristic = small_heuristic;
        one.name = informed(one) ? fmt::format("{} with {}", algorithm, heuristic) : one.algorithm;
        if (std::none_of(list_.begin(), list_.end(),
                         [&](const RunConfiguration& other) { return other.name == one.name; }))
            list_.push_back(std::move(one));
    }
    void add_with_heuristics(const AlgorithmInfo& info) {
        if (!info.uses_heuristic) add(info.name);
        for (const std::string& heuristic : heuristics_) {
            if (info.uses_heuristic) add(info.name, heuristic);
        }
    }
    /// Whatever a word of the list stands for.
    std::optional<Error> add_word(std::string_view word) {
        if (word == "all") {
            for (const AlgorithmInfo* info : listed_algorithms()) add_with_heuristics(*info);
        } else if (chooses_its_own(word)) {
            add(word == "auto" ? word : algorithm_info(word)->name);
        } else if (const Configuration* pair = find_configuration(word)) {
            add(pair->algorithm, pair->heuristic, pair->small_heuristic);
        } else {
            auto entry = find_algorithm(word);
            if (!entry) return entry.error();
            add_with_heuristics(*(*entry)->info);
        }
        return std::nullopt;
    }
    std::vector<RunConfiguration> take() { return std::move(list_); }

  private:
    const Names& heuristics_;
    std::vector<RunConfiguration> list_;
};

}  // namespace

bool chooses_its_own(std::string_view algorithm) {
    return algorithm == "auto" || claims(algorithm, &AlgorithmInfo::to_a_deadline);
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
    // A user who names only heuristics wants to compare them; algorithms without one say nothing about them.
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

}  // namespace tessera::lab
