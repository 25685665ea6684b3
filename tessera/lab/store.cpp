// The result store: an SQLite file with one row per run, safe against being killed at any moment.
#include "tessera/lab/store.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>

#include "tessera/lab/database.hpp"
#include "tessera/lab/record_fields.hpp"

namespace tessera::lab {
namespace {

constexpr int schema_version = 1;

// How a field of a record is declared, bound and read.

template <class T>
constexpr std::string_view sql_type(const std::optional<T>&);
constexpr std::string_view sql_type(const std::string&) {
    return "TEXT NOT NULL";
}
constexpr std::string_view sql_type(RunEnd) {
    return "TEXT NOT NULL";
}
constexpr std::string_view sql_type(double) {
    return "REAL NOT NULL";
}
template <std::integral Number>
constexpr std::string_view sql_type(Number) {
    return "INTEGER NOT NULL";
}
template <class T>
constexpr std::string_view sql_type(const std::optional<T>&) {
    return "INTEGER";
}

template <class T>
void bind_field(Statement& statement, const T& value) {
    if constexpr (std::is_same_v<T, RunEnd>) {
        statement.bind(to_string(value));
    } else if constexpr (std::is_same_v<T, std::string>) {
        statement.bind(std::string_view(value));
    } else {
        statement.bind(value);
    }
}

template <class T>
void read_field(Statement& statement, T& value) {
    if constexpr (std::is_same_v<T, RunEnd>) {
        std::string name;
        statement.read(name);
        value = run_end_named(name).value_or(RunEnd::error);
    } else {
        statement.read(value);
    }
}

/// Columns that the first stores of this schema lack, and what their rows have there. They have a default, so that the
/// programs of that time can still add rows.
struct LaterColumn {
    std::string_view name;
    std::string_view usual;  ///< as SQL
};
constexpr LaterColumn later_columns[] = {{"device", "'cpu'"}};

std::string default_of(std::string_view column) {
    for (const LaterColumn& later : later_columns) {
        if (later.name == column) return fmt::format(" DEFAULT {}", later.usual);
    }
    return "";
}

RunRecord read_record(Statement& statement) {
    RunRecord record;
    for_each_field(record, [&](std::string_view, auto& value) { read_field(statement, value); });
    return record;
}

/// "key, suite, …", each with `before` in front; `names` replaces some of them.
std::string column_list(std::string_view before = "",
                        const std::map<std::string_view, std::string_view>& names = {}) {
    std::string list;
    const RunRecord any;
    for_each_field(any, [&](std::string_view name, const auto&) {
        const auto other = names.find(name);
        list += fmt::format("{}{}{}", list.empty() ? "" : ", ", other == names.end() ? before : "",
                            other == names.end() ? name : other->second);
    });
    return list;
}

std::string schema() {
    std::string columns;
    const RunRecord any;
    for_each_field(any, [&](std::string_view name, const auto& value) {
        columns += fmt::format("{}\n  {} {}{}{}", columns.empty() ? "" : ",", name, sql_type(value),
                               default_of(name), name == "key" ? " PRIMARY KEY" : "");
    });
    return fmt::format(
        "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);"
        "INSERT INTO meta VALUES ('schema', '{}');"
        "CREATE TABLE runs ({});"
        "CREATE TABLE members (\n  suite TEXT NOT NULL,\n  position INTEGER NOT NULL,\n"
        "  board_set TEXT NOT NULL,\n  board TEXT NOT NULL,\n  configuration TEXT NOT NULL,\n"
        "  repetition INTEGER NOT NULL,\n  key TEXT NOT NULL,\n  PRIMARY KEY (suite, position));"
        "CREATE INDEX members_key ON members (key);"
        "CREATE TABLE claims (\n  key TEXT PRIMARY KEY,\n  host TEXT NOT NULL,\n"
        "  process INTEGER NOT NULL,\n  started INTEGER NOT NULL,\n  heartbeat INTEGER NOT NULL);",
        schema_version, columns);
}

std::int64_t seconds_now() {
    return std::chrono::duration_cast<std::chrono::seconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

/// One number that a query gives.
Result<std::int64_t> number_of(Database& database, std::string_view query) {
    auto statement = database.prepare(query);
    if (!statement) return statement.error();
    const auto row = database.next(*statement);
    if (!row) return row.error();
    std::int64_t number = 0;
    if (*row) statement->read(number);
    return number;
}

/// While a file is opened its user is to blame for what is wrong, not the program.
Error as_input(Error error) {
    if (error.code == ErrorCode::internal) error.code = ErrorCode::bad_input;
    return error;
}

/// What speaks against opening it at all, before SQLite is asked.
std::optional<Error> objection(const std::string& path, ResultStore::Access access) {
    struct stat status{};
    const bool exists = stat(path.c_str(), &status) == 0;
    if (exists && S_ISDIR(status.st_mode)) {
        return input_error(fmt::format("'{}' is a folder, not a result store", path),
                           fmt::format("name a file in it, for example '{}/results.db'", path));
    }
    if (exists && !S_ISREG(status.st_mode)) {
        return input_error(
            fmt::format("'{}' is no ordinary file, so it cannot be a result store", path),
            "name a file that a lab run made, or one that does not exist yet", "db");
    }
    if (!exists && access == ResultStore::Access::read) {
        return input_error(fmt::format("there is no result store '{}'", path),
                           "name a file that a lab run made", "db");
    }
    return std::nullopt;
}

/// Whether it is a store that this program understands. True: yes; false: there is nothing in it yet.
Result<bool> has_schema(Database& database) {
    const auto tables = number_of(database, "SELECT count(*) FROM sqlite_schema");
    if (!tables) return tables.error();
    if (*tables == 0) return false;
    const auto ours =
        number_of(database,
                  "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN "
                  "('meta', 'runs', 'members', 'claims')");
    if (!ours) return ours.error();
    const std::string& path = database.path();
    if (*ours != 4) {
        return input_error(fmt::format("'{}' is an SQLite file of another program", path),
                           "name a file that a lab run made, or one that does not exist yet", "db");
    }
    const auto version = number_of(database, "SELECT value FROM meta WHERE name = 'schema'");
    if (!version) return version.error();
    if (*version > schema_version) {
        return input_error(fmt::format("'{}' was made by a newer program: its schema is {}, this "
                                       "program knows {}",
                                       path, *version, schema_version),
                           "use that program, or another file");
    }
    return true;
}

/// The later columns that this store lacks.
Result<std::vector<LaterColumn>> missing_columns(Database& database) {
    std::vector<LaterColumn> missing;
    for (const LaterColumn& column : later_columns) {
        const auto there = number_of(
            database,
            fmt::format("SELECT count(*) FROM pragma_table_info('runs') WHERE name = '{}'",
                        column.name));
        if (!there) return there.error();
        if (*there == 0) missing.push_back(column);
    }
    return missing;
}

/// Gives a store of an earlier program the columns it lacks.
std::optional<Error> add_columns(Database& database) {
    const auto missing = missing_columns(database);
    if (!missing) return missing.error();
    const RunRecord any;
    std::optional<Error> failure;
    for_each_field(any, [&](std::string_view name, const auto& value) {
        const bool lacks =
            std::any_of(missing->begin(), missing->end(),
                        [&](const LaterColumn& column) { return column.name == name; });
        if (!lacks || failure) return;
        failure = database.execute(fmt::format("ALTER TABLE runs ADD COLUMN {} {}{}", name,
                                               sql_type(value), default_of(name))
                                       .c_str());
    });
    return failure;
}

std::optional<Error> make_schema(Database& database) {
    // Two programs may do this at once: the second finds it done.
    Transaction transaction(database);
    if (auto error = transaction.begin()) return error;
    const auto there = has_schema(database);
    if (!there) return there.error();
    if (!*there) {
        if (auto error = database.execute(schema().c_str())) return error;
    } else if (auto error = add_columns(database)) {
        return error;
    }
    return transaction.commit();
}

Result<Database> open_for_writing(const std::string& path) {
    auto database = Database::open(path, Database::Mode::write);
    if (!database) return database;
    if (database->read_only()) return database->failure(SQLITE_READONLY);
    const auto there = has_schema(*database);
    if (!there) return there.error();
    if (auto error = database->use_log()) return *error;
    if (auto error = make_schema(*database)) return *error;
    return database;
}

Result<Database> open_for_reading(const std::string& path) {
    auto database = Database::open(path, Database::Mode::read);
    auto there = database ? has_schema(*database) : Result<bool>(database.error());
    struct stat status{};
    // A log beside it means that somebody writes: then it must not be taken for unchanging.
    if (!there && stat((path + "-wal").c_str(), &status) != 0) {
        database = Database::open(path, Database::Mode::write_protected);
        if (database) there = has_schema(*database);
    }
    if (!database) return database;
    if (!there) return there.error();
    if (!*there) {
        return input_error(fmt::format("'{}' is empty", path), "name a file that a lab run made",
                           "db");
    }
    return database;
}

}  // namespace

std::uint64_t ConfigurationStatus::done() const {
    return std::accumulate(by_end.begin(), by_end.end(), std::uint64_t{0});
}

struct ResultStore::State {
    Database database;
    Claimant self;
    // Those that every run needs, prepared once.
    Statement insert_run{};
    Statement find_run{};
    Statement find_claim{};
    Statement write_claim{};
    Statement delete_claim{};

