// Who holds the leases of runs: a process of a machine, and whether it still lives.
#include "tessera/lab/lease_holder.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <fstream>
#include <iterator>
#include <optional>

namespace tessera::lab {
namespace {

std::string this_host() {
    std::array<char, 256> name{};
    gethostname(name.data(), name.size() - 1);
    std::string boot;
    std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot);
    std::array<char, 64> space{};
    const ssize_t length = readlink("/proc/self/ns/pid", space.data(), space.size() - 1);
    return fmt::format("{} {} {}", name.data(), boot.substr(0, 8),
                       std::string_view(space.data(), length > 0 ? std::size_t(length) : 0));
}

/// When a process was started; nothing if there is none with this number, or if it has ended and its parent does not
/// know yet.
std::optional<std::uint64_t> start_of(std::int64_t process) {
    std::ifstream file(fmt::format("/proc/{}/stat", process));
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    // "pid (name) state ppid …": the name may hold anything, so what follows counts from its last parenthesis.
    const std::size_t name_end = text.rfind(") ");
    if (name_end == std::string::npos) return std::nullopt;
    std::size_t place = name_end + 2;
    if (text[place] == 'Z' || text[place] == 'X') return std::nullopt;
    constexpr int fields_after_the_state = 19;  // the start is field 22, the state is field 3
    for (int i = 0; i < fields_after_the_state && place != std::string::npos; ++i) {
        place = text.find(' ', place + 1);
    }
    std::uint64_t ticks = 0;
    if (place == std::string::npos) return std::nullopt;
    std::from_chars(text.data() + place + 1, text.data() + text.size(), ticks);
    return ticks;
}

}  // namespace

LeaseHolder this_lease_holder() {
    const std::int64_t process = getpid();
    return {this_host(), process, start_of(process).value_or(0)};
}

Life life_of(const LeaseHolder& holder) {
    static const std::string here = this_host();
    if (holder.host != here) return Life::elsewhere;
    return start_of(holder.process) == holder.started ? Life::alive : Life::gone;
}

}  // namespace tessera::lab
