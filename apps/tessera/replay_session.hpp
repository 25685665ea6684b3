// A solution played at the terminal: forward, backward, step by step, from any move.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "terminal/pace.hpp"
#include "terminal/page.hpp"
#include "terminal/screen.hpp"
#include "tessera/contracts/search.hpp"

namespace tessera::app {

/// A solution that is known to be right.
struct Recording {
    std::string name;  ///< may be empty
    DynamicBoard start;
    DynamicBoard goal;
    std::vector<Move> moves;
    bool optimal = false;  ///< it says so, with a bound that fits
    std::vector<Stage> stages;
};

class ReplaySession {
  public:
    /// At least one recording; `source` is what the title calls them.
    ReplaySession(terminal::Screen& screen, std::vector<Recording> recordings, std::string source);

    /// The exit code: 0, or 130 when it was interrupted.
    int run();

  private:
    using Clock = std::chrono::steady_clock;
    enum class Direction { forward, backward };

    const Recording& recording() const { return recordings_[current_]; }
    std::size_t length() const { return recording().moves.size(); }

    void open(std::size_t number);
    void handle(const terminal::KeyPress& press);
    void handle_letter(char letter);
    void go_to(std::size_t position);
    void step(Direction direction, std::size_t count = 1);
    /// Begins to play, or pauses when it plays in this direction already.
    void toggle(Direction direction);
    void advance(Clock::time_point now);

    void draw();
    terminal::Page page() const;
    std::string move_words() const;
    std::string pace_words() const;
    const Stage* stage() const;

    terminal::Screen& screen_;
    std::vector<Recording> recordings_;
    std::string source_;
    terminal::Look look_;
    terminal::Placement placement_;
    std::size_t current_ = 0;
    DynamicBoard board_;
    std::size_t position_ = 0;  ///< moves made so far
    terminal::Pace pace_;
    Direction direction_ = Direction::forward;
    std::string typed_;  ///< the number of a move to jump to
    bool goal_shown_ = false;
    bool quit_ = false;
};

}  // namespace tessera::app
