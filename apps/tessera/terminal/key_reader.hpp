// Turns the bytes of a terminal into keys and clicks.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "canvas.hpp"

namespace tessera::app::terminal {

enum class Key {
    none,
    letter,  ///< any ASCII character, also what Ctrl and a letter send
    up,
    down,
    left,
    right,
    home,
    end,
    page_up,
    page_down,
    enter,
    escape,
    backspace,
    click  ///< the left button of the mouse
};

struct KeyPress {
    Key key = Key::none;
    char letter = 0;       ///< of Key::letter
    bool shifted = false;  ///< for arrows: with Shift
    Point place;           ///< of Key::click
};

/// What Ctrl and this small letter send.
constexpr char control(char letter) {
    return static_cast<char>(letter & 0x1f);
}

/// Takes the bytes as they come, however they are cut into pieces, and gives keys. Sequences it does not know are
/// dropped as a whole, so that no part of them is taken for letters.
class KeyReader {
  public:
    void feed(std::string_view bytes) { bytes_ += bytes; }
    /// Whether there is only the beginning of something, which more bytes may complete.
    bool waiting() const { return !bytes_.empty(); }
    /// The next key; nothing when more bytes are needed. `all_there` says that no more are to come: a lone escape
    /// character is then the key Escape.
    std::optional<KeyPress> next(bool all_there);

  private:
    std::optional<KeyPress> escape_sequence(bool all_there);

    std::string bytes_;
};

}  // namespace tessera::app::terminal
