// The searches of the clients: a bounded queue, a bounded number at once, their events and their results.
#include "tessera/server/job_desk.hpp"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <system_error>

#include "tessera/server/engine_slot.hpp"

namespace tessera::server {
namespace {

using Clock = std::chrono::steady_clock;

/// About twenty events a second are enough.
constexpr auto event_interval = std::chrono::milliseconds(50);
/// The time beyond its limit (including what is built for it) after which a search is cancelled.
constexpr auto job_grace = std::chrono::seconds(5);
/// The memory of a job beside its result, roughly.
constexpr std::size_t bytes_of_a_job = 1024;

/// Records a job's events, and tells the search when to end.
class JobObserver final : public Observer {
  public:
    JobObserver(SearchJob& job, Clock::time_point deadline) : job_(job), deadline_(deadline) {}

    void progress(const Progress& now) override {
        const auto time = Clock::now();
        if (time - last_ < event_interval) return;
        last_ = time;
        job_.events().replace("progress", progress_event(now));
    }
    void improved(std::span<const Move> path, Cost lower_bound) override {
        const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
        job_.events().add("improved", improved_event(path, lower_bound, seconds));
    }
    bool cancelled() override { return job_.cancelled() || Clock::now() > deadline_; }

  private:
    SearchJob& job_;
    Clock::time_point begin_ = Clock::now();
    Clock::time_point deadline_;
    Clock::time_point last_;
};

Error took_too_long() {
    return {ErrorCode::interrupted,
            "what this search needs could not be made ready within its time",
            "choose another heuristic, give it more time, or have its tables built before",
            "heuristic"};
}

}  // namespace

/// Records events of an engine's job while it builds tables for it.
class JobBuildObserver final : public pdb::BuildObserver {
  public:
    void of(SearchJob* job) { job_ = job; }

    void progress(const pdb::Pattern& pattern, std::uint64_t done, std::uint64_t total) override {
        const auto time = Clock::now();
        if (job_ == nullptr || time - last_ < event_interval) return;
        last_ = time;
        job_->events().replace("building", building_event(pattern, done, total));
    }

  private:
    SearchJob* job_ = nullptr;
    Clock::time_point last_;
};

std::string random_name() {
    std::array<unsigned char, 16> bytes{};
    // Never fails for so few bytes once the system has started.
    if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
        throw std::runtime_error("the system gives no random numbers");
    }
    std::string name;
    for (const unsigned char byte : bytes) name += fmt::format("{:02x}", byte);
    return name;
}

JobState SearchJob::state() const {
    const std::lock_guard lock(mutex_);
    return state_;
}

std::string SearchJob::json() const {
    const std::lock_guard lock(mutex_);
    return fmt::format(
        "{{\"schema\":\"tessera.job-state/1\",\"job\":\"{0}\",\"state\":\"{1}\",\"events\":\"api/"
        "jobs/"
        "{0}/events\",\"result\":{2},\"error\":{3}}}",
        name_, to_string(state_), result_.empty() ? "null" : result_,
        error_.empty() ? "null" : error_);
}

std::string SearchJob::accepted_json() const {
    return fmt::format(
        "{{\"schema\":\"tessera.job/"
        "1\",\"job\":\"{0}\",\"state\":\"queued\",\"events\":\"api/"
        "jobs/{0}/events\",\"result\":\"api/jobs/{0}\"}}",
        name_);
}

void SearchJob::start() {
    const std::lock_guard lock(mutex_);
    state_ = JobState::running;
}

void SearchJob::end(std::string result) {
    {
        const std::lock_guard lock(mutex_);
        result_ = result;
        state_ = JobState::done;
        since_ = Clock::now();
    }
    events_.finish("result", std::move(result));
}

void SearchJob::end(const Error& error) {
    const std::string text = to_json(error);
    {
        const std::lock_guard lock(mutex_);
        error_ = text;
        state_ = JobState::done;
        since_ = Clock::now();
    }
    events_.finish("error", text);
}

void SearchJob::end_interrupted() {
    if (task_.interrupted) return end(task_.interrupted());
    end(Error{ErrorCode::interrupted, "it was stopped before it had begun", ""});
}

void SearchJob::leave() {
    const std::lock_guard lock(mutex_);
    if (--watchers_ > 0) return;
    if (state_ == JobState::done) {
        events_.forget();
    } else {
        cancelled_ = true;
    }
}

Watch::Watch(std::shared_ptr<SearchJob> job) : job_(std::move(job)) {
    const std::lock_guard lock(job_->mutex_);
    ++job_->watchers_;
}

Watch::~Watch() {
    job_->leave();
}

