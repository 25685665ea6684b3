// The program that checks certificates and shares nothing with the engine.
#pragma once

#include <string>

#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {

/// Runs it on a file of certificates.
inline RunResult checked(const std::string& file) {
    return run_program(
        {"python3", std::string(TESSERA_SOURCE_DIR) + "/tools/check_certificate.py", file});
}
/// Its exit code where all figures hold, but the board is too large for it.
inline constexpr int unchecked = 4;

}  // namespace tessera::app_testing
