// A solution played at the terminal: forward, backward, step by step, from any move.
#include "replay_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "console.hpp"
#include "path_text.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera::app {

using terminal::Event;
using terminal::Key;

ReplaySession::ReplaySession(terminal::Screen& screen, std::vector<Recording> recordings,
                             std::string source)
    : screen_(screen),
      recordings_(std::move(recordings)),
      source_(std::move(source)),
      look_(screen.palette()) {
    open(0);
}

int ReplaySession::run() {
    bool interrupted = false;
    while (!quit_) {
        draw();
        const Event event = screen_.wait(pace_.due());
        if (event.kind == Event::Kind::key) handle(event.press);
        interrupted = event.kind == Event::Kind::interrupted;
        if (interrupted || event.kind == Event::Kind::closed) quit_ = true;
        advance(Clock::now());
    }
    return interrupted ? exit_interrupted : exit_ok;
}

void ReplaySession::open(std::size_t number) {
    current_ = number;
    board_ = recording().start;
    position_ = 0;
    pace_.pause();
}

void ReplaySession::handle(const terminal::KeyPress& press) {
    const bool digit = press.key == Key::letter && press.letter >= '0' && press.letter <= '9';
    const std::string typed =
        digit || press.key == Key::backspace ? typed_ : std::exchange(typed_, "");
    switch (press.key) {
        case Key::right:
            return step(Direction::forward);
        case Key::left:
            return step(Direction::backward);
        case Key::up:
        case Key::page_up:
            return step(Direction::backward, 10);
        case Key::down:
        case Key::page_down:
            return step(Direction::forward, 10);
        case Key::home:
            pace_.pause();
            return go_to(0);
        case Key::end:
            pace_.pause();
            return go_to(length());
        case Key::backspace:
            if (!typed_.empty()) return typed_.pop_back();
            return step(Direction::backward);
        case Key::enter: {
            std::size_t wanted = length();
            if (typed.empty()) return step(Direction::forward);
            std::from_chars(typed.data(), typed.data() + typed.size(), wanted);
            pace_.pause();
            return go_to(std::min(wanted, length()));
        }
        case Key::click:
            if (placement_.bar.contains(press.place)) {
                const double part = (press.place.column + 0.5) / placement_.bar.size.width;
                go_to(static_cast<std::size_t>(std::lround(part * static_cast<double>(length()))));
            }
            return;
        case Key::letter:
            if (!digit) return handle_letter(press.letter);
            if (typed_.size() < 9) typed_ += press.letter;
            return;
        default:
            return;
    }
}

