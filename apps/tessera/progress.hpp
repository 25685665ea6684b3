// The progress line on a terminal, or progress as JSON lines, and the way a search learns of Ctrl-C.
#pragma once

#include <chrono>
#include <string>

#include "tessera/contracts/search.hpp"

namespace tessera::app {

enum class ProgressStyle { automatic, never, json };

/// Shows at most ten lines a second on stderr: bound, nodes, nodes/s, memory, elapsed.
class ProgressLine final : public Observer {
  public:
    explicit ProgressLine(ProgressStyle style);
    ~ProgressLine() override;

    void progress(const Progress& progress) override;
    bool cancelled() override;

    /// A line of the caller's own, e.g. the audit's; true unless interrupted.
    bool show(std::string_view text);
    /// Removes the line, before anything else is printed.
    void clear();

  private:
    bool due();

    bool terminal_ = false;
    bool json_ = false;
    bool shown_ = false;
    std::chrono::steady_clock::time_point last_;
};

}  // namespace tessera::app
