// Runs the calls that are answered at once: a bounded number at a time, each with a time limit and only while its client waits.
#include "tessera/server/call_desk.hpp"

#include <new>
#include <utility>

#include "tessera/server/job_desk.hpp"

namespace tessera::server {

using Clock = std::chrono::steady_clock;

/// Asking the system whether a client is there takes longer than a search's poll should.
constexpr auto look_interval = std::chrono::milliseconds(100);
/// The number of calls that may wait for each one that runs.
constexpr std::size_t waiting_per_slot = 128;

class CallDesk::CallObserver final : public Observer {
  public:
    CallObserver(CallDesk& desk, const std::function<bool()>& gone)
        : desk_(desk), gone_(gone), deadline_(Clock::now() + desk.options_.call_time) {}

    bool cancelled() override {
        const auto now = Clock::now();
        if (stopped_ || now > deadline_) return stopped_ = true;
        if (now - last_look_ > look_interval) {
            last_look_ = now;
            const std::lock_guard lock(desk_.mutex_);
            stopped_ = desk_.closing_ || gone_();
        }
        return stopped_;
    }

  private:
    CallDesk& desk_;
    const std::function<bool()>& gone_;
    Clock::time_point deadline_;
    Clock::time_point last_look_ = Clock::now();
    bool stopped_ = false;
};

CallDesk::CallDesk(const ServerOptions& options)
    : options_(options),
      limits_(api_limits(options, options.call_time,
                         options.share() / std::max<std::size_t>(1, options.calls))) {
    for (std::size_t i = 0; i < options.calls; ++i) idle_.emplace_back(options, 1, nullptr);
}

void CallDesk::close() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    changed_.notify_all();
}

std::optional<Result<std::string>> CallDesk::call(std::string_view name, std::string_view request,
                                                  const std::function<bool()>& gone) {
    std::unique_lock lock(mutex_);
    if (waiting_ >= waiting_per_slot * options_.calls) return std::nullopt;
    ++waiting_;
    changed_.wait_for(lock, options_.call_time, [&] { return closing_ || !idle_.empty(); });
    --waiting_;
    if (closing_ || idle_.empty()) return std::nullopt;
    EngineSlot slot = std::move(idle_.back());
    idle_.pop_back();
    lock.unlock();

    std::optional<Result<std::string>> reply;
    try {
        CallObserver observer(*this, gone);
        reply = Api(slot.engine(), limits_, options_.call_table).call(name, request, observer);
        slot.tidy();
    } catch (const std::bad_alloc&) {
        slot.renew();
        reply = Error{ErrorCode::memory_limit, "the server has no more memory to give",
                      "ask for less at once"};
    } catch (const std::exception& error) {
        slot.renew();
        reply = Error{ErrorCode::internal, error.what(), "please report how this came about"};
    }
    lock.lock();
    idle_.push_back(std::move(slot));
    lock.unlock();
    changed_.notify_one();
    return reply;
}

}  // namespace tessera::server
