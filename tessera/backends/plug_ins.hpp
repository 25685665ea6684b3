// Loads plug-ins when devices are first asked for: shared libraries with search backends that are not part of the program.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tessera/contracts/search_backend.hpp"

namespace tessera::backends {

/// The devices of every `libtessera-*.so` in the folders below, for `Host::backends`. They are loaded by the first call and
/// stay; a file that cannot be loaded is a device that says why it cannot be used.
std::span<SearchBackend* const> plug_ins();

/// The folders that are searched for plug-ins: those of TESSERA_BACKENDS (separated by colons; empty: none), or
/// without that variable the folder of the program and `../lib/tessera` from there.
std::vector<std::string> plug_in_folders();

/// The devices of the plug-ins in these folders. They are never unloaded.
std::vector<SearchBackend*> load_plug_ins(const std::vector<std::string>& folders);

}  // namespace tessera::backends