    /// Columns that a store opened for reading lacks, by their names, and what stands for them.
    std::map<std::string_view, std::string_view> substitutes{};

    std::string columns(std::string_view before = "",
                        std::map<std::string_view, std::string_view> names = {}) const {
        names.insert(substitutes.begin(), substitutes.end());
        return column_list(before, names);
    }

    std::optional<Error> prepare() {
        const auto missing = missing_columns(database);
        if (!missing) return missing.error();
        for (const LaterColumn& column : *missing) substitutes.emplace(column.name, column.usual);
        std::string marks;
        const RunRecord any;
        for_each_field(
            any, [&](std::string_view, const auto&) { marks += marks.empty() ? "?" : ", ?"; });
        const std::string insert =
            fmt::format("INSERT OR IGNORE INTO runs ({}) VALUES ({})", column_list(), marks);
        const std::pair<Statement*, std::string_view> all[] = {
            {&insert_run, insert},
            {&find_run, "SELECT 1 FROM runs WHERE key = ?"},
            {&find_claim, "SELECT host, process, started, heartbeat FROM claims WHERE key = ?"},
            {&write_claim, "INSERT OR REPLACE INTO claims VALUES (?, ?, ?, ?, ?)"},
            {&delete_claim, "DELETE FROM claims WHERE key = ?"},
        };
        for (const auto& [place, text] : all) {
            if (place == &insert_run && !substitutes.empty()) continue;
            auto statement = database.prepare(text);
            if (!statement) return statement.error();
            *place = std::move(*statement);
        }
        return std::nullopt;
    }

