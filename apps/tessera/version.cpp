// The text of `tessera --version`.
#include <fmt/format.h>

#include "commands.hpp"
#include "tessera_build_info.hpp"

namespace tessera::app {

std::string version_text() {
    return fmt::format("tessera {} ({}, {}, {}, {})", build_info::tessera_version,
                       build_info::tessera_commit, build_info::tessera_compiler,
                       build_info::tessera_build_type, build_info::tessera_target);
}

std::string program_version() {
    return fmt::format("{} ({})", build_info::tessera_version, build_info::tessera_commit);
}

std::string program_build() {
    return fmt::format("{}, {}", build_info::tessera_compiler, build_info::tessera_build_type);
}

}  // namespace tessera::app
