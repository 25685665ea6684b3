// What several calls have in common: the fields they take or answer, and the functions that read these.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tessera/api/api_fields.hpp"
#include "tessera/api/shape.hpp"
#include "tessera/engine/registry.hpp"
#include "tessera/engine/solve.hpp"
#include "tessera/puzzle/formats.hpp"

namespace tessera::api {

inline constexpr Field goal_field =
    board("goal",
          "a goal's name, its numbers or a text; blank-last unless the start says otherwise")
        .optional();
inline constexpr Field board_fields[] = {
    board("start", "the board, 0 is the blank: a list of numbers, a list of rows, or a text"),
    goal_field,
    size("size", "needed only where start is a plain list of a board that is not square")
        .optional(),
};
inline constexpr Shape board_shape{"BoardFields", {}, board_fields};

inline constexpr Field cost_field =
    word("cost", cost_names, "\"unit\": a move costs 1; \"tile\": its tile's number")
        .standard(to_string(CostModel::unit));

inline constexpr Field limit_fields[] = {
    number("seconds").from(0).to(1e9).optional(),
    whole("nodes", "generated nodes").optional(),
    whole("memory_bytes").to(9007199254740992.0).optional(),
    whole("depth", "moves of a path").to(infinite_cost).optional(),
};
inline constexpr Shape limit_shape{"SearchLimits", {}, limit_fields};
inline constexpr Field limits_field =
    object("limits", limit_shape, "what it may take; this engine may allow less").optional();

/// The options of the algorithms, from their table.
std::span<const Field> algorithm_option_fields();
inline constexpr Field search_option_fields[] = {
    text("order", "each of U, D, L and R once").optional(),
    whole("threads", "0: as many as the host gives").to(most_threads).optional(),
};
inline constexpr Shape search_options_shape{
    "SearchOptions", {}, search_option_fields, nullptr, &algorithm_option_fields};
inline constexpr Field options_field =
    object("options", search_options_shape, "of the algorithm; the call list names those of each")
        .optional();
inline constexpr Field heuristics_field =
    text("heuristics", "names, with their options; a selection unless given").list().optional();

/// A board in a reply.
inline constexpr Field given_board_fields[] = {
    text("id").optional(),
    size("size"),
    tiles("start"),
    tiles("goal"),
    text("goal_name"),
    whole("optimal", "moves of a shortest solution, where it is known").optional(),
};
inline constexpr Shape given_board_shape{"GivenBoard", {}, given_board_fields};

inline constexpr Field left_out_fields[] = {text("heuristic"), text("reason")};
inline constexpr Shape left_out_shape{"LeftOut", {}, left_out_fields};

/// A board with its goal, from the fields `start`, `goal` and `size`.
struct GivenBoard {
    DynamicBoard start;
    DynamicBoard goal;
};

std::optional<Error> too_large(Geometry geometry, const ApiLimits& limits);
Result<DynamicBoard> goal_of(const BoardEntry& entry);
/// The goal that the field `goal` means for boards of this size; blank-last where it is null.
Result<DynamicBoard> goal_of(const Json* goal, Geometry geometry);
Json board_json(const BoardEntry& entry, const DynamicBoard& goal);

// These read fields; a fault is kept in `fields`.
std::optional<GivenBoard> read_board(Fields& fields, const ApiLimits& limits);
std::optional<Geometry> read_size(Fields& fields, std::size_t most_cells);
CostModel read_cost(Fields& fields);
SearchOptions read_options(Fields& fields);
Limits read_limits(Fields& fields, const Limits& most);
std::vector<HeuristicSpec> read_heuristics(Fields& fields);

}  // namespace tessera::api
