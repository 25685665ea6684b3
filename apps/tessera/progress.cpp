// The progress line on a terminal, or progress as JSON lines, and the way a search learns of Ctrl-C.
#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "console.hpp"
#include "system.hpp"

namespace tessera::app {

ProgressLine::ProgressLine(ProgressStyle style)
    : terminal_(style == ProgressStyle::automatic && isatty(STDERR_FILENO) != 0),
      json_(style == ProgressStyle::json),
      last_(std::chrono::steady_clock::now()) {}

ProgressLine::~ProgressLine() {
    clear();
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
    if (json_) {
        fmt::print(stderr,
                   "{{\"event\":\"progress\",\"lower_bound\":{},\"expanded\":{},\"generated\":{},"
                   "\"nodes_per_second\":{:.0f},\"bytes\":{},\"seconds\":{:.3f}}}\n",
                   progress.lower_bound, progress.counters.expanded, progress.counters.generated,
                   rate, progress.bytes, seconds);
        return;
    }
    show(fmt::format("bound {} · {} nodes · {:.1f} M nodes/s · {} · {}", progress.lower_bound,
                     grouped(progress.counters.generated), rate / 1e6,
                     readable_bytes(progress.bytes), readable_seconds(seconds)));
}

bool ProgressLine::show(std::string_view text) {
    if (terminal_) {
        fmt::print(stderr, "\r\x1b[K{}", text);
        std::fflush(stderr);
        shown_ = true;
    }
    return !interrupted();
}

void ProgressLine::clear() {
    if (shown_) fmt::print(stderr, "\r\x1b[K");
    shown_ = false;
}

bool ProgressLine::cancelled() {
    return interrupted();
}

}  // namespace tessera::app
