// Turns the bytes of a terminal into keys and clicks.
#include "key_reader.hpp"

#include <array>
#include <charconv>

namespace tessera::app::terminal {
namespace {

constexpr char escape_character = '\x1b';

KeyPress plain(Key key) {
    KeyPress press;
    press.key = key;
    return press;
}

/// Numbers separated by semicolons; missing ones are 0.
std::array<int, 3> numbers_of(std::string_view text) {
    std::array<int, 3> numbers{};
    for (int& number : numbers) {
        const std::size_t end = std::min(text.find(';'), text.size());
        std::from_chars(text.data(), text.data() + end, number);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return numbers;
}

/// CSI < button ; column ; row M: a press of a button (SGR mouse reports); `m` is its release.
KeyPress mouse(std::string_view parameters, char final) {
    const auto [button, column, row] = numbers_of(parameters.substr(1));
    KeyPress press;
    // Bits 2 to 4 are Shift, Alt and Ctrl; 32 is a movement, 64 the wheel.
    if (final == 'M' && (button & ~0x1c) == 0) press.key = Key::click;
    press.place = {column - 1, row - 1};
    return press;
}

Key named_by(char final) {
    switch (final) {
        case 'A':
            return Key::up;
        case 'B':
            return Key::down;
        case 'C':
            return Key::right;
        case 'D':
            return Key::left;
        case 'H':
            return Key::home;
        case 'F':
            return Key::end;
        default:
            return Key::none;
    }
}

/// CSI number ~: the keys above the arrows.
Key numbered(int number) {
    switch (number) {
        case 1:
        case 7:
            return Key::home;
        case 4:
        case 8:
            return Key::end;
        case 5:
            return Key::page_up;
        case 6:
            return Key::page_down;
        default:
            return Key::none;
    }
}

/// A whole control sequence: its parameters and its last character.
KeyPress control_sequence(std::string_view parameters, char final) {
    if (parameters.starts_with('<')) return mouse(parameters, final);
    const auto numbers = numbers_of(parameters);
    if (final == '~') return plain(numbered(numbers[0]));
    KeyPress press = plain(named_by(final));
    press.shifted = numbers[1] == 2;
    return press;
}

}  // namespace

std::optional<KeyPress> KeyReader::next(bool all_there) {
    if (bytes_.empty()) return std::nullopt;
    const char first = bytes_.front();
    if (first == escape_character) return escape_sequence(all_there);
    bytes_.erase(0, 1);
    if (first == '\r' || first == '\n') return plain(Key::enter);
    if (first == '\x7f' || first == '\b') return plain(Key::backspace);
    if (static_cast<unsigned char>(first) >= 0x80) return plain(Key::none);
    KeyPress press = plain(Key::letter);
    press.letter = first;
    return press;
}

std::optional<KeyPress> KeyReader::escape_sequence(bool all_there) {
    const bool sequence = bytes_.size() > 1 && (bytes_[1] == '[' || bytes_[1] == 'O');
    if (bytes_.size() == 1 || (sequence && bytes_.size() == 2)) {
        if (!all_there) return std::nullopt;
        bytes_.clear();
        return plain(Key::escape);
    }
    if (!sequence) {
        // Escape and then something else, or Alt with a letter: both begin with Escape.
        bytes_.erase(0, 1);
        return plain(Key::escape);
    }
    // Parameters are 0x30 to 0x3f, intermediate ones 0x20 to 0x2f, and the last is 0x40 to 0x7e.
    std::size_t end = 2;
    while (end < bytes_.size() && bytes_[end] >= 0x20 && bytes_[end] < 0x40) ++end;
    if (end == bytes_.size()) {
        if (!all_there) return std::nullopt;
        bytes_.clear();
        return plain(Key::none);
    }
    const std::string parameters = bytes_.substr(2, end - 2);
    const char final = bytes_[end];
    bytes_.erase(0, end + 1);
    return control_sequence(parameters, final);
}

}  // namespace tessera::app::terminal
