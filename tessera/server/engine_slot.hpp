// An engine of the server's own, with its threads and tables: one for each search or call that goes on at once.
#pragma once

#include <functional>
#include <memory>

#include "tessera/engine/solve.hpp"
#include "tessera/server/options.hpp"

namespace tessera::server {

/// Belongs to one thread at a time. Keeps the heuristics it built for the next job, unless the process has come to hold
/// more memory than it may.
class EngineSlot {
  public:
    /// `building` hears of tables being built and may cancel that; both must outlive this.
    EngineSlot(const ServerOptions& options, std::size_t threads, pdb::BuildObserver* building);
    ~EngineSlot();
    EngineSlot(EngineSlot&&) noexcept;
    EngineSlot& operator=(EngineSlot&&) noexcept;

    Engine& engine();
    /// After a job: gives up what was kept if that is too much.
    void tidy();
    /// Gives it up in any case, as after running out of memory.
    void renew();

  private:
    struct Content;
    const ServerOptions* options_;
    std::size_t threads_;
    pdb::BuildObserver* building_;
    std::unique_ptr<Content> content_;
};

/// How much memory this process holds by itself, without what is mapped from files; 0 where that is not known.
std::size_t held_memory();

}  // namespace tessera::server
