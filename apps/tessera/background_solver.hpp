// A search on its own thread, for a program that must react to keys meanwhile.
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

/// The findings of a search so far.
struct SearchFinding {
    Guide::Ticket ticket = 0;
    Cost lower_bound = 0;
    std::optional<std::vector<Move>> path;
    bool finished = false;  ///< nothing more will come
};

/// Searches one board at a time: first any way; then, on boards of up to 16 cells, the shortest; on larger
/// boards ever better ones with a rising bound, for about a minute. It uses one core, so that the game keeps
/// the others.
class BackgroundSolver {
  public:
    /// `wake` is called from the thread whenever there is a new finding.
    explicit BackgroundSolver(std::function<void()> wake);
    /// Cancels the search and waits until it has stopped, a few milliseconds.
    ~BackgroundSolver();
    BackgroundSolver(const BackgroundSolver&) = delete;
    BackgroundSolver& operator=(const BackgroundSolver&) = delete;

    /// Begins a search and cancels the one that is under way.
    void search(const DynamicBoard& start, const DynamicBoard& goal, Guide::Ticket ticket);
    void give_up();
    /// Whether a search is under way.
    bool busy() const;
    /// The findings since the last call, the newest last.
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
    mutable std::mutex mutex_;  ///< guards the members below
    std::condition_variable changed_;
    std::optional<Request> request_;  ///< not yet begun
    Guide::Ticket current_ = 0;       ///< of the search that is wanted; 0: none
    std::vector<SearchFinding> findings_;
    bool closing_ = false;
    std::thread thread_;
};

}  // namespace tessera::app
