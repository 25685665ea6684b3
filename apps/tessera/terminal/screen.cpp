// The whole terminal as one page: takes it, draws on it, reads its keys, and always restores it.
#include "screen.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

namespace tessera::app::terminal {
namespace {

// ---- Giving the terminal back, also from a signal handler --------------------------------------------------

/// Another screen, no cursor, reports of the mouse's buttons with places in decimal digits.
constexpr std::string_view enter_sequence =
    "\x1b[?1049h\x1b[?25l\x1b[0m\x1b[2J\x1b[?1000h\x1b[?1006h";
constexpr std::string_view leave_sequence = "\x1b[?1006l\x1b[?1000l\x1b[0m\x1b[?25h\x1b[?1049l";

/// What a signal handler must know; written before the handlers are set.
struct TerminalState {
    termios before{};
    int input = -1;
    int wake_read = -1;
    int wake_write = -1;
};
TerminalState state;
volatile sig_atomic_t entered = 0;
volatile sig_atomic_t end_wanted = 0;
volatile sig_atomic_t stop_wanted = 0;
volatile sig_atomic_t resize_seen = 0;

/// Writes all of it; only calls that are safe in a signal handler. A terminal that is gone takes nothing.
void write_all(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (count > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(count));
        } else if (errno == EAGAIN) {
            pollfd room{STDOUT_FILENO, POLLOUT, 0};
            poll(&room, 1, 1000);
        } else if (errno != EINTR) {
            return;
        }
    }
}

void leave() {
    if (entered == 0) return;
    entered = 0;
    write_all(leave_sequence);
    tcsetattr(state.input, TCSADRAIN, &state.before);
}

void enter() {
    termios raw = state.before;
    raw.c_iflag &= ~static_cast<tcflag_t>(ICRNL | INLCR | IXON | ISTRIP);
    raw.c_lflag &= ~static_cast<tcflag_t>(ECHO | ICANON | IEXTEN);  // ISIG stays: Ctrl-C, Ctrl-Z
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    entered = 1;
    tcsetattr(state.input, TCSADRAIN, &raw);
    write_all(enter_sequence);
}

/// Made once and never closed: a thread that still works may wake a screen that is gone.
bool have_pipe() {
    std::array<int, 2> ends{};
    if (state.wake_read >= 0) return true;
    if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) return false;
    state.wake_read = ends[0];
    state.wake_write = ends[1];
    return true;
}

void wake_reader() {
    const int error = errno;
    const char byte = 0;
    // A full pipe wakes as well as one more byte would.
    [[maybe_unused]] const ssize_t ignored = write(state.wake_write, &byte, 1);
    errno = error;
}

// ---- Signals ---------------------------------------------------------------------------------------------------

constexpr std::array ending_signals{SIGINT, SIGTERM, SIGHUP};
constexpr std::array crash_signals{SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGQUIT};

/// What was in force before, to be put back.
struct SavedActions {
    std::array<struct sigaction, ending_signals.size()> ending{};
    std::array<struct sigaction, crash_signals.size()> crash{};
    struct sigaction stop{};
    struct sigaction resize{};
};
SavedActions saved;

void on_ending(int) {
    end_wanted = 1;
    wake_reader();
}
void on_stop(int) {
    stop_wanted = 1;
    wake_reader();
}
void on_resize(int) {
    resize_seen = 1;
    wake_reader();
}
/// Gives the terminal back and lets the signal do what it would have done without us.
void on_crash(int number) {
    leave();
    for (std::size_t i = 0; i < crash_signals.size(); ++i) {
        if (crash_signals[i] == number) sigaction(number, &saved.crash[i], nullptr);
    }
    raise(number);
}

/// A stack that is full cannot serve the handler of the signal that says so.
void give_handlers_a_stack() {
    stack_t present{};
    if (sigaltstack(nullptr, &present) == 0 && (present.ss_flags & SS_DISABLE) == 0) return;
    static std::array<char, 1 << 16> stack;
    stack_t description{};
    description.ss_sp = stack.data();
    description.ss_size = stack.size();
    sigaltstack(&description, nullptr);
}

struct sigaction action_of(void (*handler)(int), int flags) {
    struct sigaction action{};
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigemptyset(&action.sa_mask);
    return action;
}

