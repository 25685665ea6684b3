// The events of a running job, for any number of readers, which may come and go and be slow.
#include "tessera/server/event_log.hpp"

#include <algorithm>
#include <utility>

namespace tessera::server {

void EventLog::append(std::string_view name, std::string data) {
    bytes_ += data.size();
    events_.push_back({++count_, {std::string(name), std::move(data)}});
    while (bytes_ > most_bytes && events_.size() > 1) {
        bytes_ -= events_.front().event.data.size();
        events_.pop_front();
    }
}

void EventLog::replace(std::string_view name, std::string data) {
    {
        const std::lock_guard lock(mutex_);
        if (over_) return;
        const auto place = std::find_if(events_.rbegin(), events_.rend(), [&](const Numbered& one) {
            return one.event.name == name;
        });
        if (place != events_.rend()) {
            bytes_ -= place->event.data.size();
            events_.erase(std::next(place).base());
        }
        append(name, std::move(data));
    }
    changed_.notify_all();
}

void EventLog::add(std::string_view name, std::string data) {
    {
        const std::lock_guard lock(mutex_);
        if (over_) return;
        append(name, std::move(data));
    }
    changed_.notify_all();
}

void EventLog::finish(std::string_view name, std::string data) {
    {
        const std::lock_guard lock(mutex_);
        if (over_) return;
        append(name, std::move(data));
        over_ = true;
    }
    changed_.notify_all();
}

std::vector<Event> EventLog::next(std::uint64_t& cursor, std::chrono::milliseconds patience,
                                  bool& over) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, patience, [&] { return over_ || count_ > cursor; });
    std::vector<Event> found;
    for (const Numbered& one : events_) {
        if (one.number > cursor) found.push_back(one.event);
    }
    cursor = count_;
    over = over_;
    return found;
}

void EventLog::forget() {
    const std::lock_guard lock(mutex_);
    while (events_.size() > 1) {
        bytes_ -= events_.front().event.data.size();
        events_.pop_front();
    }
}

}  // namespace tessera::server
