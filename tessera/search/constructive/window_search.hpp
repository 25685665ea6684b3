// Brings one or two tiles home from close by, by the shortest way within a small window of the board.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tessera/search/constructive/line.hpp"

namespace tessera::search::constructive {

/// Breadth-first search over the places of the blank and of up to two tiles; all other tiles look
/// alike, and closed cells of the line stay as they are.
///
/// A window has at most 28 cells for one tile and 24 for two, which makes 784 and 13,824 states.
/// The object keeps its tables for the next search.
class WindowSearch {
  public:
    /// A tile and where it shall go, both in the zone.
    struct Wish {
        Tile tile{};
        Spot spot;
    };
    static constexpr std::size_t most_wishes = 2;

    /// Fulfils the wishes by as few moves as the window allows. The blank must touch the zone. False, and
    /// nothing is moved, if there is no way, which does not happen in gaps of at least two cells.
    bool fulfil(Workbench& bench, const Line& line, const Zone& zone, std::span<const Wish> wishes);

    std::size_t bytes() const {
        return nodes_.capacity() * sizeof(Node) + queue_.capacity() * sizeof(Places) +
               path_.capacity() * sizeof(Move);
    }

  private:
    /// Cells of the window in one number: the blank's, then each tile's.
    using Code = std::uint32_t;
    using Places = std::array<std::uint8_t, 1 + most_wishes>;
    /// How a state was reached, in search number `search`.
    struct Node {
        std::uint32_t search = 0;
        Code parent = 0;
        Move move{};
    };

    std::vector<Node> nodes_;
    std::vector<Places> queue_;
    std::vector<Move> path_;
    std::uint32_t search_ = 0;
};

}  // namespace tessera::search::constructive
