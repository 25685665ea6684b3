// Writes animated GIFs: frames of at most 16 colours, of which only what changed is stored.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tessera::gif {

struct Colour {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
};

/// The first colour is never painted: it stands for "as before".
using Palette = std::array<Colour, 16>;

/// A picture as numbers of colours, row by row.
struct Picture {
    std::size_t width = 0;
    std::size_t height = 0;
    std::vector<std::uint8_t> pixels;

    Picture(std::size_t columns, std::size_t rows, std::uint8_t colour)
        : width(columns), height(rows), pixels(columns * rows, colour) {}

    std::uint8_t& at(std::size_t x, std::size_t y) { return pixels[y * width + x]; }
    std::uint8_t at(std::size_t x, std::size_t y) const { return pixels[y * width + x]; }
};

/// Collects frames, all of one size, below 65,536 pixels each way.
class Writer {
  public:
    Writer(std::size_t width, std::size_t height, const Palette& palette);

    /// How long it is shown, in hundredths of a second.
    void frame(const Picture& picture, unsigned hundredths);
    /// The whole file; it plays for ever.
    std::string finish() const;

  private:
    std::string file_;
    Picture shown_;
};

}  // namespace tessera::gif
