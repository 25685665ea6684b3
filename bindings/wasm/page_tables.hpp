// Pattern databases that the page keeps from one visit to the next.
#pragma once

#include "tessera/pdb/table_source.hpp"

namespace tessera::wasm {

/// Tables from what the page has kept, checked as a file would be, or built and handed to the page to keep. Without a page
/// that keeps any, they are built each time.
class PageTables final : public pdb::MemoryTables {
  public:
    Result<pdb::SharedTable> table(const pdb::Pattern& pattern, std::size_t memory_bytes,
                                   pdb::BuildObserver& observer) override;
    bool at_hand(const pdb::Pattern& pattern) override;

  private:
    pdb::SharedTable kept(const pdb::Pattern& pattern, std::size_t memory_bytes);
};

}  // namespace tessera::wasm
