// The runner: does the runs of a suite on worker processes and commits every result as it comes.
#include "tessera/lab/runner.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <charconv>
#include <deque>
#include <limits>
#include <unordered_set>

#include "tessera/base/readable.hpp"
#include "tessera/base/text.hpp"
#include "tessera/lab/worker_process.hpp"

namespace tessera::lab {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto tick = std::chrono::milliseconds(100);
constexpr auto heartbeat_interval = std::chrono::seconds(30);
/// A runner that was itself stopped for longer than this must not blame its workers for the time.
constexpr auto longest_absence = std::chrono::seconds(2);
/// If this many workers in a row end before they are ready, no worker can be started.
constexpr int most_failed_starts = 3;

/// How long the missing runs of each configuration will take: as long as those that are done, on the average.
class Estimate {
  public:
    void missing(const std::string& configuration) { ++of_[configuration].missing; }
    void gone(const std::string& configuration) { --of_[configuration].missing; }
    void took(const std::string& configuration, double seconds) {
        of_[configuration].add(seconds);
        all_.add(seconds);
    }
    std::optional<double> left(std::size_t jobs) const {
        if (all_.runs == 0) return std::nullopt;
        double seconds = 0.0;
        for (const auto& [name, one] : of_) {
            seconds += static_cast<double>(one.missing) * (one.runs > 0 ? one.mean() : all_.mean());
        }
        return seconds / static_cast<double>(jobs);
    }

  private:
    struct One {
        std::size_t missing = 0;
        std::size_t runs = 0;
        double seconds = 0.0;

        void add(double more) {
            ++runs;
            seconds += more;
        }
        double mean() const { return seconds / static_cast<double>(runs); }
    };
    std::map<std::string, One> of_;
    One all_;
};

/// A worker and what it is doing.
struct Post {
    explicit Post(WorkerProcess started) : process(std::move(started)) {}

    enum class State { starting, idle, asks_for_setup, setting_up, searching };

    WorkerProcess process;
    State state = State::starting;
    std::size_t task = 0;  ///< its place, while it has one
    RunRecord record;      ///< of that, before its result
    Clock::time_point begun;
    Clock::time_point deadline;
    bool out_of_memory = false;

    bool busy() const { return state > State::idle; }
};

class Runner {
  public:
    Runner(ResultStore& store, std::string_view suite, std::span<const RunTask> tasks,
           const RunMachine& machine, const RunnerOptions& options, RunnerObserver& observer)
        : store_(store),
          suite_(suite),
          tasks_(tasks),
          machine_(machine),
          options_(options),
          observer_(observer),
          share_(options.memory_bytes / std::max<std::size_t>(1, options.jobs)),
          command_(options.worker_command) {
        command_.emplace_back("--memory");
        command_.push_back(std::to_string(share_));
    }

    Result<RunnerProgress> run();

  private:
    std::optional<Error> find_work();
    std::optional<Error> work();
    /// Gives every idle worker a run, and starts workers while there are too few.
    std::optional<Error> assign();
    std::optional<Error> give_job(Post& post);
    /// The place of the next run that is ours to do; nothing if there is none now.
    Result<std::optional<std::size_t>> next_leased();
    void let_one_set_up();
    std::optional<Error> listen();
    std::optional<Error> hear(Post& post);
    std::optional<Error> handle(Post& post, WireAnswer answer);
    std::optional<Error> reap(Post& post);
    /// Ends workers that hold more memory than their share.
    void end_those_too_large();
    std::optional<Error> reap_the_hung();
    /// Commits the record of the post, which is then free.
    std::optional<Error> finish(Post& post);
    void report();
    Clock::time_point search_deadline(const Post& post) const;

    ResultStore& store_;
    std::string_view suite_;
    std::span<const RunTask> tasks_;
    const RunMachine& machine_;
    const RunnerOptions& options_;
    RunnerObserver& observer_;
    std::size_t share_;  ///< of the memory, for each worker
    std::vector<std::string> command_;

