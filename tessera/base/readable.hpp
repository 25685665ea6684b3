// Numbers, times and amounts of memory as people read them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tessera::lab {

/// "12,345,678".
std::string grouped(std::uint64_t number);
/// "1 move", "2 moves".
std::string counted(std::uint64_t number, std::string_view noun);
/// "0.012 s", "3.4 s", "2 min 5 s".
std::string readable_seconds(double seconds);
/// The same for tables and axes, where many lie far below a second: "0.42 ms", "37 ms", "3.40 s".
std::string short_seconds(double seconds);
/// A time that somebody set, with the digits it was set with: "10 s", "0.25 s", "2 min 0 s".
std::string given_seconds(double seconds);
/// "12.3 MB".
std::string readable_bytes(std::size_t bytes);
/// How many times as much, with no more digits than one measurement carries: "1.4×", "37×", "12,300×".
std::string readable_ratio(double ratio);
/// "45.3", "1,234", "12,345,678": a mean of counts, with a decimal where it shows something.
std::string readable_mean(double mean);

/// How many columns a text takes on a terminal, when every character takes one.
std::size_t display_width(std::string_view text);

/// With a capital at its beginning.
std::string sentence_case(std::string text);
/// A word in single quotes, as any shell takes it.
std::string shell_quoted(std::string_view word);
/// A word as a shell takes it: in quotes where it holds anything that a shell might look at.
std::string shell_word(const std::string& word);

}  // namespace tessera::lab
