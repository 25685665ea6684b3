// The whole terminal as one page: takes it, draws on it, reads its keys, and always restores it.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "apps/tessera/console.hpp"
#include "canvas.hpp"
#include "key_reader.hpp"
#include "tessera/base/result.hpp"

namespace tessera::app::terminal {

/// Colours a terminal can show.
enum class Palette {
    none,     ///< only bold, reverse and the like
    sixteen,  ///< the basic colours
    many      ///< 256 of them
};

struct Event {
    enum class Kind {
        key,          ///< a key or a click
        resized,      ///< the window has another size
        woken,        ///< somebody called `wake`
        timed_out,    ///< the time given to `wait` is over
        interrupted,  ///< Ctrl-C, SIGTERM or SIGHUP: end in order
        closed        ///< there will be no more keys
    };
    Kind kind = Kind::timed_out;
    KeyPress press;
};

/// The terminal while a full-screen command has it. There can be only one.
///
/// Plain ECMA-48 control sequences rather than ncurses: every terminal in use understands them, a board needs little
/// more than moving the cursor and colours, and what gives the terminal back is a fixed string and `tcsetattr`, both of
/// which may be used in a signal handler, where nothing of ncurses may. So the terminal is restored by the destructor,
/// on the signals that ask the program to end, before it is stopped by Ctrl-Z, and when it crashes.
class Screen {
  public:
    using Clock = std::chrono::steady_clock;

    /// Takes the terminal; a usage error that names `command` where there is none that can show a page. Keys come from
    /// standard input, or from the terminal itself where `input_was_read` says that standard input gave a file.
    static Result<std::unique_ptr<Screen>> open(std::string_view command, Colour wish,
                                                bool input_was_read);
    ~Screen();
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

    Size size() const { return size_; }
    Palette palette() const { return palette_; }

    /// Shows the page; only what changed is sent.
    void show(const Canvas& page);
    /// The next event, at the latest at `until`.
    Event wait(std::optional<Clock::time_point> until);
    /// Makes `wait` return; may be called from any thread.
    static void wake();

  private:
    Screen(int input, bool owns_input, Palette palette, bool unicode);
    void measure();
    void suspend();
    std::optional<Event> read_signals();

    int input_;
    bool owns_input_;
    Palette palette_;
    bool unicode_;
    bool closed_ = false;
    Size size_;
    KeyReader keys_;
    std::optional<Canvas> shown_;
};

}  // namespace tessera::app::terminal
