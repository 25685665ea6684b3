// A call of the engine: its name, what it takes, what it answers, and the function that reads it.
#pragma once

#include <chrono>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "tessera/api/api_fields.hpp"
#include "tessera/api/shape.hpp"
#include "tessera/engine/solve.hpp"

namespace tessera::api {

/// What a call has yet to do once its request was understood.
struct Task {
    /// The reply as JSON on one line.
    std::function<Result<std::string>(Engine&, Observer&)> run;
    /// The reply of a call that was stopped before it ran; without it that is an error.
    std::function<std::string()> interrupted = {};
    /// What the request allows it to take.
    std::chrono::nanoseconds time = std::chrono::nanoseconds::max();
};

/// A file in tessera/api/calls defines one, named as the file is; nothing else lists it.
struct Call {
    std::string_view name;
    std::string_view synopsis;
    Shape request;
    Shape reply;
    /// Reads a request whose fields were found to be as described.
    Result<Task> (*prepare)(Fields& request, const ApiLimits& limits);
    bool queued = false;  ///< takes as long as its limits allow, so over HTTP it is a job
};

using Calls = std::span<const Call* const>;

/// The calls of this engine, by name.
Calls engine_calls();

/// An Error with the nearest name where there is none.
Result<const Call*> find_call(Calls calls, std::string_view name);

/// Reads a request; an Error says what is wrong with it.
Result<Task> prepare(const Call& call, std::string_view request, const ApiLimits& limits);

}  // namespace tessera::api
