// The configurations of a suite: products of algorithms, heuristics and options.
#pragma once

#include "tessera/lab/suite.hpp"
#include "tessera/lab/suite_table.hpp"

namespace tessera::lab {

/// Adds what one `[[configurations]]` table stands for; what is there already is not added again.
void add_configurations(const toml::table& table, SuiteFaults& faults, LabSuite& suite);

}  // namespace tessera::lab