    std::vector<std::string> keys_;       ///< of every task
    std::deque<std::size_t> pending_;     ///< tasks to be leased
    std::vector<std::size_t> elsewhere_;  ///< tasks that another runner has leased
    std::vector<Post> posts_;
    int failed_starts_ = 0;
    RunnerProgress progress_;
    Estimate estimate_;
    Clock::time_point begin_ = Clock::now();
    Clock::time_point last_report_;
    Clock::time_point last_heartbeat_ = begin_;
    Clock::time_point last_look_elsewhere_ = begin_;
};

std::optional<Error> Runner::find_work() {
    std::vector<SuiteMember> members;
    for (const RunTask& task : tasks_) {
        keys_.push_back(task.key(machine_.version));
        members.push_back({task.board.set, task.board.id, task.configuration.name, task.repetition,
                           keys_.back()});
    }
    if (auto error = store_.enrol(suite_, members)) return error;
    const auto known = store_.records(suite_);
    if (!known) return known.error();
    std::unordered_set<std::string_view> done;
    std::vector<std::string> again;
    for (const RunRecord& record : *known) {
        if (options_.retry && is_unexplained(record.end)) {
            again.push_back(record.key);
        } else if (done.insert(record.key).second) {
            estimate_.took(record.configuration, record.measured.seconds);
        }
    }
    if (!again.empty()) {
        if (auto error = store_.forget(again)) return error;
    }
    std::unordered_set<std::string_view> seen;
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
        if (!options_.shard.has(keys_[i]) || !seen.insert(keys_[i]).second) continue;
        ++progress_.total;
        if (done.contains(keys_[i])) {
            ++progress_.before;
        } else {
            pending_.push_back(i);
            estimate_.missing(tasks_[i].configuration.name);
        }
    }
    return std::nullopt;
}

Result<RunnerProgress> Runner::run() {
    auto error = find_work();
    if (!error) error = work();
    for (Post& post : posts_) {
        if (post.busy()) post.process.kill();
    }
    posts_.clear();
    // If not even that can be written, whoever comes next sees that this process is gone.
    auto release_error = store_.release();
    if (!error) error = release_error;
    if (error) {
        error->message += fmt::format(" (after {})", counted(progress_.done, "run"));
        return *error;
    }
    progress_.running = 0;
    progress_.elapsed = std::chrono::duration<double>(Clock::now() - begin_).count();
    return progress_;
}

std::optional<Error> Runner::work() {
    while (true) {
        if (observer_.cancelled()) {
            progress_.interrupted = true;
            return std::nullopt;
        }
        if (auto error = assign()) return error;
        if (progress_.missing() == 0) return std::nullopt;
        let_one_set_up();
        if (auto error = listen()) return error;
        if (auto error = reap_the_hung()) return error;
        if (Clock::now() - last_heartbeat_ > heartbeat_interval) {
            last_heartbeat_ = Clock::now();
            if (auto error = store_.heartbeat()) return error;
        }
        if (Clock::now() - last_report_ > tick) {
            end_those_too_large();
            report();
        }
    }
}

Result<std::optional<std::size_t>> Runner::next_leased() {
    while (!pending_.empty()) {
        const std::size_t task = pending_.front();
        const auto lease = store_.lease(keys_[task]);
        if (!lease) return lease.error();
        pending_.pop_front();
        switch (*lease) {
            case ResultStore::Lease::granted:
                return std::optional(task);
            case ResultStore::Lease::taken:
                elsewhere_.push_back(task);
                break;
            case ResultStore::Lease::done:
                ++progress_.others;
                estimate_.gone(tasks_[task].configuration.name);
                break;
        }
    }
    return std::optional<std::size_t>();
}

std::optional<Error> Runner::assign() {
    // What others were doing may be done by now, or be left behind.
    if (pending_.empty() && Clock::now() - last_look_elsewhere_ > tick) {
        last_look_elsewhere_ = Clock::now();
        pending_.assign(elsewhere_.begin(), elsewhere_.end());
        elsewhere_.clear();
    }
    std::size_t starting = 0;
    for (Post& post : posts_) {
        if (post.state == Post::State::starting) ++starting;
        if (post.state != Post::State::idle) continue;
        if (auto error = give_job(post)) return error;
    }
    while (posts_.size() < options_.jobs && starting < pending_.size()) {
        auto process = WorkerProcess::start(command_);
        if (!process) {
            // With fewer workers it goes on.
            if (posts_.empty()) return process.error();
            break;
        }
        posts_.emplace_back(std::move(*process));
        posts_.back().deadline = Clock::now() + options_.setup_silence;
        ++starting;
    }
    return std::nullopt;
}

