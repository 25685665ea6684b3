// Describes the HTTP interface for people and for programs that generate clients.
#pragma once

#include <string>

#include "tessera/server/options.hpp"

namespace tessera::server {

/// Where a call is answered.
std::string call_path(const api::Call& call);
/// The call that a job at /api/jobs is.
inline constexpr std::string_view default_job = "solve";

/// The request that begins a lab run.
extern const api::Shape lab_request_shape;

/// OpenAPI 3.1, JSON.
std::string openapi(const ServerOptions& options);

}  // namespace tessera::server
