// SQLite behind values: a connection, prepared statements, transactions, and its errors in our words.
#include "tessera/lab/database.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstring>

namespace tessera::lab {
namespace {

constexpr std::string_view goes_on =
    "what was saved is kept, and the same command goes on from there";

/// A path as the URI that SQLite wants for its options.
std::string as_uri(std::string_view path) {
    std::string uri = "file:";
    for (const char c : path) {
        if (c == '?' || c == '#' || c == '%') {
            uri += fmt::format("%{:02x}", static_cast<unsigned char>(c));
        } else {
            uri += c;
        }
    }
    return uri;
}

}  // namespace

Result<Database> Database::open(const std::string& path, Mode mode) {
    // A file in a folder that cannot be written has no write-ahead log beside it, and nobody writes it.
    const std::string name = as_uri(path) + (mode == Mode::write_protected ? "?immutable=1" : "");
    const int access = mode == Mode::write             ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                       : mode == Mode::write_protected ? SQLITE_OPEN_READONLY
                                                       : SQLITE_OPEN_READWRITE;
    sqlite3* handle = nullptr;
    const int code = sqlite3_open_v2(name.c_str(), &handle,
                                     access | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE, nullptr);
    Database database(path, handle);
    if (handle == nullptr) return Error{ErrorCode::memory_limit, "no memory for SQLite", ""};
    if (code != SQLITE_OK) return database.failure(code);
    sqlite3_busy_timeout(handle, patience_milliseconds);
    return database;
}

std::optional<Error> Database::use_log() {
    const char* statements = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;";
    constexpr int pause_milliseconds = 5;
    const auto deadline =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(patience_milliseconds);
    int code = sqlite3_exec(handle_.get(), statements, nullptr, nullptr, nullptr);
    while ((code & 0xFF) == SQLITE_BUSY && std::chrono::steady_clock::now() < deadline) {
        sqlite3_sleep(pause_milliseconds);
        code = sqlite3_exec(handle_.get(), statements, nullptr, nullptr, nullptr);
    }
    if (code != SQLITE_OK) return failure(code);
    return std::nullopt;
}

std::optional<Error> Database::execute(const char* statements) {
    const int code = sqlite3_exec(handle_.get(), statements, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) return failure(code);
    return std::nullopt;
}

Result<Statement> Database::prepare(std::string_view text) {
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v3(handle_.get(), text.data(), static_cast<int>(text.size()),
                                        SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
    if (code != SQLITE_OK) return failure(code);
    return Statement(statement);
}

std::optional<Error> Database::finish(Statement& statement) {
    int code = SQLITE_ROW;
    while (code == SQLITE_ROW) code = statement.step();
    std::optional<Error> error;
    if (code != SQLITE_DONE) error = failure(code);
    statement.reset();
    return error;
}

Result<bool> Database::next(Statement& statement) {
    const int code = statement.step();
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    return failure(code);
}

Error Database::failure(int code) const {
    const int reason = sqlite3_system_errno(handle_.get());
    const std::string why = reason != 0 ? std::strerror(reason) : sqlite3_errmsg(handle_.get());
    const auto error = [&](std::string message, std::string_view hint) {
        return Error{ErrorCode::internal, std::move(message), std::string(hint)};
    };
    switch (code & 0xFF) {
        case SQLITE_FULL:
            return error(fmt::format("cannot write '{}': the disk is full", path_),
                         fmt::format("make room on it; {}", goes_on));
        case SQLITE_READONLY:
            return error(
                fmt::format("cannot write '{}': it is write-protected", path_),
                fmt::format("check the permissions of the file and of its folder; {}", goes_on));
        case SQLITE_PERM:
        case SQLITE_CANTOPEN:
            return error(fmt::format("cannot open '{}': {}", path_, why),
                         "check the name, the folder and the permissions");
        case SQLITE_IOERR:
            return error(fmt::format("cannot read or write '{}': {}", path_, why),
                         fmt::format("is there room on the disk? {}", goes_on));
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return error(fmt::format("'{}' is locked by another program", path_),
                         "end that program, or wait for it");
        case SQLITE_NOTADB:
            return about_field(
                error(fmt::format("'{}' is not a result store (no SQLite file)", path_),
                      "name a file that a lab run made, or one that does not exist yet"),
                "db");
        case SQLITE_CORRUPT:
            return error(fmt::format("'{}' is damaged: {}", path_, sqlite3_errmsg(handle_.get())),
                         "'sqlite3 FILE .recover' may save what is left");
        default:
            return error(fmt::format("'{}': {}", path_, sqlite3_errmsg(handle_.get())), "");
    }
}

}  // namespace tessera::lab