std::optional<Error> Runner::give_job(Post& post) {
    const auto task = next_leased();
    if (!task) return task.error();
    if (!*task) return std::nullopt;
    post.task = **task;
    post.record = record_of(tasks_[post.task], suite_, machine_);
    post.record.started = time_now();
    post.state = Post::State::searching;
    post.out_of_memory = false;
    post.begun = Clock::now();
    post.deadline = search_deadline(post);
    ++progress_.running;
    // A worker that has died meanwhile is found dead when it is listened to.
    (void)post.process.send(to_line(WireJob{keys_[post.task], tasks_[post.task]}));
    return std::nullopt;
}

Clock::time_point Runner::search_deadline(const Post& post) const {
    const auto limit = tasks_[post.task].limits.time;
    if (limit == Limits().time) return Clock::now() + options_.silence;
    return Clock::now() + limit + limit / 10 + options_.grace;
}

void Runner::let_one_set_up() {
    Post* next = nullptr;
    progress_.building = 0;
    for (Post& post : posts_) {
        const bool asks = post.state == Post::State::asks_for_setup;
        if (asks && next == nullptr) next = &post;
        if (asks || post.state == Post::State::setting_up) ++progress_.building;
    }
    const bool somebody_does = std::any_of(posts_.begin(), posts_.end(), [](const Post& post) {
        return post.state == Post::State::setting_up;
    });
    if (next == nullptr || somebody_does) return;
    next->state = Post::State::setting_up;
    next->deadline = Clock::now() + options_.setup_silence;
    (void)next->process.send(go_ahead);
}

std::optional<Error> Runner::listen() {
    std::vector<pollfd> files;
    for (const Post& post : posts_) {
        files.push_back({post.process.socket(), POLLIN, 0});
        files.push_back({post.process.errors(), POLLIN, 0});
    }
    const auto before = Clock::now();
    const int count = poll(files.data(), files.size(), static_cast<int>(tick.count()));
    if (const auto absence = Clock::now() - before; absence > longest_absence) {
        for (Post& post : posts_) post.deadline += absence;
    }
    if (count <= 0) return std::nullopt;
    // From the last to the first, because a post may be removed.
    for (std::size_t i = posts_.size(); i-- > 0;) {
        if (files[2 * i + 1].revents != 0) posts_[i].process.read_errors();
        if (files[2 * i].revents == 0) continue;
        if (auto error = hear(posts_[i])) return error;
    }
    return std::nullopt;
}

std::optional<Error> Runner::hear(Post& post) {
    const bool open = receive(post.process.socket(), post.process.lines());
    while (const auto line = post.process.lines().next()) {
        const auto answer = answer_from_line(*line, post.record);
        if (!answer) {
            post.process.kill();
            break;
        }
        if (auto error = handle(post, *answer)) return error;
    }
    return open ? std::nullopt : reap(post);
}

std::optional<Error> Runner::handle(Post& post, WireAnswer answer) {
    failed_starts_ = 0;
    switch (answer) {
        case WireAnswer::ready:
            post.state = Post::State::idle;
            return std::nullopt;
        case WireAnswer::setup:
            // While it waits for its turn it cannot be late.
            post.state = Post::State::asks_for_setup;
            post.deadline = Clock::now() + std::chrono::hours(24 * 365);
            return std::nullopt;
        case WireAnswer::building:
            post.deadline = Clock::now() + options_.setup_silence;
            return std::nullopt;
        case WireAnswer::searching:
            post.state = Post::State::searching;
            post.deadline = search_deadline(post);
            return std::nullopt;
        case WireAnswer::alive:
            if (tasks_[post.task].limits.time == Limits().time) {
                post.deadline = search_deadline(post);
            }
            return std::nullopt;
        case WireAnswer::out_of_memory:
            post.out_of_memory = true;
            return std::nullopt;
        case WireAnswer::result:
            break;
    }
    return post.busy() ? finish(post) : std::nullopt;
}

