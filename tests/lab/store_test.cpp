// The result store: what goes in comes out, leases, merging, and files that cannot be used.
#include "tessera/lab/store.hpp"

#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <latch>
#include <thread>

#include "tessera/lab/record_fields.hpp"
#include "tests/lab/runner_testing.hpp"
#include "tests/texts.hpp"

namespace tessera::lab::testing {
namespace {

using Lease = ResultStore::Lease;

Error refused(const std::string& path, ResultStore::Access access = ResultStore::Access::write) {
    const auto store = ResultStore::open(path, access);
    EXPECT_FALSE(store.ok());
    return store.ok() ? Error{} : store.error();
}

void execute(const std::string& path, const char* statement) {
    sqlite3* handle = nullptr;
    ASSERT_EQ(sqlite3_open(path.c_str(), &handle), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(handle, statement, nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(handle);
    sqlite3_close(handle);
}

/// Every field as text, to compare records as wholes.
std::string all_fields(const RunRecord& record) {
    std::string text;
    for_each_field(record, [&]<class T>(std::string_view name, const T& value) {
        if constexpr (std::is_same_v<T, RunEnd>) {
            text += fmt::format("{}={}\n", name, to_string(value));
        } else if constexpr (requires { value.has_value(); }) {
            text += fmt::format("{}={}\n", name, value ? std::to_string(*value) : "none");
        } else {
            text += fmt::format("{}={}\n", name, value);
        }
    });
    return text;
}

TEST(ResultStore, GivesBackEveryField) {
    const TemporaryFolder folder;
    RunRecord record = made_up(3, RunEnd::time_limit);
    // Every field has a value of its own, so that none can be confused with another.
    int number = 1;
    for_each_field(record, [&]<class T>(std::string_view name, T& value) {
        ++number;
        if constexpr (std::is_same_v<T, std::string>) {
            value = fmt::format("{} 'quoted' µ {}", name, number);
        } else if constexpr (std::is_same_v<T, double>) {
            value = number + 0.1;
        } else if constexpr (std::is_same_v<T, RunEnd>) {
            value = RunEnd::gave_up;
        } else if constexpr (requires { value.has_value(); }) {
            value = number;
        } else {
            value = static_cast<T>(number);
        }
    });
    record.seed = ~std::uint64_t{0};
    {
        ResultStore store = opened(folder.path("a.db"));
        EXPECT_FALSE(store.add(record));
    }
    ResultStore store = opened(folder.path("a.db"));
    const auto records = store.records();
    ASSERT_TRUE(records.ok());
    ASSERT_EQ(records->size(), 1U);
    EXPECT_EQ(all_fields(records->front()), all_fields(record));
    RunRecord empty = made_up(4);
    empty.length.reset();
    empty.lower_bound.reset();
    EXPECT_FALSE(store.add(empty));
    EXPECT_EQ(all_fields((*store.records())[1]), all_fields(empty));
}

TEST(ResultStore, KeepsTheFirstOfTwo) {
    const TemporaryFolder folder;
    ResultStore store = opened(folder.path("a.db"));
    const RunRecord first = made_up(1);
    RunRecord second = first;
    second.moves = "other";
    EXPECT_FALSE(*store.has(first.key));
    EXPECT_FALSE(store.add(first));
    EXPECT_FALSE(store.add(second));
    EXPECT_TRUE(*store.has(first.key));
    const auto records = store.records();
    ASSERT_EQ(records->size(), 1U);
    EXPECT_EQ(records->front().moves, first.moves);
    EXPECT_FALSE(store.forget(std::vector{first.key}));
    EXPECT_FALSE(*store.has(first.key));
}

TEST(ResultStore, IsThereAfterKillNine) {
    const TemporaryFolder folder;
    const pid_t child = fork();
    if (child == 0) {
        ResultStore store = opened(folder.path("a.db"));
        for (std::size_t i = 0; i < 50; ++i) (void)store.add(made_up(i));
        (void)store.lease("under way");
        raise(SIGKILL);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    ResultStore store = opened(folder.path("a.db"));
    EXPECT_EQ(store.records()->size(), 50U);
    EXPECT_EQ(*store.lease("under way"), Lease::granted);
}

/// SQLite alone refuses one of two that make the same file at once.
TEST(ResultStore, SeveralMayMakeItAtOnce) {
    const TemporaryFolder folder;
    constexpr int rounds = 40;
    constexpr int openers = 4;
    for (int round = 0; round < rounds; ++round) {
        const std::string path = folder.path(fmt::format("{}.db", round));
        std::latch start(openers);
        std::array<std::string, openers> faults;
        std::vector<std::thread> threads;
        for (std::string& fault : faults) {
            threads.emplace_back([&] {
                start.arrive_and_wait();
                if (const auto store = ResultStore::open(path); !store)
                    fault = store.error().message;
            });
        }
        for (std::thread& thread : threads) thread.join();
        for (const std::string& fault : faults) EXPECT_EQ(fault, "");
    }
}

TEST(ResultStore, NamesRunsAsTheSuiteDoes) {
    const TemporaryFolder folder;
    ResultStore store = opened(folder.path("a.db"));
    const RunRecord one = made_up(1);
    const RunRecord two = made_up(2, RunEnd::crashed);
    EXPECT_FALSE(store.add(one));
    EXPECT_FALSE(store.add(two));
    EXPECT_FALSE(store.add(made_up(3)));
    // The same run under two names, another order, and one that is not done.
    const std::vector<SuiteMember> members{{"s", "second", "c", 0, two.key},
                                           {"s", "first", "c", 0, one.key},
                                           {"t", "again", "d", 5, one.key},
                                           {"t", "missing", "d", 0, "no such run"}};
    EXPECT_FALSE(store.enrol("mine", members));
    EXPECT_EQ(*store.members("mine"), members);
    EXPECT_EQ(*store.suites(), std::vector<std::string>{"mine"});
    const auto records = store.records("mine");
    ASSERT_EQ(records->size(), 3U);
    EXPECT_EQ((*records)[0].board, "second");
    EXPECT_EQ((*records)[1].board, "first");
    EXPECT_EQ((*records)[2].board, "again");
    EXPECT_EQ((*records)[2].configuration, "d");
    EXPECT_EQ((*records)[2].repetition, 5U);
    EXPECT_EQ((*records)[2].suite, "mine");
    EXPECT_EQ((*records)[2].moves, one.moves);
    const auto status = store.status();
    ASSERT_EQ(status->size(), 2U);
    EXPECT_EQ((*status)[0].configuration, "c");
    EXPECT_EQ((*status)[0].count(RunEnd::crashed), 1U);
    EXPECT_EQ((*status)[0].count(RunEnd::solved_optimally), 1U);
    EXPECT_EQ((*status)[0].missing, 0U);
    EXPECT_EQ((*status)[1].done(), 1U);
    EXPECT_EQ((*status)[1].missing, 1U);
    EXPECT_EQ(*store.unlisted(), 1U);
    EXPECT_FALSE(store.enrol("mine", {}));
    EXPECT_TRUE(store.records("mine")->empty());
    EXPECT_EQ(store.records()->size(), 3U);
}

TEST(ResultStore, AnOlderOneHasNoDevicesAndGoesOn) {
    const TemporaryFolder folder;
    const std::string path = folder.path("a.db");
    RunRecord elsewhere = made_up(2);
    elsewhere.measured.device = "gpu";
    {
        ResultStore store = opened(path);
        EXPECT_FALSE(store.add(made_up(1)));
    }
    execute(path, "ALTER TABLE runs DROP COLUMN device");
    {
        auto reader = ResultStore::open(path, ResultStore::Access::read, this_lease_holder());
        ASSERT_TRUE(reader) << reader.error().message;
        ASSERT_EQ(reader->records()->size(), 1U);
        EXPECT_EQ(reader->records()->front().measured.device, "cpu");
        EXPECT_EQ(reader->records()->front().moves, made_up(1).moves);
    }
    ResultStore store = opened(path);
    EXPECT_FALSE(store.add(elsewhere));
    const auto records = store.records();
    ASSERT_EQ(records->size(), 2U);
    EXPECT_EQ((*records)[0].measured.device, "cpu");
    EXPECT_EQ((*records)[1].measured.device, "gpu");
}

TEST(ResultStore, ALeaseBelongsToOneLivingProcess) {
    const TemporaryFolder folder;
    const std::string path = folder.path("a.db");
    ResultStore mine = opened(path);
    EXPECT_EQ(*mine.lease("k"), Lease::granted);
    EXPECT_EQ(*mine.lease("k"), Lease::granted) << "it is mine";

    // The same number, but started at another time: not us, and nobody any more.
    LeaseHolder other = this_lease_holder();
    other.started += 1;
    ResultStore theirs = opened(path, other);
    EXPECT_EQ(*theirs.lease("k"), Lease::taken);
    EXPECT_EQ(*theirs.lease("l"), Lease::granted);
    EXPECT_EQ(*mine.lease("l"), Lease::granted) << "its holder is gone";

    const RunRecord record = made_up(1);
    EXPECT_EQ(*mine.lease(record.key), Lease::granted);
    EXPECT_FALSE(mine.add(record));
    EXPECT_EQ(*theirs.lease(record.key), Lease::done);
    EXPECT_FALSE(mine.release());
    EXPECT_EQ(*theirs.lease("k"), Lease::granted);
}

TEST(ResultStore, ALeaseFromElsewhereExpiresWithoutHeartbeat) {
    const TemporaryFolder folder;
    const std::string path = folder.path("a.db");
    const LeaseHolder far{"another machine", 1, 1};
    EXPECT_EQ(life_of(far), Life::elsewhere);
    ResultStore theirs = opened(path, far);
    ResultStore mine = opened(path);
    EXPECT_EQ(*theirs.lease("k"), Lease::granted);
    EXPECT_EQ(*mine.lease("k"), Lease::taken);
    execute(path, "UPDATE claims SET heartbeat = heartbeat - 10000");
    EXPECT_FALSE(theirs.heartbeat());
    EXPECT_EQ(*mine.lease("k"), Lease::taken) << "it has been heard of again";
    execute(path, "UPDATE claims SET heartbeat = heartbeat - 10000");
    EXPECT_EQ(*mine.lease("k"), Lease::granted);
}

TEST(ResultStore, MergesWhatIsMissing) {
    const TemporaryFolder folder;
    ResultStore a = opened(folder.path("a.db"));
    ResultStore b = opened(folder.path("b.db"));
    const std::vector<SuiteMember> members{{"s", "1", "c", 0, made_up(1).key},
                                           {"s", "2", "c", 0, made_up(2).key},
                                           {"s", "3", "c", 0, made_up(3).key}};
    EXPECT_FALSE(a.enrol("mine", members));
    EXPECT_FALSE(b.enrol("mine", members));
    EXPECT_FALSE(b.enrol("other", std::span(members).first(1)));
    for (const std::size_t i : {1U, 2U}) EXPECT_FALSE(a.add(made_up(i)));
    for (const std::size_t i : {2U, 3U}) EXPECT_FALSE(b.add(made_up(i)));
    EXPECT_FALSE(a.set_fact("suite-file:mine", "a.toml"));
    EXPECT_FALSE(b.set_fact("suite-file:mine", "b.toml"));
    EXPECT_FALSE(b.set_fact("suite-file:other", "c.toml"));
    const auto report = a.merge(b);
    ASSERT_TRUE(report.ok()) << report.error().message;
    EXPECT_EQ(report->added, 1U);
    EXPECT_EQ(report->known, 1U);
    EXPECT_TRUE(report->differing_suites.empty());
    EXPECT_EQ(a.records("mine")->size(), 3U);
    EXPECT_EQ(a.records("other")->size(), 1U);
    EXPECT_EQ(*a.facts(), (std::map<std::string, std::string>{{"suite-file:mine", "a.toml"},
                                                              {"suite-file:other", "c.toml"}}));
    EXPECT_FALSE(b.enrol("mine", std::span(members).first(2)));
    EXPECT_EQ(a.merge(b)->differing_suites, std::vector<std::string>{"mine"});
    EXPECT_EQ(*a.members("mine"), members);
}

TEST(ResultStore, SaysWhatIsWrongWithAFile) {
    const TemporaryFolder folder;
    using Access = ResultStore::Access;
    Error error = refused(folder.path());
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_TRUE(contains(error.message, "is a folder")) << error.message;
    error = refused(folder.path("none.db"), Access::read);
    EXPECT_TRUE(contains(error.message, "there is no result store")) << error.message;
    EXPECT_FALSE(std::filesystem::exists(folder.path("none.db")));
    error = refused(folder.path("no folder/a.db"));
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_TRUE(contains(error.message, "No such file")) << error.message;

    const std::string text = folder.file("notes.txt", std::string(5000, 'x'));
    for (const Access access : {Access::write, Access::read}) {
        error = refused(text, access);
        EXPECT_EQ(error.code, ErrorCode::bad_input);
        EXPECT_TRUE(contains(error.message, "not a result store")) << error.message;
    }
    std::ifstream file(text);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), std::string(5000, 'x'));

    const std::string foreign = folder.path("foreign.db");
    execute(foreign, "CREATE TABLE runs (a)");
    error = refused(foreign);
    EXPECT_TRUE(contains(error.message, "another program")) << error.message;

    const std::string newer = folder.path("newer.db");
    opened(newer);
    execute(newer, "UPDATE meta SET value = '99' WHERE name = 'schema'");
    error = refused(newer);
    EXPECT_TRUE(contains(error.message, "newer program")) << error.message;
    EXPECT_TRUE(contains(error.message, "99")) << error.message;

    EXPECT_TRUE(contains(refused(folder.file("empty.db", ""), Access::read).message, "is empty"));
    EXPECT_TRUE(ResultStore::open(folder.path("empty.db")).ok()) << "an empty file is a new store";
}

TEST(ResultStore, ReadsButDoesNotWriteWhatIsProtected) {
    const TemporaryFolder folder;
    const std::string path = folder.path("a.db");
    {
        ResultStore store = opened(path);
        EXPECT_FALSE(store.add(made_up(1)));
    }
    EXPECT_FALSE(std::filesystem::exists(path + "-wal")) << "a closed store is a single file";
    chmod(path.c_str(), 0444);
    chmod(folder.path().c_str(), 0555);
    {
        const WithoutRights reader;
        const Error error = refused(path);
        EXPECT_EQ(error.code, ErrorCode::bad_input);
        EXPECT_TRUE(contains(error.message, "write-protected")) << error.message;
        const Error fresh = refused(folder.path("new.db"));
        EXPECT_EQ(fresh.code, ErrorCode::bad_input);
        EXPECT_TRUE(contains(fresh.message, "cannot")) << fresh.message;
        auto store = ResultStore::open(path, ResultStore::Access::read);
        ASSERT_TRUE(store.ok()) << store.error().message;
        EXPECT_EQ(store->records()->size(), 1U);
    }
    chmod(folder.path().c_str(), 0755);
}

TEST(ResultStore, KeepsWhatWasSavedWhenTheDiskIsFull) {
    const TemporaryFolder folder;
    ResultStore store = opened(folder.path("a.db"));
    std::size_t saved = 0;
    std::optional<Error> error;
    {
        const FilesUpTo limit(200'000);
        while (!error && saved < 10'000) {
            error = store.add(made_up(saved));
            if (!error) ++saved;
        }
    }
    ASSERT_TRUE(error) << "no limit was reached";
    EXPECT_EQ(error->code, ErrorCode::internal);
    EXPECT_TRUE(contains(error->message, "cannot")) << error->message;
    EXPECT_TRUE(contains(error->hint, "is kept")) << error->hint;
    EXPECT_GT(saved, 10U);
    EXPECT_EQ(store.records()->size(), saved);
    EXPECT_FALSE(store.add(made_up(saved))) << "there is room again";
    EXPECT_EQ(opened(folder.path("a.db")).records()->size(), saved + 1);
}

}  // namespace
}  // namespace tessera::lab::testing
