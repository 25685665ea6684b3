// The cache of tables: what is in the files, what damage does, and what several at once do.
// home: release and threads
#include "tessera/backends/table_files.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <thread>

namespace tessera::backends {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t plenty = std::size_t{1} << 30;

class Notes final : public TableNotices {
  public:
    void note(std::string_view text) override { texts.emplace_back(text); }
    std::vector<std::string> texts;
};

/// Knows whether anything was built, and can cancel.
class Watch final : public pdb::BuildObserver {
  public:
    void progress(const pdb::Pattern&, std::uint64_t, std::uint64_t) override { built = true; }
    bool cancelled() override { return cancel && built; }
    bool built = false;
    bool cancel = false;
};

/// A folder of its own, gone at the end of the test.
class TableFiles : public ::testing::Test {
  protected:
    TableFiles() {
        std::string name = (fs::temp_directory_path() / "tessera-tables-XXXXXX").string();
        if (mkdtemp(name.data()) != nullptr) root_ = name;
        folder_ = (root_ / "made" / "when needed").string();
    }
    ~TableFiles() override {
        std::error_code ignored;
        fs::remove_all(root_, ignored);
    }

    /// The table from a source of its own, as another process would ask.
    pdb::SharedTable ask(Watch& watch, const pdb::Pattern& pattern) {
        FileTables tables(folder_, notes_);
        auto table = tables.table(pattern, plenty, watch);
        EXPECT_TRUE(table);
        return table ? *table : nullptr;
    }
    bool built_when_asked(const pdb::Pattern& pattern) {
        Watch watch;
        const pdb::SharedTable table = ask(watch, pattern);
        EXPECT_TRUE(table != nullptr && std::ranges::equal(table->words(), expected()->words()));
        return watch.built;
    }
    /// Five tiles on 4×4: the smallest that are kept in files.
    static const pdb::Pattern& five() {
        static const pdb::Pattern pattern =
            pdb::parse_partition("_aa./aa../a.../....", {4, 4}, Cell{0})->patterns.front();
        return pattern;
    }
    static const pdb::SharedTable& expected() {
        static pdb::MemoryTables memory;
        static pdb::BuildObserver nobody;
        static const pdb::SharedTable table = *memory.table(five(), plenty, nobody);
        return table;
    }
    std::string path() const { return folder_ + "/" + table_file_name(five()); }
    std::vector<std::string> files() const {
        std::vector<std::string> names;
        std::error_code error;
        for (const auto& entry : fs::directory_iterator(folder_, error)) {
            names.push_back(entry.path().filename().string());
        }
        return names;
    }
    void change(std::size_t offset, char by) const {
        std::fstream file(path(), std::ios::in | std::ios::out | std::ios::binary);
        file.seekg(static_cast<std::streamoff>(offset));
        const char old = static_cast<char>(file.get());
        file.seekp(static_cast<std::streamoff>(offset));
        file.put(static_cast<char>(old ^ by));
    }

    fs::path root_;
    std::string folder_;
    Notes notes_;
};

TEST_F(TableFiles, AreWrittenOnceAndReadAfterwards) {
    FileTables before(folder_, notes_);
    EXPECT_FALSE(before.at_hand(five()));
    EXPECT_TRUE(built_when_asked(five()));
    EXPECT_EQ(files(), (std::vector<std::string>{"pdb-4x4-_xxo-xxoo-xooo-oooo.table"}));
    EXPECT_TRUE(before.at_hand(five()));
    EXPECT_FALSE(built_when_asked(five()));
    EXPECT_EQ(fs::file_size(path()), pdb::header_bytes + expected()->bytes());
    EXPECT_EQ(table_files_in(folder_), std::vector<std::string>{path()});
    EXPECT_TRUE(notes_.texts.empty());
}

TEST_F(TableFiles, AnyDamageIsNamedAndRepaired) {
    ASSERT_TRUE(built_when_asked(five()));
    const std::uintmax_t size = fs::file_size(path());
    const std::vector<std::function<void()>> damages{
        [&] { change(0, 1); },
        [&] { change(9, 3); },
        [&] { change(13, 1); },
        [&] { change(24, 1); },
        [&] { change(pdb::header_bytes, 1); },
        [&] { change(static_cast<std::size_t>(size) - 1, 64); },
        [&] { change(static_cast<std::size_t>(size) / 2, 8); },
        [&] { fs::resize_file(path(), size - 1); },
        [&] { fs::resize_file(path(), 100); },
        [&] { fs::resize_file(path(), 0); },
        [&] { fs::resize_file(path(), size + 8); },
    };
    for (std::size_t i = 0; i < damages.size(); ++i) {
        notes_.texts.clear();
        damages[i]();
        EXPECT_TRUE(built_when_asked(five())) << i;
        ASSERT_EQ(notes_.texts.size(), 1U) << i;
        EXPECT_NE(notes_.texts[0].find(path()), std::string::npos);
        EXPECT_FALSE(built_when_asked(five())) << i;
        EXPECT_EQ(files().size(), 1U);
    }
}

TEST_F(TableFiles, EveryByteOfAHeaderCounts) {
    ASSERT_TRUE(built_when_asked(five()));
    pdb::HeaderBytes bytes;
    std::ifstream(path(), std::ios::binary)
        .read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    const std::uint64_t size = fs::file_size(path());
    ASSERT_TRUE(pdb::read_header(bytes, size));
    std::size_t refused = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        for (const unsigned bit : {0U, 3U, 7U}) {
            pdb::HeaderBytes damaged = bytes;
            damaged[i] ^= std::byte{1} << bit;
            const auto header = pdb::read_header(damaged, size);
            EXPECT_FALSE(header) << i;
            if (header) continue;
            EXPECT_FALSE(header.error().message.empty()) << i;
            ++refused;
        }
    }
    EXPECT_EQ(refused, 3 * pdb::header_bytes);
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        EXPECT_FALSE(pdb::read_header(std::span(bytes).first(length), length)) << length;
    }
}

