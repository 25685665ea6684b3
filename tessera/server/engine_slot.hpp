// An engine with its own threads and tables: one for each search or call that runs at the same time.
#pragma once

#include <functional>
#include <memory>

#include "tessera/engine/solve.hpp"
#include "tessera/server/options.hpp"

namespace tessera::server {

/// Belongs to one thread at a time. It keeps the heuristics that it built for the next job, unless the process
/// holds more memory than it may.
class EngineSlot {
  public:
    /// `building` is told when tables are built and may cancel that; both must outlive this.
    EngineSlot(const ServerOptions& options, std::size_t threads, pdb::BuildObserver* building);
    ~EngineSlot();
    EngineSlot(EngineSlot&&) noexcept;
    EngineSlot& operator=(EngineSlot&&) noexcept;

    Engine& engine();
    /// Call it after a job: it drops what it kept if that is too much.
    void tidy();
    /// Drops everything that it kept, for example after running out of memory.
    void renew();

  private:
    struct Content;
    const ServerOptions* options_;
    std::size_t threads_;
    pdb::BuildObserver* building_;
    std::unique_ptr<Content> content_;
};

/// The memory that this process holds, without mapped files; 0 if that is not known.
std::size_t held_memory();

}  // namespace tessera::server
