// The records of a result database, for the commands that read it.
#pragma once

#include <string>
#include <vector>

#include "tessera/base/result.hpp"
#include "tessera/lab/run.hpp"

namespace tessera::app {

/// All records of a database that exists and holds some: an SQLite file as `lab run` makes it, or JSON lines as `lab export`
/// writes them.
Result<std::vector<lab::RunRecord>> read_records(const std::string& database);
/// The same of one suite, which must be in it; an empty name stands for all.
Result<std::vector<lab::RunRecord>> read_records(const std::string& database,
                                                 const std::string& suite);

}  // namespace tessera::app
