// Finding components by name, and naming a heuristic with its arguments.
#include "tessera/engine/registry.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tessera/base/nearest.hpp"
#include "tessera/base/text.hpp"
#include "tessera/engine/anytime.hpp"

namespace tessera {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (i == text.size() || (text[i] == separator && depth == 0)) {
            parts.push_back(formats::trimmed(text.substr(begin, i - begin)));
            begin = i + 1;
        } else if (text[i] == '(') {
            ++depth;
        } else if (text[i] == ')') {
            --depth;
        }
    }
    return parts;
}

/// The entry called `name`, by name or alias, in any spelling; nullptr if there is none.
template <class Entry>
const Entry* find(std::span<const Entry* const> entries, std::string_view name) {
    const auto first = [&](const auto& is_name) -> const Entry* {
        for (const Entry* entry : entries) {
            const auto& aliases = entry->info->aliases;
            if (is_name(entry->info->name) ||
                std::any_of(aliases.begin(), aliases.end(), is_name)) {
                return entry;
            }
        }
        return nullptr;
    };
    const Entry* exact = first([&](std::string_view one) { return one == name; });
    if (exact != nullptr) return exact;
    return first([&](std::string_view one) { return same_name(name, one); });
}

/// A name that people can give, and the others for the same.
struct KnownName {
    std::string_view name;
    std::span<const std::string_view> aliases = {};
};

template <class Entry>
std::vector<KnownName> names_of(std::span<const Entry* const> entries) {
    std::vector<KnownName> names;
    for (const Entry* entry : entries) names.push_back({entry->info->name, entry->info->aliases});
    return names;
}

Error unknown(std::string_view kind, std::string_view name, std::span<const KnownName> known) {
    std::vector<std::string_view> names;
    std::vector<std::string_view> listed;
    for (const KnownName& one : known) {
        names.push_back(one.name);
        listed.push_back(one.name);
        names.insert(names.end(), one.aliases.begin(), one.aliases.end());
    }
    const std::string_view nearest = nearest_name(name, names);
    const std::string shown(formats::excerpt(name, 60));
    return usage_error(fmt::format("there is no {} called '{}'", kind, shown),
                       nearest.empty() ? fmt::format("there are {}", fmt::join(listed, ", "))
                                       : fmt::format("did you mean '{}'?", nearest),
                       std::string(kind));
}

/// Splits `name(a,b)` or `name:a+b` into the name and its arguments.
Result<std::pair<std::string_view, std::vector<std::string_view>>> take_apart(
    std::string_view text) {
    const std::size_t colon = text.find(':');
    const std::size_t open = text.find('(');
    if (open != std::string_view::npos && (colon == std::string_view::npos || open < colon)) {
        if (text.back() != ')') {
            return usage_error(
                fmt::format("'{}' lacks its closing parenthesis", formats::excerpt(text, 60)),
                "write for example max(linear-conflict,walking-distance)");
        }
        const std::string_view inside = text.substr(open + 1, text.size() - open - 2);
        return std::pair(formats::trimmed(text.substr(0, open)), split(inside, ','));
    }
    if (colon != std::string_view::npos) {
        return std::pair(formats::trimmed(text.substr(0, colon)),
                         split(text.substr(colon + 1), '+'));
    }
    return std::pair(text, std::vector<std::string_view>());
}

std::string options_of(const HeuristicInfo& info) {
    std::vector<std::string_view> names;
    for (const OptionInfo& option : info.options) names.push_back(option.name);
    return names.empty() ? "it has none" : fmt::format("it has {}", fmt::join(names, ", "));
}

/// No combination takes combinations of combinations; what is nested deeper is a slip, or hostile.
constexpr int deepest_nesting = 8;

Result<HeuristicSpec> parse_nested(std::string_view text, int depth) {
    if (depth > deepest_nesting) {
        return usage_error("heuristics are nested too deeply",
                           "write for example max(linear-conflict,walking-distance)");
    }
    auto parts = take_apart(formats::trimmed(text));
    if (!parts) return parts.error();
    const auto& [name, arguments] = *parts;
    HeuristicSpec spec;
    spec.entry = find(registry::all_heuristics(), name);
    if (spec.entry == nullptr) {
        Error error = unknown("heuristic", name, names_of(registry::all_heuristics()));
        if (algorithm_info(name) != nullptr) error.hint = "it is the name of an algorithm";
        return error;
    }
    const HeuristicInfo& info = *spec.entry->info;
    for (const std::string_view argument : arguments) {
        const std::size_t equals = argument.find('=');
        if (equals != std::string_view::npos && argument.find('(') > equals) {
            const std::string_view key = formats::trimmed(argument.substr(0, equals));
            if (option_of(info, key) == nullptr) {
                return usage_error(
                    fmt::format("{} has no option '{}'", info.name, formats::excerpt(key)),
                    options_of(info), "heuristic");
            }
            spec.parameters.emplace_back(key, formats::trimmed(argument.substr(equals + 1)));
        } else if (!info.argument.empty()) {
            spec.parameters.emplace_back(info.argument, argument);
        } else if (!info.combines) {
            return usage_error(fmt::format("{} takes no other heuristics, but was given '{}'",
                                           info.name, formats::excerpt(argument, 60)));
        } else {
            auto child = parse_nested(argument, depth + 1);
            if (!child) return child.error();
            spec.children.push_back(std::move(*child));
        }
    }
    return spec;
}

}  // namespace

