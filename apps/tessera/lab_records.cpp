// The records of a result database, for the commands that read it.
#include "lab_records.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string_view>

#include "system.hpp"
#include "tessera/base/readable.hpp"
#include "tessera/base/text.hpp"
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

// Names of facts in a database; the suite's name follows.
constexpr std::string_view file_fact = "suite-file:";
constexpr std::string_view options_fact = "suite-options:";
constexpr std::string_view notes_fact = "suite-notes:";

/// A file in this folder without it; a name that would be taken for a shipped suite is made a path.
std::string shown_path(const std::filesystem::path& path) {
    std::error_code ignored;
    const auto near = path.lexically_proximate(std::filesystem::current_path(ignored));
    std::string shown = near.string().starts_with("..") ? path.string() : near.string();
    if (lab::is_shipped_suite(shown) || shown.starts_with('-')) shown.insert(0, "./");
    return shown;
}

}  // namespace

std::optional<Error> remember_facts(lab::ResultStore& store, const lab::LabSuite& suite,
                                    const std::string& given, const std::string& options) {
    const std::string name(formats::typed_name(given));
    const std::string file =
        lab::is_shipped_suite(name) ? name : std::filesystem::absolute(given).string();
    const std::string notes = fmt::format("{}", fmt::join(suite.notes, "\n"));
    const std::pair<std::string_view, const std::string&> facts[] = {
        {file_fact, file}, {options_fact, options}, {notes_fact, notes}};
    for (const auto& [kind, value] : facts) {
        if (auto error = store.set_fact(fmt::format("{}{}", kind, suite.name), value)) return error;
    }
    return std::nullopt;
}

Result<SuiteFacts> suite_facts(const std::string& database) {
    SuiteFacts known;
    if (!is_sqlite(database)) return known;
    auto store = lab::ResultStore::open(database, lab::ResultStore::Access::read);
    if (!store) return store.error();
    auto facts = store->facts();
    if (!facts) return facts.error();
    for (const auto& [name, value] : *facts) {
        const std::string suite = name.substr(name.find(':') + 1);
        if (name.starts_with(file_fact)) {
            const std::filesystem::path path(value);
            known.sources[suite] = shell_word(path.is_absolute() ? shown_path(path) : value);
            const std::string& options = (*facts)[fmt::format("{}{}", options_fact, suite)];
            if (!options.empty()) known.sources[suite] += ' ' + options;
        } else if (name.starts_with(notes_fact)) {
            std::istringstream lines(value);
            for (std::string note; std::getline(lines, note);)
                known.notes.push_back(fmt::format("{}: {}", suite, note));
        }
    }
    return known;
}

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
