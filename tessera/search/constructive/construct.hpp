// Solves any solvable board immediately, line by line, the way people do.
#pragma once

#include <optional>
#include <vector>

#include "tessera/contracts/search.hpp"
#include "tessera/search/constructive/line.hpp"
#include "tessera/search/constructive/window_search.hpp"

namespace tessera::search::constructive {

/// A whole solution, and how it is put together.
struct Construction {
    std::vector<Move> moves;
    std::vector<Stage> stages;
};

/// The solution from `start` to `goal`; both may have any labels, but the same. Nothing if there is no
/// solution.
///
/// Time is linear in the moves it makes, about 1.8·n³ on a uniform n×n board (a shortest solution
/// takes some 0.8·n³). Boards of up to 3×3 are solved by the shortest way.
std::optional<Construction> construct(const DynamicBoard& start, const DynamicBoard& goal);

/// The same in steps that each bring one or two tiles home, for callers that want to stop in between.
///
/// Lines are taken from the outside of the board inwards, always one that does not hold the goal's
/// blank cell and leaves a part as square as possible, until at most 3×3 cells are left: those are
/// solved by the shortest way. In a line, the tile nearest to the blank is next; the last two of a
/// gap go in together, because a single cell between others cannot be entered.
class Constructor {
  public:
    /// The goal must be reachable from the start.
    Constructor(const DynamicBoard& start, const DynamicBoard& goal);
    Constructor(const Constructor&) = delete;
    Constructor& operator=(const Constructor&) = delete;

    bool done() const { return done_; }
    /// Brings the next tile home, or the next two, or solves the last block. Not to be called when done.
    void step();

    const std::vector<Move>& moves() const { return bench_.moves(); }
    /// The bytes that it holds.
    std::size_t bytes() const;
    /// Moves the result out; only when done.
    Construction take();

  private:
    /// What to place next: the tile that belongs at `along`, or that and the one after it.
    struct Choice {
        int along = 0;
        int count = 1;
    };

    void begin_line();
    void finish_line();
    void finish_block();
    Cost mean_effort(const Line& line) const;
    bool is_home(int along) const;
    Choice nearest() const;
    void place_one(Tile tile, int along);
    void place_pair(int along);
    void place_pair(int along, bool second_waits);
    void note(Choice choice, std::size_t made);

    Workbench bench_;
    Region region_;
    Side side_ = Side::top;
    std::optional<Line> line_;  ///< the one being filled
    WindowSearch search_;
    std::vector<Stage> stages_;
    bool done_ = false;
};

}  // namespace tessera::search::constructive
