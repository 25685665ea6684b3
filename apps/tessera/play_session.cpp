// A game at the terminal: its keys, its page, and the searches in the background.
#include "play_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "console.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera::app {
namespace {

using terminal::Event;
using terminal::Key;
using terminal::KeyPress;

/// How long to wait for a solution that is shorter than the current one, if one can be proven.
constexpr auto longest_wait = std::chrono::seconds(3);

/// A wave runs over the solved board, a diagonal at a time.
constexpr auto wave_step = std::chrono::milliseconds(40);

/// "0:41", "12:05", "1:02:03".
std::string clock_words(std::chrono::steady_clock::duration duration) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(duration).count();
    if (seconds < 3600) return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
    return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

std::string played_words(const Game& game) {
    return fmt::format("{} ({})", counted(game.moves().size(), "move"),
                       counted(game.slides(), "slide"));
}

/// "slide 9 ↓": the tile that a move of the blank moves, and where that goes.
std::string slide_words(const DynamicBoard& board, Move move) {
    return fmt::format("slide {} {}", index(board.tile_at(board.neighbour(move))),
                       terminal::arrow(opposite(move)));
}

}  // namespace

PlaySession::PlaySession(terminal::Screen& screen, PlaySettings settings)
    : screen_(screen),
      settings_(std::move(settings)),
      look_(screen.palette()),
      deal_(settings_.deal(settings_.difficulty)),
      dealt_difficulty_(settings_.difficulty),
      game_(deal_.start, deal_.goal),
      start_solver_(terminal::Screen::wake),
      here_solver_(terminal::Screen::wake) {
    begin(deal_);
}

int PlaySession::run() {
    bool interrupted = false;
    while (!quit_) {
        draw(Clock::now());
        const Event event = screen_.wait(next_deadline(Clock::now()));
        switch (event.kind) {
            case Event::Kind::key:
                handle(event.press);
                break;
            case Event::Kind::interrupted:
                interrupted = true;
                quit_ = true;
                break;
            case Event::Kind::closed:
                quit_ = true;
                break;
            case Event::Kind::resized:
            case Event::Kind::woken:
            case Event::Kind::timed_out:
                break;
        }
        follow_searches();
        advance(Clock::now());
    }
    watch_.stop(Clock::now());
    start_solver_.give_up();
    here_solver_.give_up();
    return interrupted ? exit_interrupted : exit_ok;
}

// ---- What happens ----------------------------------------------------------------------------------------------

void PlaySession::begin(Deal deal) {
    deal_ = std::move(deal);
    dealt_difficulty_ = settings_.difficulty;
    game_ = Game(deal_.start, deal_.goal);
    watch_ = {};
    guide_.clear();
    off_the_way_ = false;
    start_bound_ = 0;
    start_best_.reset();
    hints_ = 0;
    own_moves_ = 0;
    hint_shown_ = false;
    sure_ = false;
    stop_solving();
    here_solver_.give_up();
    start_ticket_ = guide_.begin();
    start_solver_.search(deal_.start, deal_.goal, start_ticket_);
    say("");
}

void PlaySession::handle(const KeyPress& press) {
    const bool new_game_key = press.key == Key::letter && press.letter == 'n';
    if (!new_game_key) sure_ = false;
    say("");
    switch (press.key) {
        case Key::up:
            return arrow_key(Move::up, press.shifted);
        case Key::down:
            return arrow_key(Move::down, press.shifted);
        case Key::left:
            return arrow_key(Move::left, press.shifted);
        case Key::right:
            return arrow_key(Move::right, press.shifted);
        case Key::click:
            return click(press.place);
        case Key::backspace:
            return handle_letter('u');
        case Key::enter:
            if (hint_shown_ && solving_ == Solving::off) make_next_move();
            return;
        case Key::escape:
            hint_shown_ = false;
            return stop_solving();
        case Key::letter:
            return handle_letter(press.letter);
        default:
            return;
    }
}

