// Runs the calls that are answered at once: a bounded number at a time, each with a time limit and only while its client waits.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/api/api.hpp"
#include "tessera/server/engine_slot.hpp"
#include "tessera/server/options.hpp"

namespace tessera::server {

/// Any thread may call.
class CallDesk {
  public:
    /// `options` must outlive this.
    explicit CallDesk(const ServerOptions& options);

    /// The answer; nothing if everything is busy and stays so. `gone` is asked now and then whether the client
    /// has hung up.
    std::optional<Result<std::string>> call(std::string_view name, std::string_view request,
                                            const std::function<bool()>& gone);
    /// Ends the calls that are under way.
    void close();

  private:
    const ServerOptions& options_;
    const ApiLimits limits_;

    std::mutex mutex_;  ///< guards the members below
    std::condition_variable changed_;
    std::vector<EngineSlot> idle_;
    std::size_t waiting_ = 0;
    bool closing_ = false;

    class CallObserver;
};

}  // namespace tessera::server
