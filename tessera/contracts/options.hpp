// Options of searches as data: their names, kinds, ranges and defaults, and the values given to one search.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tessera/contracts/move_automaton.hpp"
#include "tessera/puzzle/types.hpp"

namespace tessera {

class Checkpoint;

/// The kind of an option's value. A `limit` has no value here: it is one of the search's Limits, and an algorithm lists it
/// because it means something particular to that algorithm.
enum class OptionKind { limit, flag, whole, real, word };

/// The names used in JSON, in their order.
inline constexpr std::array<std::string_view, 5> option_kind_names{"limit", "flag", "whole", "real",
                                                                   "word"};
constexpr std::string_view to_string(OptionKind kind) {
    return option_kind_names[static_cast<std::size_t>(kind)];
}

/// A value in an OptionInfo. The alternatives are in the order of OptionKind.
using OptionConstant = std::variant<std::monostate, bool, std::uint64_t, double, std::string_view>;
/// A value given by a user.
using OptionValue = std::variant<bool, std::uint64_t, double, std::string>;

/// When a result names an option of its algorithm.
enum class OptionTold {
    always,        ///< also when it has its default
    unless_usual,  ///< when it differs from its default
    when_given     ///< when it was given, even as the default; else the algorithm chooses a value
};

/// An option of a component. Algorithms that share an option agree on its kind and its range; their synopses and defaults
/// may differ. Heuristics read their options as text.
struct OptionInfo {
    std::string_view name;  ///< `--name`; in JSON and suites with `_` for `-`
    std::string_view synopsis;
    OptionConstant usual = {};  ///< the default, which decides the kind
    OptionConstant least = {};  ///< of numbers
    OptionConstant most = {};
    std::span<const std::string_view> words = {};  ///< the possible values of a word
    OptionTold told = OptionTold::always;
    std::string_view usual_in_words = {};  ///< if the default is not one value: e.g. "31 or 80"

    constexpr OptionKind kind() const { return static_cast<OptionKind>(usual.index()); }
};

consteval OptionInfo flag_option(std::string_view name, std::string_view synopsis,
                                 OptionTold told = OptionTold::always) {
    return {.name = name, .synopsis = synopsis, .usual = false, .told = told};
}
consteval OptionInfo whole_option(std::string_view name, std::string_view synopsis,
                                  std::uint64_t usual, std::uint64_t least, std::uint64_t most,
                                  OptionTold told = OptionTold::always) {
    return {.name = name,
            .synopsis = synopsis,
            .usual = usual,
            .least = least,
            .most = most,
            .told = told};
}
consteval OptionInfo real_option(std::string_view name, std::string_view synopsis, double usual,
                                 double least, double most, OptionTold told = OptionTold::always) {
    return {.name = name,
            .synopsis = synopsis,
            .usual = usual,
            .least = least,
            .most = most,
            .told = told};
}
consteval OptionInfo word_option(std::string_view name, std::string_view synopsis,
                                 std::string_view usual, std::span<const std::string_view> words,
                                 OptionTold told = OptionTold::always) {
    return {.name = name, .synopsis = synopsis, .usual = usual, .words = words, .told = told};
}
/// A limit with a particular meaning to the algorithm, or an option of a heuristic (which is text).
consteval OptionInfo described_option(std::string_view name, std::string_view synopsis,
                                      std::string_view usual_in_words) {
    return {.name = name, .synopsis = synopsis, .usual_in_words = usual_in_words};
}

/// The seed: an option of every random search, and of the searches that the engine chooses; other searches ignore it.
inline constexpr OptionInfo seed_option = whole_option("seed", "seed of the random choices", 1, 0,
                                                       std::numeric_limits<std::uint64_t>::max());

/// The most workers that a search may be given.
inline constexpr std::uint32_t most_threads = 1024;

/// The options given to one search.
struct SearchOptions {
    std::array<Move, 4> order = all_moves;  ///< successor order; every search has this option
    std::uint32_t threads = 0;              ///< at most this many workers; 0: all the executor has
    /// The automaton for the option `cycles`; the engine provides it.
    const MoveAutomaton* automaton = nullptr;
    /// Where the search keeps what it has finished; the engine provides it. Devices have no part in it.
    Checkpoint* checkpoint = nullptr;

    /// The given value, or null if the option was not given.
    const OptionValue* find(std::string_view name) const {
        const auto place = std::find_if(values_.begin(), values_.end(),
                                        [&](const auto& one) { return one.first == name; });
        return place == values_.end() ? nullptr : &place->second;
    }
    /// The value in force: the given one, or the default.
    bool flag(const OptionInfo& option) const { return in_force<bool>(option); }
    std::uint64_t whole(const OptionInfo& option) const { return in_force<std::uint64_t>(option); }
    double real(const OptionInfo& option) const { return in_force<double>(option); }
    std::string_view word(const OptionInfo& option) const {
        const OptionValue* given = find(option.name);
        return given != nullptr ? std::get<std::string>(*given)
                                : std::get<std::string_view>(option.usual);
    }

    /// Gives an option a value of its kind. To give the default is the same as to give nothing, except for
    /// OptionTold::when_given.
    void set(const OptionInfo& option, OptionValue value);
    template <std::integral T>
        requires(!std::same_as<T, bool>)
    void set(const OptionInfo& option, T value) {
        set(option, OptionValue(static_cast<std::uint64_t>(value)));
    }
    void reset(std::string_view name) {
        std::erase_if(values_, [&](const auto& one) { return one.first == name; });
    }

    /// The given options and their values, ordered by name.
    const std::vector<std::pair<std::string, OptionValue>>& given() const { return values_; }

    /// Equal if the same options were given; what the engine provides is not compared.
    friend bool operator==(const SearchOptions& a, const SearchOptions& b) {
        return a.order == b.order && a.threads == b.threads && a.values_ == b.values_;
    }

  private:
    template <class T>
    T in_force(const OptionInfo& option) const {
        const OptionValue* given = find(option.name);
        return given != nullptr ? std::get<T>(*given) : std::get<T>(option.usual);
    }

    std::vector<std::pair<std::string, OptionValue>> values_;
};

/// The default of an option as a value; false for a limit, which has no value.
inline OptionValue usual_value(const OptionInfo& option) {
    switch (option.kind()) {
        case OptionKind::whole:
            return std::get<std::uint64_t>(option.usual);
        case OptionKind::real:
            return std::get<double>(option.usual);
        case OptionKind::word:
            return std::string(std::get<std::string_view>(option.usual));
        case OptionKind::flag:
            return std::get<bool>(option.usual);
        case OptionKind::limit:
            break;
    }
    return false;
}

inline void SearchOptions::set(const OptionInfo& option, OptionValue value) {
    reset(option.name);
    if (option.told != OptionTold::when_given && value == usual_value(option)) return;
    const auto place = std::find_if(values_.begin(), values_.end(),
                                    [&](const auto& one) { return one.first > option.name; });
    values_.emplace(place, std::string(option.name), std::move(value));
}

}  // namespace tessera