void PlaySession::handle_letter(char letter) {
    switch (letter) {
        case 'h':
        case 'H':
            return arrow_key(Move::left, letter == 'H');
        case 'j':
        case 'J':
            return arrow_key(Move::down, letter == 'J');
        case 'k':
        case 'K':
            return arrow_key(Move::up, letter == 'K');
        case 'l':
        case 'L':
            return arrow_key(Move::right, letter == 'L');
        case 'u':
            stop_solving();
            if (!game_.can_undo()) return say("There is nothing to undo.");
            return made(game_.undo());
        case 'r':
        case terminal::control('r'):
            stop_solving();
            if (!game_.can_redo()) return say("There is nothing to redo.");
            return made(game_.redo());
        case 'R':
            stop_solving();
            made(game_.restart());
            watch_ = {};
            return say("Back at the start; r makes the moves again.");
        case 'n':
            return new_game();
        case 'd':
            return change_difficulty();
        case 't':
            settings_.arrows =
                settings_.arrows == ArrowKeys::tile ? ArrowKeys::blank : ArrowKeys::tile;
            return say(settings_.arrows == ArrowKeys::tile
                           ? "The arrows now move the tile: it goes where the arrow points."
                           : "The arrows now move the blank: it goes where the arrow points.");
        case '?':
            return ask_hint();
        case 's':
            return toggle_solving();
        case ' ':
            if (solving_ != Solving::on) return;
            return pace_.running() ? pace_.pause() : pace_.run(Clock::now());
        case '.':
            return step();
        case '+':
        case '=':
            return pace_.faster();
        case '-':
            return pace_.slower();
        case 'g':
            goal_shown_ = !goal_shown_;
            return;
        case 'q':
        case 'Q':
            quit_ = true;
            return;
        default:
            return;
    }
}

void PlaySession::arrow_key(Move direction, bool far) {
    stop_solving();
    if (game_.solved()) return;
    const Move move = settings_.arrows == ArrowKeys::tile ? opposite(direction) : direction;
    made(far ? game_.move_far(move) : game_.move(move));
}

void PlaySession::click(terminal::Point place) {
    const auto cell = placement_.cell_at(place);
    if (!cell) return;
    stop_solving();
    if (!game_.solved()) made(game_.push(*cell));
}

/// The board has changed by these moves of the blank.
void PlaySession::made(const std::vector<Move>& moves) {
    if (moves.empty()) return;
    hint_shown_ = false;
    for (const Move move : moves) {
        if (guide_.next() != move) off_the_way_ = true;
        guide_.step(move);
    }
    const auto now = Clock::now();
    if (!game_.solved()) return watch_.start(now);
    watch_.stop(now);
    stop_solving();
    solved_at_ = now;
    const auto length = static_cast<Cost>(game_.moves().size());
    start_best_ = std::min(start_best_.value_or(length), length);
}

void PlaySession::make_next_move() {
    const auto next = guide_.next();
    if (!next) return;
    ++own_moves_;
    made(game_.move(*next));
}

void PlaySession::new_game() {
    if (!game_.moves().empty() && !game_.solved() && !sure_) {
        sure_ = true;
        return say("Press n again for a new board; this game ends then.");
    }
    if (!game_.moves().empty()) ended_games_.push_back(summary(Clock::now()));
    begin(settings_.deal(settings_.difficulty));
}

void PlaySession::change_difficulty() {
    settings_.difficulty = next_harder(settings_.difficulty);
    // A game that has not begun is dealt again; one that has is not disturbed.
    if (game_.moves().empty() && deal_.seed) return begin(settings_.deal(settings_.difficulty));
    say(fmt::format("The next board (n) will be {}.", to_string(settings_.difficulty)));
}

void PlaySession::ask_hint() {
    if (game_.solved()) return;
    if (!hint_shown_) ++hints_;
    hint_shown_ = true;
}

void PlaySession::toggle_solving() {
    if (solving_ != Solving::off) return stop_solving();
    if (game_.solved()) return;
    hint_shown_ = false;
    solving_ = Solving::waiting;
    waiting_since_ = Clock::now();
}

void PlaySession::stop_solving() {
    solving_ = Solving::off;
    pace_.pause();
}

/// One step of the solution, which then waits for the next.
void PlaySession::step() {
    if (game_.solved() || !guide_.next()) return;
    solving_ = Solving::on;
    pace_.pause();
    make_next_move();
}

void PlaySession::follow_searches() {
    for (BackgroundSolver* solver : {&start_solver_, &here_solver_}) {
        for (SearchFinding& finding : solver->take()) {
            if (finding.ticket == start_ticket_) {
                start_bound_ = std::max(start_bound_, finding.lower_bound);
                if (finding.path) {
                    const auto length = static_cast<Cost>(finding.path->size());
                    start_best_ = std::min(start_best_.value_or(length), length);
                }
            }
            guide_.learn(finding.ticket, finding.lower_bound, std::move(finding.path));
        }
    }
    if (game_.solved() || guide_.shortest()) {
        here_solver_.give_up();
        off_the_way_ = false;
    } else if (off_the_way_) {
        off_the_way_ = false;
        here_solver_.search(game_.board(), game_.goal(), guide_.begin());
    }
}

