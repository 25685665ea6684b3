// Amounts as people write them, on the command line and in suites: times and memory.
#include "tessera/lab/quantities.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <string_view>

namespace tessera::lab {
namespace {

struct Unit {
    std::string_view name;
    double factor;
};

/// A number with one of the units behind it; nothing if it is anything else.
std::optional<double> number_with_unit(const std::string& text, std::initializer_list<Unit> units) {
    char* rest = nullptr;
    const double number = std::strtod(text.c_str(), &rest);
    if (rest == text.c_str() || !std::isfinite(number) || number < 0.0) return std::nullopt;
    std::string unit(rest);
    for (char& c : unit) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    for (const Unit& known : units) {
        if (unit == known.name) return number * known.factor;
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::chrono::nanoseconds> duration_of(const std::string& text) {
    const auto seconds = number_with_unit(
        text, {{"", 1.0}, {"s", 1.0}, {"ms", 1e-3}, {"m", 60.0}, {"min", 60.0}, {"h", 3600.0}});
    if (!seconds) return std::nullopt;
    constexpr double longest = 1e9;
    return std::chrono::nanoseconds(static_cast<std::int64_t>(std::min(*seconds, longest) * 1e9));
}

std::optional<std::size_t> memory_of(const std::string& text) {
    constexpr double k = 1024.0;
    const auto bytes = number_with_unit(text, {{"", 1.0},
                                               {"b", 1.0},
                                               {"k", k},
                                               {"kb", k},
                                               {"kib", k},
                                               {"m", k * k},
                                               {"mb", k * k},
                                               {"mib", k * k},
                                               {"g", k * k * k},
                                               {"gb", k * k * k},
                                               {"gib", k * k * k},
                                               {"t", k * k * k * k}});
    constexpr double most = 1e18;
    if (!bytes || *bytes > most) return std::nullopt;
    return static_cast<std::size_t>(*bytes);
}

}  // namespace tessera::lab
