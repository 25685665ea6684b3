// The boards that ship with the program, by name: `korf:12`, `korf24:3`, `antipode:1`.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "tessera/puzzle/formats.hpp"

namespace tessera {

struct Suite {
    std::string_view name;
    std::string_view synopsis;
    std::string_view citation;
    std::string_view text;  ///< lines in the korf form, goal blank-first
    /// The optimal length, if all boards of the collection have the same.
    std::optional<Cost> optimal = std::nullopt;
};

std::span<const Suite> suites();

/// Whether the text refers to a collection: a collection's name, alone or with `:` and numbers behind it.
bool names_a_suite(std::string_view text);

/// The boards of `korf`, `korf:12`, `korf:1-10` or `korf:3,5,9-12`.
Result<std::vector<BoardEntry>> suite_boards(std::string_view reference);

}  // namespace tessera
