// ida* by rounds of a device, with the counts of one core.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tessera/contracts/search_backend.hpp"
#include "tessera/search/support/round_split.hpp"

namespace tessera {

/// Splits a round above this many moves, as PlainRound::split does, with the heuristic of the search; adds to the counters.
using SplitAt = std::function<bool(search::BoundedRound& round, std::size_t depth,
                                   std::vector<search::Part>& parts, Counters& counters)>;

/// Raises the bound with rounds of the device. Without a checkpoint the device is given every round as a whole. With one it is
/// given the parts of large rounds, in batches that take it some seconds, and what is finished is kept after each.
Answer<Outcome> deepen_on(SearchBackend& device, const CanonicalJob& job, const SplitAt& split_at,
                          Monitor& monitor);

}  // namespace tessera
