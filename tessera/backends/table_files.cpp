// Pattern databases in files: a shared cache folder. A fault of the disk never stops a search.
#include "tessera/backends/table_files.hpp"
#include "tessera/base/hash.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>

namespace tessera::backends {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view name_begin = "pdb-";
constexpr std::string_view name_end = ".table";
constexpr std::string_view verified_end = ".verified";
constexpr std::string_view temporary_end = ".temporary";

/// Files up to this size are read completely every time: it takes less than a millisecond.
constexpr std::uint64_t always_checked_bytes = 1 << 20;

/// An open file that closes itself.
class File {
  public:
    File(const std::string& path, int flags)
        // Without waiting: to open a pipe in place of a table would block.
        : handle_(::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK, 0666)) {}
    ~File() {
        if (handle_ >= 0) ::close(handle_);
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    explicit operator bool() const { return handle_ >= 0; }
    int handle() const { return handle_; }

    /// Writes everything, with several calls if necessary; returns false with errno set.
    bool write_all(std::span<const std::byte> bytes) const {
        while (!bytes.empty()) {
            const ssize_t count = ::write(handle_, bytes.data(), bytes.size());
            if (count < 0 && errno == EINTR) continue;
            if (count < 0) return false;
            bytes = bytes.subspan(static_cast<std::size_t>(count));
        }
        return true;
    }
    /// Reads at most `bytes.size()` bytes and returns how many were read.
    std::size_t read_some(std::span<std::byte> bytes) const {
        std::size_t done = 0;
        while (done < bytes.size()) {
            const ssize_t count = ::pread(handle_, bytes.data() + done, bytes.size() - done,
                                          static_cast<off_t>(done));
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) break;
            done += static_cast<std::size_t>(count);
        }
        return done;
    }

  private:
    int handle_;
};

std::string error_text() {
    return std::strerror(errno);
}

Error about_file(const std::string& path, const Error& error) {
    return {error.code, fmt::format("'{}' {}", path, error.message), error.hint, error.field};
}

/// A file that is being written. It has a unique name in the target's folder, it is locked while its writer lives, and
/// it is removed unless it was renamed.
class TemporaryFile {
  public:
    explicit TemporaryFile(const std::string& goal)
        : path_(unique_path(goal)), file_(path_, O_WRONLY | O_CREAT | O_EXCL) {
        if (file_) ::flock(file_.handle(), LOCK_EX | LOCK_NB);
    }
    ~TemporaryFile() {
        if (file_ && !renamed_) ::unlink(path_.c_str());
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    const File& file() const { return file_; }
    bool rename_to(const std::string& goal) {
        renamed_ = ::rename(path_.c_str(), goal.c_str()) == 0;
        return renamed_;
    }

  private:
    static std::string unique_path(const std::string& goal) {
        static std::atomic<unsigned> number{0};
        return fmt::format("{}.{}-{}-{}{}", goal, ::getpid(), number.fetch_add(1),
                           std::chrono::steady_clock::now().time_since_epoch().count(),
                           temporary_end);
    }

    std::string path_;
    File file_;
    bool renamed_ = false;
};

/// Removes files that killed writers left behind: such a file is not locked. Only files older than a minute are removed,
/// because a new file may not be locked yet.
void remove_stale_files(const std::string& folder) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const std::string path = entry.path().string();
        if (!path.ends_with(temporary_end)) continue;
        struct stat status{};
        const File file(path, O_RDONLY);
        if (!file || ::fstat(file.handle(), &status) != 0) continue;
        if (::time(nullptr) - status.st_mtime < 60) continue;
        if (::flock(file.handle(), LOCK_EX | LOCK_NB) == 0) ::unlink(path.c_str());
    }
}

/// Identifies a file: the text changes whenever the file is written to or replaced.
std::string identity(const struct stat& status, std::uint64_t checksum) {
    return fmt::format("{} {} {}.{:09} {}.{:09} {:016x}\n", status.st_size, status.st_ino,
                       status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec,
                       status.st_ctim.tv_nsec, checksum);
}

bool is_verified(const std::string& path, const std::string& identity) {
    const File file(path + std::string(verified_end), O_RDONLY);
    if (!file) return false;
    std::array<std::byte, 256> bytes{};
    const std::size_t count = file.read_some(bytes);
    return std::string_view(reinterpret_cast<const char*>(bytes.data()), count) == identity;
}

