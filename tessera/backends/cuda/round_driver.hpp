// One bounded round of ida* on a machine of many lanes: launches, drains and what the engine hears of them.
#pragma once

#include <chrono>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "tessera/backends/cuda/flat_tables.hpp"
#include "tessera/backends/cuda/round_data.hpp"

namespace tessera::cuda {

/// What a machine needs for a round. It lives until the round's end.
struct RoundSetup {
    const FlatTables* tables = nullptr;
    std::span<const u32> automaton;
    std::span<const OpenNode> nodes;
    std::size_t roots = 0;
    u32 bound = 0;
    u32 depth_limit = 0;
    bool sees_next_bound = false;
};

/// How far a round has come.
struct Standing {
    u64 open = 0;  ///< nodes in the pool
    Control control{};
    u32 lanes = 0;
    u32 idle_limit = 0;

    /// The lanes have left what they were at.
    bool stopped() const { return (control.signal & Control::stop) != 0; }
    bool ended() const { return open == 0 || control.found != 0; }
};

/// Many lanes, a pool of open nodes, and the counts of a round. A card is one, and so is a loop in plain C++.
/// The functions return what went wrong, in words; nothing if nothing did.
class RoundMachine {
  public:
    virtual ~RoundMachine() = default;

    virtual std::string begin(const RoundSetup& setup) = 0;
    /// Lets all lanes work until they drain, at the latest after so many turns of one lane. It asks `go_on` now and
    /// then, and stops the lanes when that says no.
    virtual std::string launch(u32 budget, const std::function<bool()>& go_on,
                               Standing& standing) = 0;
    virtual std::string counts(std::vector<RootCounts>& counts) = 0;
};

/// The round that is asked for, on this machine. The tables must serve the job.
Answer<RoundResult> run_round(RoundMachine& machine, const FlatTables& tables,
                              const CanonicalJob& job, const RoundRequest& request,
                              Monitor& monitor);

}  // namespace tessera::cuda
