// A TOML table read with care: types and names are checked, and what is wrong is said with its place.
#include "tessera/lab/suite_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tessera/base/nearest.hpp"
#include "tessera/base/text.hpp"

namespace tessera::lab {
namespace {

/// What a value is, in words.
std::string_view kind_of(const toml::node& node) {
    switch (node.type()) {
        case toml::node_type::table:
            return "a table";
        case toml::node_type::array:
            return "a list";
        case toml::node_type::string:
            return "a text";
        case toml::node_type::integer:
            return "a whole number";
        case toml::node_type::floating_point:
            return "a number";
        case toml::node_type::boolean:
            return "true or false";
        default:
            return "a date or time";
    }
}

std::optional<std::uint64_t> whole_of(const toml::node& node, std::uint64_t least,
                                      std::uint64_t most) {
    const auto* number = node.as_integer();
    if (number == nullptr || number->get() < 0) return std::nullopt;
    const auto value = static_cast<std::uint64_t>(number->get());
    return value < least || value > most ? std::nullopt : std::optional(value);
}

std::string range_of(std::uint64_t least, std::uint64_t most) {
    return fmt::format("a whole number from {} to {}", least, most);
}

}  // namespace

void SuiteFaults::add(const toml::source_region& place, std::string_view message,
                      std::string hint) {
    if (first_) return;
    // It may repeat anything that stands in the file.
    constexpr std::size_t longest = 500;
    first_ = input_error(
        fmt::format("{}: {} (line {}, column {})", source_, formats::excerpt(message, longest),
                    place.begin.line, place.begin.column),
        std::move(hint));
}

void SuiteFaults::add(const toml::source_region& place, const Error& error) {
    add(place, error.message, error.hint);
}

SuiteTable::SuiteTable(const toml::table& table, std::string what, SuiteFaults& faults,
                       std::span<const std::string_view> known)
    : table_(table), what_(std::move(what)), faults_(faults) {
    // The table is ordered by name, faults are told by place.
    const toml::key* first = nullptr;
    for (const auto& [key, value] : table_) {
        if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
        if (first == nullptr || key.source().begin < first->source().begin) first = &key;
    }
    if (first == nullptr) return;
    const std::string_view nearest = nearest_name(first->str(), known);
    faults_.add(first->source(),
                fmt::format("{} has no key '{}'", what_, formats::excerpt(first->str(), 60)),
                nearest.empty() ? fmt::format("keys: {}", fmt::join(known, ", "))
                                : fmt::format("did you mean '{}'?", nearest));
}

toml::source_region SuiteTable::place(std::string_view key) const {
    const toml::node* node = table_.get(key);
    return node == nullptr ? table_.source() : node->source();
}

void SuiteTable::fault(std::string_view key, std::string_view message, std::string hint) const {
    faults_.add(place(key), message, std::move(hint));
}

/// Every value of a list, or the one value.
template <class Convert>
auto SuiteTable::list(std::string_view key, std::string_view expected, Convert convert) const {
    using Value = typename decltype(convert(std::declval<const toml::node&>()))::value_type;
    PlacedList<Value> values;
    const toml::node* node = table_.get(key);
    if (node == nullptr) return values;
    const auto add = [&](const toml::node& one) {
        if (auto value = convert(one)) {
            values.push_back({std::move(*value), one.source()});
        } else {
            faults_.add(one.source(), fmt::format("'{}' of {} is {}", key, what_, kind_of(one)),
                        fmt::format("it should be {}, or a list of such", expected));
        }
    };
    if (const toml::array* array = node->as_array()) {
        if (array->empty()) {
            fault(key, fmt::format("the list '{}' of {} is empty", key, what_),
                  "nothing would be run: name at least one, or leave the key out");
        }
        for (const toml::node& one : *array) add(one);
    } else {
        add(*node);
    }
    return values;
}

PlacedList<std::string> SuiteTable::texts(std::string_view key) const {
    return list(key, "a text in quotes",
                [](const toml::node& node) { return node.value_exact<std::string>(); });
}

PlacedList<bool> SuiteTable::flags(std::string_view key) const {
    return list(key, "true or false",
                [](const toml::node& node) { return node.value_exact<bool>(); });
}

PlacedList<std::uint64_t> SuiteTable::wholes(std::string_view key, std::uint64_t least,
                                             std::uint64_t most) const {
    return list(key, range_of(least, most),
                [=](const toml::node& node) { return whole_of(node, least, most); });
}

PlacedList<double> SuiteTable::numbers(std::string_view key, double least, double most) const {
    return list(key, fmt::format("a number from {} to {}", least, most),
                [=](const toml::node& node) -> std::optional<double> {
                    const auto number = node.is_number() ? node.value<double>() : std::nullopt;
                    return number && *number >= least && *number <= most ? number : std::nullopt;
                });
}

std::optional<std::string> SuiteTable::text(std::string_view key) const {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return std::nullopt;
    if (auto value = node->value_exact<std::string>()) return value;
    fault(key, fmt::format("'{}' of {} is {}", key, what_, kind_of(*node)),
          "it should be a text in quotes");
    return std::nullopt;
}

std::optional<bool> SuiteTable::flag(std::string_view key) const {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return std::nullopt;
    if (auto value = node->value_exact<bool>()) return value;
    fault(key, fmt::format("'{}' of {} is {}", key, what_, kind_of(*node)),
          "it should be true or false");
    return std::nullopt;
}

std::optional<std::uint64_t> SuiteTable::whole(std::string_view key, std::uint64_t least,
                                               std::uint64_t most) const {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return std::nullopt;
    if (const auto value = whole_of(*node, least, most)) return value;
    const auto* number = node->as_integer();
    fault(key,
          number != nullptr ? fmt::format("'{}' of {} is {}", key, what_, number->get())
                            : fmt::format("'{}' of {} is {}", key, what_, kind_of(*node)),
          fmt::format("it should be {}", range_of(least, most)));
    return std::nullopt;
}

std::optional<std::string> SuiteTable::amount(std::string_view key) const {
    const toml::node* node = table_.get(key);
    if (node == nullptr || !node->is_number()) return text(key);
    return fmt::format("{}", node->value<double>().value_or(0.0));
}

std::vector<const toml::table*> SuiteTable::tables(std::string_view key) const {
    std::vector<const toml::table*> found;
    const toml::node* node = table_.get(key);
    if (node == nullptr) return found;
    const toml::array* array = node->as_array();
    if (array == nullptr || !array->is_homogeneous<toml::table>()) {
        fault(key, fmt::format("'{}' is {}", key, kind_of(*node)),
              fmt::format("write [[{}]] in double brackets, once for each", key));
        return found;
    }
    for (const toml::node& one : *array) found.push_back(one.as_table());
    return found;
}

const toml::table* SuiteTable::table(std::string_view key) const {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return nullptr;
    if (const toml::table* inner = node->as_table()) return inner;
    fault(key, fmt::format("'{}' is {}", key, kind_of(*node)),
          fmt::format("write [{}] in brackets, and its keys below", key));
    return nullptr;
}

}  // namespace tessera::lab
