// The configurations of a suite: products of algorithms, heuristics and options.
#include "tessera/lab/suite_configurations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "tessera/engine/registry.hpp"
#include "tessera/lab/comparison.hpp"
#include "tessera/lab/quantities.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera::lab {
namespace {

constexpr std::string_view configuration_keys[] = {
    "algorithm", "heuristic", "weight",   "order",   "cost",     "cycles", "width",
    "seed",      "sideways",  "restarts", "threads", "adaptive", "name"};

/// Gives an option one of its values.
using Setting = std::function<void(RunConfiguration&)>;
/// All values of one option.
struct Axis {
    std::string key;
    std::vector<Setting> settings;
};

/// The options that only some algorithms have.
constexpr std::string_view particular[] = {"weight", "adaptive", "cycles",  "width",
                                           "seed",   "sideways", "restarts"};

bool same_options(const SearchOptions& a, const SearchOptions& b) {
    return a.order == b.order && a.weight == b.weight && a.seed == b.seed &&
           a.sideways == b.sideways && a.restarts == b.restarts && a.cycles == b.cycles &&
           a.threads == b.threads && a.width == b.width && a.adaptive == b.adaptive;
}

bool same_content(const RunConfiguration& a, const RunConfiguration& b) {
    return a.algorithm == b.algorithm && a.heuristic == b.heuristic && a.cost == b.cost &&
           same_options(a.options, b.options);
}

/// "weighted-a* with manhattan, weight 2": whatever differs from what is usual.
std::string name_of(const RunConfiguration& one, bool uses_heuristic) {
    const SearchOptions usual;
    const SearchOptions& own = one.options;
    std::string name = one.algorithm;
    const auto add = [&](std::string_view key, const auto& value) {
        name += fmt::format(", {} {}", key, value);
    };
    if (uses_heuristic) name += fmt::format(" with {}", one.heuristic);
    if (own.weight != usual.weight) add("weight", own.weight);
    if (own.width != usual.width) add("width", own.width);
    if (own.cycles != usual.cycles) add("cycles", own.cycles);
    if (own.order != usual.order) {
        std::string letters;
        for (const Move move : own.order) letters += letter(move);
        add("order", letters);
    }
    if (own.seed != usual.seed) add("seed", own.seed);
    if (own.sideways != usual.sideways) add("sideways", own.sideways);
    if (own.restarts != usual.restarts) add("restarts", own.restarts);
    if (own.threads != usual.threads) add("threads", own.threads);
    if (own.adaptive) name += ", adaptive";
    if (one.cost == CostModel::tile) name += ", cost tile";
    return name;
}

class Product {
  public:
    Product(const toml::table& table, SuiteFaults& faults, LabSuite& suite)
        : table_(table, "[[configurations]]", faults, configuration_keys),
          faults_(faults),
          suite_(suite) {}

    void read() {
        algorithms_ = table_.texts("algorithm");
        if (!table_.has("algorithm")) {
            table_.fault("algorithm", "this [[configurations]] names no algorithm",
                         "for example algorithm = \"a*\"; 'tessera list algorithms' shows them");
        }
        read_heuristics();
        read_options();
        const std::size_t before = suite_.configurations.size();
        for (const Placed<std::string>& algorithm : algorithms_) add_algorithm(algorithm);
        if (faults_.first()) return;
        for (const Axis& axis : axes_) {
            if (used_.find(axis.key) == std::string::npos) {
                table_.fault(axis.key,
                             fmt::format("none of these algorithms has the option '{}'", axis.key),
                             "'tessera list algorithms' shows what each has");
            }
        }
        if (!heuristics_.empty() && !heuristics_used_) {
            table_.fault("heuristic", "none of these algorithms uses a heuristic",
                         "leave 'heuristic' out, or name an algorithm that does");
        }
        name_them(before);
    }

  private:
    void read_heuristics() {
        for (const Placed<std::string>& one : table_.texts("heuristic")) {
            if (one.value == "auto") {
                heuristics_.push_back(one.value);
                continue;
            }
            auto spec = parse_heuristic(one.value);
            if (!spec) {
                faults_.add(one.place, spec.error());
                return;
            }
            heuristics_.push_back(spec->name());
        }
    }

    template <class T>
    void axis(std::string_view key, const PlacedList<T>& values,
              const std::function<void(RunConfiguration&, const T&)>& set) {
        if (values.empty()) return;
        Axis axis;
        axis.key = key;
        for (const Placed<T>& one : values) {
            axis.settings.push_back(
                [set, value = one.value](RunConfiguration& to) { set(to, value); });
        }
        axes_.push_back(std::move(axis));
    }

    void whole_axis(std::string_view key, std::uint64_t least, std::uint64_t most,
                    std::uint32_t SearchOptions::* field) {
        axis<std::uint64_t>(key, table_.wholes(key, least, most),
                            [field](RunConfiguration& to, std::uint64_t value) {
                                to.options.*field = static_cast<std::uint32_t>(value);
                            });
    }

    void read_options() {
        constexpr std::uint64_t billion = 1'000'000'000;
        axis<double>("weight", table_.numbers("weight", 1.0, 1000.0),
                     [](RunConfiguration& to, double value) { to.options.weight = value; });
        whole_axis("cycles", 0, 14, &SearchOptions::cycles);
        whole_axis("width", 1, billion / 2, &SearchOptions::width);
        whole_axis("sideways", 0, billion, &SearchOptions::sideways);
        whole_axis("restarts", 0, billion, &SearchOptions::restarts);
        whole_axis("threads", 1, 1024, &SearchOptions::threads);
        axis<std::uint64_t>(
            "seed", table_.wholes("seed", 0, std::numeric_limits<std::int64_t>::max()),
            [](RunConfiguration& to, std::uint64_t value) { to.options.seed = value; });
        axis<bool>("adaptive", table_.flags("adaptive"),
                   [](RunConfiguration& to, bool value) { to.options.adaptive = value; });
        read_orders();
        read_costs();
    }

