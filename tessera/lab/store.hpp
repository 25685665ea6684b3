// The result store: an SQLite file with one row per run, safe against being killed at any moment.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/base/result.hpp"
#include "tessera/lab/lease_holder.hpp"
#include "tessera/lab/run.hpp"

namespace tessera::lab {

/// A place of a suite: the names under which a run appears in it. Two places may share a run, because a key is made of
/// content: the same board twice in a set, or the same work in two suites.
struct SuiteMember {
    std::string set;
    std::string board;
    std::string configuration;
    std::uint32_t repetition = 0;
    std::string key;

    friend bool operator==(const SuiteMember&, const SuiteMember&) = default;
};

/// How far a configuration of a suite is.
struct ConfigurationStatus {
    std::string suite;
    std::string configuration;
    std::uint64_t missing = 0;
    std::vector<std::uint64_t> by_end;  ///< how many runs, indexed by RunEnd
    double seconds = 0.0;               ///< the wall time of all of them

    std::uint64_t done() const;
    std::uint64_t count(RunEnd end) const { return by_end[static_cast<std::size_t>(end)]; }
};

struct MergeReport {
    std::uint64_t added = 0;
    std::uint64_t known = 0;                    ///< were there already
    std::vector<std::string> differing_suites;  ///< consist of other runs there than here
};

/// The tables, version 1 (docs/interface.md describes them for people who read the file with other programs):
///   meta    (name PRIMARY KEY, value)          `schema` is the version; facts about the suites
///   runs    (key PRIMARY KEY, …)               one column for every field of record_fields.hpp
///   members (suite, position, …, key)          what each suite consisted of when it was run last
///   claims  (key PRIMARY KEY, host, process, started, heartbeat)   runs that somebody does now
///
/// The journal is a write-ahead log (WAL), so that readers never wait, with synchronous=NORMAL: a commit is handed to the
/// system at once, which keeps it whatever happens to this process (kill -9 included), but it is forced onto the disk
/// only with the next checkpoint. A power failure can therefore lose the last commits, never damage the file; the same
/// command then repeats those runs. synchronous=FULL would wait for the disk after every run, up to 10 ms on
/// spinning disks, where a run may take less than one. WAL needs a file system of this machine: on network file systems
/// every machine should have its own file, which `merge` joins.
///
/// One object belongs to one thread. Errors after opening have the code `internal`.
class ResultStore {
  public:
    enum class Access {
        write,  ///< made if it is not there
        read    ///< must be there; the file and its folder may be write-protected
    };

    static Result<ResultStore> open(const std::string& path, Access access = Access::write,
                                    LeaseHolder self = this_lease_holder());
    ResultStore(ResultStore&&) noexcept;
    ResultStore& operator=(ResultStore&&) noexcept;
    ~ResultStore();

    const std::string& path() const;

    /// Adds a finished run and ends its lease, committed when it returns. One that is there already stays as it is.
    std::optional<Error> add(const RunRecord& record);
    Result<bool> has(std::string_view key);
    /// Removes runs, so that they can be made again.
    std::optional<Error> forget(std::span<const std::string> keys);

    /// Says what a suite consists of; replaces what was said before.
    std::optional<Error> enrol(std::string_view suite, std::span<const SuiteMember> members);
    Result<std::vector<SuiteMember>> members(std::string_view suite);
    /// The suites that were enrolled, by name.
    Result<std::vector<std::string>> suites();

    /// What is known about the suites beside their runs, by name: see docs/interface.md, table `meta`.
    Result<std::map<std::string, std::string>> facts();
    std::optional<Error> set_fact(std::string_view name, std::string_view value);

    /// Every run there is, in the order in which they were added; also those that no suite has any more.
    Result<std::vector<RunRecord>> records();
    /// The runs of a suite in its order, under the names they have in it.
    Result<std::vector<RunRecord>> records(std::string_view suite);
    /// The same as `records()`, one after the other; false ends it.
    std::optional<Error> for_each_record(const std::function<bool(const RunRecord&)>& visit);

    /// For every configuration of every suite, in their order.
    Result<std::vector<ConfigurationStatus>> status();
    /// How many runs no suite has: of earlier versions, other limits, removed configurations.
    Result<std::uint64_t> unlisted();

    enum class Lease {
        granted,  ///< this process may do it now, and nobody else
        done,     ///< it is in the store
        taken     ///< somebody who lives is doing it
    };
    /// Takes over what a dead process of this machine has leased, and what a process of another machine has leased
    /// that has not been heard of for `silence`.
    Result<Lease> lease(std::string_view key);
    static constexpr std::int64_t silence_seconds = 300;
    /// To be called more often than that by whoever holds leases.
    std::optional<Error> heartbeat();
    /// Gives back all leases of this process.
    std::optional<Error> release();

    /// Copies what `from` has and this one has not; all of it or nothing.
    Result<MergeReport> merge(ResultStore& from);

  private:
    struct State;
    explicit ResultStore(std::unique_ptr<State> state);

    std::unique_ptr<State> state_;
};

}  // namespace tessera::lab
