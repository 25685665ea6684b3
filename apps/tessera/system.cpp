// Asks the operating system: free memory, peak memory, CPU time, files, and Ctrl-C.
#include "system.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>

#include "tables.hpp"
#include "tessera/backends/plug_ins.hpp"

namespace tessera::app {
namespace {

volatile std::sig_atomic_t interrupt_seen = 0;

double cpu_seconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// The number behind `key` in a file like /proc/meminfo; 0 if it is not there.
std::size_t number_behind(const std::string& path, std::string_view key) {
    std::ifstream file(path);
    std::string line;
    while (std::getline(file, line)) {
        if (line.compare(0, key.size(), key) == 0) {
            return static_cast<std::size_t>(std::strtoull(line.c_str() + key.size(), nullptr, 10));
        }
    }
    return 0;
}

std::size_t peak_memory() {
    return number_behind("/proc/self/status", "VmHWM:") * 1024;
}

/// Linux resets the peak when "5" is written here; elsewhere the peak stays that of the whole
/// process.
void reset_peak_memory() {
    std::ofstream file("/proc/self/clear_refs");
    file << "5";
}

constexpr auto no_limit = static_cast<std::size_t>(-1);

/// The files of a cgroup; their names differ between the two versions.
struct CgroupFiles {
    std::string root;
    std::string limit;
    std::string used;
    /// In memory.stat: cached files, which the system gives up before anything else.
    std::string cache;
};

/// The memory that a cgroup leaves.
std::size_t room_in(const CgroupFiles& files, const std::string& path) {
    const std::string folder = files.root + path;
    std::ifstream limit_file(folder + files.limit);
    std::ifstream used_file(folder + files.used);
    std::size_t limit = 0;
    std::size_t used = 0;
    if (!(limit_file >> limit) || !(used_file >> used)) return no_limit;
    used -= std::min(used, number_behind(folder + "/memory.stat", files.cache));
    return limit > used ? limit - used : 0;
}

/// A container, or a cluster's scheduler, may allow less than the machine has: in the cgroup of this process or in any
/// that it lies in.
std::size_t container_room() {
    const CgroupFiles first{"/sys/fs/cgroup/memory", "/memory.limit_in_bytes",
                            "/memory.usage_in_bytes", "total_inactive_file "};
    const CgroupFiles second{"/sys/fs/cgroup", "/memory.max", "/memory.current", "inactive_file "};
    std::size_t room = std::min(room_in(first, ""), room_in(second, ""));
    std::ifstream file("/proc/self/cgroup");
    std::string line;
    while (std::getline(file, line)) {  // 4:memory:/some/path, or 0::/some/path
        const bool is_second = line.starts_with("0::/");
        const std::size_t place = is_second ? 0 : line.find(":memory:/");
        if (place == std::string::npos) continue;
        std::string path = line.substr(line.find(":/", place) + 1);
        while (path.size() > 1) {
            room = std::min(room, room_in(is_second ? second : first, path));
            path.erase(path.rfind('/'));
        }
    }
    return room;
}

/// The part of such memory that `ulimit` leaves; the process has taken some already.
std::size_t room_below(__rlimit_resource resource, std::string_view taken) {
    rlimit limit{};
    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return no_limit;
    const std::size_t used = number_behind("/proc/self/status", taken) * 1024;
    return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

/// The memory beyond which the system refuses or kills. A program takes twice as many addresses as it uses, for
/// the stacks of its threads.
std::size_t enforced_room() {
    return std::min({container_room(), room_below(RLIMIT_DATA, "VmData:"),
                     room_below(RLIMIT_AS, "VmSize:") / 2});
}

}  // namespace

Host this_process(Executor* executor) {
    Host host{&cpu_seconds, &peak_memory, &reset_peak_memory};
    host.executor = executor;
    host.tables = &cached_tables();
    host.build_observer = &build_line();
    host.backends = &backends::plug_ins;
    return host;
}

std::size_t available_memory() {
    std::size_t available = number_behind("/proc/meminfo", "MemAvailable:") * 1024;
    if (available == 0) available = std::size_t{4} << 30;
    return std::min(available, enforced_room());
}

std::size_t default_memory_limit() {
    return available_memory() / 2;
}

std::size_t within_enforced_limits(std::size_t wanted) {
    return std::min(wanted, enforced_room() / 16 * 15);
}

bool file_exists(const std::string& path) {
    struct stat status{};
    return stat(path.c_str(), &status) == 0;
}

std::string own_path() {
    std::error_code unknown;
    return std::filesystem::read_symlink("/proc/self/exe", unknown).string();
}

std::string shared_file(const std::string& name) {
    const std::filesystem::path folder = std::filesystem::path(own_path()).parent_path();
    for (const char* root : {"../share/tessera", "../../.."}) {
        const std::string path = (folder / root / name).lexically_normal().string();
        if (file_exists(path)) return path;
    }
    return {};
}

Result<std::string> read_file(const std::string& path) {
    const bool standard_input = path == "-";
    const std::string shown = standard_input ? "standard input" : fmt::format("'{}'", path);
    struct stat status{};
    if (!standard_input && stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) {
        return input_error(fmt::format("{} is a folder, not a file", shown),
                           "name a file with boards in it");
    }
    std::FILE* file = standard_input ? stdin : std::fopen(path.c_str(), "rb");
    if (file == nullptr) {
        return input_error(fmt::format("cannot read {}: {}", shown, std::strerror(errno)),
                           "check the name and the permissions");
    }
    const auto closed = [=](std::FILE* open) {
        if (open != stdin) std::fclose(open);
    };
    const std::unique_ptr<std::FILE, decltype(closed)> owner(file, closed);
    constexpr std::size_t largest = std::size_t{1} << 30;
    std::string text;
    char buffer[1 << 16];
    while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, file)) {
        text.append(buffer, count);
        if (text.size() > largest) {
            return input_error(fmt::format("{} is larger than 1 GiB", shown),
                               "split it into smaller files");
        }
    }
    if (std::ferror(file) != 0) {
        return input_error(fmt::format("cannot read {}: {}", shown, std::strerror(errno)));
    }
    return text;
}

void prepare_streams() {
    // The next file to be opened would be what the answer or the notes are written to. /dev/null opened the wrong way round
    // is a file like any other, and writing and reading still fail.
    for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(file, F_GETFD) != -1 || errno != EBADF) continue;
        [[maybe_unused]] const int made =
            open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
    // Every thread's heap reserves 64 MB of addresses, which `ulimit -v` counts.
    rlimit addresses{};
    if (getrlimit(RLIMIT_AS, &addresses) == 0 && addresses.rlim_cur != RLIM_INFINITY)
        mallopt(M_ARENA_MAX, 1);
    // A file that may not grow any more (ulimit -f) is reported like a full disk.
    std::signal(SIGXFSZ, SIG_IGN);
    // Tables are mapped. If one is cut short, or its disk fails, reading it ends here.
    std::signal(SIGBUS, [](int) {
        constexpr std::string_view message =
            "tessera: a file in use became shorter, or its disk cannot be read\n"
            "         'tessera pdb verify all' looks at the tables\n";
        [[maybe_unused]] const ssize_t count = write(STDERR_FILENO, message.data(), message.size());
        _exit(1);
    });
}

void catch_interrupt() {
    struct sigaction action{};
    action.sa_handler = [](int number) {
        interrupt_seen = 1;
        std::signal(number, SIG_DFL);
    };
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() {
    return interrupt_seen != 0;
}

void forget_interrupt() {
    if (!interrupted()) return;
    interrupt_seen = 0;
    catch_interrupt();
}

}  // namespace tessera::app
