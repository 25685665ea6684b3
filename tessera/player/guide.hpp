// The way to the goal that a player can be shown: kept while the board changes, and never worse than what was found.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tessera/puzzle/types.hpp"

namespace tessera {

/// Everything that searches found out about a board somebody is playing with, brought up to date with every move.
///
/// Each search starts from the board as it is at that moment and takes its time, while the player goes on. So every
/// finding carries the moves made since it began: the way from here is back along those of them that are not its own,
/// and on from there. Who follows the way shortens it; who leaves it has the undoing move in front at once, until a
/// search from the new place knows something better. The lower bound sinks by one with every move.
class Guide {
  public:
    /// Names one search.
    using Ticket = std::uint64_t;

    /// Forgets everything: another board.
    void clear();

    /// A search from the board as it is now begins.
    Ticket begin();
    /// What a search found by now: no solution is shorter than `lower_bound` moves, and perhaps a path. What is known
    /// already is never replaced by less; findings of a search that became useless are ignored.
    void learn(Ticket ticket, Cost lower_bound, std::optional<std::vector<Move>> path = {});
    /// The blank made this move on the board.
    void step(Move move);

    /// Whether there is a way at all.
    bool known() const { return known_; }
    /// The way from here, its first move first.
    std::span<const Move> way() const { return way_; }
    /// The next move of the blank; nothing where no way is known or the goal is reached.
    std::optional<Move> next() const;
    /// Proven for the board as it is.
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
