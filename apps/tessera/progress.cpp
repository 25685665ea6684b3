// The progress line on a terminal, or progress as JSON lines, and the way a search learns of Ctrl-C.
#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "console.hpp"
#include "system.hpp"
#include "terminal/characters.hpp"

namespace tessera::app {
namespace {

ProgressLine* current_line = nullptr;

}  // namespace

ProgressLine::ProgressLine(ProgressStyle style)
    : terminal_(style == ProgressStyle::automatic && isatty(STDERR_FILENO) != 0),
      json_(style == ProgressStyle::json),
      last_(std::chrono::steady_clock::now()),
      before_(current_line) {
    current_line = this;
}

ProgressLine::~ProgressLine() {
    clear();
    current_line = before_;
}

ProgressLine* ProgressLine::current() {
    return current_line;
}

bool ProgressLine::due() {
    if (!terminal_ && !json_) return false;
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(100)) return false;
    last_ = now;
    return true;
}

void ProgressLine::progress(const Progress& progress) {
    if (!due()) return;
    const double seconds = std::chrono::duration<double>(progress.elapsed).count();
    const double rate = static_cast<double>(progress.counters.generated) / std::max(seconds, 1e-9);
    const bool found = progress.best < infinite_cost && progress.lower_bound > 0;
    const double gap = found ? static_cast<double>(progress.best - progress.lower_bound) /
                                   static_cast<double>(progress.lower_bound)
                             : 0.0;
    if (json_) {
        const std::string solution =
            found ? fmt::format("\"best\":{},\"gap\":{:.4f},", progress.best, gap) : "";
        tell(fmt::format(
            "{{\"event\":\"progress\",{}\"lower_bound\":{},\"expanded\":{},\"generated\":{},"
            "\"nodes_per_second\":{:.0f},\"bytes\":{},\"seconds\":{:.3f}}}\n",
            solution, progress.lower_bound, progress.counters.expanded, progress.counters.generated,
            rate, progress.bytes, seconds));
        return;
    }
    const std::string solution =
        found ? fmt::format("best {} · gap {:.1f} % · ", progress.best, 100.0 * gap) : "";
    write(fmt::format("{}bound {} · {} nodes · {:.1f} M nodes/s · {} · {}", solution,
                      progress.lower_bound, grouped(progress.counters.generated), rate / 1e6,
                      readable_bytes(progress.bytes), readable_seconds(seconds)));
}

void ProgressLine::building(std::string_view picture, std::uint64_t done, std::uint64_t total,
                            double seconds) {
    if (!due()) return;
    const double part =
        static_cast<double>(done) / static_cast<double>(std::max<std::uint64_t>(total, 1));
    if (json_) {
        tell(
            fmt::format("{{\"event\":\"building\",\"pattern\":\"{}\",\"done\":{},\"total\":{},"
                        "\"seconds\":{:.3f}}}\n",
                        picture, done, total, seconds));
        return;
    }
    constexpr std::size_t width = 20;
    std::string bar(width, '.');
    std::fill_n(bar.begin(), static_cast<std::ptrdiff_t>(part * static_cast<double>(width)), '#');
    // The first states are quickly counted and say little about the rest.
    const std::string left =
        part < 0.02 ? "" : fmt::format(" · {} left", readable_seconds(seconds / part - seconds));
    write(fmt::format("building {} [{}] {:.0f} % · {}{}", picture, bar, 100.0 * part,
                      readable_seconds(seconds), left));
}

bool ProgressLine::show(std::string_view text) {
    if (terminal_ && (due() || !written_)) write(text);
    return !interrupted();
}

void ProgressLine::write(std::string_view text) {
    // Not into the last column: a terminal may begin a new line behind it.
    const int width = terminal_width(Stream::err).value_or(80) - 1;
    tell(fmt::format("\r\x1b[K{}", terminal::cut(in_locale(text), width)));
    std::fflush(stderr);
    shown_ = true;
    written_ = true;
}

void ProgressLine::clear() {
    if (shown_) tell("\r\x1b[K");
    shown_ = false;
}

bool ProgressLine::cancelled() {
    return interrupted();
}

}  // namespace tessera::app
