// The events of a running job, for any number of readers, which may come and go and be slow.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::server {

struct Event {
    std::string name;
    std::string data;  ///< one line
};

/// Bounded, however long the job runs and however slow a reader is. Of events that replace each other only the
/// newest is kept; of the others, the newest up to a number of bytes. A slow reader misses some events, but
/// never the last one.
class EventLog {
  public:
    /// Replaces the last event of this name.
    void replace(std::string_view name, std::string data);
    void add(std::string_view name, std::string data);
    /// Adds the last event; later ones are dropped. From now on, of earlier events only those not yet read
    /// matter.
    void finish(std::string_view name, std::string data);

    /// The events after `cursor`, which moves on; waits for up to `patience` if there is none yet. `over`:
    /// nothing will follow.
    std::vector<Event> next(std::uint64_t& cursor, std::chrono::milliseconds patience, bool& over);
    /// Forgets everything but the last event.
    void forget();

  private:
    struct Numbered {
        std::uint64_t number;
        Event event;
    };
    void append(std::string_view name, std::string data);

    static constexpr std::size_t most_bytes = std::size_t{4} << 20;

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Numbered> events_;
    std::uint64_t count_ = 0;
    std::size_t bytes_ = 0;
    bool over_ = false;
};

}  // namespace tessera::server
