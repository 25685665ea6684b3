// The lab runs of the clients: one at a time, each with its own database.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "tessera/lab/runner.hpp"
#include "tessera/lab/suite.hpp"
#include "tessera/server/event_log.hpp"
#include "tessera/server/options.hpp"

namespace tessera::server {

/// One experiment, under way or over.
class LabRun {
  public:
    /// In the order of its states.
    static constexpr std::string_view state_names[] = {"running", "done", "cancelled", "failed"};

    LabRun(std::string name, std::string database, lab::LabSuite suite, std::size_t total);

    const std::string& name() const { return name_; }
    EventLog& events() { return events_; }
    /// `tessera.lab-job/1`.
    std::string json() const;
    /// The records so far; an Error if there are none.
    Result<std::vector<lab::RunRecord>> records() const;
    const std::string& database() const { return database_; }
    bool over() const;

  private:
    friend class LabDesk;
    friend class LabRunObserver;

    enum class State { running, done, cancelled, failed };

    std::string line() const;  ///< the same as `json`, with the mutex held

    const std::string name_;
    const std::string database_;
    const lab::LabSuite suite_;
    EventLog events_;
    std::atomic<bool> cancelled_ = false;

    mutable std::mutex mutex_;  ///< guards the members below
    State state_ = State::running;
    lab::RunnerProgress progress_;
    std::size_t failed_ = 0;
    std::string error_;  ///< JSON
};

/// Any thread may call any of this.
class LabDesk {
  public:
    /// `options` must outlive this.
    explicit LabDesk(const ServerOptions& options) : options_(options) {}
    /// Ends the run that is under way, and removes the temporary folder.
    ~LabDesk();
    LabDesk(const LabDesk&) = delete;
    LabDesk& operator=(const LabDesk&) = delete;

    /// Begins the run of a request; an Error if the request makes no sense. Null: one is under way already.
    Result<std::shared_ptr<LabRun>> begin(std::string_view request);
    std::shared_ptr<LabRun> find(std::string_view name);
    /// All that are kept, the newest first.
    std::string list_json();
    static void cancel(LabRun& run) { run.cancelled_ = true; }
    void close();

  private:
    Result<lab::LabSuite> chosen(std::string_view request) const;
    Result<std::string> folder();
    void work(LabRun& run) const;
    void forget_oldest();

    const ServerOptions& options_;

    std::mutex mutex_;                          ///< guards the members below
    std::deque<std::shared_ptr<LabRun>> runs_;  ///< the newest first
    std::thread worker_;                        ///< of the newest
    std::string temporary_;                     ///< folder; empty until it is needed
    bool closing_ = false;
};

/// The suites that ship with the program, and their content; made once.
const std::string& suites_json();

}  // namespace tessera::server
