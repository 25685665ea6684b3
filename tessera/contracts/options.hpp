// Options of searches as data: what an algorithm can be told, of which kind, within which range, and what was told.
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

/// What kind of value an option has. A `limit` is not set here: it is one of the limits of the search, and listed because the
/// algorithm makes something of it.
enum class OptionKind { limit, flag, whole, real, word };

/// The name used in JSON: "flag", "whole", …
constexpr std::string_view to_string(OptionKind kind) {
    constexpr std::array<std::string_view, 5> names{"limit", "flag", "whole", "real", "word"};
    return names[static_cast<std::size_t>(kind)];
}

/// A value as a program states it. The alternatives follow OptionKind.
using OptionConstant = std::variant<std::monostate, bool, std::uint64_t, double, std::string_view>;
/// A value as somebody gave it.
using OptionValue = std::variant<bool, std::uint64_t, double, std::string>;

/// When results name an option that an algorithm has.
enum class OptionTold {
    always,        ///< with its default, too
    unless_usual,  ///< where it differs from its default
    when_given     ///< where somebody gave it, were it the default; else the algorithm has its own
};

/// An option that a component understands. Algorithms that share one agree in its kind and its range; their sentences and
/// defaults may differ. Heuristics read theirs as text.
struct OptionInfo {
    std::string_view name;  ///< `--name`; in JSON and suites with `_` for `-`
    std::string_view synopsis;
    OptionConstant usual = {};  ///< the default, which decides the kind
    OptionConstant least = {};  ///< of numbers
    OptionConstant most = {};
    std::span<const std::string_view> words = {};  ///< of a word: all that it may be
    OptionTold told = OptionTold::always;
    std::string_view usual_in_words = {};  ///< where the default is no value, e.g. "31 or 80"

    constexpr OptionKind kind() const { return static_cast<OptionKind>(usual.index()); }
};

constexpr OptionInfo flag_option(std::string_view name, std::string_view synopsis,
                                 OptionTold told = OptionTold::always) {
    return {.name = name, .synopsis = synopsis, .usual = false, .told = told};
}
constexpr OptionInfo whole_option(std::string_view name, std::string_view synopsis,
                                  std::uint64_t usual, std::uint64_t least, std::uint64_t most,
                                  OptionTold told = OptionTold::always) {
    return {.name = name,
            .synopsis = synopsis,
            .usual = usual,
            .least = least,
            .most = most,
            .told = told};
}
constexpr OptionInfo real_option(std::string_view name, std::string_view synopsis, double usual,
                                 double least, double most, OptionTold told = OptionTold::always) {
    return {.name = name,
            .synopsis = synopsis,
            .usual = usual,
            .least = least,
            .most = most,
            .told = told};
}
constexpr OptionInfo word_option(std::string_view name, std::string_view synopsis,
                                 std::string_view usual, std::span<const std::string_view> words,
                                 OptionTold told = OptionTold::always) {
    return {.name = name, .synopsis = synopsis, .usual = usual, .words = words, .told = told};
}
/// A limit that means something particular to the algorithm, or an option of a heuristic, which is text.
constexpr OptionInfo described_option(std::string_view name, std::string_view synopsis,
                                      std::string_view usual_in_words) {
    return {.name = name, .synopsis = synopsis, .usual_in_words = usual_in_words};
}

/// Seeds are an option of every search by chance, and of what the engine chooses itself; others do not mind them.
inline constexpr OptionInfo seed_option = whole_option("seed", "seed of the random choices", 1, 0,
                                                       std::numeric_limits<std::uint64_t>::max());

/// How many workers a search may be told to have.
inline constexpr std::uint32_t most_threads = 1024;

/// What somebody told a search.
struct SearchOptions {
    std::array<Move, 4> order = all_moves;  ///< successor order, which every search has
    std::uint32_t threads = 0;              ///< at most this many workers; 0: all the executor has
    /// The automaton for the option `cycles`, which the engine provides.
    const MoveAutomaton* automaton = nullptr;

    /// Null where nobody gave it.
    const OptionValue* find(std::string_view name) const {
        const auto place = std::find_if(values_.begin(), values_.end(),
                                        [&](const auto& one) { return one.first == name; });
        return place == values_.end() ? nullptr : &place->second;
    }
    /// What is in force: what was given, or the default.
    bool flag(const OptionInfo& option) const { return in_force<bool>(option); }
    std::uint64_t whole(const OptionInfo& option) const { return in_force<std::uint64_t>(option); }
    double real(const OptionInfo& option) const { return in_force<double>(option); }
    std::string_view word(const OptionInfo& option) const {
        const OptionValue* given = find(option.name);
        return given != nullptr ? std::get<std::string>(*given)
                                : std::get<std::string_view>(option.usual);
    }

    /// Gives an option a value of its kind. The default is the same as nothing, unless the option is told when it is given.
    void set(const OptionInfo& option, OptionValue value);
    template <std::integral T>
        requires(!std::same_as<T, bool>)
    void set(const OptionInfo& option, T value) {
        set(option, OptionValue(static_cast<std::uint64_t>(value)));
    }
    void reset(std::string_view name) {
        std::erase_if(values_, [&](const auto& one) { return one.first == name; });
    }

    /// What was given, ordered by name.
    const std::vector<std::pair<std::string, OptionValue>>& given() const { return values_; }

    /// The same told; who provides the automaton does not matter.
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

/// The default as a value of its own; false for a limit, which has none.
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
