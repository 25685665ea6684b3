// Building a pattern's table on a card. For files that nvcc compiles.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "tessera/backends/cuda/device_memory.hpp"
#include "tessera/backends/cuda/table_plan.hpp"

namespace tessera::cuda {

/// It keeps the plan of the last table for the next one. The card must be the thread's current one.
class TableOnCard {
  public:
    explicit TableOnCard(Faults& faults) : faults_(faults) {}

    /// Within so many bytes of the card's memory.
    void build(const std::shared_ptr<const TablePlan>& plan, u64 goal_bit,
               const std::function<bool(u64)>& go_on, u64 memory_limit, std::vector<u64>& words);
    void free();

  private:
    void make_room(const TablePlan& plan, u64 memory_limit);
    void upload(const std::shared_ptr<const TablePlan>& plan);
    /// False: it was told to stop.
    bool search(TableWork work, u32 rows_at_once, const std::function<bool(u64)>& go_on);

    Faults& faults_;
    std::shared_ptr<const TablePlan> plan_;
    DeviceArray<u32> first_slide_;
    DeviceArray<u32> slides_;
    DeviceArray<u16> order_after_;
    PinnedValue<u64> found_here_;
};

}  // namespace tessera::cuda
