// The boards of a suite: read from texts and files, taken from shipped sets, or generated.
#pragma once

#include <string>
#include <vector>

#include "tessera/lab/suite.hpp"
#include "tessera/lab/suite_table.hpp"

namespace tessera::lab {

/// Adds what one `[[boards]]` table stands for to the suite's boards and notes.
void add_boards(const toml::table& table, const SuiteSurroundings& surroundings,
                SuiteFaults& faults, LabSuite& suite);

}  // namespace tessera::lab
