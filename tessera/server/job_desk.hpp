// The searches of the clients: a bounded queue, a bounded number at once, their events and their results.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include "tessera/api/api.hpp"
#include "tessera/server/event_log.hpp"
#include "tessera/server/options.hpp"

namespace tessera::server {

/// Random letters and digits that cannot be guessed: a client that knows the name may see and end the job.
std::string random_name();

enum class JobState { queued, running, done };
inline constexpr std::array<std::string_view, 3> job_state_names{"queued", "running", "done"};
constexpr std::string_view to_string(JobState state) {
    return job_state_names[static_cast<std::size_t>(state)];
}

class EngineSlot;
class JobBuildObserver;

/// One call that is queued. Shared by the desk, the worker that does it and the streams that watch it.
class SearchJob {
  public:
    SearchJob(std::string name, api::Task task) : name_(std::move(name)), task_(std::move(task)) {}

    const std::string& name() const { return name_; }
    EventLog& events() { return events_; }
    /// `tessera.job-state/1`, with the result or error where there is one.
    std::string json() const;
    /// `tessera.job/1`: where to ask for them.
    std::string accepted_json() const;
    JobState state() const;
    /// Ends the search at its next poll.
    void cancel() { cancelled_ = true; }
    bool cancelled() const { return cancelled_; }

  private:
    friend class JobDesk;
    friend class Watch;

    void start();
    void end(std::string result);
    void end(const Error& error);
    /// Gives it the result of a call that was stopped right after its start.
    void end_interrupted();
    void leave();

    const std::string name_;
    const api::Task task_;
    EventLog events_;
    std::atomic<bool> cancelled_ = false;

    mutable std::mutex mutex_;  ///< guards the members below
    JobState state_ = JobState::queued;
    std::string result_;  ///< JSON; empty until it is there
    std::string error_;   ///< the same, instead of it
    std::size_t watchers_ = 0;
    /// Of the state.
    std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
};

/// A reader of a job's events exists while this lives. A job whose last reader leaves before its end is
/// cancelled; the desk notices at the search's next poll, or when it next looks at the queue.
class Watch {
  public:
    explicit Watch(std::shared_ptr<SearchJob> job);
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    SearchJob& job() { return *job_; }

  private:
    std::shared_ptr<SearchJob> job_;
};

/// Any thread may call any of this.
class JobDesk {
  public:
    /// `options` must outlive this.
    explicit JobDesk(const ServerOptions& options);
    /// Cancels everything and waits for it.
    ~JobDesk();
    JobDesk(const JobDesk&) = delete;
    JobDesk& operator=(const JobDesk&) = delete;

    /// Makes the job of a request to a call; an Error if the request makes no sense. Null: the queue is full.
    Result<std::shared_ptr<SearchJob>> submit(const api::Call& call, std::string_view request);
    /// Null if there is no such job, or it is no longer kept.
    std::shared_ptr<SearchJob> find(std::string_view name);
    /// False if there is no such job.
    bool cancel(std::string_view name);
    /// Cancels everything; no job is accepted from now on.
    void close();

    struct Count {
        std::size_t queued = 0;
        std::size_t running = 0;
        std::size_t kept = 0;  ///< that have ended
    };
    Count count() const;
    /// The number of searches that can run at once: as many as the options say, or as the system has threads
    /// for.
    std::size_t workers() const { return workers_.size(); }

  private:
    void serve();
    void search(SearchJob& job, EngineSlot& slot, JobBuildObserver& building) const;
    /// Keeps the result of a job, and drops results that are old or too much; the mutex is held.
    void keep(std::shared_ptr<SearchJob> job);

    const ServerOptions& options_;
    const ApiLimits limits_;

    mutable std::mutex mutex_;  ///< guards the members below
    std::condition_variable changed_;
    std::unordered_map<std::string, std::shared_ptr<SearchJob>> jobs_;  ///< by name
    std::list<std::shared_ptr<SearchJob>> queue_;
    std::deque<std::shared_ptr<SearchJob>> ended_;  ///< the oldest first
    std::size_t ended_bytes_ = 0;
    std::size_t running_ = 0;
    bool closing_ = false;

    std::vector<std::thread> workers_;
};

/// The limits of calls and jobs.
ApiLimits api_limits(const ServerOptions& options, std::chrono::nanoseconds time,
                     std::size_t memory_bytes);

}  // namespace tessera::server
