// What a running job has to tell, for any number of readers that come and go and may be slow.
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

/// Bounded, however long the job runs and however slowly somebody reads: of events that supersede each other only the
/// newest is kept, of the others the newest so many bytes. A reader who is too slow misses some, but never the last one.
class EventLog {
  public:
    /// Takes the place of what was told last under this name.
    void replace(std::string_view name, std::string data);
    void add(std::string_view name, std::string data);
    /// The last one; what comes after it is not kept. Of earlier ones only those not yet read matter from now on.
    void finish(std::string_view name, std::string data);

    /// What came after `cursor`, which moves on; waits so long where there is nothing yet. `over`: nothing will follow.
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
