// The records of a result database, for the commands that read it.
#include "lab_records.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "system.hpp"
#include "tessera/lab/export_records.hpp"

namespace tessera::app {

Result<std::vector<lab::RunRecord>> read_records(const std::string& database) {
    if (!file_exists(database)) {
        return input_error(fmt::format("there is no database '{}'", database),
                           fmt::format("'tessera lab run SUITE --db {}' makes one", database));
    }
    auto text = read_file(database);
    if (!text) return text.error();
    auto records = lab::parse_records_jsonl(*text);
    if (!records) {
        return input_error(fmt::format("'{}', {}", database, records.error().message),
                           records.error().hint);
    }
    if (records->empty()) {
        return input_error(fmt::format("the database '{}' holds no runs", database),
                           fmt::format("'tessera lab run SUITE --db {}' makes some", database));
    }
    return records;
}

Result<std::vector<lab::RunRecord>> read_records(const std::string& database,
                                                 const std::string& suite) {
    auto records = read_records(database);
    if (!records || suite.empty()) return records;
    std::set<std::string> suites;
    for (const lab::RunRecord& record : *records) suites.insert(record.suite);
    if (!suites.contains(suite)) {
        return usage_error(
            fmt::format("the database '{}' holds no runs of a suite '{}'", database, suite),
            fmt::format("it holds: {}", fmt::join(suites, ", ")));
    }
    std::erase_if(*records, [&](const lab::RunRecord& record) { return record.suite != suite; });
    return records;
}

}  // namespace tessera::app
