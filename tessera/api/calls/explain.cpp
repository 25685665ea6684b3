// The call explain: why heuristics say what they say about a board.
#include "tessera/lessons/explain.hpp"

#include "tessera/api/call.hpp"
#include "tessera/api/json.hpp"
#include "tessera/api/requests.hpp"

namespace tessera::api::calls::explain {
namespace {

constexpr Field request_fields[] = {
    cost_field,
    heuristics_field,
    flag("exact", "look for the true distance on large boards, too").standard("false"),
    limits_field,
};

constexpr std::string_view parity_words[] = {"odd", "even"};
constexpr Field solvability_fields[] = {
    flag("solvable"),
    word("permutation", parity_words),
    whole("swaps"),
    whole("cycles").list().list(),
    whole("inversions"),
    whole("blank_distance"),
    text("reason"),
    text("solvable_goals").list(),
    whole("repair", "two tiles to swap").list(2).or_null(),
};
constexpr Shape solvability_shape{"Solvability", {}, solvability_fields};

constexpr Field truth_fields[] = {
    whole("best").or_null(),
    whole("lower_bound"),
    flag("proven"),
};
constexpr Shape truth_shape{"Truth", {}, truth_fields};

constexpr std::string_view line_words[] = {"row", "column"};
constexpr Field line_fields[] = {word("kind", line_words), whole("index")};
constexpr Shape line_shape{"PartLine", {}, line_fields};

constexpr std::string_view lines_words[] = {"rows", "columns"};
constexpr Field matrix_fields[] = {
    word("lines", lines_words),
    whole("blank_line"),
    whole("counts").list().list(),
};
constexpr Shape matrix_shape{"PartMatrix", {}, matrix_fields};

extern const Shape part_shape;
constexpr std::string_view combine_words[] = {"sum", "max"};
constexpr Field part_fields[] = {
    text("kind"),
    text("label"),
    number("value").or_null(),
    text("text").optional(),
    tiles("tiles").optional(),
    whole("cells").list().optional(),
    whole("goal_cells").list().optional(),
    object("line", line_shape).optional(),
    whole("pairs").list(2).list().optional(),
    tiles("leaving").optional(),
    object("matrix", matrix_shape).optional(),
    word("combine", combine_words).optional(),
    number("factor").or_null().optional(),
    whole("chosen").optional(),
    object("parts", part_shape).list().optional(),
};
constinit const Shape part_shape{"Part", {}, part_fields};

constexpr Field heuristic_fields[] = {
    text("heuristic"),
    text("synopsis"),
    flag("admissible"),
    flag("consistent"),
    number("value").or_null(),
    whole("estimate", "what a search uses").or_null(),
    object("explanation", part_shape),
};
constexpr Shape heuristic_shape{"ExplainedHeuristic", {}, heuristic_fields};

constexpr Field reply_fields[] = {
    text("id"),
    size("size"),
    tiles("start"),
    tiles("goal"),
    text("goal_name"),
    word("cost", cost_names),
    object("solvability", solvability_shape),
    object("truth", truth_shape).or_null(),
    object("heuristics", heuristic_shape).list(),
    object("left_out", left_out_shape).list(),
};

Result<Task> prepare(Fields& fields, const ApiLimits& limits) {
    const auto board = read_board(fields, limits);
    ExplainOptions options;
    options.cost = read_cost(fields);
    options.exact = fields.flag("exact").value_or(false);
    options.limits = read_limits(fields, limits.search);
    const std::vector<HeuristicSpec> heuristics = read_heuristics(fields);
    if (auto error = fields.fault()) return *error;
    return Task{[board = *board, options, heuristics](Engine& engine,
                                                      Observer& observer) -> Result<std::string> {
        auto explained =
            tessera::explain(engine, board.start, board.goal, heuristics, options, observer);
        if (!explained) return explained.error();
        return to_json(*explained);
    }};
}

}  // namespace

extern const Call call;
constinit const Call call{
    "explain",
    "why heuristics say what they say",
    {"ExplainRequest", {}, request_fields, &board_shape},
    {"Explanation", "tessera.explain/1", reply_fields},
    &prepare,
};

}  // namespace tessera::api::calls::explain
