// The table of search options: every option of every algorithm, once, with those who have it. Command line, help, JSON, suites,
// certificates and menus are made from it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/contracts/component.hpp"
#include "tessera/contracts/search.hpp"

namespace tessera {

/// An option and the algorithms that have it.
struct SearchOption {
    struct User {
        const AlgorithmInfo* algorithm;
        const OptionInfo* option;  ///< its own sentence and default
    };
    const OptionInfo* info;  ///< of the first user; all agree in kind and range
    std::vector<User> users;

    std::string_view name() const { return info->name; }
    /// "anytime-a* and weighted-a*".
    std::string users_in_words() const;
    /// What it does: for each user its sentence and default, then the range.
    std::string description() const;
};

/// As JSON, suites and certificates spell an option: `keep_all`.
std::string json_name(std::string_view option);

/// All that can be set, in the order of the algorithms; without limits, which are set apart.
const std::vector<SearchOption>& search_options();
/// By its name, in either spelling; null if there is none.
const SearchOption* find_search_option(std::string_view name);

/// The algorithms of which something is true, and the same in words: "a*, hda* and ucs".
std::vector<std::string_view> names_with(bool AlgorithmInfo::* claim);
std::string algorithms_with(bool AlgorithmInfo::* claim);
std::string joined_with_and(const std::vector<std::string_view>& names);

/// The default in words: "off", "10000", "31 or 80".
std::string usual_text(const OptionInfo& option);
/// The value in words, as people type it.
std::string to_text(const OptionValue& value);
/// What values it takes: "a whole number from 1 to 14", "true or false", "breadth or depth".
std::string expected_text(const OptionInfo& option);
/// Whether the value is of its kind and within its range.
bool fits(const OptionInfo& option, const OptionValue& value);

/// What is wrong with options for this algorithm on boards of this size; nothing where all is well. An option that it does not have
/// is refused, but for the seed.
std::optional<Error> options_objection(const SearchOptions& options, const AlgorithmInfo& algorithm,
                                       Geometry geometry);

/// Only what the algorithm has, and the order.
SearchOptions options_in_force(const SearchOptions& given, const AlgorithmInfo* algorithm);

/// What results say: calls `tell(option, value)` for each option that the algorithm has, as `OptionInfo::told` wants it.
template <class Tell>
void tell_options(const SearchOptions& options, const AlgorithmInfo& algorithm, Tell&& tell) {
    for (const OptionInfo& option : algorithm.options) {
        if (option.kind() == OptionKind::limit) continue;
        const OptionValue* given = options.find(option.name);
        if (given != nullptr) {
            tell(option, *given);
        } else if (option.told == OptionTold::always) {
            tell(option, usual_value(option));
        }
    }
}

}  // namespace tessera
