// How the JSON of the engine's calls is described: the fields of an object, as data. Readers, schemas and types come from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "tessera/contracts/search.hpp"

namespace tessera {

/// What one call may ask for at most. A search is held to it as to limits of its own, so its result says which was
/// reached; anything else that asks for more is an error.
struct ApiLimits {
    std::size_t cells = 10'000;
    std::uint64_t boards = 1'000;        ///< made or read by one call
    std::uint64_t trace_steps = 20'000;  ///< recorded by one call
    std::size_t audit_cells = 9;
    Limits search;
};

namespace api {

enum class Kind {
    text,
    flag,
    whole,   ///< a number without sign or fraction
    number,  ///< any other
    size,    ///< [rows, columns]
    board,   ///< a list of numbers, a list of rows, or a text
    value,   ///< a text, a number, or true or false
    object,  ///< with the fields of `shape`; without one, with any
};

struct Shape;

/// One field of an object. The functions return a changed copy, so that a description reads as one line:
/// `whole("count", "how many boards").from(1).within(&ApiLimits::boards).standard("1")`.
struct Field {
    std::string_view name;
    Kind kind = Kind::text;
    std::string_view sentence = {};  ///< what it means, for people
    bool may_be_absent = false;
    bool may_be_null = false;
    int lists = 0;          ///< 1: a list of these, 2: a list of such lists
    std::size_t items = 0;  ///< exactly so many in each innermost list; 0: any number
    double least = 0.0;     ///< of a number
    double most = std::numeric_limits<double>::infinity();
    std::uint64_t ApiLimits::* limit = nullptr;    ///< what the host allows at most
    std::string_view default_value = {};           ///< as JSON would have it, a text without quotes
    std::span<const std::string_view> words = {};  ///< the only texts it may be
    const Shape* shape = nullptr;

    consteval Field optional() const {
        Field made = *this;
        made.may_be_absent = true;
        return made;
    }
    consteval Field or_null() const {
        Field made = *this;
        made.may_be_null = true;
        return made;
    }
    consteval Field list(std::size_t exactly = 0) const {
        Field made = *this;
        ++made.lists;
        if (exactly > 0) made.items = exactly;
        return made;
    }
    consteval Field from(double smallest) const {
        Field made = *this;
        made.least = smallest;
        return made;
    }
    consteval Field to(double largest) const {
        Field made = *this;
        made.most = largest;
        return made;
    }
    consteval Field within(std::uint64_t ApiLimits::* allowed) const {
        Field made = *this;
        made.limit = allowed;
        return made;
    }
    consteval Field standard(std::string_view value) const {
        Field made = optional();
        made.default_value = value;
        return made;
    }
};

/// An object. A field that it does not name is an error.
struct Shape {
    std::string_view name;  ///< in schemas and types, e.g. "TraceStep"
    /// What its field "schema" says, e.g. "tessera.trace/1"; empty: it has none.
    std::string_view schema = {};
    std::span<const Field> fields = {};
    const Shape* base = nullptr;  ///< whose fields it has, too
    /// Further fields, where they are known only when the program runs.
    std::span<const Field> (*further)() = nullptr;

    /// Calls `use` with every field, those of the base first.
    template <class Use>
    void each_field(const Use& use) const {
        if (base != nullptr) base->each_field(use);
        for (const Field& field : fields) use(field);
        if (further == nullptr) return;
        for (const Field& field : further()) use(field);
    }
};

consteval Field text(std::string_view name, std::string_view sentence = {}) {
    return {name, Kind::text, sentence};
}
consteval Field word(std::string_view name, std::span<const std::string_view> words,
                     std::string_view sentence = {}) {
    Field made = text(name, sentence);
    made.words = words;
    return made;
}
consteval Field flag(std::string_view name, std::string_view sentence = {}) {
    return {name, Kind::flag, sentence};
}
consteval Field whole(std::string_view name, std::string_view sentence = {}) {
    return {name, Kind::whole, sentence};
}
consteval Field number(std::string_view name, std::string_view sentence = {}) {
    Field made{name, Kind::number, sentence};
    made.least = -std::numeric_limits<double>::infinity();
    return made;
}
consteval Field size(std::string_view name, std::string_view sentence = {}) {
    return {name, Kind::size, sentence};
}
consteval Field board(std::string_view name, std::string_view sentence = {}) {
    return {name, Kind::board, sentence};
}
/// The numbers of a board, cell by cell.
consteval Field tiles(std::string_view name, std::string_view sentence = {}) {
    return whole(name, sentence).list();
}
consteval Field object(std::string_view name, const Shape& shape, std::string_view sentence = {}) {
    Field made{name, Kind::object, sentence};
    made.shape = &shape;
    return made;
}

consteval Field value(std::string_view name, std::string_view sentence = {}) {
    return {name, Kind::value, sentence};
}
consteval Field any_object(std::string_view name, std::string_view sentence = {}) {
    return {name, Kind::object, sentence};
}

}  // namespace api
}  // namespace tessera