std::optional<Error> Runner::finish(Post& post) {
    const RunRecord& record = post.record;
    if (auto error = store_.add(record)) return error;
    post.state = Post::State::idle;
    --progress_.running;
    ++progress_.done;
    estimate_.gone(record.configuration);
    estimate_.took(record.configuration, record.measured.seconds);
    observer_.finished(record);
    return std::nullopt;
}

/// A worker that has hung up: records its run, and removes it; `assign` starts another.
std::optional<Error> Runner::reap(Post& post) {
    const std::string how = post.process.wait_for_end();
    std::optional<Error> error;
    if (post.state == Post::State::starting && ++failed_starts_ >= most_failed_starts) {
        error = Error{ErrorCode::internal, fmt::format("workers do not start: {}", how),
                      fmt::format("try '{}' by hand", command_.front())};
    } else if (post.busy()) {
        RunRecord& record = post.record;
        record.measured.seconds = std::chrono::duration<double>(Clock::now() - post.begun).count();
        record.end = post.out_of_memory ? RunEnd::memory_limit : RunEnd::crashed;
        record.detail =
            post.out_of_memory
                ? fmt::format("more than the worker's share of {} was needed, and it was ended",
                              readable_bytes(share_))
                : fmt::format("the worker ended with {}", how);
        ++progress_.replaced;
        error = finish(post);
    }
    posts_.erase(posts_.begin() + (&post - posts_.data()));
    return error;
}

void Runner::end_those_too_large() {
    for (Post& post : posts_) {
        if (!post.busy() || post.out_of_memory || post.process.held_bytes() <= share_) continue;
        post.out_of_memory = true;
        post.process.kill();
    }
}

std::optional<Error> Runner::reap_the_hung() {
    const auto now = Clock::now();
    for (std::size_t i = posts_.size(); i-- > 0;) {
        Post& post = posts_[i];
        if (post.state == Post::State::idle || now < post.deadline) continue;
        post.process.kill();
        if (post.busy()) {
            const double seconds = std::chrono::duration<double>(now - post.begun).count();
            post.record.measured.seconds = seconds;
            post.record.end = RunEnd::hung;
            post.record.detail =
                fmt::format("no answer after {}; the worker was killed", readable_seconds(seconds));
            ++progress_.replaced;
            if (auto error = finish(post)) return error;
        }
        posts_.erase(posts_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return std::nullopt;
}

void Runner::report() {
    last_report_ = Clock::now();
    progress_.waiting = elsewhere_.size();
    progress_.elapsed = std::chrono::duration<double>(Clock::now() - begin_).count();
    progress_.left = estimate_.left(options_.jobs);
    observer_.progress(progress_);
}

}  // namespace

bool Shard::has(std::string_view key) const {
    // Both halves of the key, mixed once more (the finaliser of MurmurHash3): the digits of the key alone are not spread
    // evenly enough over few parts.
    const auto half = [&](std::size_t begin) {
        std::uint64_t number = 0;
        const std::string_view digits = key.substr(std::min(begin, key.size()), 16);
        std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
        return number;
    };
    std::uint64_t mixed = half(0) ^ half(16);
    mixed = (mixed ^ (mixed >> 33U)) * 0xFF51AFD7ED558CCDULL;
    mixed = (mixed ^ (mixed >> 33U)) * 0xC4CEB9FE1A85EC53ULL;
    mixed ^= mixed >> 33U;
    return mixed % count == index - 1;
}

Result<Shard> parse_shard(std::string_view text) {
    Shard shard;
    const char* end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, shard.index);
    const bool slash = first.ec == std::errc() && first.ptr != end && *first.ptr == '/';
    const auto second = slash ? std::from_chars(first.ptr + 1, end, shard.count) : first;
    if (!slash || second.ec != std::errc() || second.ptr != end || shard.index < 1 ||
        shard.index > shard.count) {
        return usage_error(fmt::format("'{}' is not a part of a whole", formats::excerpt(text, 60)),
                           "write which of how many, counted from 1, for example 2/8", "shard");
    }
    return shard;
}

Result<RunnerProgress> run_suite(ResultStore& store, std::string_view suite,
                                 std::span<const RunTask> tasks, const RunMachine& machine,
                                 const RunnerOptions& options, RunnerObserver& observer) {
    return Runner(store, suite, tasks, machine, options, observer).run();
}

}  // namespace tessera::lab