    void read_orders() {
        const PlacedList<std::string> texts = table_.texts("order");
        for (const Placed<std::string>& one : texts) {
            if (!order_of(one.value)) {
                faults_.add(one.place, fmt::format("'{}' is not a move order", one.value),
                            "name each of U, D, L and R once, for example \"UDLR\"");
            }
        }
        axis<std::string>("order", texts, [](RunConfiguration& to, const std::string& value) {
            to.options.order = order_of(value).value_or(to.options.order);
        });
    }

    void read_costs() {
        const PlacedList<std::string> texts = table_.texts("cost");
        for (const Placed<std::string>& one : texts) {
            if (one.value != "unit" && one.value != "tile") {
                faults_.add(one.place, fmt::format("there is no cost '{}'", one.value),
                            "\"unit\": a move costs 1; \"tile\": its tile's number");
            }
        }
        axis<std::string>("cost", texts, [](RunConfiguration& to, const std::string& value) {
            to.cost = value == "tile" ? CostModel::tile : CostModel::unit;
        });
    }

    void add_algorithm(const Placed<std::string>& algorithm) {
        RunConfiguration one;
        one.algorithm = algorithm.value;
        if (one.algorithm == "auto" || one.algorithm == anytime_name) {
            multiply(one, nullptr, algorithm.place);
            return;
        }
        if (const Configuration* pair = find_configuration(one.algorithm)) {
            one.name = pair->name;
            one.algorithm = pair->algorithm;
            one.heuristic = pair->heuristic;
            multiply(one, *find_algorithm(one.algorithm), algorithm.place);
            return;
        }
        auto entry = find_algorithm(one.algorithm);
        if (!entry) {
            faults_.add(algorithm.place, entry.error());
            return;
        }
        one.algorithm = (*entry)->info->name;
        if (!(*entry)->info->uses_heuristic || heuristics_.empty()) {
            multiply(one, *entry, algorithm.place);
            return;
        }
        heuristics_used_ = true;
        for (const std::string& heuristic : heuristics_) {
            one.heuristic = heuristic;
            multiply(one, *entry, algorithm.place);
        }
    }

    bool has_option(const registry::AlgorithmEntry* entry, std::string_view key) const {
        if (std::find(std::begin(particular), std::end(particular), key) == std::end(particular))
            return true;
        if (entry == nullptr) return key == "seed";
        return std::any_of(entry->info->options.begin(), entry->info->options.end(),
                           [&](const OptionInfo& option) { return option.name == key; });
    }

    /// With every combination of the values of its options. `entry` is null for what the engine chooses itself.
    void multiply(const RunConfiguration& plain, const registry::AlgorithmEntry* entry,
                  const toml::source_region& place) {
        std::vector<RunConfiguration> products{plain};
        for (const Axis& axis : axes_) {
            if (!has_option(entry, axis.key)) continue;
            used_ += axis.key + " ";
            std::vector<RunConfiguration> more;
            for (const RunConfiguration& one : products) {
                for (const Setting& setting : axis.settings) {
                    more.push_back(one);
                    setting(more.back());
                }
            }
            products = std::move(more);
        }
        for (RunConfiguration& one : products) add(std::move(one), entry, place);
    }

    void add(RunConfiguration one, const registry::AlgorithmEntry* entry,
             const toml::source_region& place) {
        if (one.cost == CostModel::tile && entry != nullptr && !entry->info->tile_cost) {
            faults_.add(place, fmt::format("{} has no moves of different cost", one.algorithm),
                        "leave out cost = \"tile\", or name an algorithm that has, such as a*");
        }
        auto& all = suite_.configurations;
        if (std::any_of(all.begin(), all.end(),
                        [&](const auto& other) { return same_content(one, other); })) {
            return;
        }
        const bool named_by_seed = !one.name.empty() && axes_.empty();
        if (!named_by_seed)
            one.name = name_of(one, entry != nullptr && entry->info->uses_heuristic);
        all.push_back(std::move(one));
    }

    /// The name that the table gives, if it gives one; and no name twice.
    void name_them(std::size_t before) {
        auto& all = suite_.configurations;
        if (const auto name = table_.text("name")) {
            if (all.size() != before + 1) {
                table_.fault(
                    "name",
                    fmt::format("'{}' cannot name {} configurations", *name, all.size() - before),
                    "give a name where the lists have one value each");
                return;
            }
            all.back().name = *name;
        }
        for (std::size_t i = before; i < all.size(); ++i) {
            const bool taken =
                std::any_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i),
                            [&](const auto& other) { return other.name == all[i].name; });
            if (taken) {
                table_.fault("name",
                             fmt::format("there are two configurations called '{}'", all[i].name),
                             "give one of them another 'name'");
            }
        }
    }

    SuiteTable table_;
    SuiteFaults& faults_;
    LabSuite& suite_;
    PlacedList<std::string> algorithms_;
    std::vector<std::string> heuristics_;
    std::vector<Axis> axes_;
    std::string
        used_;  ///< the keys of the options that some algorithm has, with spaces behind them
    bool heuristics_used_ = false;
};

}  // namespace

void add_configurations(const toml::table& table, SuiteFaults& faults, LabSuite& suite) {
    Product(table, faults, suite).read();
}

}  // namespace tessera::lab
