// An engine of the server's own, with its threads and tables: one for each search or call that goes on at once.
#include "tessera/server/engine_slot.hpp"

#include <time.h>
#include <unistd.h>

#include <fstream>

#include "tessera/backends/thread_executor.hpp"

namespace tessera::server {
namespace {

class NobodyIsTold final : public backends::TableNotices {
  public:
    void note(std::string_view) override {}
};

backends::TableNotices& notices_of(const ServerOptions& options) {
    static NobodyIsTold nobody;
    return options.notices != nullptr ? *options.notices : nobody;
}

/// Searches go on side by side, so only their own thread's time is theirs.
double thread_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

std::size_t held_memory() {
    std::ifstream file("/proc/self/statm");
    std::size_t size = 0;
    std::size_t resident = 0;
    std::size_t shared = 0;
    if (!(file >> size >> resident >> shared) || resident < shared) return 0;
    return (resident - shared) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

struct EngineSlot::Content {
    Content(const ServerOptions& options, std::size_t threads, pdb::BuildObserver* building)
        : executor(threads),
          tables(backends::cache_folder(), notices_of(options), &executor),
          engine(host(threads, building)) {}

    Host host(std::size_t threads, pdb::BuildObserver* building) {
        Host made;
        // What several threads of a search take together, nobody can tell from inside a process with others.
        if (threads == 1) made.cpu_seconds = &thread_seconds;
        made.tables = &tables;
        made.build_observer = building;
        made.executor = &executor;
        return made;
    }

    backends::ThreadExecutor executor;
    backends::FileTables tables;
    Engine engine;
};

EngineSlot::EngineSlot(const ServerOptions& options, std::size_t threads,
                       pdb::BuildObserver* building)
    : options_(&options), threads_(threads), building_(building) {}
EngineSlot::~EngineSlot() = default;
EngineSlot::EngineSlot(EngineSlot&&) noexcept = default;
EngineSlot& EngineSlot::operator=(EngineSlot&&) noexcept = default;

Engine& EngineSlot::engine() {
    if (content_ == nullptr) content_ = std::make_unique<Content>(*options_, threads_, building_);
    return content_->engine;
}

void EngineSlot::tidy() {
    if (held_memory() > options_->memory_bytes) renew();
}

void EngineSlot::renew() {
    content_.reset();
}

}  // namespace tessera::server
