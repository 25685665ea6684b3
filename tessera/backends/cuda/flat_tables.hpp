// The tables of a job as flat memory: what a card holds of them, and what plain C++ reads in its place.
#pragma once

#include <memory>
#include <vector>

#include "tessera/backends/cuda/round_data.hpp"
#include "tessera/base/result.hpp"
#include "tessera/contracts/search_backend.hpp"
#include "tessera/heuristics/support/pattern_sets.hpp"

namespace tessera::cuda {

/// The partitions of a heuristic `pdb:…` in all orientations. It keeps the tables alive.
class FlatTables {
  public:
    /// The error says why a card cannot search with them.
    static Result<std::shared_ptr<const FlatTables>> make(const CanonicalJob& job);

    /// Whether this job has the same tables.
    bool serves(const CanonicalJob& job) const;
    /// No two of these objects have the same number.
    u64 number() const { return number_; }
    /// Pointers into this object's memory. There is no automaton in it.
    SearchTables view() const;
    /// The open node of a board, none of its moves made; the error says that its goal is too far.
    Result<std::vector<u32>> node(const CanonicalJob& job) const;
    /// The patterns have several sizes, or leave tiles out.
    bool mixed() const { return mixed_; }
    /// Every tile is in a pattern of every partition.
    bool complete() const { return sets_.complete(); }
    /// Bytes of the tables on a card, without the patterns' own words.
    std::size_t bytes() const;
    /// The patterns' tables, each once.
    const std::vector<PatternTable>& tables() const { return tables_; }

    /// Calls `visit(pointer, count)` for every array that these tables point to, except those of words and the automaton.
    /// The pointer may be changed.
    template <class Visit>
    static void for_each_array(SearchTables& tables, Visit visit);

  private:
    struct Size {
        std::vector<u32> high_rank;
        std::vector<Places> places;
        std::vector<u16> order_after;
        u32 tiles = 0;
        u32 orders = 0;
        u32 row_words = 0;
    };

    std::optional<Error> add_sizes();
    std::optional<Error> add_size(const pdb::PlacementIndex& index);
    void add_lookups();

    u64 number_ = 0;
    Geometry geometry_;
    Cell goal_blank_{0};
    std::string heuristic_;
    std::vector<PatternTable> tables_;
    heuristics::PatternSets sets_;
    bool mixed_ = false;
    u32 low_bits_ = 0;
    std::vector<u16> low_rank_;
    std::vector<Size> sizes_;
    LookupTables lookups_{};
    std::vector<u16> slides_;
};

/// Where a tile that passes others takes the order of a pattern, as SizeTables::order_after has it.
std::vector<u16> order_changes(const pdb::PlacementIndex& index);

/// The automaton as lanes read it; nothing where the search has none.
std::vector<u32> flat_automaton(const MoveAutomaton* automaton);

template <class Visit>
void FlatTables::for_each_array(SearchTables& tables, Visit visit) {
    visit(tables.low_rank, std::size_t{1} << tables.low_bits);
    visit(tables.slides, std::size_t{tables.lookup_count} * tables.cells * 4);
    for (u32 s = 0; s < tables.size_count; ++s) {
        SizeTables& size = tables.sizes[s];
        visit(size.high_rank, std::size_t{1} << (tables.cells - tables.low_bits));
        visit(size.places, std::size_t{size.place_sets});
        visit(size.order_after, std::size_t{size.tiles} * size.tiles * size.orders);
    }
}

}  // namespace tessera::cuda