ApiLimits api_limits(const ServerOptions& options, std::chrono::nanoseconds time,
                     std::size_t memory_bytes) {
    ApiLimits limits;
    limits.cells = options.cells;
    limits.boards = options.boards;
    limits.search.time = time;
    limits.search.memory_bytes = memory_bytes;
    return limits;
}

JobDesk::JobDesk(const ServerOptions& options)
    : options_(options), limits_(api_limits(options, options.time, options.share())) {
    try {
        while (workers_.size() < options.jobs) workers_.emplace_back([this] { serve(); });
    } catch (const std::system_error&) {
        // The system gives no more threads: the running ones do all the work.
    }
}

JobDesk::~JobDesk() {
    close();
    for (std::thread& worker : workers_) worker.join();
}

void JobDesk::close() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
        for (const auto& [name, job] : jobs_) job->cancel();
        for (auto& job : queue_) {
            job->end_interrupted();
            keep(std::move(job));
        }
        queue_.clear();
    }
    changed_.notify_all();
}

Result<std::shared_ptr<SearchJob>> JobDesk::submit(const api::Call& call,
                                                   std::string_view request) {
    auto task = api::prepare(call, request, limits_);
    if (!task) return task.error();
    auto made = std::make_shared<SearchJob>(random_name(), std::move(*task));
    {
        const std::lock_guard lock(mutex_);
        // Jobs whose client has gone make room.
        for (auto place = queue_.begin(); place != queue_.end();) {
            if ((*place)->cancelled()) {
                (*place)->end_interrupted();
                keep(std::move(*place));
                place = queue_.erase(place);
            } else {
                ++place;
            }
        }
        if (closing_ || queue_.size() >= options_.queue) return std::shared_ptr<SearchJob>();
        jobs_.emplace(made->name(), made);
        queue_.push_back(made);
    }
    changed_.notify_one();
    return made;
}

std::shared_ptr<SearchJob> JobDesk::find(std::string_view name) {
    const std::lock_guard lock(mutex_);
    const auto place = jobs_.find(std::string(name));
    return place == jobs_.end() ? nullptr : place->second;
}

bool JobDesk::cancel(std::string_view name) {
    const auto job = find(name);
    if (job == nullptr) return false;
    job->cancel();
    const std::lock_guard lock(mutex_);
    const auto waiting = std::find(queue_.begin(), queue_.end(), job);
    if (waiting != queue_.end()) {
        queue_.erase(waiting);
        job->end_interrupted();
        keep(job);
    }
    return true;
}

JobDesk::Count JobDesk::count() const {
    const std::lock_guard lock(mutex_);
    return {queue_.size(), running_, ended_.size()};
}

void JobDesk::keep(std::shared_ptr<SearchJob> job) {
    const auto size_of = [](const SearchJob& one) {
        return one.result_.size() + one.error_.size() + bytes_of_a_job;
    };
    ended_bytes_ += size_of(*job);
    ended_.push_back(std::move(job));
    const auto now = Clock::now();
    while (ended_.size() > 1 &&
           (ended_.size() > options_.kept_jobs || ended_bytes_ > options_.kept_bytes ||
            now - ended_.front()->since_ > options_.kept_time)) {
        ended_bytes_ -= size_of(*ended_.front());
        jobs_.erase(ended_.front()->name());
        ended_.pop_front();
    }
}

void JobDesk::serve() {
    JobBuildObserver building;
    EngineSlot slot(options_, options_.threads, &building);
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [&] { return closing_ || !queue_.empty(); });
        if (closing_) return;
        const std::shared_ptr<SearchJob> job = std::move(queue_.front());
        queue_.pop_front();
        ++running_;
        lock.unlock();
        search(*job, slot, building);
        lock.lock();
        --running_;
        keep(job);
    }
}

void JobDesk::search(SearchJob& job, EngineSlot& slot, JobBuildObserver& building) const {
    if (job.cancelled()) return job.end_interrupted();
    job.start();
    const auto time = std::min(job.task_.time, options_.time);
    JobObserver observer(job, Clock::now() + time + time / 4 + job_grace);
    building.of(&job);
    try {
        auto reply = job.task_.run(slot.engine(), observer);
        if (reply) {
            job.end(std::move(*reply));
        } else if (reply.error().code != ErrorCode::interrupted) {
            job.end(reply.error());
        } else if (job.cancelled()) {
            job.end_interrupted();
        } else {
            job.end(took_too_long());
        }
        slot.tidy();
    } catch (const std::bad_alloc&) {
        slot.renew();
        job.end(Error{ErrorCode::memory_limit, "the server has no more memory to give",
                      "give the search a smaller limit", "limits.memory_bytes"});
    } catch (const std::exception& error) {
        slot.renew();
        job.end(Error{ErrorCode::internal, error.what(), "please report how this came about"});
    }
    building.of(nullptr);
}

}  // namespace tessera::server
