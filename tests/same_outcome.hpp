// Two searches that must agree to the node.
#pragma once

#include <gtest/gtest.h>

#include "tessera/contracts/search.hpp"

namespace tessera {

/// Same answer, same proof, same counters, round for round.
inline void expect_same_outcome(const Outcome& a, const Outcome& b) {
    EXPECT_EQ(a.status, b.status);
    EXPECT_EQ(a.path, b.path);
    EXPECT_EQ(a.lower_bound, b.lower_bound);
    EXPECT_EQ(a.counters.expanded, b.counters.expanded);
    EXPECT_EQ(a.counters.generated, b.counters.generated);
    EXPECT_EQ(a.counters.reexpanded, b.counters.reexpanded);
    EXPECT_EQ(a.counters.peak_open, b.counters.peak_open);
    EXPECT_EQ(a.counters.peak_states, b.counters.peak_states);
    EXPECT_EQ(a.counters.max_depth, b.counters.max_depth);
    ASSERT_EQ(a.iterations.size(), b.iterations.size());
    for (std::size_t i = 0; i < a.iterations.size(); ++i) {
        EXPECT_EQ(a.iterations[i].bound, b.iterations[i].bound);
        EXPECT_EQ(a.iterations[i].generated, b.iterations[i].generated);
    }
}

}  // namespace tessera
