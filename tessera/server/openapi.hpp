// The description of the HTTP interface, for people and for programs that make clients of it.
#pragma once

#include <string>

#include "tessera/server/options.hpp"

namespace tessera::server {

/// OpenAPI 3.1, JSON.
std::string openapi(const ServerOptions& options);

}  // namespace tessera::server