    /// True if the row was not there.
    Result<bool> insert(const RunRecord& record) {
        if (const auto there = find(record.key); !there || *there) {
            if (!there) return there.error();
            return false;
        }
        for_each_field(record,
                       [&](std::string_view, const auto& value) { bind_field(insert_run, value); });
        if (auto error = database.finish(insert_run)) return *error;
        return true;
    }
    Result<bool> find(std::string_view key) {
        find_run.bind(key);
        auto found = database.next(find_run);
        find_run.reset();
        return found;
    }
    /// Whether somebody else has it who may still be at it.
    Result<bool> taken(std::string_view key) {
        find_claim.bind(key);
        const auto found = database.next(find_claim);
        Claimant owner;
        std::int64_t heard = 0;
        if (found && *found) {
            find_claim.read(owner.host);
            find_claim.read(owner.process);
            find_claim.read(owner.started);
            find_claim.read(heard);
        }
        find_claim.reset();
        if (!found) return found.error();
        if (!*found || owner == self) return false;
        switch (life_of(owner)) {
            case Life::alive:
                return true;
            case Life::gone:
                return false;
            case Life::elsewhere:
                break;
        }
        return seconds_now() - heard < silence_seconds;
    }
    std::optional<Error> enrol(std::string_view suite, std::span<const SuiteMember> members) {
        auto remove = database.prepare("DELETE FROM members WHERE suite = ?");
        if (!remove) return remove.error();
        remove->bind(suite);
        if (auto error = database.finish(*remove)) return error;
        auto insert = database.prepare("INSERT INTO members VALUES (?, ?, ?, ?, ?, ?, ?)");
        if (!insert) return insert.error();
        for (std::size_t i = 0; i < members.size(); ++i) {
            const SuiteMember& member = members[i];
            insert->bind(suite)
                .bind(i)
                .bind(std::string_view(member.set))
                .bind(std::string_view(member.board))
                .bind(std::string_view(member.configuration))
                .bind(member.repetition)
                .bind(std::string_view(member.key));
            if (auto error = database.finish(*insert)) return error;
        }
        return std::nullopt;
    }
};

ResultStore::ResultStore(std::unique_ptr<State> state) : state_(std::move(state)) {}
ResultStore::ResultStore(ResultStore&&) noexcept = default;
ResultStore& ResultStore::operator=(ResultStore&&) noexcept = default;
ResultStore::~ResultStore() = default;

const std::string& ResultStore::path() const {
    return state_->database.path();
}

Result<ResultStore> ResultStore::open(const std::string& path, Access access, Claimant self) {
    if (auto error = objection(path, access)) return *error;
    auto database = access == Access::write ? open_for_writing(path) : open_for_reading(path);
    if (!database) return as_input(database.error());
    auto state = std::make_unique<State>(State{std::move(*database), std::move(self)});
    if (auto error = state->prepare()) return as_input(*error);
    return ResultStore(std::move(state));
}

std::optional<Error> ResultStore::add(const RunRecord& record) {
    Transaction transaction(state_->database);
    if (auto error = transaction.begin()) return error;
    if (const auto added = state_->insert(record); !added) return added.error();
    state_->delete_claim.bind(std::string_view(record.key));
    if (auto error = state_->database.finish(state_->delete_claim)) return error;
    return transaction.commit();
}

Result<bool> ResultStore::has(std::string_view key) {
    return state_->find(key);
}

std::optional<Error> ResultStore::forget(std::span<const std::string> keys) {
    Transaction transaction(state_->database);
    if (auto error = transaction.begin()) return error;
    auto remove = state_->database.prepare("DELETE FROM runs WHERE key = ?");
    if (!remove) return remove.error();
    for (const std::string& key : keys) {
        remove->bind(std::string_view(key));
        if (auto error = state_->database.finish(*remove)) return error;
    }
    return transaction.commit();
}

std::optional<Error> ResultStore::enrol(std::string_view suite,
                                        std::span<const SuiteMember> members) {
    Transaction transaction(state_->database);
    if (auto error = transaction.begin()) return error;
    if (auto error = state_->enrol(suite, members)) return error;
    return transaction.commit();
}

Result<std::vector<SuiteMember>> ResultStore::members(std::string_view suite) {
    auto query = state_->database.prepare(
        "SELECT board_set, board, configuration, repetition, key FROM members WHERE suite = ? "
        "ORDER BY "
        "position");
    if (!query) return query.error();
    query->bind(suite);
    std::vector<SuiteMember> members;
    while (true) {
        const auto row = state_->database.next(*query);
        if (!row) return row.error();
        if (!*row) return members;
        SuiteMember& member = members.emplace_back();
        query->read(member.set);
        query->read(member.board);
        query->read(member.configuration);
        query->read(member.repetition);
        query->read(member.key);
    }
}

Result<std::vector<std::string>> ResultStore::suites() {
    auto query = state_->database.prepare("SELECT DISTINCT suite FROM members ORDER BY suite");
    if (!query) return query.error();
    std::vector<std::string> names;
    while (true) {
        const auto row = state_->database.next(*query);
        if (!row) return row.error();
        if (!*row) return names;
        query->read(names.emplace_back());
    }
}

Result<std::vector<RunRecord>> ResultStore::records() {
    std::vector<RunRecord> all;
    const auto error = for_each_record([&](const RunRecord& record) {
        all.push_back(record);
        return true;
    });
    if (error) return *error;
    return all;
}

std::optional<Error> ResultStore::for_each_record(
    const std::function<bool(const RunRecord&)>& visit) {
    auto query = state_->database.prepare(
        fmt::format("SELECT {} FROM runs ORDER BY rowid", state_->columns()));
    if (!query) return query.error();
    while (true) {
        const auto row = state_->database.next(*query);
        if (!row) return row.error();
        if (!*row || !visit(read_record(*query))) return std::nullopt;
    }
}

Result<std::vector<RunRecord>> ResultStore::records(std::string_view suite) {
    const std::string columns =
        state_->columns("runs.", {{"suite", "members.suite"},
                                  {"board_set", "members.board_set"},
                                  {"board", "members.board"},
                                  {"configuration", "members.configuration"},
                                  {"repetition", "members.repetition"}});
    auto query = state_->database.prepare(
        fmt::format("SELECT {} FROM members JOIN runs ON runs.key = members.key WHERE "
                    "members.suite = ? ORDER BY members.position",
                    columns));
    if (!query) return query.error();
    query->bind(suite);
    std::vector<RunRecord> all;
    while (true) {
        const auto row = state_->database.next(*query);
        if (!row) return row.error();
        if (!*row) return all;
        all.push_back(read_record(*query));
    }
}

Result<std::vector<ConfigurationStatus>> ResultStore::status() {
    auto query = state_->database.prepare(
        "SELECT members.suite, members.configuration, runs.outcome, count(*), total(runs.seconds), "
        "min(min(members.position)) OVER (PARTITION BY members.suite, members.configuration) AS "
        "place "
        "FROM members LEFT JOIN runs ON runs.key = members.key "
        "GROUP BY members.suite, members.configuration, runs.outcome "
        "ORDER BY members.suite, place");
    if (!query) return query.error();
    std::vector<ConfigurationStatus> all;
    while (true) {
        const auto row = state_->database.next(*query);
        if (!row) return row.error();
        if (!*row) return all;
        std::string suite;
        std::string configuration;
        std::optional<std::string> outcome;
        std::uint64_t count = 0;
        double seconds = 0.0;
        query->read(suite);
        query->read(configuration);
        query->read(outcome);
        query->read(count);
        query->read(seconds);
        if (all.empty() || all.back().suite != suite || all.back().configuration != configuration) {
            all.push_back(
                {suite, configuration, 0, std::vector<std::uint64_t>(run_end_count), 0.0});
        }
        ConfigurationStatus& status = all.back();
        if (outcome) {
            const RunEnd end = run_end_named(*outcome).value_or(RunEnd::error);
            status.by_end[static_cast<std::size_t>(end)] += count;
            status.seconds += seconds;
        } else {
            status.missing += count;
        }
    }
}

Result<std::uint64_t> ResultStore::unlisted() {
    const auto count = number_of(
        state_->database, "SELECT count(*) FROM runs WHERE key NOT IN (SELECT key FROM members)");
    if (!count) return count.error();
    return static_cast<std::uint64_t>(*count);
}

Result<ResultStore::Claim> ResultStore::claim(std::string_view key) {
    Transaction transaction(state_->database);
    if (auto error = transaction.begin()) return *error;
    const auto done = state_->find(key);
    if (!done) return done.error();
    if (*done) return Claim::done;
    const auto taken = state_->taken(key);
    if (!taken) return taken.error();
    if (*taken) return Claim::taken;
    const Claimant& self = state_->self;
    state_->write_claim.bind(key)
        .bind(std::string_view(self.host))
        .bind(self.process)
        .bind(self.started)
        .bind(seconds_now());
    if (auto error = state_->database.finish(state_->write_claim)) return *error;
    if (auto error = transaction.commit()) return *error;
    return Claim::granted;
}

std::optional<Error> ResultStore::heartbeat() {
    auto update = state_->database.prepare(
        "UPDATE claims SET heartbeat = ? WHERE host = ? AND process = ? AND started = ?");
    if (!update) return update.error();
    const Claimant& self = state_->self;
    update->bind(seconds_now())
        .bind(std::string_view(self.host))
        .bind(self.process)
        .bind(self.started);
    return state_->database.finish(*update);
}

std::optional<Error> ResultStore::release() {
    auto remove = state_->database.prepare(
        "DELETE FROM claims WHERE host = ? AND process = ? AND started = ?");
    if (!remove) return remove.error();
    const Claimant& self = state_->self;
    remove->bind(std::string_view(self.host)).bind(self.process).bind(self.started);
    return state_->database.finish(*remove);
}

Result<MergeReport> ResultStore::merge(ResultStore& from) {
    MergeReport report;
    Transaction transaction(state_->database);
    if (auto error = transaction.begin()) return *error;
    std::optional<Error> failed;
    auto error = from.for_each_record([&](const RunRecord& record) {
        const auto added = state_->insert(record);
        if (!added) failed = added.error();
        if (added) ++(*added ? report.added : report.known);
        return !failed;
    });
    if (failed) return *failed;
    if (error) return *error;
    const auto names = from.suites();
    if (!names) return names.error();
    for (const std::string& suite : *names) {
        const auto theirs = from.members(suite);
        if (!theirs) return theirs.error();
        const auto ours = members(suite);
        if (!ours) return ours.error();
        if (ours->empty()) {
            if (auto refused = state_->enrol(suite, *theirs)) return *refused;
        } else if (*ours != *theirs) {
            report.differing_suites.push_back(suite);
        }
    }
    if (auto refused = transaction.commit()) return *refused;
    return report;
}

}  // namespace tessera::lab
