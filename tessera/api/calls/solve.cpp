// The call solve: a search from a board to its goal.
#include "tessera/api/call.hpp"
#include "tessera/api/json.hpp"
#include "tessera/api/requests.hpp"

namespace tessera::api::calls::solve {
namespace {

constexpr Field request_fields[] = {
    text("id", "comes back in the answer").optional(),
    text("algorithm", "its name").standard("auto"),
    text("heuristic", "its name, with its options").standard("auto"),
    cost_field,
    options_field,
    limits_field,
    text("device", "where it runs: auto, cpu or the name of a device").standard("auto"),
};

constexpr std::string_view convention_words[] = {"blank"};

constexpr Field used_option_fields[] = {word("cost", cost_names).optional()};
constexpr Shape used_options_shape{"UsedOptions", {}, used_option_fields, &search_options_shape};

constexpr Field stage_step_fields[] = {tiles("tiles"), whole("moves")};
constexpr Shape stage_step_shape{"StageStep", {}, stage_step_fields};
constexpr Field stage_fields[] = {
    text("name"),
    tiles("tiles"),
    whole("first", "the index of its first move"),
    whole("moves"),
    object("steps", stage_step_shape).list(),
};
constexpr Shape stage_shape{"Stage", {}, stage_fields};

constexpr Field unsolvable_fields[] = {
    text("reason"),
    text("solvable_goals").list(),
    whole("repair", "two tiles to swap").list(2),
};
constexpr Shape unsolvable_shape{"Unsolvable", {}, unsolvable_fields};

constexpr Field solutions_fields[] = {
    whole("count"),
    flag("complete", "these are all there are"),
    text("moves").list().optional(),
};
constexpr Shape solutions_shape{"Solutions", {}, solutions_fields};

constexpr Field milestone_fields[] = {number("seconds"), whole("length"), whole("lower_bound")};
constexpr Shape milestone_shape{"Milestone", {}, milestone_fields};

constexpr Field iteration_fields[] = {
    whole("bound"),
    whole("generated"),
    flag("complete", "false where the solution met is not the first in search order").optional(),
};
constexpr Shape iteration_shape{"Iteration", {}, iteration_fields};
constexpr Field resumed_fields[] = {
    whole("rounds"),
    whole("parts", "of the round that was under way"),
    whole("generated"),
};
constexpr Shape resumed_shape{"Resumed", {}, resumed_fields};
constexpr Field stats_fields[] = {
    whole("expanded"),
    whole("generated"),
    whole("reexpanded"),
    whole("peak_open"),
    whole("peak_states"),
    whole("max_depth"),
    object("iterations", iteration_shape).list(),
    number("seconds"),
    number("cpu_seconds"),
    number("setup_seconds"),
    whole("peak_memory_bytes"),
    whole("container_bytes"),
    whole("table_bytes"),
    number("effective_branching_factor"),
    whole("threads"),
    text("device"),
    text("weights").optional(),
    object("resumed", resumed_shape).optional(),
};
constexpr Shape stats_shape{"Stats", {}, stats_fields};

constexpr Field reply_fields[] = {
    text("id"),
    size("size"),
    tiles("start"),
    tiles("goal"),
    text("goal_name"),
    word("status", status_names),
    text("algorithm"),
    text("heuristic").or_null(),
    object("options", used_options_shape),
    whole("length").or_null(),
    whole("slides").or_null(),
    whole("cost", "where a move costs its tile's number").optional(),
    text("moves").or_null(),
    word("convention", convention_words),
    object("stages", stage_shape).list().optional(),
    flag("optimal"),
    whole("lower_bound").or_null(),
    number("gap").or_null().optional(),
    object("unsolvable", unsolvable_shape).optional(),
    object("solutions", solutions_shape).optional(),
    object("milestones", milestone_shape).list().optional(),
    number("initial_h"),
    object("stats", stats_shape),
    text("notes").list().optional(),
};

Result<Task> prepare(Fields& fields, const ApiLimits& limits) {
    const auto board = read_board(fields, limits);
    Job job;
    job.id = fields.text("id").value_or("");
    job.algorithm = fields.text("algorithm").value_or(job.algorithm);
    job.heuristic = fields.text("heuristic").value_or(job.heuristic);
    job.cost = read_cost(fields);
    job.options = read_options(fields);
    job.limits = read_limits(fields, limits.search);
    job.device = fields.text("device").value_or(std::string(any_device));
    if (auto error = fields.fault()) return *error;
    job.start = board->start;
    job.goal = board->goal;
    return Task{[job](Engine& engine, Observer& observer) -> Result<std::string> {
                    auto solution = engine.solve(job, observer);
                    if (!solution) return solution.error();
                    return to_json(*solution);
                },
                [job] { return to_json(unanswered(job, Status::interrupted)); }, job.limits.time};
}

}  // namespace

extern const Call call;
constinit const Call call{
    "solve",
    "looks for a solution of a board",
    {"SolveRequest", {}, request_fields, &board_shape},
    {"Solution", "tessera.solve/1", reply_fields},
    &prepare,
    true,
};

}  // namespace tessera::api::calls::solve