TEST_F(TableFiles, NoFlippedBitAndNoMissingPieceIsMissed) {
    ASSERT_TRUE(built_when_asked(five()));
    const std::size_t size = fs::file_size(path());
    for (std::size_t offset = pdb::header_bytes; offset < size; offset += 1009) {
        const char bit = static_cast<char>(1 << (offset % 8));
        change(offset, bit);
        const auto table = map_table(path(), PayloadCheck::when_changed);
        EXPECT_FALSE(table) << offset;
        change(offset, bit);
    }
    EXPECT_TRUE(map_table(path(), PayloadCheck::always));
    for (std::size_t length = size - 1; length > 1009; length -= 1009) {
        fs::resize_file(path(), length);
        EXPECT_FALSE(map_table(path(), PayloadCheck::when_changed)) << length;
    }
}

TEST_F(TableFiles, AFileOfAnotherPatternIsNotBelieved) {
    const pdb::Pattern other =
        pdb::parse_partition("_..a/..aa/..aa/....", {4, 4}, Cell{0})->patterns.front();
    Watch watch;
    ask(watch, other);
    FileTables tables(folder_, notes_);
    fs::rename(tables.path_of(other), path());
    EXPECT_FALSE(tables.at_hand(five()));
    EXPECT_TRUE(built_when_asked(five()));
    ASSERT_EQ(notes_.texts.size(), 1U);
    EXPECT_NE(notes_.texts[0].find("another pattern"), std::string::npos);
}

TEST_F(TableFiles, LargeFilesAreReadAgainOnlyWhenTheyChanged) {
    const pdb::Pattern six =
        pdb::parse_partition("_aa./aaa./a.../....", {4, 4}, Cell{0})->patterns.front();
    Watch first;
    ask(first, six);
    const std::string file = FileTables(folder_, notes_).path_of(six);
    EXPECT_TRUE(fs::exists(file + ".verified"));
    EXPECT_TRUE(map_table(file, PayloadCheck::when_changed));
    fs::remove(file + ".verified");
    EXPECT_TRUE(map_table(file, PayloadCheck::when_changed));
    EXPECT_TRUE(fs::exists(file + ".verified")) << "found whole, and remembered";
    {
        std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
        stream.seekp(1'000'000);
        stream.put('\x55');
    }
    const auto damaged = map_table(file, PayloadCheck::when_changed);
    ASSERT_FALSE(damaged);
    EXPECT_NE(damaged.error().message.find("checksum"), std::string::npos);
    EXPECT_FALSE(remove_table(file));
    EXPECT_TRUE(files().empty());
    EXPECT_TRUE(remove_table(file)) << "it is gone already";
}

TEST_F(TableFiles, TheMemoryLimitHoldsForFilesToo) {
    ASSERT_TRUE(built_when_asked(five()));
    FileTables tables(folder_, notes_);
    Watch watch;
    EXPECT_TRUE(tables.table(five(), expected()->bytes(), watch));
    FileTables again(folder_, notes_);
    const auto refused = again.table(five(), expected()->bytes() - 1, watch);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::memory_limit);
    EXPECT_FALSE(watch.built);
}

TEST_F(TableFiles, AFolderThatCannotBeWrittenIsNoFailure) {
    std::ofstream(root_ / "made") << "a file where a folder should be";
    EXPECT_TRUE(built_when_asked(five()));
    ASSERT_EQ(notes_.texts.size(), 1U);
    EXPECT_NE(notes_.texts[0].find("not kept"), std::string::npos);
}

TEST_F(TableFiles, AFolderThatTakesNoFilesIsNoFailure) {
    folder_ = "/proc/self";  // not even root can make a file there
    EXPECT_TRUE(built_when_asked(five()));
    ASSERT_EQ(notes_.texts.size(), 1U);
    EXPECT_NE(notes_.texts[0].find("not kept"), std::string::npos);
    EXPECT_NE(notes_.texts[0].find(path()), std::string::npos);
    EXPECT_FALSE(fs::exists(path()));
}

