// Numbers, times and amounts of memory as people read them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// "12,345,678".
std::string grouped(std::uint64_t number);
/// "1 move", "2 moves".
std::string counted(std::uint64_t number, std::string_view noun);
/// "0.012 s", "3.4 s", "2 min 5 s".
std::string readable_seconds(double seconds);
/// A short form for tables and axes, also far below a second: "0.42 ms", "37 ms", "3.40 s".
std::string short_seconds(double seconds);
/// A time limit with the digits it was given with: "10 s", "0.25 s", "2 min 0 s".
std::string given_seconds(double seconds);
/// "12.3 MB".
std::string readable_bytes(std::size_t bytes);
/// A ratio, with no more digits than a single measurement justifies: "1.4×", "37×", "12,300×".
std::string readable_ratio(double ratio);
/// A mean of counts, with one decimal if the number is small: "45.3", "1,234", "12,345,678".
std::string readable_mean(double mean);

/// The columns that a text takes on a terminal, if every character takes one.
std::size_t display_width(std::string_view text);
/// The text in lines of at most this width, broken at spaces where there are any; the second and later ones begin with `indent` spaces.
std::vector<std::string> wrapped(std::string_view text, std::size_t width, std::size_t indent = 0);

/// The text with its first letter in upper case.
std::string sentence_case(std::string text);
/// A word in single quotes, for any shell.
std::string shell_quoted(std::string_view word);
/// A word for a shell: in quotes only if it has characters that a shell interprets.
std::string shell_word(const std::string& word);

}  // namespace tessera