/// Best effort: if it fails, the whole file is read again next time.
void remember_verified(const std::string& path, const std::string& identity) {
    const std::string goal = path + std::string(verified_end);
    TemporaryFile temporary(goal);
    if (!temporary.file()) return;
    if (temporary.file().write_all(std::as_bytes(std::span(identity)))) temporary.rename_to(goal);
}

/// The header of an open file.
Result<pdb::TableHeader> header_of(const std::string& path, const File& file, struct stat& status) {
    if (!file || ::fstat(file.handle(), &status) != 0) {
        return input_error(fmt::format("cannot read '{}': {}", path, error_text()),
                           "name a table that is there", "table");
    }
    if (!S_ISREG(status.st_mode)) {
        return input_error(
            fmt::format("'{}' is no ordinary file", path),
            "remove it; what lies in the cache folder is made by the program itself");
    }
    pdb::HeaderBytes bytes;
    const std::size_t count = file.read_some(bytes);
    auto header =
        pdb::read_header(std::span(bytes).first(count), static_cast<std::uint64_t>(status.st_size));
    if (!header) return about_file(path, header.error());
    return header;
}

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

}  // namespace

std::string cache_folder() {
    if (std::string own = variable("TESSERA_CACHE"); !own.empty()) return own;
    // The XDG specification says that relative folders are ignored.
    if (std::string xdg = variable("XDG_CACHE_HOME"); xdg.starts_with('/')) return xdg + "/tessera";
    if (std::string home = variable("HOME"); !home.empty()) return home + "/.cache/tessera";
    return {};
}

std::string table_file_name(const pdb::Pattern& pattern) {
    std::string picture = pattern.picture();
    std::replace(picture.begin(), picture.end(), '/', '-');
    std::replace(picture.begin(), picture.end(), '.', 'o');
    return fmt::format("{}{}x{}-{}{}", name_begin, pattern.geometry.rows, pattern.geometry.cols,
                       picture, name_end);
}

std::vector<std::string> table_files_in(const std::string& folder) {
    std::vector<std::string> paths;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with(name_begin) && name.ends_with(name_end)) {
            paths.push_back(entry.path().string());
        }
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

Result<pdb::TableHeader> read_table_header(const std::string& path) {
    struct stat status{};
    return header_of(path, File(path, O_RDONLY), status);
}

Result<MappedTable> map_table(const std::string& path, PayloadCheck check) {
    struct stat status{};
    const File file(path, O_RDONLY);
    auto header = header_of(path, file, status);
    if (!header) return header.error();
    const std::size_t bytes = pdb::header_bytes + header->payload_bytes;
    void* memory = ::mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file.handle(), 0);
    if (memory == MAP_FAILED) {
        return input_error(fmt::format("cannot map '{}' into memory: {}", path, error_text()));
    }
    MappedTable table{std::move(*header), {}, {}};
    table.owner =
        std::shared_ptr<const void>(memory, [bytes](void* mapped) { ::munmap(mapped, bytes); });
    table.payload =
        std::span(static_cast<const std::byte*>(memory), bytes).subspan(pdb::header_bytes);

    const std::string known_as = identity(status, table.header.payload_checksum);
    const bool small = bytes <= always_checked_bytes;
    const bool verified = !small && is_verified(path, known_as);
    if (check == PayloadCheck::when_changed && verified) return table;
    ::madvise(memory, bytes, MADV_POPULATE_READ);
    if (auto error = pdb::check_payload(table.header, table.payload)) {
        return about_file(path, *error);
    }
    if (!small && !verified) remember_verified(path, known_as);
    return table;
}

Result<pdb::SharedTable> mapped_table(const std::string& path, const MappedTable& mapped,
                                      const pdb::Pattern& pattern,
                                      std::shared_ptr<const pdb::PlacementIndex> index) {
    const std::span words(reinterpret_cast<const std::uint64_t*>(mapped.payload.data()),
                          mapped.payload.size() / sizeof(std::uint64_t));
    if (mapped.header.states != index->states() ||
        words.size() != pdb::BitTable::total_words(*index)) {
        return about_file(path, input_error("has another size than its pattern's table",
                                            "remove it, and it is built again when it is needed"));
    }
    return pdb::SharedTable(
        std::make_shared<pdb::BitTable>(pattern, std::move(index), words, mapped.owner));
}

