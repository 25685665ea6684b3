// The engine behind one function, JSON in and JSON out: what the page, the server and other languages call.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tessera/api/call.hpp"
#include "tessera/engine/solve.hpp"
#include "tessera/pdb/pattern.hpp"

namespace tessera {

/// Answers calls by name (`engine_calls`; docs/api.md is about them). An unknown field is an error, so that a misspelt one
/// is not silently ignored.
class Api {
  public:
    /// The engine and the calls must outlive this.
    explicit Api(Engine& engine, const ApiLimits& limits = {},
                 api::Calls calls = api::engine_calls())
        : engine_(engine), limits_(limits), calls_(calls) {}

    /// The reply as JSON on one line; an Error for a call that makes no sense, never for a board that is hard or
    /// cannot be solved. `observer` hears of the progress and may stop it.
    Result<std::string> call(std::string_view name, std::string_view request, Observer& observer);

  private:
    Engine& engine_;
    ApiLimits limits_;
    api::Calls calls_;
};

/// `tessera.error/1`, on one line.
std::string to_json(const Error& error);

/// Errors and events, described as requests and replies are; an error is the first.
std::span<const api::Shape* const> common_shapes();

/// The events of a running call, each on one line: `progress`, `improved` and `building`.
std::string progress_event(const Progress& progress);
std::string improved_event(std::span<const Move> path, Cost lower_bound, double seconds);
std::string building_event(const pdb::Pattern& pattern, std::uint64_t done, std::uint64_t total);

}  // namespace tessera
