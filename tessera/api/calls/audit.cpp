// The call audit: heuristics against the exact distances of a small board.
// This folder holds the calls, one file each.
#include "tessera/lessons/audit.hpp"

#include "tessera/api/call.hpp"
#include "tessera/api/json.hpp"
#include "tessera/api/requests.hpp"

namespace tessera::api::calls::audit {
namespace {

constexpr Field request_fields[] = {
    size("size", "rows and columns, e.g. [3,3]"),
    goal_field,
    heuristics_field,
};

constexpr Field claim_fields[] = {flag("admissible"), flag("consistent")};
constexpr Shape claim_shape{"AuditedClaims", {}, claim_fields};
constexpr Field row_fields[] = {
    text("heuristic"),
    object("claims", claim_shape),
    flag("claims_hold"),
    flag("admissible"),
    flag("consistent"),
    number("h_goal"),
    whole("over_states", "states where it is more than the distance"),
    number("over_max"),
    tiles("over_state").or_null(),
    number("over_h"),
    whole("over_distance"),
    whole("inconsistent_moves"),
    number("max_drop"),
    number("mean_h"),
    number("max_h"),
    whole("exact_states"),
    number("mean_ratio"),
    number("correlation"),
};
constexpr Shape row_shape{"AuditedHeuristic", {}, row_fields};

constexpr Field reply_fields[] = {
    size("size"),
    tiles("goal"),
    text("goal_name"),
    whole("states"),
    number("mean_distance"),
    whole("states_per_distance").list(),
    flag("claims_hold"),
    object("heuristics", row_shape).list(),
    object("left_out", left_out_shape).list(),
};

Result<Task> prepare(Fields& fields, const ApiLimits& limits) {
    const auto geometry = read_size(fields, limits.audit_cells);
    if (!geometry) return *fields.fault();
    auto goal = goal_of(fields.any("goal"), *geometry);
    if (!goal) return about_field(goal.error(), "goal");
    const std::vector<HeuristicSpec> heuristics = read_heuristics(fields);
    if (auto error = fields.fault()) return *error;
    AuditOptions options;
    options.memory_bytes = std::min(options.memory_bytes, limits.search.memory_bytes);
    return Task{[goal = std::move(*goal), heuristics, options](
                    Engine& engine, Observer& observer) -> Result<std::string> {
        AuditOptions watched = options;
        watched.progress = [&](std::string_view, double) { return !observer.cancelled(); };
        auto audited = tessera::audit(engine, goal, heuristics, watched);
        if (!audited) return audited.error();
        return to_json(*audited);
    }};
}

}  // namespace

extern const Call call;
constinit const Call call{
    "audit",
    "heuristics against the exact distances of a small board",
    {"AuditRequest", {}, request_fields},
    {"Audit", "tessera.audit/1", reply_fields},
    &prepare,
};

}  // namespace tessera::api::calls::audit
