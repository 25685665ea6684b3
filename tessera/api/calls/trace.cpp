// The call trace: a search step by step.
#include "tessera/lessons/trace.hpp"

#include "tessera/api/call.hpp"
#include "tessera/api/json.hpp"
#include "tessera/api/requests.hpp"

namespace tessera::api::calls::trace {
namespace {

constexpr Field request_fields[] = {
    text("algorithm", "one that the call list names as traceable").standard("bfs"),
    text("heuristic", "its name, with its options").standard("manhattan"),
    options_field,
    whole("steps", "states taken up at most")
        .from(1)
        .within(&ApiLimits::trace_steps)
        .standard("2000"),
};

constexpr Field node_fields[] = {
    whole("parent").or_null(), text("move").or_null(), tiles("board"), whole("g"), number("h"),
};
constexpr Shape node_shape{"TraceNode", {}, node_fields};
constexpr Field step_fields[] = {
    whole("expand", "the node"),
    whole("children", "new nodes").list(),
    whole("duplicates", "nodes reached again and dropped").list(),
    whole("pruned", "nodes beyond the bound").list(),
    whole("bound").optional(),
};
constexpr Shape step_shape{"TraceStep", {}, step_fields};

constexpr Field reply_fields[] = {
    size("size"),
    tiles("start"),
    tiles("goal"),
    text("goal_name"),
    text("algorithm"),
    text("heuristic").or_null(),
    flag("complete"),
    object("nodes", node_shape, "in the order they were made").list(),
    object("steps", step_shape).list(),
    whole("goal_node").or_null(),
    text("moves").or_null(),
    whole("path", "nodes from the root to the goal").list(),
    whole("expanded"),
    whole("generated"),
};

Result<Task> prepare(Fields& fields, const ApiLimits& limits) {
    const auto board = read_board(fields, limits);
    TraceRequest request;
    request.algorithm = fields.text("algorithm").value_or(request.algorithm);
    request.heuristic = fields.text("heuristic").value_or(request.heuristic);
    request.options = read_options(fields);
    fields.read_whole("steps", request.steps);
    if (auto error = fields.fault()) return *error;
    request.start = board->start;
    request.goal = board->goal;
    request.memory_bytes = limits.search.memory_bytes;
    return Task{[request](Engine& engine, Observer& observer) -> Result<std::string> {
        auto recorded = tessera::trace(engine, request, observer);
        if (!recorded) return recorded.error();
        return to_json(*recorded);
    }};
}

}  // namespace

extern const Call call;
constinit const Call call{
    "trace",
    "a search step by step",
    {"TraceRequest", {}, request_fields, &board_shape},
    {"Trace", "tessera.trace/1", reply_fields},
    &prepare,
};

}  // namespace tessera::api::calls::trace
