// Draws a board with characters: the size, the place and the look of its tiles.
#pragma once

#include <optional>
#include <vector>

#include "canvas.hpp"
#include "screen.hpp"
#include "tessera/puzzle/board.hpp"

namespace tessera::app::terminal {

/// Every style of a page, for the colours the terminal has. Nothing is told by colour alone: a tile in its place is
/// filled, or shown in reverse, where the others are not; the tile of a hint carries an arrow.
struct Look {
    explicit Look(Palette palette);

    Style title;
    Style label;  ///< what a figure means
    Style value;
    Style good;
    Style notice;
    Style key;   ///< a key in the help
    Style help;  ///< what it does
    /// A tile: its number and face, and the colour of its box where that is another.
    struct Face {
        Style style;
        std::int16_t lines = -1;
    };
    Face tile;
    Face tile_home;  ///< in its place
    Face tile_hint;
    Face tile_moved;
    Style blank;
    Style bar_done;
    Style bar_left;
};

/// How a board is laid out: boxed tiles of several sizes, tiles in a grid of lines, or bare numbers.
class BoardLayout {
  public:
    /// Every way to draw boards of this size, the largest first.
    static std::vector<BoardLayout> all(Geometry geometry);

    Size size() const;
    /// What a tile covers, without lines it shares with others.
    Area tile(Cell cell) const;
    /// The cell at a place counted from the board's top left corner.
    std::optional<Cell> cell_at(Point point) const;

    enum class Form { boxes, grid, bare };
    Form form() const { return form_; }
    Geometry geometry() const { return geometry_; }
    int digits() const { return digits_; }

  private:
    BoardLayout(Geometry geometry, Form form, Size tile);

    Geometry geometry_;
    Form form_;
    Size tile_;  ///< in boxes with its box
    int digits_;
};

/// The tiles that are marked at the moment.
struct Marks {
    std::optional<Cell> hint;        ///< the tile to move next
    Move hint_direction = Move::up;  ///< the direction in which *it* goes
    std::optional<Cell> moved;       ///< the tile that has just moved
    std::optional<int> wave;         ///< the diagonal a wave of joy has come to
};

void draw_board(Canvas& canvas, Point at, const BoardLayout& layout, const DynamicBoard& board,
                const DynamicBoard& goal, const Marks& marks, const Look& look);

/// The arrow for a direction.
std::string_view arrow(Move direction);

}  // namespace tessera::app::terminal
