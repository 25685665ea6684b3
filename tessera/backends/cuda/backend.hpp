// What a card's backend does with jobs: which it takes, and the tables that it keeps from one to the next.
#pragma once

#include <memory>
#include <vector>

#include "tessera/backends/cuda/flat_tables.hpp"
#include "tessera/backends/cuda/round_driver.hpp"
#include "tessera/backends/cuda/table_plan.hpp"

namespace tessera::cuda {

/// The part of a backend that is the same for every machine. Only one thread may use it at a time.
class BackendWork {
  public:
    Answer<RoundResult> round(RoundMachine& machine, const CanonicalJob& job,
                              const RoundRequest& request, Monitor& monitor);
    Answer<std::vector<u64>> build_table(TableMachine& machine, const Pattern& pattern,
                                         std::size_t memory_bytes, BuildObserver& observer);

  private:
    std::shared_ptr<const FlatTables> tables_;  ///< of the last job
    std::shared_ptr<const TablePlan> plan_;     ///< of the last table
};

}  // namespace tessera::cuda