void set_handlers() {
    give_handlers_a_stack();
    const auto ending = action_of(on_ending, 0);
    for (std::size_t i = 0; i < ending_signals.size(); ++i) {
        sigaction(ending_signals[i], &ending, &saved.ending[i]);
    }
    const auto crash = action_of(on_crash, SA_ONSTACK | SA_NODEFER);
    for (std::size_t i = 0; i < crash_signals.size(); ++i) {
        sigaction(crash_signals[i], &crash, &saved.crash[i]);
    }
    const auto stop = action_of(on_stop, 0);
    sigaction(SIGTSTP, &stop, &saved.stop);
    const auto resize = action_of(on_resize, 0);
    sigaction(SIGWINCH, &resize, &saved.resize);
}

void restore_handlers() {
    for (std::size_t i = 0; i < ending_signals.size(); ++i) {
        sigaction(ending_signals[i], &saved.ending[i], nullptr);
    }
    for (std::size_t i = 0; i < crash_signals.size(); ++i) {
        sigaction(crash_signals[i], &saved.crash[i], nullptr);
    }
    sigaction(SIGTSTP, &saved.stop, nullptr);
    sigaction(SIGWINCH, &saved.resize, nullptr);
}

// ---- What the terminal can do ------------------------------------------------------------------------------

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string_view() : value;
}

Palette palette_for(Colour wish) {
    if (!use_colour(wish)) return Palette::none;
    const std::string_view terminal = environment("TERM");
    if (!environment("COLORTERM").empty()) return Palette::many;
    for (const std::string_view known :
         {"256color", "kitty", "alacritty", "foot", "ghostty", "wezterm", "direct"}) {
        if (terminal.find(known) != std::string_view::npos) return Palette::many;
    }
    return Palette::sixteen;
}

void append_colour(std::string& codes, int colour, int basic, int bright, int extended) {
    if (colour < 0) return;
    if (colour < 8) {
        fmt::format_to(std::back_inserter(codes), ";{}", basic + colour);
    } else if (colour < 16) {
        fmt::format_to(std::back_inserter(codes), ";{}", bright + colour - 8);
    } else {
        fmt::format_to(std::back_inserter(codes), ";{};5;{}", extended, colour);
    }
}

std::string sequence_for(const Style& style, Palette palette) {
    std::string codes = "0";
    if (style.bold) codes += ";1";
    if (style.dim) codes += ";2";
    if (style.underline) codes += ";4";
    if (style.reverse) codes += ";7";
    if (palette != Palette::none) {
        append_colour(codes, style.foreground, 30, 90, 38);
        append_colour(codes, style.background, 40, 100, 48);
    }
    return fmt::format("\x1b[{}m", codes);
}

Error no_terminal(std::string_view command, std::string_view why) {
    return usage_error(fmt::format("{} needs a terminal; {}", command, why),
                       "run it in a terminal window, with nothing redirected");
}

}  // namespace

// ---- Screen --------------------------------------------------------------------------------------------------------

Result<std::unique_ptr<Screen>> Screen::open(std::string_view command, Colour wish,
                                             bool input_was_read) {
    if (isatty(STDOUT_FILENO) == 0) return no_terminal(command, "standard output is none");
    const std::string_view kind = environment("TERM");
    if (kind.empty() || kind == "dumb") {
        return no_terminal(command, kind.empty()
                                        ? "TERM is not set, so it is not known what this one can do"
                                        : "this one (TERM=dumb) cannot move its cursor");
    }
    int input = STDIN_FILENO;
    bool owned = false;
    if (isatty(input) == 0) {
        if (!input_was_read) return no_terminal(command, "standard input is none");
        input = ::open("/dev/tty", O_RDWR | O_CLOEXEC);
        if (input < 0) return no_terminal(command, "there is none to read keys from");
        owned = true;
    }
    if (tcgetattr(input, &state.before) != 0 || !have_pipe()) {
        const std::string reason = std::strerror(errno);
        if (owned) close(input);
        return no_terminal(command, fmt::format("this one cannot be used: {}", reason));
    }
    std::fflush(stdout);
    state.input = input;
    end_wanted = 0;
    stop_wanted = 0;
    resize_seen = 0;
    return std::unique_ptr<Screen>(new Screen(input, owned, palette_for(wish), locale_is_utf8()));
}

