// What the operating system knows: free memory, peak memory, CPU time, files, and Ctrl-C.
#include "system.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>

#include "tables.hpp"

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

/// The number of kB behind `key` in a file like /proc/meminfo; 0 if it is not there.
std::size_t kilobytes(const char* path, std::string_view key) {
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
    return kilobytes("/proc/self/status", "VmHWM:") * 1024;
}

/// Linux resets the peak when "5" is written here; elsewhere the peak stays that of the whole
/// process.
void reset_peak_memory() {
    std::ofstream file("/proc/self/clear_refs");
    file << "5";
}

constexpr auto no_limit = static_cast<std::size_t>(-1);

/// What a cgroup (version 2) leaves.
std::size_t room_in(const std::string& folder) {
    std::ifstream limit_file(folder + "/memory.max");
    std::ifstream used_file(folder + "/memory.current");
    std::size_t limit = 0;
    std::size_t used = 0;
    if (!(limit_file >> limit) || !(used_file >> used)) return no_limit;
    return limit > used ? limit - used : 0;
}

/// A container, or a cluster's scheduler, may allow less than the machine has: in the cgroup of this process or in any
/// that it lies in.
std::size_t container_room() {
    std::ifstream file("/proc/self/cgroup");
    std::string line;
    std::getline(file, line);
    std::string path = line.starts_with("0::/") ? line.substr(3) : "";
    std::size_t room = room_in("/sys/fs/cgroup");
    while (path.size() > 1) {
        room = std::min(room, room_in("/sys/fs/cgroup" + path));
        path.erase(path.rfind('/'));
    }
    return room;
}

}  // namespace

Host this_process() {
    Host host{&cpu_seconds, &peak_memory, &reset_peak_memory};
    host.tables = &cached_tables();
    host.build_observer = &build_line();
    return host;
}

std::size_t available_memory() {
    std::size_t available = kilobytes("/proc/meminfo", "MemAvailable:") * 1024;
    if (available == 0) available = std::size_t{4} << 30;
    return std::min(available, container_room());
}

std::size_t default_memory_limit() {
    return available_memory() / 2;
}

bool file_exists(const std::string& path) {
    struct stat status{};
    return stat(path.c_str(), &status) == 0;
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