void PlaySession::advance(Clock::time_point now) {
    const Geometry geometry = game_.board().geometry();
    if (solved_at_ &&
        (!game_.solved() || now - *solved_at_ > wave_step * (geometry.rows + geometry.cols))) {
        solved_at_.reset();
    }
    if (solving_ == Solving::waiting && guide_.known()) {
        // On boards of up to 16 cells the shortest solution is usually a moment away.
        const bool may_get_shorter =
            deal_.start.geometry().cells() <= 16 && (start_solver_.busy() || here_solver_.busy());
        if (guide_.shortest() || !may_get_shorter || now - waiting_since_ >= longest_wait) {
            solving_ = Solving::on;
            pace_.run(now);
        }
    }
    if (solving_ != Solving::on) return;
    for (int steps = pace_.take_steps(now); steps > 0 && solving_ == Solving::on; --steps) {
        make_next_move();
    }
}

std::optional<PlaySession::Clock::time_point> PlaySession::next_deadline(
    Clock::time_point now) const {
    std::optional<Clock::time_point> deadline = pace_.due();
    const auto at_latest = [&](Clock::time_point time) {
        deadline = deadline ? std::min(*deadline, time) : time;
    };
    if (watch_.running()) {
        const auto elapsed = watch_.elapsed(now);
        const auto whole = std::chrono::floor<std::chrono::seconds>(elapsed);
        at_latest(now + (whole + std::chrono::seconds(1) - elapsed));
    }
    if (solving_ == Solving::waiting) at_latest(waiting_since_ + longest_wait);
    if (solved_at_) at_latest(now + wave_step);
    return deadline;
}

// ---- What is shown ---------------------------------------------------------------------------------------------

void PlaySession::draw(Clock::time_point now) {
    terminal::Canvas canvas(screen_.size());
    placement_ =
        terminal::draw_page(canvas, page(now), game_.board(), game_.goal(), marks(now), look_);
    screen_.show(canvas);
}

terminal::Marks PlaySession::marks(Clock::time_point now) const {
    terminal::Marks marks;
    if (solved_at_) marks.wave = static_cast<int>((now - *solved_at_) / wave_step);
    const auto next = guide_.next();
    if (hint_shown_ && next) {
        marks.hint = game_.board().neighbour(*next);
        marks.hint_direction = opposite(*next);
    } else if (solving_ == Solving::on && !game_.moves().empty()) {
        marks.moved = game_.board().neighbour(opposite(game_.moves().back()));
    }
    return marks;
}

std::string PlaySession::title_words() const {
    const Geometry geometry = deal_.start.geometry();
    std::string text =
        fmt::format("{}×{} · goal {}", geometry.rows, geometry.cols, goal_name(deal_.goal));
    if (deal_.seed) {
        text += fmt::format(" · {} · seed {}", to_string(dealt_difficulty_), *deal_.seed);
    } else if (!deal_.name.empty()) {
        text += fmt::format(" · {}", deal_.name);
    }
    return text;
}

/// What is known about the start.
std::string PlaySession::shortest_words() const {
    if (start_is_proven()) return counted(static_cast<std::uint64_t>(start_bound_), "move");
    if (!start_best_ || deal_.start.geometry().cells() <= 16) {
        return start_bound_ > 0 ? fmt::format("at least {} …", start_bound_) : "…";
    }
    return fmt::format("{} to {} (gap {:.1f} %)", start_bound_, *start_best_,
                       100.0 * static_cast<double>(*start_best_ - start_bound_) /
                           static_cast<double>(std::max<Cost>(start_bound_, 1)));
}

std::string PlaySession::beyond_shortest_words() const {
    const auto length = static_cast<Cost>(game_.moves().size());
    if (!start_is_proven()) {
        return length > start_bound_ ? fmt::format("at least {} are needed", start_bound_) : "";
    }
    if (length == start_bound_) return "the fewest possible";
    return fmt::format("{} more than the shortest ({})", length - start_bound_, start_bound_);
}

std::string PlaySession::hint_words() const {
    const auto next = guide_.next();
    if (!next) return "Hint: looking for the shortest way …";
    const std::size_t left = guide_.way().size();
    std::string text = fmt::format("Hint: {} ", slide_words(game_.board(), *next));
    if (guide_.shortest()) {
        text += fmt::format("({} to go at best)", left);
    } else {
        text += fmt::format("({} to go this way; at least {})", left, guide_.lower_bound());
    }
    return text + ". Enter makes the move.";
}

