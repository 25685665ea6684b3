// Numbers, times and amounts of memory as people read them.
#include "tessera/base/readable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tessera {

std::string grouped(std::uint64_t number) {
    const std::string digits = std::to_string(number);
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
        text += digits[i];
    }
    return text;
}

std::string counted(std::uint64_t number, std::string_view noun) {
    return fmt::format("{} {}{}", grouped(number), noun, number == 1 ? "" : "s");
}

std::string readable_seconds(double seconds) {
    if (seconds < 1.0) return fmt::format("{:.3f} s", seconds);
    if (seconds < 100.0) return fmt::format("{:.2f} s", seconds);
    const auto whole = static_cast<std::uint64_t>(seconds);
    if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
    return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

std::string short_seconds(double seconds) {
    const double milliseconds = seconds * 1e3;
    if (milliseconds < 10.0) return fmt::format("{:.2f} ms", milliseconds);
    if (milliseconds < 100.0) return fmt::format("{:.1f} ms", milliseconds);
    if (milliseconds < 999.5) return fmt::format("{:.0f} ms", milliseconds);
    return readable_seconds(seconds);
}

std::string given_seconds(double seconds) {
    return seconds < 100.0 ? fmt::format("{:g} s", seconds) : readable_seconds(seconds);
}

std::string readable_bytes(std::size_t bytes) {
    const auto amount = static_cast<double>(bytes);
    if (amount < 1e6) return fmt::format("{:.1f} kB", amount / 1e3);
    if (amount < 1e9) return fmt::format("{:.1f} MB", amount / 1e6);
    return fmt::format("{:.2f} GB", amount / 1e9);
}

std::string readable_ratio(double ratio) {
    if (ratio < 9.95) return fmt::format("{:.1f}×", ratio);
    if (ratio < 999.5) return fmt::format("{:.0f}×", ratio);
    const double unit = std::pow(10.0, std::floor(std::log10(ratio)) - 2.0);
    return fmt::format("{}×", grouped(static_cast<std::uint64_t>(std::round(ratio / unit) * unit)));
}

std::string readable_mean(double mean) {
    if (mean < 1000.0 && mean != std::floor(mean)) return fmt::format("{:.1f}", mean);
    return grouped(static_cast<std::uint64_t>(std::llround(mean)));
}

std::size_t display_width(std::string_view text) {
    constexpr unsigned char continuation_mask = 0xC0;
    constexpr unsigned char continuation = 0x80;
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & continuation_mask) != continuation;
    }));
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width, std::size_t indent) {
    std::vector<std::string> lines;
    std::string line;
    std::size_t begin = 0;  // of the words in the line
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        if (line.size() > begin && display_width(line) + 1 + display_width(word) > width) {
            lines.push_back(std::move(line));
            line = std::string(indent, ' ');
            begin = indent;
        }
        if (line.size() > begin) line += ' ';
        line += word;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (line.size() > begin) lines.push_back(std::move(line));
    return lines;
}

std::string sentence_case(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
        text[0] = static_cast<char>(text[0] - 32);
    return text;
}

std::string shell_quoted(std::string_view word) {
    std::string quoted = "'";
    for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::string shell_word(const std::string& word) {
    constexpr std::string_view harmless =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+:,./";
    const bool plain = !word.empty() && word.find_first_not_of(harmless) == std::string::npos;
    return plain ? word : shell_quoted(word);
}

}  // namespace tessera
