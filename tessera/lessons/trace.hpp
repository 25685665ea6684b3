// A search written down step by step, for people who want to see it work: every state it expands, in order.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/engine/solve.hpp"

namespace tessera {

struct TraceRequest {
    DynamicBoard start;
    DynamicBoard goal;
    std::string algorithm = "bfs";
    std::string heuristic = "manhattan";  ///< "auto" as in a Job; not for algorithms that use none
    SearchOptions options;        ///< of these only `order` and `weight` mean something here
    std::uint32_t steps = 2'000;  ///< states taken up at most
    std::size_t memory_bytes = Limits().memory_bytes;  ///< of the heuristic's tables
};

/// What a job means as a trace.
TraceRequest trace_request(const Job& job);

/// A trace keeps every board it meets, so it ends, incomplete, before all its boards have more cells than this.
inline constexpr std::uint64_t most_traced_cells = 6'000'000;

/// A state as it was reached. Reached again by a cheaper path, or in another round of ida*, it is another node.
struct TraceNode {
    std::optional<std::uint32_t> parent;
    Move move = Move::up;  ///< of the blank, from the parent
    DynamicBoard board;    ///< in the user's own tile numbers
    Cost g = 0;
    Cost h = 0;
};

/// One expansion and what came of it; numbers are places in `Trace::nodes`.
struct TraceStep {
    std::uint32_t expanded = 0;
    std::vector<std::uint32_t> children;    ///< new states, or states reached more cheaply
    std::vector<std::uint32_t> duplicates;  ///< known already, and dropped
    std::vector<std::uint32_t> pruned;      ///< beyond the bound
    std::optional<Cost> bound;              ///< ida*: of this round
};

struct Trace {
    DynamicBoard start;
    DynamicBoard goal;
    std::string algorithm;
    std::string heuristic;  ///< empty when the algorithm uses none
    bool complete = false;  ///< it came to the goal, or to the end of all states
    std::vector<TraceNode> nodes;
    std::vector<TraceStep> steps;
    std::optional<std::uint32_t> goal_node;
    std::uint64_t expanded = 0;  ///< steps, without one that only takes the goal from the frontier
    std::uint64_t generated = 0;
};

/// The algorithms that can be traced.
std::vector<std::string_view> traceable_algorithms();

/// Why this cannot be traced, whatever the board; nothing where it can.
std::optional<Error> objection_to_trace(const std::string& algorithm, const SearchOptions& options);

/// Runs the search with unit costs in the plainest way there is and records it. The searches that solve boards are not
/// slowed down by a recorder; a test holds these twins to the same states in the same number.
Result<Trace> trace(Engine& engine, const TraceRequest& request, Observer& observer);

/// The moves from the start to this node.
std::vector<Move> moves_to(const Trace& trace, std::uint32_t node);

/// `tessera.trace/1`, on one line.
std::string to_json(const Trace& trace);

}  // namespace tessera
