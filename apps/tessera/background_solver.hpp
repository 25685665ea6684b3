// A search on a thread of its own, for a program that must answer keys meanwhile.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "tessera/player/guide.hpp"
#include "tessera/puzzle/board.hpp"

namespace tessera::app {

/// What a search knows by now.
struct SearchFinding {
    Guide::Ticket ticket = 0;
    Cost lower_bound = 0;
    std::optional<std::vector<Move>> path;
    bool finished = false;  ///< nothing more will come
};

/// Searches one board at a time: some way at once, then the shortest on boards of up to 16 cells, and ever better ones
/// with a rising bound on larger ones, for about a minute. It uses one core, so that the game keeps the others.
class BackgroundSolver {
  public:
    /// `wake` is called from the thread whenever there is something to take.
    explicit BackgroundSolver(std::function<void()> wake);
    /// Gives up what is under way and waits until it has stopped, a few milliseconds.
    ~BackgroundSolver();
    BackgroundSolver(const BackgroundSolver&) = delete;
    BackgroundSolver& operator=(const BackgroundSolver&) = delete;

    /// Begins a search; one that is under way is given up.
    void search(const DynamicBoard& start, const DynamicBoard& goal, Guide::Ticket ticket);
    void give_up();
    /// Whether a search is under way.
    bool busy() const;
    /// What has been found since the last call, the newest last.
    std::vector<SearchFinding> take();

  private:
    struct Request {
        DynamicBoard start;
        DynamicBoard goal;
        Guide::Ticket ticket = 0;
    };
    class Watcher;

    void serve();
    void work_on(const Request& request);
    /// Whether this search is still wanted.
    bool wanted(Guide::Ticket ticket) const;
    void report(SearchFinding finding);

    std::function<void()> wake_;
    mutable std::mutex mutex_;  ///< guards what follows
    std::condition_variable changed_;
    std::optional<Request> request_;  ///< not yet begun
    Guide::Ticket current_ = 0;       ///< of the search that is wanted; 0: none
    std::vector<SearchFinding> findings_;
    bool closing_ = false;
    std::thread thread_;
};

}  // namespace tessera::app
