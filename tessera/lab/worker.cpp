// A worker of an experiment: a process of its own that does one job after the other for a runner.
#include "tessera/lab/worker.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <memory>
#include <new>
#include <set>

#include "tessera/backends/thread_executor.hpp"
#include "tessera/engine/option_table.hpp"
#include "tessera/lab/wire.hpp"
#include "tessera/pdb/builder.hpp"

namespace tessera::lab {
namespace {

using Clock = std::chrono::steady_clock;

/// What a sanitizer maps for itself counts as data of the process, and is more than any limit.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool limit_the_process = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool limit_the_process = false;
#else
constexpr bool limit_the_process = true;
#endif
#else
constexpr bool limit_the_process = true;
#endif

/// Signs of life need not come more often.
constexpr auto sign_interval = std::chrono::seconds(1);

int new_handler_socket = -1;

/// There may be no memory left to build a message or to unwind with, and the core is compiled without exceptions: so
/// the message is there already, and the process ends here.
[[noreturn]] void no_memory_left() {
    static constexpr std::string_view message = "{\"event\":\"out-of-memory\"}\n";
    send_all(new_handler_socket, message);
    _exit(22);
}

void limit_this_process(const WorkerOptions& options) {
    new_handler_socket = options.socket;
    std::set_new_handler(no_memory_left);
    // Data, not address space: tables mapped from files cost no memory that the system could not take back. Containers
    // reserve up to twice of what they hold (measured: bfs and a* need 1.5 to 2.0 times their limit), so this
    // is only for what runs wild faster than the runner looks, which knows what is really held.
    if (limit_the_process && options.memory_bytes > 0) {
        constexpr rlim_t apart = rlim_t{256} << 20;
        rlimit limit{};
        getrlimit(RLIMIT_DATA, &limit);
        limit.rlim_cur = std::min<rlim_t>(options.memory_bytes / 2 * 5 + apart, limit.rlim_max);
        setrlimit(RLIMIT_DATA, &limit);
    }
    // Should the machine run out of memory in spite of all, a worker is to go and not the runner.
    std::ofstream("/proc/self/oom_score_adj") << "1000";
    // Ctrl-C goes to every process of the terminal; the runner decides what it means.
    std::signal(SIGINT, SIG_IGN);
}

/// The data of this process in bytes, as RLIMIT_DATA counts it; 0 where it is not known.
std::size_t data_bytes() {
    std::ifstream file("/proc/self/status");
    std::string line;
    while (std::getline(file, line)) {
        if (line.starts_with("VmData:")) return std::strtoull(line.c_str() + 7, nullptr, 10) * 1024;
    }
    return 0;
}

/// TESSERA_LAB_FAULT, see the header.
class Fault {
  public:
    Fault() {
        const char* wish = std::getenv("TESSERA_LAB_FAULT");
        if (wish == nullptr) return;
        const std::string_view text = wish;
        kind_ = text.substr(0, text.find(':'));
        prefix_ = text.substr(std::min(text.size(), kind_.size() + 1));
    }
    void strike(std::string_view key) const {
        if (kind_.empty() || !key.starts_with(prefix_)) return;
        if (kind_ == "abort") std::abort();
        if (kind_ == "exit") _exit(7);
        if (kind_ == "hang") {
            while (true) pause();
        }
        if (kind_ == "memory") {
            while (true) hoard_.push_back(std::make_unique<char[]>(std::size_t{1} << 24));
        }
    }

  private:
    std::string_view kind_;
    std::string_view prefix_;
    mutable std::vector<std::unique_ptr<char[]>> hoard_;
};

/// Tells the runner every second that the work goes on.
class SignsOfLife final : public Observer, public pdb::BuildObserver {
  public:
    SignsOfLife(int socket, pdb::BuildObserver* inner) : socket_(socket), inner_(inner) {}

    void progress(const Progress&) override { sign(WireAnswer::alive); }
    bool cancelled() override { return inner_ != nullptr && inner_->cancelled(); }
    void progress(const pdb::Pattern&, std::uint64_t, std::uint64_t) override {
        sign(WireAnswer::building);
    }

  private:
    void sign(WireAnswer kind) {
        const auto now = Clock::now();
        if (now - last_ < sign_interval) return;
        last_ = now;
        send_all(socket_, to_line(kind));
    }

    int socket_;
    pdb::BuildObserver* inner_;
    Clock::time_point last_ = Clock::now();
};

class Worker {
  public:
    Worker(const Host& host, const WorkerOptions& options)
        : host_(host), options_(options), signs_(options.socket, host.build_observer) {
        host_.build_observer = &signs_;
        host_.executor = nullptr;
    }

