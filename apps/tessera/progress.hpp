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
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// The newest line that still exists; null if there is none.
    static ProgressLine* current();

    void progress(const Progress& progress) override;
    bool cancelled() override;

    /// Shows the building of a table: a bar with the time that is probably left.
    void building(std::string_view picture, std::uint64_t done, std::uint64_t total,
                  double seconds);
    /// A line of the caller's own, e.g. the audit's, if there is none yet or the time for a new one has come; true
    /// unless interrupted.
    bool show(std::string_view text);
    /// Removes the line, before anything else is printed.
    void clear();

  private:
    bool due();
    /// One line of the terminal, whatever the length of the text.
    void write(std::string_view text);

    bool terminal_ = false;
    bool json_ = false;
    bool shown_ = false;    ///< there is a line on the terminal now
    bool written_ = false;  ///< there has been one
    std::chrono::steady_clock::time_point last_;
    ProgressLine* before_;
};

}  // namespace tessera::app
