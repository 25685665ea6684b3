// What a card's backend does with jobs: which it takes, and the tables that it keeps from one to the next.
// This folder is the plug-in for CUDA cards: rounds of ida* with pattern databases, and the building of their tables.
#include "tessera/backends/cuda/backend.hpp"

#include <fmt/format.h>

#include "tessera/pdb/builder.hpp"

namespace tessera::cuda {
namespace {

/// A core solves boards of up to this size with tables in less time than it takes to wake a card.
constexpr std::size_t left_to_the_cores = 16;
/// The algorithm whose rounds it counts alike; a job tells no more of it than its name.
constexpr std::string_view counted_alike = "ida*";

}  // namespace

Answer<RoundResult> BackendWork::round(RoundMachine& machine, const CanonicalJob& job,
                                       const RoundRequest& request, Monitor& monitor) {
    if (job.algorithm != counted_alike) {
        return Declined{fmt::format("it knows the algorithm {} only", counted_alike)};
    }
    if (!job.tile_costs.empty()) return Declined{"its moves cost 1"};
    if (!job.forced && job.geometry.cells() <= left_to_the_cores) {
        return Declined{
            fmt::format("the cores solve boards of up to {} cells as quickly", left_to_the_cores)};
    }
    if (tables_ == nullptr || !tables_->serves(job)) {
        auto made = FlatTables::make(job);
        if (!made) return Declined{made.error().message};
        tables_ = *made;
    }
    return run_round(machine, *tables_, job, request, monitor);
}

Answer<std::vector<u64>> BackendWork::build_table(TableMachine& machine, const Pattern& pattern,
                                                  std::size_t memory_bytes,
                                                  BuildObserver& observer) {
    if (plan_ == nullptr || !plan_->serves(pattern)) {
        auto made = TablePlan::make(pattern.geometry, pattern.tiles.size());
        if (!made) return Declined{made.error().message};
        plan_ = *made;
    }
    const TableShape& shape = plan_->shape();
    // The table, the slides into its places, and the numbering.
    const u64 needed = 8 * shape.table_words() + plan_->bytes();
    if (needed > memory_bytes) {
        return Declined{
            fmt::format("the table takes {} MB of memory, more than allowed", (needed >> 20) + 1)};
    }
    const u64 states = u64{shape.places} * shape.orders;
    std::vector<u64> words;
    const std::string fault = machine.build(
        plan_, plan_->goal_bit(pattern),
        [&](u64 done) {
            observer.progress(pattern, done, states);
            return !observer.cancelled();
        },
        words);
    if (!fault.empty()) return Declined{fault};
    if (words.empty()) return Declined{"building the table was interrupted"};
    return words;
}

}  // namespace tessera::cuda
