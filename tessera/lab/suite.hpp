// A suite: which boards are run with which configurations within which limits; data, read from TOML.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/lab/run.hpp"
#include "tessera/puzzle/result.hpp"

namespace tessera::lab {

/// Everything an experiment consists of.
struct LabSuite {
    std::string name;
    std::string title;  ///< one line
    std::vector<RunBoard> boards;
    std::vector<RunConfiguration> configurations;
    Limits limits;  ///< of every run
    std::uint32_t repetitions = 1;
    std::vector<std::string> notes;  ///< e.g. which sets were left out because their data is not here

    /// Every board with every configuration, as often as it is to be repeated; board by board.
    std::vector<RunTask> tasks() const;
};

}  // namespace tessera::lab
