// Animates a solution: as an SVG that plays by itself, as an HTML page with a player, and as a GIF. Each stands alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tessera/base/result.hpp"
#include "tessera/puzzle/board.hpp"

namespace tessera {

/// Moves of the blank that lead from one board to another, and how fast they are shown.
struct Animation {
    std::string name;  ///< what the picture is called; may be empty
    DynamicBoard start;
    DynamicBoard goal;
    std::vector<Move> moves;  ///< legal from `start`
    double per_second = 4.0;
};

/// What keeps the files small enough for a browser: about 120 bytes a move as SVG, a kilobyte as GIF.
inline constexpr std::size_t most_animated_moves = 5'000;
inline constexpr std::size_t most_animated_cells = 1'024;
inline constexpr double slowest_animation = 0.1;
inline constexpr double fastest_animation = 50.0;

/// The error if the animation is beyond these limits.
std::optional<Error> too_large_to_animate(const Animation& animation);

// These expect an animation within the limits. All three colour the tiles that are in their places.

/// Plays for ever by CSS, where the reader has not asked for less motion; light or dark as the reader's system is.
std::string animated_svg(const Animation& animation);
/// A page with buttons, a slider and keys; it loads nothing.
std::string animated_html(const Animation& animation);
/// Plays for ever, in light colours.
std::string animated_gif(const Animation& animation);

}  // namespace tessera
