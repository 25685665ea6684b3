// A game at the terminal: its keys, its page, and the searches in the background.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "background_solver.hpp"
#include "terminal/pace.hpp"
#include "terminal/page.hpp"
#include "terminal/screen.hpp"
#include "tessera/player/guide.hpp"
#include "tessera/puzzle/difficulty.hpp"
#include "tessera/puzzle/game.hpp"

namespace tessera::app {

/// A board to play, and where it came from.
struct Deal {
    DynamicBoard start;
    DynamicBoard goal;
    std::string name;                   ///< of a board that was given; may be empty
    std::optional<std::uint64_t> seed;  ///< of a shuffled one
};

/// The meaning of the arrow keys: the direction of the tile, or of the blank.
enum class ArrowKeys { tile, blank };

struct PlaySettings {
    Difficulty difficulty = Difficulty::medium;
    ArrowKeys arrows = ArrowKeys::tile;
    /// The next board; called with the difficulty that was chosen.
    std::function<Deal(Difficulty)> deal;
};

/// Counts while it runs.
class Stopwatch {
  public:
    using Clock = std::chrono::steady_clock;

    bool running() const { return since_.has_value(); }
    void start(Clock::time_point now) {
        if (!since_) since_ = now;
    }
    void stop(Clock::time_point now) {
        counted_ = elapsed(now);
        since_.reset();
    }
    Clock::duration elapsed(Clock::time_point now) const {
        return counted_ + (since_ ? now - *since_ : Clock::duration(0));
    }

  private:
    Clock::duration counted_{0};
    std::optional<Clock::time_point> since_;
};

/// Plays until the player quits. `Game` has the rules and `Guide` the hints; this class connects them with
/// keys, page and searches.
class PlaySession {
  public:
    PlaySession(terminal::Screen& screen, PlaySettings settings);

    /// The exit code: 0, or 130 when it was interrupted.
    int run();
    /// The games that were played, one line each.
    std::vector<std::string> summaries() const;

  private:
    using Clock = std::chrono::steady_clock;
    enum class Solving {
        off,
        waiting,  ///< for a way worth showing
        on        ///< the tiles move by themselves, or step by step
    };

    // What happens.
    void begin(Deal deal);
    void handle(const terminal::KeyPress& press);
    void handle_letter(char letter);
    void arrow_key(Move direction, bool far);
    void click(terminal::Point place);
    void made(const std::vector<Move>& moves);
    void make_next_move();
    void new_game();
    void change_difficulty();
    void ask_hint();
    void toggle_solving();
    void stop_solving();
    void step();
    /// Takes the findings of the searches, and begins a search if the current way may be improved.
    void follow_searches();
    void advance(Clock::time_point now);
    std::optional<Clock::time_point> next_deadline(Clock::time_point now) const;
    void say(std::string message) { message_ = std::move(message); }

    // What is shown.
    void draw(Clock::time_point now);
    terminal::Page page(Clock::time_point now) const;
    terminal::Marks marks(Clock::time_point now) const;
    std::vector<terminal::KeyHelp> usual_keys() const;
    std::vector<terminal::KeyHelp> solving_keys() const;
    std::string title_words() const;
    std::string shortest_words() const;
    std::string beyond_shortest_words() const;
    std::string hint_words() const;
    std::string message_words() const;
    std::string solved_words() const;
    std::string summary(Clock::time_point now) const;
    bool start_is_proven() const { return start_best_ && *start_best_ == start_bound_; }

    terminal::Screen& screen_;
    PlaySettings settings_;
    terminal::Look look_;
    terminal::Placement placement_;

    Deal deal_;
    Difficulty dealt_difficulty_;
    Game game_;
    Stopwatch watch_;
    Guide guide_;
    bool off_the_way_ = false;  ///< the last search does not start where the player is
    Guide::Ticket start_ticket_ = 0;
    Cost start_bound_ = 0;            ///< of every solution of the start
    std::optional<Cost> start_best_;  ///< the shortest known
    std::size_t hints_ = 0;
    std::size_t own_moves_ = 0;  ///< moves that Tessera made
    bool hint_shown_ = false;
    bool goal_shown_ = false;
    bool sure_ = false;  ///< the player was warned that a new board ends this game
    Solving solving_ = Solving::off;
    Clock::time_point waiting_since_;
    terminal::Pace pace_;
    std::string message_;
    std::optional<Clock::time_point> solved_at_;  ///< while it is celebrated
    std::vector<std::string> ended_games_;
    bool quit_ = false;

    // Last, so that they stop before anything they report to is gone.
    BackgroundSolver start_solver_;
    BackgroundSolver here_solver_;
};

}  // namespace tessera::app