Screen::Screen(int input, bool owns_input, Palette palette, bool unicode)
    : input_(input), owns_input_(owns_input), palette_(palette), unicode_(unicode) {
    set_handlers();
    enter();
    measure();
}

Screen::~Screen() {
    leave();
    restore_handlers();
    if (owns_input_) close(input_);
}

void Screen::measure() {
    winsize window{};
    const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0;
    size_ = known ? Size{window.ws_col, window.ws_row} : Size{80, 24};
    shown_.reset();
}

void Screen::show(const Canvas& page) {
    const bool whole = !shown_ || shown_->size() != page.size();
    std::string output;
    if (whole) output = "\x1b[0m\x1b[2J";
    Style style;
    for (int row = 0; row < page.size().height; ++row) {
        int cursor = -1;  // where the terminal would write next on this row
        for (int column = 0; column < page.size().width; ++column) {
            const Canvas::Glyph& glyph = page.at({column, row});
            if (whole ? glyph == Canvas::Glyph() : glyph == shown_->at({column, row})) continue;
            if (cursor != column) {
                fmt::format_to(std::back_inserter(output), "\x1b[{};{}H", row + 1, column + 1);
            }
            if (glyph.style != style) {
                output += sequence_for(glyph.style, palette_);
                style = glyph.style;
            }
            if (unicode_) {
                append_utf8(output, glyph.character);
            } else {
                output += ascii_for(glyph.character);
            }
            cursor = column + 1;
        }
    }
    if (style != Style()) output += "\x1b[0m";
    write_all(output);
    shown_ = page;
}

/// Stops as Ctrl-Z asks, with the terminal as the shell left it, and comes back.
void Screen::suspend() {
    leave();
    sigaction(SIGTSTP, &saved.stop, nullptr);
    raise(SIGTSTP);
    const auto stop = action_of(on_stop, 0);
    sigaction(SIGTSTP, &stop, nullptr);
    tcgetattr(input_, &state.before);
    enter();
    measure();
}

std::optional<Event> Screen::read_signals() {
    if (end_wanted != 0) return Event{Event::Kind::interrupted, {}};
    if (stop_wanted != 0) {
        stop_wanted = 0;
        suspend();
        return Event{Event::Kind::resized, {}};
    }
    if (resize_seen != 0) {
        resize_seen = 0;
        measure();
        return Event{Event::Kind::resized, {}};
    }
    return std::nullopt;
}

Event Screen::wait(std::optional<Clock::time_point> until) {
    // A terminal sends the bytes of one key together; what has not come by then is not part of it.
    constexpr auto patience = std::chrono::milliseconds(30);
    std::optional<Clock::time_point> key_complete;
    for (;;) {
        if (auto event = read_signals()) return *event;
        while (auto press = keys_.next(key_complete && Clock::now() >= *key_complete)) {
            if (press->key != Key::none) return {Event::Kind::key, *press};
        }
        if (closed_) return {Event::Kind::closed, {}};
        if (!keys_.waiting()) {
            key_complete.reset();
        } else if (!key_complete) {
            key_complete = Clock::now() + patience;
        }
        // Even when the time is over already, keys are looked at: a fast animation must not shut them out.
        const auto now = Clock::now();
        const auto limit = key_complete ? key_complete : until;
        int milliseconds = -1;
        if (limit) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(*limit - now).count();
            milliseconds = static_cast<int>(std::clamp<long long>(left, 0, 3'600'000));
        }
        std::array<pollfd, 2> watched{{{input_, POLLIN, 0}, {state.wake_read, POLLIN, 0}}};
        if (poll(watched.data(), watched.size(), milliseconds) <= 0) {
            if (!key_complete && until && Clock::now() >= *until) {
                return {Event::Kind::timed_out, {}};
            }
            continue;
        }
        std::array<char, 512> buffer;
        if (watched[1].revents != 0) {
            while (read(state.wake_read, buffer.data(), buffer.size()) > 0) {
            }
            if (auto event = read_signals()) return *event;
            return {Event::Kind::woken, {}};
        }
        if (watched[0].revents != 0) {
            const ssize_t count = read(input_, buffer.data(), buffer.size());
            if (count > 0) {
                keys_.feed({buffer.data(), static_cast<std::size_t>(count)});
                key_complete.reset();
            } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
                closed_ = true;
            }
        }
    }
}

void Screen::wake() {
    wake_reader();
}

}  // namespace tessera::app::terminal
