// The pattern databases of this process: the cache folder, and the progress line while one is built.
#include "tables.hpp"

#include "console.hpp"
#include "progress.hpp"
#include "system.hpp"
#include "tessera/backends/thread_executor.hpp"

namespace tessera::app {
namespace {

class NoticesOnStderr final : public backends::TableNotices {
  public:
    void note(std::string_view text) override {
        if (ProgressLine* line = ProgressLine::current()) line->clear();
        print_note(text);
    }
};

}  // namespace

backends::TableNotices& notices_on_stderr() {
    static NoticesOnStderr notices;
    return notices;
}

backends::FileTables& cached_tables() {
    static backends::ThreadExecutor executor;
    static backends::FileTables tables(backends::cache_folder(), notices_on_stderr(), &executor);
    return tables;
}

BuildLine& build_line() {
    static BuildLine line;
    return line;
}

void BuildLine::progress(const pdb::Pattern& pattern, std::uint64_t done, std::uint64_t total) {
    const auto now = Clock::now();
    if (done < done_ || begin_ == Clock::time_point() || pattern != pattern_) {
        pattern_ = pattern;
        begin_ = now;
    }
    done_ = done;
    ProgressLine* line = ProgressLine::current();
    if (line == nullptr || now - begin_ < std::chrono::milliseconds(500)) return;
    line->building(pattern.picture(), done, total,
                   std::chrono::duration<double>(now - begin_).count());
}

bool BuildLine::cancelled() {
    return interrupted();
}

}  // namespace tessera::app
