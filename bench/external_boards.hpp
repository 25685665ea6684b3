// Other people's boards, which are never part of the program: where they lie, and reading them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/puzzle/formats.hpp"

namespace tessera::bench {

/// In the folder named by TESSERA_DATA (default: ../shared/data/external), whether it exists or not.
std::filesystem::path external_path(std::string_view file);

/// The boards of one of these files with all that stands behind the tiles, whose meaning differs from file to file.
struct ExternalBoard {
    BoardEntry entry;
    std::vector<std::string> columns;
};
Result<std::vector<ExternalBoard>> external_boards(std::string_view file);

}  // namespace tessera::bench
