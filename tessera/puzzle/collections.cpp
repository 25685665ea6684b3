// The boards that ship with the program, by name: `korf:12`, `korf24:3`, `antipode:1`.
#include "tessera/puzzle/collections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "tessera/base/nearest.hpp"
#include "tessera/base/text.hpp"

namespace tessera {

// Generated from data/published by the build.
namespace suite_texts {
extern const std::string_view korf15;
extern const std::string_view korf24;
extern const std::string_view antipodes15_80moves;
}  // namespace suite_texts

namespace {

const Suite* find_suite(std::string_view name) {
    for (const Suite& suite : suites()) {
        if (suite.name == name) return &suite;
    }
    return nullptr;
}

bool read_number(std::string_view text, std::size_t& number) {
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && rest == end && !text.empty();
}

/// Reads `12`, `1-10` or a list of them into the indices wanted, each between 1 and `count`.
Result<std::vector<std::size_t>> read_selection(std::string_view text, std::size_t count,
                                                std::string_view suite) {
    const auto complaint = [&](std::string_view part) {
        return input_error(
            fmt::format("'{}' selects no board of the collection {}", formats::excerpt(part, 40),
                        suite),
            fmt::format("write {0}:N with N from 1 to {1}, or {0}:1-10", suite, count));
    };
    std::vector<std::size_t> chosen;
    while (true) {
        const std::size_t comma = text.find(',');
        const std::string_view part = text.substr(0, comma);
        const std::size_t dash = part.find('-');
        std::size_t first = 0;
        std::size_t last = 0;
        if (!read_number(part.substr(0, dash), first)) return complaint(part);
        last = first;
        if (dash != std::string_view::npos && !read_number(part.substr(dash + 1), last)) {
            return complaint(part);
        }
        if (first < 1 || last > count || first > last) return complaint(part);
        for (std::size_t i = first; i <= last; ++i) chosen.push_back(i);
        if (comma == std::string_view::npos) return chosen;
        text.remove_prefix(comma + 1);
    }
}

}  // namespace

std::span<const Suite> suites() {
    static const Suite list[] = {
        {"korf", "Korf's 100 random 15-puzzles with optimal lengths and IDA* node counts",
         "Korf, Artificial Intelligence 27 (1985) 97-109", suite_texts::korf15},
        {"korf24", "Korf and Felner's 50 random 24-puzzles with optimal lengths",
         "Korf & Felner, Artificial Intelligence 134 (2002) 9-22", suite_texts::korf24},
        {"antipode", "the 17 fifteen-puzzles that need 80 moves, the most there is",
         "Brüngger et al. 1999; Gasser 1995; Korf & Schultze 2005",
         suite_texts::antipodes15_80moves, Cost{80}},
    };
    return list;
}

bool names_a_suite(std::string_view text) {
    return find_suite(text.substr(0, text.find(':'))) != nullptr;
}

Result<std::vector<BoardEntry>> suite_boards(std::string_view reference) {
    const std::size_t colon = reference.find(':');
    const std::string_view name = reference.substr(0, colon);
    const Suite* suite = find_suite(name);
    if (suite == nullptr) {
        std::vector<std::string_view> names;
        for (const Suite& known : suites()) names.push_back(known.name);
        const std::string_view nearest = nearest_name(name, names);
        return usage_error(
            fmt::format("there is no collection called '{}'", formats::excerpt(name, 60)),
            nearest.empty() ? fmt::format("there are {}", fmt::join(names, ", "))
                            : fmt::format("did you mean '{}'?", nearest),
            "collection");
    }
    auto read = read_boards(suite->text, {std::nullopt, "korf", suite->name});
    if (!read) return read.error();
    std::vector<BoardEntry>& boards = read->boards;
    for (std::size_t i = 0; i < boards.size(); ++i) {
        boards[i].id = fmt::format("{}-{}", suite->name, i + 1);
        if (suite->optimal) boards[i].optimal = suite->optimal;
    }
    if (colon == std::string_view::npos) return std::move(boards);
    auto selection = read_selection(reference.substr(colon + 1), boards.size(), suite->name);
    if (!selection) return selection.error();
    std::vector<BoardEntry> chosen;
    for (const std::size_t number : *selection) chosen.push_back(boards[number - 1]);
    return chosen;
}

}  // namespace tessera
