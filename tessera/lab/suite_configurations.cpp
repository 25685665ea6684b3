// The configurations of a suite: products of algorithms, heuristics and options.
#include "tessera/lab/suite_configurations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "tessera/engine/anytime.hpp"
#include "tessera/engine/option_table.hpp"
#include "tessera/engine/registry.hpp"
#include "tessera/lab/quantities.hpp"
#include "tessera/lab/selection.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera::lab {
namespace {

/// What a table may say, in the order in which messages list it.
std::span<const std::string_view> configuration_keys() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> list;
        for (const SearchOption& option : search_options())
            list.push_back(json_name(option.name()));
        return list;
    }();
    static const std::vector<std::string_view> keys = [] {
        std::vector<std::string_view> list{"algorithm", "heuristic", "order",
                                           "cost",      "threads",   "device"};
        list.insert(list.end(), names.begin(), names.end());
        list.emplace_back("name");
        return list;
    }();
    return keys;
}

/// Gives an option one of its values.
using Setting = std::function<void(RunConfiguration&)>;
/// All values of one option.
struct Axis {
    std::string key;
    std::vector<Setting> settings;
};

bool same_content(const RunConfiguration& a, const RunConfiguration& b) {
    return a.algorithm == b.algorithm && a.heuristic == b.heuristic && a.cost == b.cost &&
           a.device == b.device && a.options == b.options;
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
    for (const SearchOption& option : search_options()) {
        const OptionValue* given = own.find(option.name());
        if (given == nullptr) continue;
        if (option.info->kind() == OptionKind::flag) {
            name += fmt::format(", {}{}", std::get<bool>(*given) ? "" : "not ", option.name());
        } else {
            add(option.name(), to_text(*given));
        }
    }
    if (own.order != usual.order) add("order", order_text(own.order));
    if (own.threads != usual.threads) add("threads", own.threads);
    if (one.cost != CostModel::unit) add("cost", to_string(one.cost));
    if (one.device != cpu_device) add("device", one.device);
    return name;
}

class Product {
  public:
    Product(const toml::table& table, SuiteFaults& faults, LabSuite& suite)
        : table_(table, "[[configurations]]", faults, configuration_keys()),
          faults_(faults),
          suite_(suite) {}

    void read() {
        algorithms_ = table_.texts("algorithm");
        if (!table_.has("algorithm")) {
            table_.fault("algorithm", "this [[configurations]] names no algorithm",
                         "for example algorithm = \"a*\"");
        }
        read_heuristics();
        read_options();
        const std::size_t before = suite_.configurations.size();
        for (const Placed<std::string>& algorithm : algorithms_) add_algorithm(algorithm);
        if (faults_.first()) return;
        for (const Axis& axis : axes_) {
            if (!used_.contains(axis.key)) {
                table_.fault(axis.key,
                             fmt::format("none of these algorithms has the option '{}'", axis.key),
                             "leave it out, or name an algorithm that has it");
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

    void read_options() {
        for (const SearchOption& option : search_options()) read_option(*option.info);
        axis<std::uint64_t>("threads", table_.wholes("threads", 1, most_threads),
                            [](RunConfiguration& to, std::uint64_t value) {
                                to.options.threads = static_cast<std::uint32_t>(value);
                            });
        axis<std::string>(
            "device", table_.texts("device"),
            [](RunConfiguration& to, const std::string& value) { to.device = value; });
        read_orders();
        read_costs();
    }

    void read_option(const OptionInfo& option) {
        const std::string key = json_name(option.name);
        const auto set = [&option](RunConfiguration& to, const auto& value) {
            to.options.set(option, OptionValue(value));
        };
        switch (option.kind()) {
            case OptionKind::flag:
                return axis<bool>(key, table_.flags(key), set);
            case OptionKind::whole: {
                // TOML knows no larger numbers.
                constexpr std::uint64_t largest = std::numeric_limits<std::int64_t>::max();
                const auto most = std::min(std::get<std::uint64_t>(option.most), largest);
                return axis<std::uint64_t>(
                    key, table_.wholes(key, std::get<std::uint64_t>(option.least), most), set);
            }
            case OptionKind::real:
                return axis<double>(key,
                                    table_.numbers(key, std::get<double>(option.least),
                                                   std::get<double>(option.most)),
                                    set);
            case OptionKind::word: {
                const PlacedList<std::string> words = table_.texts(key);
                for (const Placed<std::string>& one : words) {
                    if (fits(option, one.value)) continue;
                    faults_.add(one.place,
                                fmt::format("'{}' is not {}", one.value, expected_text(option)),
                                "");
                }
                return axis<std::string>(key, words, set);
            }
            case OptionKind::limit:
                break;
        }
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
            if (!cost_named(one.value)) {
                faults_.add(one.place, fmt::format("there is no cost '{}'", one.value),
                            "\"unit\": a move costs 1; \"tile\": its tile's number");
            }
        }
        axis<std::string>("cost", texts, [](RunConfiguration& to, const std::string& value) {
            to.cost = cost_named(value).value_or(to.cost);
        });
    }

    void add_algorithm(const Placed<std::string>& algorithm) {
        RunConfiguration one;
        one.algorithm = algorithm.value;
        if (chooses_its_own(one.algorithm)) {
            if (const AlgorithmInfo* info = algorithm_info(one.algorithm))
                one.algorithm = info->name;
            multiply(one, nullptr, algorithm.place);
            return;
        }
        if (const Configuration* pair = find_configuration(one.algorithm)) {
            one.name = pair->name;
            one.algorithm = pair->algorithm;
            one.heuristic = pair->heuristic;
            one.small_heuristic = pair->small_heuristic;
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

    /// `entry` is null for what the engine chooses itself.
    static bool has_option(const registry::AlgorithmEntry* entry, std::string_view key) {
        const SearchOption* option = find_search_option(key);
        if (option == nullptr) return true;
        return option_of(entry == nullptr ? anytime_info : *entry->info, option->name()) != nullptr;
    }

    /// With every combination of the values of its options. `entry` is null for what the engine chooses itself.
    void multiply(const RunConfiguration& plain, const registry::AlgorithmEntry* entry,
                  const toml::source_region& place) {
        std::vector<RunConfiguration> products{plain};
        for (const Axis& axis : axes_) {
            if (!has_option(entry, axis.key)) continue;
            used_.insert(axis.key);
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
        const bool named_by_origin = !one.name.empty() && axes_.empty();
        if (!named_by_origin)
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
    std::set<std::string> used_;  ///< the keys of the options that some algorithm has
    bool heuristics_used_ = false;
};

}  // namespace

void add_configurations(const toml::table& table, SuiteFaults& faults, LabSuite& suite) {
    Product(table, faults, suite).read();
}

}  // namespace tessera::lab
