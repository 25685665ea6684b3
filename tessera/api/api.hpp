// The engine behind one function, JSON in and JSON out: what the page, the server and other languages call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tessera/engine/solve.hpp"
#include "tessera/pdb/pattern.hpp"

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

/// The job that a call `solve` means, held to the limits.
Result<Job> read_job(std::string_view request, const ApiLimits& limits);

/// Answers calls by name: solve, check, generate, read, explain, trace, audit, list (docs/api.md has their fields). A field
/// nobody knows is an error, so that a misspelt one is not silently ignored.
class Api {
  public:
    /// The engine must outlive this.
    explicit Api(Engine& engine, const ApiLimits& limits = {}) : engine_(engine), limits_(limits) {}

    /// The reply as JSON on one line; an Error for a call that makes no sense, never for a board that is hard or
    /// cannot be solved. `observer` is told how it goes and may stop it.
    Result<std::string> call(std::string_view name, std::string_view request, Observer& observer);

  private:
    Engine& engine_;
    ApiLimits limits_;
};

/// `tessera.error/1`, on one line.
std::string to_json(const Error& error);

/// The events of a running call, each on one line: `progress`, `improved` and `building`.
std::string progress_event(const Progress& progress);
std::string improved_event(std::span<const Move> path, Cost lower_bound, double seconds);
std::string building_event(const pdb::Pattern& pattern, std::uint64_t done, std::uint64_t total);

}  // namespace tessera
