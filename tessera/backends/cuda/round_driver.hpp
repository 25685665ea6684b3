// One bounded round of ida* on a machine of many lanes: launches, limits and what the engine hears of them.
#pragma once

#include <algorithm>
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
    /// Open nodes, one after the other.
    std::span<const u32> nodes;
    u32 node_count = 0;
    std::size_t roots = 0;
    u32 bound = 0;
    u32 depth_limit = 0;
    u64 node_limit = 0;  ///< nodes to generate; the machine stops soon after
    bool sees_next_bound = false;

    /// As that of Lane.
    bool general() const { return tables->mixed() || sees_next_bound; }
    /// Looks after which a lane of so many adds its counts: seldom, but in time for the limit.
    u32 count_looks(u32 lanes, u32 turns) const {
        constexpr u64 most_turns = 1U << 14;
        const u64 counted_turns = std::min(node_limit / lanes / 8, most_turns);
        return static_cast<u32>(std::max<u64>(counted_turns / turns, 1));
    }
};

/// Many lanes, open nodes, and the counts of a round. A card is one, and so is a loop in plain C++.
/// The functions return what went wrong, in words; nothing if nothing did.
class RoundMachine {
  public:
    /// Hears what the lanes have in common while they work; false: they stop.
    using GoOn = std::function<bool(const Control&)>;

    virtual ~RoundMachine() = default;

    virtual std::string begin(const RoundSetup& setup) = 0;
    /// Lets all lanes work until the round ends, or until it is time for a pause. It asks `go_on` now and then.
    virtual std::string launch(const GoOn& go_on, Control& control) = 0;
    virtual std::string counts(std::vector<RootCounts>& counts) = 0;
};

/// The round that is asked for, on this machine. The tables must serve the job.
Answer<RoundResult> run_round(RoundMachine& machine, const FlatTables& tables,
                              const CanonicalJob& job, const RoundRequest& request,
                              Monitor& monitor);

}  // namespace tessera::cuda
