// Keeps a way to the goal for a player's hints while the board changes; it is never worse than the best one found.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tessera/puzzle/types.hpp"

namespace tessera {

/// Everything that searches found out about a player's board, brought up to date with every move.
///
/// Each search starts from the board as it is at that moment and takes its time, while the player goes on. So
/// every finding keeps the moves made since its search began. The way from here goes back along those moves
/// that are not on it, and on from there. A player who follows the way shortens it. If the player leaves it,
/// the way begins with the undoing move, until a search from the new place finds something better. The lower
/// bound sinks by one with every move.
class Guide {
  public:
    /// Names one search.
    using Ticket = std::uint64_t;

    /// Forgets everything, because there is another board.
    void clear();

    /// A search from the board as it is now begins.
    Ticket begin();
    /// Takes what a search has found so far: no solution is shorter than `lower_bound` moves, and perhaps a
    /// path. Known facts are never replaced by worse ones; findings of a search that became useless are
    /// ignored.
    void learn(Ticket ticket, Cost lower_bound, std::optional<std::vector<Move>> path = {});
    /// The blank made this move on the board.
    void step(Move move);

    /// Whether a way is known.
    bool known() const { return known_; }
    /// The way from here, its first move first.
    std::span<const Move> way() const { return way_; }
    /// The next move of the blank; nothing if no way is known or the goal is reached.
    std::optional<Move> next() const;
    /// The proven bound for the current board.
    Cost lower_bound() const { return lower_bound_; }
    /// Whether the way is proven to be a shortest one.
    bool shortest() const { return known_ && static_cast<Cost>(way_.size()) <= lower_bound_; }

  private:
    struct Finding {
        Ticket ticket = 0;
        Cost lower_bound = 0;
        std::optional<std::vector<Move>> path;
        std::vector<Move> since;  ///< the moves since the search began, none undoing the one before
    };

    static std::vector<Move> way_from_here(const Finding& finding);
    static Cost bound_from_here(const Finding& finding);
    void update();

    std::vector<Finding> findings_;
    Ticket last_ticket_ = 0;
    bool known_ = false;
    std::vector<Move> way_;
    Cost lower_bound_ = 0;
};

}  // namespace tessera
