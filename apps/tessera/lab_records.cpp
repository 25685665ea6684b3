// The records of a result database, for the commands that read it.
#include "lab_records.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string_view>

#include "system.hpp"
#include "tessera/lab/export_records.hpp"
#include "tessera/lab/store.hpp"

namespace tessera::app {

namespace {

/// Every SQLite file begins so.
bool is_sqlite(const std::string& path) {
    constexpr std::string_view magic = "SQLite format 3";
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored))
        return false;  // what is read of a pipe is gone
    std::ifstream stream(path, std::ios::binary);
    std::string begin(magic.size(), '\0');
    return stream.read(begin.data(), static_cast<std::streamsize>(begin.size())) && begin == magic;
}

/// Suite by suite, because a run that two suites share has other names in each.
Result<std::vector<lab::RunRecord>> from_store(const std::string& path) {
    auto store = lab::ResultStore::open(path, lab::ResultStore::Access::read);
    if (!store) return store.error();
    auto suites = store->suites();
    if (!suites) return suites.error();
    std::vector<lab::RunRecord> records;
    for (const std::string& suite : *suites) {
        auto own = store->records(suite);
        if (!own) return own.error();
        records.insert(records.end(), std::make_move_iterator(own->begin()),
                       std::make_move_iterator(own->end()));
    }
    return records;
}

Result<std::vector<lab::RunRecord>> from_lines(const std::string& path) {
    auto text = read_file(path);
    if (!text) return text.error();
    auto records = lab::parse_records_jsonl(*text);
    if (records) return records;
    return input_error(fmt::format("'{}', {}", path, records.error().message), records.error().hint,
                       records.error().field);
}

}  // namespace

Result<std::vector<lab::RunRecord>> read_records(const std::string& database) {
    if (!file_exists(database)) {
        return input_error(fmt::format("there is no database '{}'", database),
                           fmt::format("'tessera lab run SUITE --db {}' makes one", database));
    }
    auto records = is_sqlite(database) ? from_store(database) : from_lines(database);
    if (records && records->empty()) {
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
