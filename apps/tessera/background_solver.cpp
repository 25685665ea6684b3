// A search on its own thread, for a program that must react to keys meanwhile.
#include "background_solver.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <string_view>
#include <utility>

#include "system.hpp"
#include "tessera/backends/table_files.hpp"
#include "tessera/backends/thread_executor.hpp"
#include "tessera/engine/solve.hpp"

namespace tessera::app {
namespace {

/// Drops notes: a screen with a board has no place for them, and none matters to a player.
class NoNotices final : public backends::TableNotices {
  public:
    void note(std::string_view) override {}
};

/// One of the searches for a board; they run one after the other until the solution is proven shortest.
struct Effort {
    std::string_view algorithm;
    std::chrono::nanoseconds time;
};

std::vector<Effort> efforts_for(Geometry geometry) {
    using namespace std::chrono_literals;
    constexpr auto no_limit = std::chrono::nanoseconds::max();
    if (geometry.cells() <= 9) return {{"auto", no_limit}};
    if (geometry.cells() <= 16) return {{anytime_info.name, 100ms}, {"auto", no_limit}};
    return {{anytime_info.name, 100ms},
            {anytime_info.name, 1s},
            {anytime_info.name, 8s},
            {anytime_info.name, 60s}};
}

/// Enough for any board up to 4×4; larger ones get better with more, but it is only a game.
std::size_t memory_for_a_game() {
    return std::min(default_memory_limit(), std::size_t{1} << 30);
}

}  // namespace

/// Tells the engine when its search is no longer wanted, and reports when its bound has risen.
class BackgroundSolver::Watcher final : public Observer {
  public:
    Watcher(BackgroundSolver& solver, Guide::Ticket ticket) : solver_(solver), ticket_(ticket) {}

    bool cancelled() override { return !solver_.wanted(ticket_); }
    void progress(const Progress& progress) override {
        if (progress.lower_bound <= bound_) return;
        bound_ = progress.lower_bound;
        solver_.report({ticket_, bound_, std::nullopt, false});
    }

  private:
    BackgroundSolver& solver_;
    Guide::Ticket ticket_;
    Cost bound_ = 0;
};

BackgroundSolver::BackgroundSolver(std::function<void()> wake)
    : wake_(std::move(wake)), thread_([this] { serve(); }) {}

BackgroundSolver::~BackgroundSolver() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
        current_ = 0;
    }
    changed_.notify_all();
    thread_.join();
}

void BackgroundSolver::search(const DynamicBoard& start, const DynamicBoard& goal,
                              Guide::Ticket ticket) {
    {
        const std::lock_guard lock(mutex_);
        request_ = Request{start, goal, ticket};
        current_ = ticket;
    }
    changed_.notify_all();
}

void BackgroundSolver::give_up() {
    const std::lock_guard lock(mutex_);
    request_.reset();
    current_ = 0;
}

bool BackgroundSolver::busy() const {
    const std::lock_guard lock(mutex_);
    return current_ != 0;
}

std::vector<SearchFinding> BackgroundSolver::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(findings_, {});
}

bool BackgroundSolver::wanted(Guide::Ticket ticket) const {
    const std::lock_guard lock(mutex_);
    return !closing_ && current_ == ticket;
}

void BackgroundSolver::report(SearchFinding finding) {
    {
        const std::lock_guard lock(mutex_);
        if (finding.finished && current_ == finding.ticket) current_ = 0;
        findings_.push_back(std::move(finding));
    }
    wake_();
}

void BackgroundSolver::serve() {
    for (;;) {
        Request request;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [&] { return closing_ || request_; });
            if (closing_) return;
            request = *std::exchange(request_, std::nullopt);
        }
        // A search that runs out of memory leaves the game with what it has.
        try {
            work_on(request);
        } catch (const std::exception&) {
        }
        report({request.ticket, 0, std::nullopt, true});
    }
}

void BackgroundSolver::work_on(const Request& request) {
    static NoNotices notices;
    static backends::ThreadExecutor builders;
    // One for each thread that searches, so that each keeps its heuristics for the next board.
    thread_local backends::FileTables tables(backends::cache_folder(), notices, &builders);
    thread_local Engine engine([] {
        Host host;
        host.tables = &tables;
        return host;
    }());
    Job job;
    job.start = request.start;
    job.goal = request.goal;
    job.limits.memory_bytes = memory_for_a_game();
    Watcher watcher(*this, request.ticket);
    for (const Effort& effort : efforts_for(request.start.geometry())) {
        if (!wanted(request.ticket)) return;
        job.algorithm = effort.algorithm;
        job.limits.time = effort.time;
        auto solution = engine.solve(job, watcher);
        if (!solution) return;
        SearchFinding finding{request.ticket, solution->proof.lower_bound, std::nullopt, false};
        if (solution->outcome.found) finding.path = std::move(solution->outcome.moves);
        report(std::move(finding));
        if (solution->proof.optimal) return;
    }
}

}  // namespace tessera::app