TEST_F(TableFiles, AFullDiskIsNoFailure) {
    fs::create_directories(folder_);
    // Writing more than this fails as on a full disk.
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{50'000, 50'000};
        setrlimit(RLIMIT_FSIZE, &limit);
        Watch watch;
        const bool used = ask(watch, five()) != nullptr && notes_.texts.size() == 1;
        _exit(used ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(WEXITSTATUS(status), 0);
    EXPECT_TRUE(files().empty()) << "nothing half-written is left";
}

TEST_F(TableFiles, WithoutAFolderEverythingIsBuiltAndThatIsSaidOnce) {
    FileTables tables("", notes_);
    Watch watch;
    EXPECT_FALSE(tables.at_hand(five()));
    EXPECT_TRUE(tables.table(five(), plenty, watch));
    EXPECT_TRUE(tables.table(five(), plenty, watch));
    EXPECT_EQ(notes_.texts.size(), 1U);
}

TEST_F(TableFiles, AnInterruptedBuildLeavesNothing) {
    FileTables tables(folder_, notes_);
    Watch watch;
    watch.cancel = true;
    const auto table = tables.table(five(), plenty, watch);
    ASSERT_FALSE(table);
    EXPECT_EQ(table.error().code, ErrorCode::interrupted);
    EXPECT_TRUE(files().empty());
}

TEST_F(TableFiles, WhatKilledWritersLeftIsRemoved) {
    fs::create_directories(folder_);
    const auto temporary = [&](const std::string& name, int minutes_old) {
        const fs::path file = fs::path(folder_) / (name + ".temporary");
        std::ofstream(file) << "half a table";
        fs::last_write_time(file,
                            fs::file_time_type::clock::now() - std::chrono::minutes(minutes_old));
        return file;
    };
    const fs::path stale = temporary("stale", 5);
    const fs::path fresh = temporary("fresh", 0);
    const fs::path held = temporary("held", 5);
    const int lock = open(held.c_str(), O_RDONLY | O_CLOEXEC);
    ASSERT_EQ(flock(lock, LOCK_EX), 0);
    EXPECT_TRUE(built_when_asked(five()));
    EXPECT_FALSE(fs::exists(stale));
    EXPECT_TRUE(fs::exists(fresh)) << "somebody may just have made it";
    EXPECT_TRUE(fs::exists(held)) << "somebody writes it";
    close(lock);
}

TEST_F(TableFiles, SeveralThreadsAndProcessesMayBuildTheSame) {
    std::vector<pid_t> children;
    for (int i = 0; i < 3; ++i) {
        const pid_t child = fork();
        if (child == 0) _exit((built_when_asked(five()), HasFailure() ? 1 : 0));
        children.push_back(child);
    }
    std::vector<std::thread> threads;
    std::atomic<int> good{0};
    (void)expected();
    for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&] {
            Notes notes;
            FileTables tables(folder_, notes);
            pdb::BuildObserver nobody;
            const auto table = tables.table(five(), plenty, nobody);
            if (table && std::ranges::equal((*table)->words(), expected()->words()) &&
                notes.texts.empty()) {
                ++good;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (const pid_t child : children) {
        int status = 0;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        EXPECT_EQ(WEXITSTATUS(status), 0);
    }
    EXPECT_EQ(good, 3);
    EXPECT_EQ(files().size(), 1U);
    EXPECT_FALSE(built_when_asked(five()));
}

TEST_F(TableFiles, AMappedTableOutlivesItsFile) {
    ASSERT_TRUE(built_when_asked(five()));
    Watch watch;
    const pdb::SharedTable table = ask(watch, five());
    ASSERT_FALSE(watch.built);
    ASSERT_FALSE(remove_table(path()));
    EXPECT_TRUE(std::ranges::equal(table->words(), expected()->words()));
}

/// Sets a variable, or removes it, and puts back what was.
class Variable {
  public:
    Variable(const char* name, const char* value) : name_(name) {
        if (const char* old = getenv(name)) old_ = old;
        if (value != nullptr) {
            setenv(name, value, 1);
        } else {
            unsetenv(name);
        }
    }
    ~Variable() {
        if (old_) {
            setenv(name_, old_->c_str(), 1);
        } else {
            unsetenv(name_);
        }
    }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

  private:
    const char* name_;
    std::optional<std::string> old_;
};

TEST(CacheFolder, FollowsTheEnvironment) {
    const Variable own("TESSERA_CACHE", "/a");
    const Variable xdg("XDG_CACHE_HOME", "/b");
    const Variable home("HOME", "/c");
    EXPECT_EQ(cache_folder(), "/a");
    {
        const Variable none("TESSERA_CACHE", nullptr);
        EXPECT_EQ(cache_folder(), "/b/tessera");
        const Variable relative("XDG_CACHE_HOME", "b");
        EXPECT_EQ(cache_folder(), "/c/.cache/tessera");
        const Variable homeless("HOME", nullptr);
        EXPECT_EQ(cache_folder(), "");
    }
    EXPECT_EQ(cache_folder(), "/a");
}

}  // namespace
}  // namespace tessera::backends