std::string HeuristicSpec::name() const {
    std::vector<std::string> arguments;
    arguments.reserve(children.size() + parameters.size());
    for (const HeuristicSpec& child : children) arguments.push_back(child.name());
    bool bare = !parameters.empty();
    for (const auto& [key, value] : parameters) {
        bare = bare && key == entry->info->argument;
        arguments.push_back(bare ? value : fmt::format("{}={}", key, value));
    }
    if (arguments.empty()) return std::string(entry->info->name);
    if (bare) return fmt::format("{}:{}", entry->info->name, fmt::join(arguments, "+"));
    return fmt::format("{}({})", entry->info->name, fmt::join(arguments, ","));
}

bool HeuristicSpec::admissible() const {
    return entry->info->admissible &&
           std::all_of(children.begin(), children.end(),
                       [](const HeuristicSpec& child) { return child.admissible(); });
}

bool HeuristicSpec::consistent() const {
    return entry->info->consistent &&
           std::all_of(children.begin(), children.end(),
                       [](const HeuristicSpec& child) { return child.consistent(); });
}

Result<HeuristicSpec> parse_heuristic(std::string_view text) {
    return parse_nested(text, 1);
}

const AlgorithmInfo* algorithm_info(std::string_view name) {
    if (same_name(name, anytime_info.name)) return &anytime_info;
    const auto* entry = find(registry::all_algorithms(), formats::trimmed(name));
    return entry == nullptr ? nullptr : entry->info;
}

bool claims(std::string_view algorithm, bool AlgorithmInfo::* claim) {
    const AlgorithmInfo* info = algorithm_info(algorithm);
    return info != nullptr && info->*claim;
}

std::vector<const AlgorithmInfo*> listed_algorithms() {
    std::vector<const AlgorithmInfo*> list{&anytime_info};
    for (const auto* entry : registry::all_algorithms()) list.push_back(entry->info);
    std::sort(list.begin(), list.end(),
              [](const auto* one, const auto* other) { return one->name < other->name; });
    return list;
}

Result<const registry::AlgorithmEntry*> find_algorithm(std::string_view name) {
    const auto* entry = find(registry::all_algorithms(), formats::trimmed(name));
    if (entry != nullptr) return entry;
    // Those that are none of the registry's are known to whoever asks first.
    std::vector<KnownName> known = names_of(registry::all_algorithms());
    known.push_back({anytime_info.name, anytime_info.aliases});
    for (const Configuration& one : configurations()) known.push_back({one.name});
    std::ranges::sort(known, {}, &KnownName::name);
    Error error = unknown("algorithm", formats::trimmed(name), known);
    if (find(registry::all_heuristics(), formats::trimmed(name)) != nullptr) {
        error.hint = "it is the name of a heuristic";
    }
    return error;
}

std::vector<std::string> aliases_of(const AlgorithmInfo& info) {
    std::vector<std::string> names(info.aliases.begin(), info.aliases.end());
    const std::string plain = without_star(info.name);
    if (plain != info.name && std::find(names.begin(), names.end(), plain) == names.end()) {
        names.insert(names.begin(), plain);
    }
    return names;
}

std::span<const Configuration> configurations() {
    static constexpr std::string_view manhattan = "manhattan";
    static constexpr Configuration list[] = {
        {"misplaced-with-path-cost", "a*", "misplaced",
         "the n-puzzle origin's 'misplaced tiles with path cost': adding the path cost to h is A*"},
        {"astar1", "a*", "misplaced", "the 8-puzzle origin's first A*"},
        {"astar2", "a*", "manhattan", "the 8-puzzle origin's second A*"},
        {"combined-a*", "a*", "weighted-combination",
         "the n×n origin's A*: manhattan alone up to 3×3, on larger boards its weighted sum of "
         "three "
         "heuristics",
         manhattan},
        {"pure-heuristic", "greedy", "manhattan",
         "the n-puzzle origin's best-first search by h alone: greedy search"},
    };
    return list;
}

const Configuration* find_configuration(std::string_view name) {
    for (const Configuration& configuration : configurations()) {
        if (same_name(name, configuration.name)) return &configuration;
    }
    return nullptr;
}

std::vector<std::string_view> split_list(std::string_view text) {
    return split(text, ',');
}

}  // namespace tessera