void ReplaySession::handle_letter(char letter) {
    switch (letter) {
        case ' ':
            return toggle(Direction::forward);
        case 'b':
            return toggle(Direction::backward);
        case '.':
        case 'l':
            return step(Direction::forward);
        case ',':
        case 'h':
            return step(Direction::backward);
        case '^':
            return go_to(0);
        case '$':
            return go_to(length());
        case '+':
        case '=':
            return pace_.faster();
        case '-':
            return pace_.slower();
        case '[':
            if (current_ > 0) open(current_ - 1);
            return;
        case ']':
            if (current_ + 1 < recordings_.size()) open(current_ + 1);
            return;
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

void ReplaySession::go_to(std::size_t position) {
    while (position_ < position) board_.slide(recording().moves[position_++]);
    while (position_ > position) board_.slide(opposite(recording().moves[--position_]));
}

void ReplaySession::step(Direction direction, std::size_t count) {
    pace_.pause();
    go_to(direction == Direction::forward ? std::min(position_ + count, length())
                                          : position_ - std::min(position_, count));
}

void ReplaySession::toggle(Direction direction) {
    if (pace_.running() && direction_ == direction) return pace_.pause();
    direction_ = direction;
    // From the end there is nothing left to play but the whole, and likewise backward.
    if (direction == Direction::forward && position_ == length()) go_to(0);
    if (direction == Direction::backward && position_ == 0) go_to(length());
    pace_.run(Clock::now());
}

void ReplaySession::advance(Clock::time_point now) {
    const auto steps = static_cast<std::size_t>(pace_.take_steps(now));
    if (steps == 0) return;
    go_to(direction_ == Direction::forward ? std::min(position_ + steps, length())
                                           : position_ - std::min(position_, steps));
    if (position_ == (direction_ == Direction::forward ? length() : 0)) pace_.pause();
}

// ---- What is shown ---------------------------------------------------------------------------------------------

void ReplaySession::draw() {
    terminal::Marks marks;
    if (position_ > 0) marks.moved = board_.neighbour(opposite(recording().moves[position_ - 1]));
    terminal::Canvas canvas(screen_.size());
    placement_ = terminal::draw_page(canvas, page(), board_, recording().goal, marks, look_);
    screen_.show(canvas);
}

/// The move that led here: "9 slid ↓ (blank up)".
std::string ReplaySession::move_words() const {
    if (position_ == 0) return "at the start";
    const Move move = recording().moves[position_ - 1];
    const Cell moved = board_.neighbour(opposite(move));
    return fmt::format("{} slid {} (blank {})", index(board_.tile_at(moved)),
                       terminal::arrow(opposite(move)), to_string(move));
}

std::string ReplaySession::pace_words() const {
    return fmt::format("{}, {} a second",
                       !pace_.running()                   ? "paused"
                       : direction_ == Direction::forward ? "playing"
                                                          : "rewinding",
                       pace_.per_second());
}

/// The stage that the next move belongs to, or the last one at the end.
const Stage* ReplaySession::stage() const {
    const Stage* found = nullptr;
    for (const Stage& candidate : recording().stages) {
        if (candidate.first <= position_ && (candidate.moves > 0 || found == nullptr)) {
            found = &candidate;
        }
    }
    return found;
}

terminal::Page ReplaySession::page() const {
    const Recording& shown = recording();
    const Geometry geometry = shown.start.geometry();
    std::string title = fmt::format("  {} · {}×{} · goal {}", source_, geometry.rows, geometry.cols,
                                    goal_name(shown.goal));
    if (!shown.name.empty()) title += " · " + shown.name;
    if (recordings_.size() > 1) {
        title += fmt::format(" · solution {} of {}", current_ + 1, recordings_.size());
    }
    const std::string where = fmt::format("{} of {}", position_, length());
    terminal::Page page;
    page.title = {{"Tessera", look_.title}, {std::move(title), look_.label}};
    page.panel = {terminal::figure("Move", where, look_), terminal::figure("", move_words(), look_),
                  terminal::figure("Speed", pace_words(), look_),
                  terminal::figure("Length",
                                   fmt::format("{} ({})", counted(length(), "move"),
                                               counted(slides(shown.moves), "slide")),
                                   look_)};
    if (shown.optimal) page.panel.push_back(terminal::figure("", "proven shortest", look_));
    page.brief = {{{"move " + where, look_.value}, {" · " + move_words(), look_.value}},
                  {{pace_words(), look_.label}}};
    page.message_style = look_.notice;
    if (!typed_.empty()) {
        page.message = fmt::format("Go to move {}_ (Enter)", typed_);
    } else if (position_ == length()) {
        page.message_style = look_.good;
        page.message = fmt::format("★ The goal, after {}. ★", counted(length(), "move"));
    } else if (const Stage* now = stage()) {
        page.message = stage_words(*now);
    }
    page.keys = {{"space", pace_.running() ? "pause" : "play"},
                 {"←→", "step"},
                 {"↑↓", "10 steps"},
                 {"q", "quit"},
                 {"b", "rewind"},
                 {"+ -", "speed"},
                 {"Home End", "start, goal"},
                 {"12 Enter", "go to move 12"},
                 {"g", "goal"}};
    if (recordings_.size() > 1) page.keys.insert(page.keys.begin() + 3, {"[ ]", "other solutions"});
    page.progress =
        length() == 0 ? 1.0 : static_cast<double>(position_) / static_cast<double>(length());
    page.show_goal = goal_shown_;
    return page;
}

}  // namespace tessera::app
