// The file of a result store: whether it can be opened, its tables, and the columns that one of an earlier program lacks.
#include "tessera/lab/store_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "tessera/lab/record_fields.hpp"

namespace tessera::lab {
namespace {

constexpr int schema_version = 1;

// How a field of a record is declared.

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

constexpr LaterColumn later_columns[] = {{"device", "'cpu'"}};

std::string default_of(std::string_view column) {
    for (const LaterColumn& later : later_columns) {
        if (later.name == column) return fmt::format(" DEFAULT {}", later.usual);
    }
    return "";
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

/// Why this user may not make files in a folder, if permissions are the reason.
std::optional<std::string> why_write_protected(const std::string& folder) {
    if (access(folder.c_str(), W_OK | X_OK) == 0) return std::nullopt;
    if (errno != EACCES && errno != EPERM && errno != EROFS) return std::nullopt;
    return std::strerror(errno);
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

}  // namespace

Result<std::int64_t> number_of(Database& database, std::string_view query) {
    auto statement = database.prepare(query);
    if (!statement) return statement.error();
    const auto row = database.next(*statement);
    if (!row) return row.error();
    std::int64_t number = 0;
    if (*row) statement->read(number);
    return number;
}

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

std::optional<Error> objection_to_store(const std::string& path, bool write) {
    struct stat status{};
    const bool exists = stat(path.c_str(), &status) == 0;
    const std::size_t slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
    const auto reason = exists || !write ? std::nullopt : why_write_protected(folder);
    if (reason) {
        return input_error(fmt::format("cannot make '{}': the folder '{}' cannot be written: {}",
                                       path, folder, *reason),
                           "name a file in another folder, or change the permissions of this one");
    }
    if (exists && S_ISDIR(status.st_mode)) {
        return input_error(fmt::format("'{}' is a folder, not a result store", path),
                           fmt::format("name a file in it, for example '{}/results.db'", path));
    }
    if (exists && !S_ISREG(status.st_mode)) {
        return input_error(
            fmt::format("'{}' is no ordinary file, so it cannot be a result store", path),
            "name a file that a lab run made, or one that does not exist yet", "db");
    }
    if (!exists && !write) {
        return input_error(fmt::format("there is no result store '{}'", path),
                           "name a file that a lab run made", "db");
    }
    return std::nullopt;
}

Result<Database> open_store_for_writing(const std::string& path) {
    auto database = Database::open(path, Database::Mode::write);
    if (!database) return database;
    if (database->read_only()) return database->failure(SQLITE_READONLY);
    const auto there = has_schema(*database);
    if (!there) return there.error();
    if (auto error = database->use_log()) return *error;
    if (auto error = make_schema(*database)) return *error;
    return database;
}

Result<Database> open_store_for_reading(const std::string& path) {
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

}  // namespace tessera::lab
