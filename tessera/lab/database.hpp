// SQLite behind values: a connection, prepared statements, transactions, and its errors in our words.
#pragma once

#include <sqlite3.h>

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "tessera/base/result.hpp"

namespace tessera::lab {

/// A prepared statement. Values are bound from the left and columns read from the left; `reset` makes it ready for the
/// next use.
class Statement {
  public:
    Statement() = default;
    explicit Statement(sqlite3_stmt* statement) : statement_(statement) {}

    explicit operator bool() const { return statement_ != nullptr; }

    /// Texts must live until `reset`.
    Statement& bind(std::string_view text) {
        sqlite3_bind_text64(statement_.get(), ++bound_, text.data(), text.size(), SQLITE_STATIC,
                            SQLITE_UTF8);
        return *this;
    }
    /// Numbers above 2^63 − 1 are stored as SQLite can: as the negative ones with the same bits.
    template <std::integral Number>
    Statement& bind(Number number) {
        sqlite3_bind_int64(statement_.get(), ++bound_, static_cast<std::int64_t>(number));
        return *this;
    }
    Statement& bind(double number) {
        sqlite3_bind_double(statement_.get(), ++bound_, number);
        return *this;
    }
    template <class T>
    Statement& bind(const std::optional<T>& value) {
        if (value) return bind(*value);
        sqlite3_bind_null(statement_.get(), ++bound_);
        return *this;
    }

    /// SQLITE_ROW while there is one, then SQLITE_DONE, or what went wrong.
    int step() {
        read_ = 0;
        return sqlite3_step(statement_.get());
    }
    void reset() {
        sqlite3_reset(statement_.get());
        bound_ = 0;
    }

    void read(std::string& text) {
        const int column = read_++;
        const auto* bytes = sqlite3_column_text(statement_.get(), column);
        const int size = sqlite3_column_bytes(statement_.get(), column);
        text.clear();
        if (bytes != nullptr) {
            text.assign(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
        }
    }
    template <std::integral Number>
    void read(Number& number) {
        number = static_cast<Number>(sqlite3_column_int64(statement_.get(), read_++));
    }
    void read(double& number) { number = sqlite3_column_double(statement_.get(), read_++); }
    template <class T>
    void read(std::optional<T>& value) {
        if (sqlite3_column_type(statement_.get(), read_) == SQLITE_NULL) {
            ++read_;
            value.reset();
        } else {
            read(value.emplace());
        }
    }

  private:
    struct Finalise {
        void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
    };
    std::unique_ptr<sqlite3_stmt, Finalise> statement_;
    int bound_ = 0;
    int read_ = 0;
};

/// An open SQLite file.
class Database {
  public:
    enum class Mode { write, read, write_protected };

    /// Waits up to this long where another process is writing.
    static constexpr int patience_milliseconds = 30'000;

    static Result<Database> open(const std::string& path, Mode mode);

    const std::string& path() const { return path_; }
    /// Opened for writing, but the file cannot be written.
    bool read_only() const { return sqlite3_db_readonly(handle_.get(), "main") == 1; }

    /// From now on what is written goes to a write-ahead log first. Of two that turn it on in a new file at once SQLite gives one up
    /// without waiting, so this waits.
    std::optional<Error> use_log();
    /// Runs statements that return nothing.
    std::optional<Error> execute(const char* statements);
    Result<Statement> prepare(std::string_view text);
    /// Takes a statement to its end, and makes it ready for the next use.
    std::optional<Error> finish(Statement& statement);
    /// The next row: false at the end. The statement is to be reset afterwards, in any case.
    Result<bool> next(Statement& statement);

    /// What went wrong last, in our words.
    Error failure(int code) const;

  private:
    struct Close {
        void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
    };
    Database(std::string path, sqlite3* handle) : path_(std::move(path)), handle_(handle) {}

    std::string path_;
    std::unique_ptr<sqlite3, Close> handle_;
};

/// A transaction that writes; undone unless it is committed.
class Transaction {
  public:
    explicit Transaction(Database& database) : database_(database) {}
    ~Transaction() {
        if (open_) (void)database_.execute("ROLLBACK");
    }
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    std::optional<Error> begin() {
        auto error = database_.execute("BEGIN IMMEDIATE");
        open_ = !error;
        return error;
    }
    std::optional<Error> commit() {
        auto error = database_.execute("COMMIT");
        if (!error) open_ = false;
        return error;
    }

  private:
    Database& database_;
    bool open_ = false;
};

}  // namespace tessera::lab
