// The table of search options: every option of every algorithm, once, with those who have it.
#include "tessera/engine/option_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tessera/engine/registry.hpp"

namespace tessera {
namespace {

std::vector<SearchOption> collected() {
    std::vector<SearchOption> table;
    for (const registry::AlgorithmEntry* entry : registry::all_algorithms()) {
        for (const OptionInfo& option : entry->info->options) {
            if (option.kind() == OptionKind::limit) continue;
            auto place = std::find_if(table.begin(), table.end(), [&](const SearchOption& one) {
                return one.name() == option.name;
            });
            if (place == table.end()) place = table.insert(table.end(), SearchOption{&option, {}});
            place->users.push_back({entry->info, &option});
        }
    }
    return table;
}

std::string range_text(const OptionInfo& option) {
    if (option.kind() == OptionKind::whole) {
        const auto least = std::get<std::uint64_t>(option.least);
        const auto most = std::get<std::uint64_t>(option.most);
        return most == std::numeric_limits<std::uint64_t>::max()
                   ? fmt::format("from {}", least)
                   : fmt::format("from {} to {}", least, most);
    }
    return fmt::format("from {} to {}", std::get<double>(option.least),
                       std::get<double>(option.most));
}

}  // namespace

std::string json_name(std::string_view option) {
    std::string name(option);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

std::string SearchOption::users_in_words() const {
    std::vector<std::string_view> names;
    for (const User& user : users) names.push_back(user.algorithm->name);
    return joined_with_and(names);
}

std::string SearchOption::description() const {
    std::string text;
    for (auto user = users.begin(); user != users.end();) {
        std::string sentence(user->option->synopsis);
        if (info->kind() != OptionKind::flag) {
            sentence += fmt::format(" (default {})", usual_text(*user->option));
        }
        const auto same = std::find_if(user, users.end(), [&](const User& other) {
            return other.option->synopsis != user->option->synopsis ||
                   other.option->usual != user->option->usual;
        });
        std::vector<std::string_view> names;
        for (; user != same; ++user) names.push_back(user->algorithm->name);
        text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", joined_with_and(names), sentence);
    }
    if (info->kind() == OptionKind::word) text += "; " + expected_text(*info);
    if (info->kind() == OptionKind::whole || info->kind() == OptionKind::real) {
        text += "; " + range_text(*info);
    }
    return text;
}

const std::vector<SearchOption>& search_options() {
    static const std::vector<SearchOption> table = collected();
    return table;
}

const SearchOption* find_search_option(std::string_view name) {
    for (const SearchOption& option : search_options()) {
        if (option.name() == name || json_name(option.name()) == name) return &option;
    }
    return nullptr;
}

std::string joined_with_and(const std::vector<std::string_view>& names) {
    if (names.empty()) return {};
    std::string text(names.front());
    for (std::size_t i = 1; i < names.size(); ++i) {
        text += fmt::format("{}{}", i + 1 == names.size() ? " and " : ", ", names[i]);
    }
    return text;
}

std::vector<std::string_view> names_with(bool AlgorithmInfo::* claim) {
    std::vector<std::string_view> names;
    for (const AlgorithmInfo* info : listed_algorithms()) {
        if (info->*claim) names.push_back(info->name);
    }
    return names;
}

std::string algorithms_with(bool AlgorithmInfo::* claim) {
    return joined_with_and(names_with(claim));
}

std::string to_text(const OptionValue& value) {
    if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "on" : "off";
    if (const auto* word = std::get_if<std::string>(&value)) return *word;
    if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
    return fmt::format("{}", std::get<std::uint64_t>(value));
}

std::string usual_text(const OptionInfo& option) {
    return option.usual_in_words.empty() ? to_text(usual_value(option))
                                         : std::string(option.usual_in_words);
}

std::string expected_text(const OptionInfo& option) {
    switch (option.kind()) {
        case OptionKind::whole:
            return "a whole number " + range_text(option);
        case OptionKind::real:
            return "a number " + range_text(option);
        case OptionKind::word:
            return fmt::format("one of {}", fmt::join(option.words, ", "));
        case OptionKind::flag:
        case OptionKind::limit:
            break;
    }
    return "true or false";
}

bool fits(const OptionInfo& option, const OptionValue& value) {
    if (value.index() != usual_value(option).index()) return false;
    if (const auto* whole = std::get_if<std::uint64_t>(&value)) {
        return *whole >= std::get<std::uint64_t>(option.least) &&
               *whole <= std::get<std::uint64_t>(option.most);
    }
    if (const auto* real = std::get_if<double>(&value)) {
        return *real >= std::get<double>(option.least) && *real <= std::get<double>(option.most);
    }
    const auto* word = std::get_if<std::string>(&value);
    return word == nullptr ||
           std::find(option.words.begin(), option.words.end(), *word) != option.words.end();
}

std::optional<Error> options_objection(const SearchOptions& options, const AlgorithmInfo& algorithm,
                                       Geometry geometry) {
    for (const auto& [name, value] : options.given()) {
        const OptionInfo* own = option_of(algorithm, name);
        if (own == nullptr && name == seed_option.name) continue;
        const std::string field = "options." + json_name(name);
        if (own == nullptr) {
            const SearchOption* known = find_search_option(name);
            return usage_error(fmt::format("{} has no option '{}'", algorithm.name, name),
                               known == nullptr
                                   ? ""
                                   : fmt::format("it is an option of {}", known->users_in_words()),
                               field);
        }
        if (!fits(*own, value)) {
            return usage_error(
                fmt::format("{} {} is not {}", name, to_text(value), expected_text(*own)),
                fmt::format("{} has {} by default", algorithm.name, usual_text(*own)), field);
        }
    }
    return algorithm.objection == nullptr ? std::nullopt : algorithm.objection(options, geometry);
}

SearchOptions options_in_force(const SearchOptions& given, const AlgorithmInfo* algorithm) {
    SearchOptions options;
    options.order = given.order;
    for (const auto& [name, value] : given.given()) {
        const OptionInfo* own = algorithm == nullptr ? nullptr : option_of(*algorithm, name);
        if (own != nullptr) options.set(*own, value);
    }
    return options;
}

}  // namespace tessera
