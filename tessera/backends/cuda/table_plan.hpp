// Building a pattern's table on a machine of many lanes: what all patterns of one size share, and the machine's contract.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tessera/backends/cuda/table_steps.hpp"
#include "tessera/base/result.hpp"
#include "tessera/pdb/bit_table.hpp"

namespace tessera::cuda {

/// The slides of the tiles of a pattern, as flat memory. They are the same for all patterns of one size.
class TablePlan {
  public:
    /// The error says that there can be no such table here.
    static Result<std::shared_ptr<const TablePlan>> make(Geometry geometry, std::size_t tiles);

    bool serves(const Pattern& pattern) const {
        return pattern.geometry == index_.geometry() && pattern.tiles.size() == index_.tiles();
    }
    const TableShape& shape() const { return shape_; }
    const std::vector<u32>& first_slide() const { return first_slide_; }
    const std::vector<u32>& slides() const { return slides_; }
    const std::vector<u16>& order_after() const { return order_after_; }
    /// Bytes of this object.
    std::size_t bytes() const {
        return index_.bytes() + 4 * (first_slide_.size() + slides_.size()) +
               2 * order_after_.size();
    }
    /// Where the search of a pattern begins: the bit of its goal.
    u64 goal_bit(const Pattern& pattern) const;

  private:
    TablePlan(Geometry geometry, std::size_t tiles);
    void add_places_of(pdb::CellSet set);
    void add_slides_into(pdb::CellSet set, pdb::CellSet region);

    pdb::PlacementIndex index_;
    TableShape shape_{};
    std::vector<u32> first_slide_;
    std::vector<u32> slides_;
    std::vector<u16> order_after_;
};

/// A machine that builds tables.
class TableMachine {
  public:
    virtual ~TableMachine() = default;

    /// Returns what went wrong, in words. `go_on` hears after every level how many states have their distance; when it
    /// says no, there are no words.
    virtual std::string build(const std::shared_ptr<const TablePlan>& plan, u64 goal_bit,
                              const std::function<bool(u64)>& go_on, std::vector<u64>& words) = 0;
};

/// In plain C++: the twin that tests compare with the cores.
class PlainTableMachine final : public TableMachine {
  public:
    std::string build(const std::shared_ptr<const TablePlan>& plan, u64 goal_bit,
                      const std::function<bool(u64)>& go_on, std::vector<u64>& words) override;
};

}  // namespace tessera::cuda
