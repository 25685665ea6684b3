// An engine with its own threads and tables: one for each search or call that runs at the same time.
#include "tessera/server/engine_slot.hpp"

#include <time.h>
#include <unistd.h>

#include <fstream>

#include "tessera/backends/plug_ins.hpp"
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

/// The workers of the engine that this thread has in hand.
thread_local const backends::ThreadExecutor* own_executor = nullptr;

/// Searches run side by side, so the CPU time of a search is that of its own threads: the calling thread and
/// its workers.
double search_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec) +
           (own_executor != nullptr ? own_executor->helper_seconds() : 0.0);
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
          engine(host(building)) {}
    ~Content() {
        if (own_executor == &executor) own_executor = nullptr;
    }
    Content(const Content&) = delete;
    Content& operator=(const Content&) = delete;

    Host host(pdb::BuildObserver* building) {
        Host made;
        made.cpu_seconds = &search_seconds;
        made.tables = &tables;
        made.build_observer = building;
        made.executor = &executor;
        made.backends = &backends::plug_ins;
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
    own_executor = &content_->executor;
    return content_->engine;
}

void EngineSlot::tidy() {
    if (held_memory() > options_->memory_bytes) renew();
}

void EngineSlot::renew() {
    content_.reset();
}

}  // namespace tessera::server
