// The pattern databases of this process: the cache folder, and the progress line while one is built.
#pragma once

#include <chrono>

#include "tessera/backends/table_files.hpp"

namespace tessera::app {

/// Tables from the user's cache folder, built on all cores where they are missing; notices go to stderr.
backends::FileTables& cached_tables();

/// Notices to stderr, as all notes.
backends::TableNotices& notices_on_stderr();

/// Shows the progress of a build on the current progress line, once it has taken half a second.
class BuildLine final : public pdb::BuildObserver {
  public:
    void progress(const pdb::Pattern& pattern, std::uint64_t done, std::uint64_t total) override;
    bool cancelled() override;

  private:
    using Clock = std::chrono::steady_clock;

    pdb::Pattern pattern_;
    std::uint64_t done_ = 0;
    Clock::time_point begin_;
};

/// The one for `Host::build_observer`.
BuildLine& build_line();

}  // namespace tessera::app
