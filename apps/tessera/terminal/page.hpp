// A page with a board on it: title, board, figures beside or below it, a bar of progress, and the keys at the bottom.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "board_view.hpp"
#include "canvas.hpp"

namespace tessera::app::terminal {

/// A key and what it does, for the bottom of the page.
struct KeyHelp {
    std::string key;
    std::string meaning;
};

/// The content of a page; its layout depends on the window.
struct Page {
    Line title;
    std::vector<Line> panel;  ///< beside the board, where there is room
    std::vector<Line> brief;  ///< below it otherwise
    std::string message;      ///< the last thing to say, in words
    Style message_style;
    std::vector<KeyHelp> keys;  ///< the most important first
    /// Keys that come back soon: room for them is kept, so that nothing jumps.
    std::vector<KeyHelp> usual_keys;
    std::optional<double> progress;  ///< a bar, filled so far
    bool show_goal = false;
};

/// The places of things on the page, for clicks.
struct Placement {
    std::optional<BoardLayout> layout;  ///< none: the window is too small
    Point board_at;
    Area bar;

    std::optional<Cell> cell_at(Point point) const;
};

/// Draws the page as large as the canvas allows. If not even the smallest board fits, it says how large the
/// window must be.
Placement draw_page(Canvas& canvas, const Page& page, const DynamicBoard& board,
                    const DynamicBoard& goal, const Marks& marks, const Look& look);

/// "label   value", for panels.
Line figure(std::string_view label, std::string value, const Look& look);

}  // namespace tessera::app::terminal