    int serve() {
        if (!send_all(options_.socket, to_line(WireAnswer::ready))) return 1;
        while (const auto line = next_line()) {
            const auto job = job_from_line(*line);
            if (!job) return 1;
            if (!send_all(options_.socket, result_line(perform(*job)))) return 1;
            forget_if_large();
        }
        return 0;
    }

  private:
    std::optional<std::string> next_line() {
        while (true) {
            if (auto line = lines_.next()) return line;
            if (!receive(options_.socket, lines_)) return std::nullopt;
        }
    }

    RunRecord perform(const WireJob& wire) {
        fault_.strike(wire.key);
        Job job = wire.task.job();
        const std::size_t room = search_memory(options_.memory_bytes);
        const bool curtailed = job.limits.memory_bytes > room;
        job.limits.memory_bytes = std::min(job.limits.memory_bytes, room);
        use_threads(job.options.threads);

        RunRecord record = record_of(wire.task, "", {});
        auto solution = solve_after(prepare(job), [&] { return engine_->solve(job, signs_); });
        if (!solution) {
            const Error& error = solution.error();
            const bool memory = error.code == ErrorCode::memory_limit;
            record.end = memory ? RunEnd::memory_limit : RunEnd::error;
            record.detail = error.message;
            return record;
        }
        fill_in(record, *solution);
        if (record.end == RunEnd::error) {
            record.detail =
                fmt::format("the search ended as '{}'", to_string(solution->outcome.status));
        }
        if (record.end == RunEnd::memory_limit && curtailed) {
            record.detail = fmt::format("a worker had {} bytes for a search here", room);
        }
        return record;
    }

    /// Has the engine build what the job needs, so that its time is the search's own. Only one worker at a time does so:
    /// tables that are kept in files are then built once. How long it took.
    Result<double> prepare(const Job& job) {
        if (works_to_a_deadline(job) || !solvable(job.start, job.goal)) return 0.0;
        std::string what = fmt::format(
            "{}/{}/{}/{}x{}/{}/{}/{}/{}", job.device, job.algorithm, job.heuristic,
            job.goal.geometry().rows, job.goal.geometry().cols, index(job.goal.blank()),
            index(job.start.blank()), static_cast<int>(job.cost), job.limits.memory_bytes);
        for (const auto& [name, value] : job.options.given()) {
            what += fmt::format("/{}={}", name, to_text(value));
        }
        if (prepared_.contains(what)) return 0.0;
        if (!send_all(options_.socket, to_line(WireAnswer::setup)) || !next_line()) _exit(1);
        auto seconds = engine_->prepare(job, signs_);
        send_all(options_.socket, to_line(WireAnswer::searching));
        if (seconds) prepared_.insert(what);
        return seconds;
    }

    /// An engine whose searches have this many threads; one is the rule, so that runs on several workers can be compared.
    void use_threads(std::size_t threads) {
        threads = std::max<std::size_t>(threads, 1);
        if (engine_ != nullptr && threads == threads_) return;
        forget();
        threads_ = threads;
        executor_ = threads > 1 ? std::make_unique<backends::ThreadExecutor>(threads) : nullptr;
        host_.executor = executor_.get();
        engine_ = std::make_unique<Engine>(host_);
    }
    void forget() {
        engine_.reset();
        executor_.reset();
        prepared_.clear();
    }
    /// What the engine keeps is missing for searches.
    void forget_if_large() {
        constexpr std::uint64_t jobs_between = 64;
        if (++jobs_ % jobs_between == 0 && data_bytes() > options_.memory_bytes / 2) forget();
    }

    Host host_;
    WorkerOptions options_;
    SignsOfLife signs_;
    Fault fault_;
    LineBuffer lines_;
    std::uint64_t jobs_ = 0;
    std::size_t threads_ = 0;
    std::unique_ptr<backends::ThreadExecutor> executor_;
    std::unique_ptr<Engine> engine_;
    std::set<std::string> prepared_;
};

}  // namespace

std::size_t search_memory(std::size_t share) {
    constexpr std::size_t least_rest = std::size_t{64} << 20;
    const std::size_t rest = std::max(least_rest, share / 8);
    return share > 2 * rest ? share - rest : share / 2;
}

int run_worker(const Host& host, const WorkerOptions& options) {
    limit_this_process(options);
    return Worker(host, options).serve();
}

}  // namespace tessera::lab