std::optional<Error> remove_table(const std::string& path) {
    ::unlink((path + std::string(verified_end)).c_str());
    if (::unlink(path.c_str()) == 0) return std::nullopt;
    return input_error(fmt::format("cannot remove '{}': {}", path, error_text()),
                       "check the name and the permissions");
}

std::string FileTables::path_of(const pdb::Pattern& pattern) const {
    return fmt::format("{}/{}", folder_, table_file_name(pattern));
}

bool FileTables::at_hand(const pdb::Pattern& pattern) {
    if (MemoryTables::at_hand(pattern)) return true;
    if (folder_.empty()) return false;
    const auto header = read_table_header(path_of(pattern));
    return header && !pdb::check_pattern(*header, pattern);
}

Result<pdb::SharedTable> FileTables::table(const pdb::Pattern& pattern, std::size_t memory_bytes,
                                           pdb::BuildObserver& observer) {
    if (pdb::SharedTable known = find(pattern)) return known;
    if (!folder_.empty() && ::access(path_of(pattern).c_str(), F_OK) == 0) {
        auto loaded = load(pattern, memory_bytes);
        if (loaded || loaded.error().code == ErrorCode::memory_limit) return loaded;
        notices_.note(fmt::format("{}; it is built again", loaded.error().message));
    }
    auto built = build(pattern, memory_bytes, observer);
    if (built && worth_a_file((*built)->index().states()) && !save(**built, observer)) {
        return Error{ErrorCode::interrupted, "writing the table was interrupted", ""};
    }
    return built;
}

Result<pdb::SharedTable> FileTables::load(const pdb::Pattern& pattern, std::size_t memory_bytes) {
    const std::string path = path_of(pattern);
    auto mapped = map_table(path, PayloadCheck::when_changed);
    if (!mapped) return mapped.error();
    if (auto error = pdb::check_pattern(mapped->header, pattern)) return about_file(path, *error);
    auto table =
        mapped_table(path, *mapped, pattern, index_for(pattern.geometry, pattern.tiles.size()));
    if (!table) return table.error();
    if ((*table)->bytes() > memory_bytes) {
        return Error{ErrorCode::memory_limit,
                     fmt::format("the table of {} takes {} MB of memory, more than allowed",
                                 pattern.picture(), ((*table)->bytes() >> 20) + 1),
                     "allow more memory, or use smaller patterns", "limits.memory_bytes"};
    }
    remember(*table);
    return table;
}

bool FileTables::save(const pdb::BitTable& table, pdb::BuildObserver& observer) {
    if (folder_.empty()) {
        if (!lack_of_folder_noted_) {
            notices_.note(
                "tables are not kept: none of TESSERA_CACHE, XDG_CACHE_HOME and HOME is set");
        }
        lack_of_folder_noted_ = true;
        return true;
    }
    const std::string path = path_of(table.pattern());
    const auto not_kept = [&] {
        notices_.note(fmt::format("the table is used but not kept: cannot write '{}': {}", path,
                                  error_text()));
        return true;
    };
    std::error_code failure;
    fs::create_directories(folder_, failure);
    remove_stale_files(folder_);
    TemporaryFile temporary(path);
    if (!temporary.file()) return not_kept();

    std::span<const std::byte> payload = std::as_bytes(table.words());
    const pdb::TableHeader header{table.pattern(), table.index().states(), payload.size(),
                                  checksum(payload)};
    if (!temporary.file().write_all(pdb::write_header(header))) return not_kept();
    constexpr std::size_t piece = 8 << 20;
    while (!payload.empty()) {
        if (observer.cancelled()) return false;
        const auto part = payload.first(std::min(piece, payload.size()));
        if (!temporary.file().write_all(part)) return not_kept();
        payload = payload.subspan(part.size());
    }
    if (::fsync(temporary.file().handle()) != 0 || !temporary.rename_to(path)) return not_kept();
    struct stat status{};
    if (table.bytes() + pdb::header_bytes > always_checked_bytes &&
        ::fstat(temporary.file().handle(), &status) == 0) {
        remember_verified(path, identity(status, header.payload_checksum));
    }
    return true;
}

}  // namespace tessera::backends
