// The records of a result database, for the commands that read it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tessera/base/result.hpp"
#include "tessera/lab/store.hpp"
#include "tessera/lab/suite.hpp"

namespace tessera::app {

/// All records of a database that exists and holds some: an SQLite file as `lab run` makes it, or JSON lines as `lab export`
/// writes them.
Result<std::vector<lab::RunRecord>> read_records(const std::string& database);
/// The same of one suite, which must be in it; an empty name stands for all.
Result<std::vector<lab::RunRecord>> read_records(const std::string& database,
                                                 const std::string& suite);

/// What a report says about the suites of a database beside their runs.
struct SuiteFacts {
    /// By suite, what follows `tessera lab run` to run it again: its file or name, and options, ready for a shell.
    std::map<std::string, std::string> sources;
    std::vector<std::string> notes;  ///< for example which boards were left out
};
/// Notes how a suite is run: `given` is its name or file, `options` what else follows, ready for a shell.
std::optional<Error> remember_facts(lab::ResultStore& store, const lab::LabSuite& suite,
                                    const std::string& given, const std::string& options);
/// What was noted in a database; nothing of one of an earlier program, or of JSON lines. Files in this folder are named
/// without it.
Result<SuiteFacts> suite_facts(const std::string& database);

}  // namespace tessera::app
