// The result store: an SQLite file with one row per run, safe against being killed at any moment.
#include "tessera/lab/store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>

#include "tessera/lab/database.hpp"
#include "tessera/lab/record_fields.hpp"
#include "tessera/lab/store_file.hpp"

namespace tessera::lab {
namespace {

// How a field of a record is bound and read.

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

/// While a file is opened its user is to blame for what is wrong, not the program.
Error as_input(Error error) {
    if (error.code == ErrorCode::internal) error.code = ErrorCode::bad_input;
    return error;
}

std::int64_t seconds_now() {
    return std::chrono::duration_cast<std::chrono::seconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

}  // namespace

std::uint64_t ConfigurationStatus::done() const {
    return std::accumulate(by_end.begin(), by_end.end(), std::uint64_t{0});
}

struct ResultStore::State {
    Database database;
    LeaseHolder self;
    // Those that every run needs, prepared once.
    Statement insert_run{};
    Statement find_run{};
    Statement find_lease{};
    Statement write_lease{};
    Statement delete_lease{};

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
            {&find_lease, "SELECT host, process, started, heartbeat FROM claims WHERE key = ?"},
            {&write_lease, "INSERT OR REPLACE INTO claims VALUES (?, ?, ?, ?, ?)"},
            {&delete_lease, "DELETE FROM claims WHERE key = ?"},
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
        find_lease.bind(key);
        const auto found = database.next(find_lease);
        LeaseHolder owner;
        std::int64_t heard = 0;
        if (found && *found) {
            find_lease.read(owner.host);
            find_lease.read(owner.process);
            find_lease.read(owner.started);
            find_lease.read(heard);
        }
        find_lease.reset();
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

Result<ResultStore> ResultStore::open(const std::string& path, Access access, LeaseHolder self) {
    const bool write = access == Access::write;
    if (auto error = objection_to_store(path, write)) return *error;
    auto database = write ? open_store_for_writing(path) : open_store_for_reading(path);
    if (!database) return as_input(database.error());
    auto state = std::make_unique<State>(State{std::move(*database), std::move(self)});
    if (auto error = state->prepare()) return as_input(*error);
    return ResultStore(std::move(state));
}

std::optional<Error> ResultStore::add(const RunRecord& record) {
    Transaction transaction(state_->database);
    if (auto error = transaction.begin()) return error;
    if (const auto added = state_->insert(record); !added) return added.error();
    state_->delete_lease.bind(std::string_view(record.key));
    if (auto error = state_->database.finish(state_->delete_lease)) return error;
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

Result<std::map<std::string, std::string>> ResultStore::facts() {
    auto query = state_->database.prepare("SELECT name, value FROM meta WHERE name <> 'schema'");
    if (!query) return query.error();
    std::map<std::string, std::string> facts;
    while (true) {
        const auto row = state_->database.next(*query);
        if (!row) return row.error();
        if (!*row) return facts;
        std::string name;
        query->read(name);
        query->read(facts[name]);
    }
}

std::optional<Error> ResultStore::set_fact(std::string_view name, std::string_view value) {
    auto insert = state_->database.prepare("INSERT OR REPLACE INTO meta VALUES (?, ?)");
    if (!insert) return insert.error();
    insert->bind(name).bind(value);
    return state_->database.finish(*insert);
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

Result<ResultStore::Lease> ResultStore::lease(std::string_view key) {
    Transaction transaction(state_->database);
    if (auto error = transaction.begin()) return *error;
    const auto done = state_->find(key);
    if (!done) return done.error();
    if (*done) return Lease::done;
    const auto taken = state_->taken(key);
    if (!taken) return taken.error();
    if (*taken) return Lease::taken;
    const LeaseHolder& self = state_->self;
    state_->write_lease.bind(key)
        .bind(std::string_view(self.host))
        .bind(self.process)
        .bind(self.started)
        .bind(seconds_now());
    if (auto error = state_->database.finish(state_->write_lease)) return *error;
    if (auto error = transaction.commit()) return *error;
    return Lease::granted;
}

std::optional<Error> ResultStore::heartbeat() {
    auto update = state_->database.prepare(
        "UPDATE claims SET heartbeat = ? WHERE host = ? AND process = ? AND started = ?");
    if (!update) return update.error();
    const LeaseHolder& self = state_->self;
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
    const LeaseHolder& self = state_->self;
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
    const auto theirs = from.facts();
    const auto ours = facts();
    if (!theirs || !ours) return (theirs ? ours : theirs).error();
    for (const auto& [name, value] : *theirs) {
        if (ours->contains(name)) continue;
        if (auto refused = set_fact(name, value)) return *refused;
    }
    if (auto refused = transaction.commit()) return *refused;
    return report;
}

}  // namespace tessera::lab
