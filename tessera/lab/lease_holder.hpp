// Who holds the leases of runs: a process of a machine, and whether it still lives.
#pragma once

#include <cstdint>
#include <string>

namespace tessera::lab {

/// A process, told from every other one that there is or was: numbers of processes are used again, so the moment it
/// was started belongs to it; and they mean nothing on another machine, after a restart or in another container, so these
/// belong to `host`.
struct LeaseHolder {
    std::string host;  ///< name of the machine, with its present start and its space of processes
    std::int64_t process = 0;   ///< its number
    std::uint64_t started = 0;  ///< in clock ticks since the machine was started

    friend bool operator==(const LeaseHolder&, const LeaseHolder&) = default;
};

LeaseHolder this_lease_holder();

/// What can be known about another one.
enum class Life {
    alive,
    gone,
    elsewhere  ///< not a process that can be seen from here
};
Life life_of(const LeaseHolder& holder);

}  // namespace tessera::lab
