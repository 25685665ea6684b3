// Names and addresses by which requests may call this server.
#pragma once

#include <string>

#include "tessera/server/options.hpp"

namespace tessera::server {

/// Whether a request for this host is meant for this server. A page of another site whose name points here (DNS
/// rebinding) is recognised by that name.
bool is_our_host(const ServerOptions& options, const std::string& header);

}  // namespace tessera::server