std::string PlaySession::solved_words() const {
    const std::string beyond = beyond_shortest_words();
    return fmt::format(
        "★ {} {} in {}{}{}. ★ n deals the next board.",
        own_moves_ == 0 ? "Solved!" : "Solved with Tessera's help:", played_words(game_),
        clock_words(watch_.elapsed(Clock::now())), beyond.empty() ? "" : ", ", beyond);
}

std::string PlaySession::message_words() const {
    if (!message_.empty()) return message_;
    if (game_.solved()) {
        return game_.moves().empty() ? "This board is solved already. n deals another."
                                     : solved_words();
    }
    if (solving_ == Solving::waiting) return "Looking for the shortest way …";
    if (solving_ == Solving::on) {
        return pace_.running()
                   ? fmt::format("Solving, {} steps a second, {} to go. Space pauses, s stops.",
                                 pace_.per_second(), guide_.way().size())
                   : fmt::format("Paused, {} to go. Space goes on, . makes one step, s stops.",
                                 guide_.way().size());
    }
    if (hint_shown_) return hint_words();
    if (game_.moves().empty()) return "Slide the tiles into order. The clock starts with you.";
    return "";
}

std::vector<terminal::KeyHelp> PlaySession::solving_keys() const {
    return {{"space", pace_.running() ? "pause" : "go on"},
            {".", "one step"},
            {"+ -", "speed"},
            {"s", "stop"},
            {"q", "quit"}};
}

std::vector<terminal::KeyHelp> PlaySession::usual_keys() const {
    return {{"↑↓←→ hjkl", settings_.arrows == ArrowKeys::tile ? "move a tile" : "move the blank"},
            {"u", "undo"},
            {"r", "redo"},
            {"?", "hint"},
            {"s", "solve"},
            {"n", "new"},
            {"q", "quit"},
            {"g", "goal"},
            {"d", "difficulty"},
            {"R", "restart"},
            {"t", settings_.arrows == ArrowKeys::tile ? "arrows move the blank"
                                                      : "arrows move the tile"},
            {"click", "slide a row"}};
}

terminal::Page PlaySession::page(Clock::time_point now) const {
    const std::string time = clock_words(watch_.elapsed(now));
    terminal::Page page;
    page.title = {{"Tessera", look_.title}, {"  " + title_words(), look_.label}};
    page.panel = {terminal::figure("Moves", played_words(game_), look_),
                  terminal::figure("Time", time, look_),
                  terminal::figure("Shortest", shortest_words(), look_)};
    page.brief = {{{played_words(game_), look_.value}, {" · " + time, look_.value}},
                  {{"shortest ", look_.label}, {shortest_words(), look_.value}}};
    page.message = message_words();
    page.message_style = game_.solved() ? look_.good : look_.notice;
    page.usual_keys = usual_keys();
    page.keys = solving_ == Solving::off ? page.usual_keys : solving_keys();
    page.show_goal = goal_shown_;
    return page;
}

std::string PlaySession::summary(Clock::time_point now) const {
    std::string text = fmt::format("{} {}, {}", game_.solved() ? "solved in" : "not solved after",
                                   played_words(game_), clock_words(watch_.elapsed(now)));
    if (game_.solved()) {
        const std::string beyond = beyond_shortest_words();
        if (!beyond.empty()) text += ", " + beyond;
    } else if (start_is_proven()) {
        text += fmt::format(", shortest {}", start_bound_);
    }
    if (hints_ > 0) text += ", " + counted(hints_, "hint");
    if (own_moves_ > 0) text += fmt::format(", {} made by Tessera", counted(own_moves_, "move"));
    if (game_.taken_back() > 0) text += fmt::format(", {} taken back", game_.taken_back());
    if (deal_.seed) {
        text += fmt::format("; {}, seed {}", to_string(dealt_difficulty_), *deal_.seed);
    }
    text += fmt::format("; again: tessera play \"{}\"", inline_form(deal_.start));
    const std::string_view name = goal_name(deal_.goal);
    if (name == "custom") {
        text += fmt::format(" --goal \"{}\"", inline_form(deal_.goal));
    } else if (name != "blank-last") {
        text += fmt::format(" --goal {}", name);
    }
    return text;
}

std::vector<std::string> PlaySession::summaries() const {
    std::vector<std::string> lines = ended_games_;
    lines.push_back(summary(Clock::now()));
    return lines;
}

}  // namespace tessera::app
