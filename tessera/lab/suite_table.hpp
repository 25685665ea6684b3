// A TOML table read with care: types and names are checked, and what is wrong is said with its place.
#pragma once

// Version 3.3 takes for granted that a key begins like one (that of `[.a]` does not), and asserts it, or tells clang to assume it;
// without either it says what is wrong in the next line.
#define TOML_ASSERT(expression) static_cast<void>(0)
#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/puzzle/result.hpp"

namespace tessera::lab {

/// The first fault of a suite; everything after it is read, but no longer matters.
class SuiteFaults {
  public:
    explicit SuiteFaults(std::string_view source) : source_(source) {}

    void add(const toml::source_region& place, std::string_view message, std::string hint);
    /// A fault found by somebody else, in words of its own.
    void add(const toml::source_region& place, const Error& error);
    const std::optional<Error>& first() const { return first_; }

  private:
    std::string source_;
    std::optional<Error> first_;
};

/// A value and where it stands.
template <class T>
struct Placed {
    T value;
    toml::source_region place;
};
template <class T>
using PlacedList = std::vector<Placed<T>>;

/// A view of one table. Whatever it is asked for and does not find in the right type becomes a fault, and reads as absent.
class SuiteTable {
  public:
    /// `what` is how messages call it: "[limits]". Keys that are not `known` are faults.
    SuiteTable(const toml::table& table, std::string what, SuiteFaults& faults,
               std::span<const std::string_view> known);

    bool has(std::string_view key) const { return table_.contains(key); }
    /// Where the key's value stands, or else the table.
    toml::source_region place(std::string_view key) const;
    void fault(std::string_view key, std::string_view message, std::string hint) const;

    std::optional<std::string> text(std::string_view key) const;
    std::optional<bool> flag(std::string_view key) const;
    std::optional<std::uint64_t> whole(std::string_view key, std::uint64_t least,
                                       std::uint64_t most) const;
    /// One value or a list of them; empty where the key is absent. An empty list is a fault.
    PlacedList<std::string> texts(std::string_view key) const;
    PlacedList<bool> flags(std::string_view key) const;
    PlacedList<std::uint64_t> wholes(std::string_view key, std::uint64_t least,
                                     std::uint64_t most) const;
    PlacedList<double> numbers(std::string_view key, double least, double most) const;
    /// "30s" or a plain number, as text.
    std::optional<std::string> amount(std::string_view key) const;

    /// The tables under `[[key]]`; a fault if it is anything else.
    std::vector<const toml::table*> tables(std::string_view key) const;
    /// The table `[key]`; null if there is none.
    const toml::table* table(std::string_view key) const;

  private:
    template <class Convert>
    auto list(std::string_view key, std::string_view expected, Convert convert) const;

    const toml::table& table_;
    std::string what_;
    SuiteFaults& faults_;
};

}  // namespace tessera::lab
