// Writes animated GIFs as GIF89a describes them, with LZW codes of 5 to 12 bits.
#include "tessera/drawing/gif.hpp"

#include <algorithm>

namespace tessera::gif {
namespace {

constexpr unsigned colour_bits = 4;
constexpr std::uint8_t unchanged = 0;

void put_byte(std::string& file, std::size_t value) {
    file += static_cast<char>(static_cast<unsigned char>(value & 0xFFU));
}
void put_word(std::string& file, std::size_t value) {
    put_byte(file, value);
    put_byte(file, value >> 8U);
}

/// Codes of growing length, packed from the lowest bit on into blocks of up to 255 bytes.
class CodeStream {
  public:
    void put(unsigned code, unsigned bits) {
        held_ |= code << held_bits_;
        held_bits_ += bits;
        while (held_bits_ >= 8) {
            put_byte(bytes_, held_);
            held_ >>= 8U;
            held_bits_ -= 8;
        }
    }
    std::string blocks() {
        if (held_bits_ > 0) put_byte(bytes_, held_);
        std::string text;
        for (std::size_t at = 0; at < bytes_.size(); at += 255) {
            const std::size_t size = std::min<std::size_t>(255, bytes_.size() - at);
            put_byte(text, size);
            text.append(bytes_, at, size);
        }
        put_byte(text, 0);
        return text;
    }

  private:
    std::string bytes_;
    std::uint32_t held_ = 0;
    unsigned held_bits_ = 0;
};

/// The words known so far as a tree: for each word and the colour after it, the number of the longer word.
class Dictionary {
  public:
    static constexpr unsigned clear = 1U << colour_bits;
    static constexpr unsigned end = clear + 1;
    static constexpr unsigned most = 4096;

    Dictionary() { reset(); }
    void reset() {
        next_.assign(std::size_t{most} << colour_bits, 0);
        size_ = end + 1;
        bits_ = colour_bits + 1;
    }
    unsigned bits() const { return bits_; }
    /// 0 if there is none.
    unsigned longer(unsigned word, unsigned colour) const { return next_[place(word, colour)]; }
    /// False when it is full.
    bool add(unsigned word, unsigned colour) {
        if (size_ == most) return false;
        next_[place(word, colour)] = static_cast<std::uint16_t>(size_);
        // The reader is one word behind.
        if (size_ == 1U << bits_) ++bits_;
        ++size_;
        return true;
    }

  private:
    static std::size_t place(unsigned word, unsigned colour) {
        return (std::size_t{word} << colour_bits) | colour;
    }

    std::vector<std::uint16_t> next_;
    unsigned size_ = 0;
    unsigned bits_ = 0;
};

std::string compressed(const std::vector<std::uint8_t>& pixels) {
    CodeStream codes;
    Dictionary known;
    codes.put(Dictionary::clear, known.bits());
    unsigned word = pixels.front();
    for (std::size_t i = 1; i < pixels.size(); ++i) {
        const unsigned colour = pixels[i];
        if (const unsigned longer = known.longer(word, colour); longer != 0) {
            word = longer;
            continue;
        }
        codes.put(word, known.bits());
        if (!known.add(word, colour)) {
            codes.put(Dictionary::clear, known.bits());
            known.reset();
        }
        word = colour;
    }
    codes.put(word, known.bits());
    // The reader adds a word for this code, too, which may make the last one longer.
    known.add(word, 0);
    codes.put(Dictionary::end, known.bits());
    return codes.blocks();
}

struct Area {
    std::size_t left;
    std::size_t top;
    std::size_t right;   ///< beyond it
    std::size_t bottom;  ///< beyond it
};

/// What differs; where nothing does, one pixel, because a frame has to have one.
Area changed_area(const Picture& before, const Picture& after) {
    Area area{after.width, after.height, 0, 0};
    for (std::size_t y = 0; y < after.height; ++y) {
        for (std::size_t x = 0; x < after.width; ++x) {
            if (before.at(x, y) == after.at(x, y)) continue;
            area = {std::min(area.left, x), std::min(area.top, y), std::max(area.right, x + 1),
                    std::max(area.bottom, y + 1)};
        }
    }
    return area.right == 0 ? Area{0, 0, 1, 1} : area;
}

}  // namespace

Writer::Writer(std::size_t width, std::size_t height, const Palette& palette)
    : file_("GIF89a"), shown_(width, height, unchanged) {
    put_word(file_, width);
    put_word(file_, height);
    put_byte(file_, 0xF0U | (colour_bits - 1));  // a palette of 16 colours, 8 bits each
    put_byte(file_, 0);
    put_byte(file_, 0);
    for (const Colour& colour : palette) {
        for (const std::uint8_t part : {colour.red, colour.green, colour.blue})
            put_byte(file_, part);
    }
    file_ += "\x21\xFF\x0BNETSCAPE2.0\x03\x01";
    put_word(file_, 0);  // for ever
    put_byte(file_, 0);
}

void Writer::frame(const Picture& picture, unsigned hundredths) {
    const Area area = changed_area(shown_, picture);
    std::vector<std::uint8_t> pixels;
    for (std::size_t y = area.top; y < area.bottom; ++y) {
        for (std::size_t x = area.left; x < area.right; ++x) {
            const std::uint8_t colour = picture.at(x, y);
            pixels.push_back(colour == shown_.at(x, y) ? unchanged : colour);
        }
    }
    shown_ = picture;
    file_ += "\x21\xF9\x04";
    put_byte(file_, 0x05);  // what was painted stays; there is a colour for "as before"
    put_word(file_, hundredths);
    put_byte(file_, unchanged);
    put_byte(file_, 0);
    file_ += ',';
    put_word(file_, area.left);
    put_word(file_, area.top);
    put_word(file_, area.right - area.left);
    put_word(file_, area.bottom - area.top);
    put_byte(file_, 0);
    put_byte(file_, colour_bits);
    file_ += compressed(pixels);
}

std::string Writer::finish() const {
    return file_ + ';';
}

}  // namespace tessera::gif
