// Where a job runs: on this machine's cores, or on a device that the host has.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tessera/contracts/search_backend.hpp"
#include "tessera/engine/device_rounds.hpp"
#include "tessera/engine/solve.hpp"

namespace tessera {

/// The devices that may do one job, asked in their order, and what came of asking. Empty where the job is for the cores.
class Devices {
  public:
    /// Those that `job.device` stands for: none for "cpu", all that can be used for "auto" (none on boards that a core
    /// solves at once), else the one of that name. An Error where there is no such device, or it cannot be used.
    static Result<Devices> choose(const Job& job, const Host& host);

    bool empty() const { return list_.empty(); }
    std::span<SearchBackend* const> list() const { return list_; }

    /// The outcome of the first that takes the search as a whole, or else its rounds, if it consists of rounds of ida*:
    /// then there is a `split_at`. With a checkpoint it is always by rounds.
    std::optional<Outcome> search(CanonicalJob job, const SplitAt& split_at, Monitor& monitor);
    /// One beam, its counts added to `counters`. Once all have declined none is asked again.
    std::optional<BeamResult> beam(CanonicalJob job, BeamRequest request, Counters& counters,
                                   Monitor& monitor);

    /// The error for a device that was named and declined the work; nothing where the cores may do it.
    std::optional<Error> refusal() const;
    /// The device that did some of the work, or "cpu".
    const std::string& used() const { return used_; }
    /// A sentence for each device that was not used though it might have been, and for one that was chosen.
    std::vector<std::string> notes() const;

  private:
    std::vector<SearchBackend*> list_;
    bool forced_ = false;
    bool asked_for_beams_ = false;
    std::string used_{cpu_device};
    std::vector<std::string> declined_;
};

}  // namespace tessera
