// Drives the program in a real terminal: a shell in a window of tmux that nobody looks at but the test.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {

/// A terminal of a given size with a shell in it, whose prompt is `$ `.
///
/// Every object has its own tmux server on a socket in a folder of its own, so that tests can run at the same time. The
/// server ends with the object and, should the test be killed, with the test: a shell waits for the end of a pipe that
/// only the test holds open. Nothing is ever waited for by the clock alone: `wait_for` looks until the screen shows
/// what is expected, and gives up only after a minute or two.
class Terminal {
  public:
    struct Size {
        int width = 80;
        int height = 24;
    };

    /// `environment`: NAME=value to set or NAME to remove, on top of a UTF-8 locale and a terminal with colours.
    explicit Terminal(Size size = {80, 24}, Words environment = {}) {
        options_.environment = {"LC_ALL=C.UTF-8", "TMUX", "NO_COLOR", "COLORTERM",
                                "ENV=" + folder_.file("profile", "PS1='$ '\n")};
        options_.environment.insert(options_.environment.end(), environment.begin(),
                                    environment.end());
        options_.folder = folder_.path();
        guard();
        std::string shell = "PATH=" + program_folder() + ":$PATH exec sh -i";
        for (const std::string& entry : environment) {
            // tmux sets TERM for its windows itself.
            if (entry.starts_with("TERM=")) shell = entry + " " + shell;
        }
        tmux({"start-server",
              ";",
              "set",
              "-g",
              "status",
              "off",
              ";",
              "set",
              "-g",
              "default-terminal",
              "tmux-256color",
              ";",
              "set",
              "-g",
              "history-limit",
              "1000",
              ";",
              "new-session",
              "-d",
              "-x",
              std::to_string(size.width),
              "-y",
              std::to_string(size.height),
              shell});
        EXPECT_TRUE(wait_until([](const std::string& now) { return now.starts_with("$"); }));
    }
    ~Terminal() {
        tmux({"kill-server"});
        if (lifeline_ >= 0) close(lifeline_);
    }
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    // ---- Input ------------------------------------------------------------------------------------------

    /// Types a command line and Return.
    void command(const std::string& line) {
        type(line);
        press({"Enter"});
    }
    /// Clears the screen and runs a command line, for whose end `exit_code` waits. What an earlier one left is gone when
    /// this returns, so that nobody who waits for the same text takes the old one for it.
    void run(const std::string& line) {
        ++runs_;
        tmux({"send-keys", "-R"});
        command("clear; " + line + "; echo \"" + exit_mark() + "$?]\"");
    }
    /// Runs the program under test so, its words quoted for the shell.
    void tessera(const Words& words) {
        std::string line = "tessera";
        for (const std::string& word : words) line += " '" + word + "'";
        run(line);
    }
    /// Presses keys by tmux's names: Left, Enter, BSpace, C-c, a.
    void press(std::initializer_list<std::string> keys) {
        Words words = {"send-keys"};
        words.insert(words.end(), keys.begin(), keys.end());
        tmux(words);
    }
    /// Types text as it is.
    void type(const std::string& text) { tmux({"send-keys", "-l", "--", text}); }
    /// Sends bytes as they are, e.g. what a terminal sends for a mouse.
    void send(std::string_view bytes) {
        constexpr std::string_view digits = "0123456789abcdef";
        Words words = {"send-keys", "-H"};
        for (const char c : bytes) {
            const auto byte = static_cast<unsigned char>(c);
            words.push_back({digits[byte / 16U], digits[byte % 16U]});
        }
        tmux(words);
    }
    /// A click of the left button on a place of the screen, both counted from 0, as terminals report it (SGR).
    void click(int column, int row) {
        const std::string place = std::to_string(column + 1) + ";" + std::to_string(row + 1);
        send("\x1b[<0;" + place + "M\x1b[<0;" + place + "m");
    }
    void resize(Size size) {
        tmux(
            {"resize-window", "-x", std::to_string(size.width), "-y", std::to_string(size.height)});
    }
    /// Ends the terminal as closing its window does: SIGHUP to what runs in it.
    void close_window() { tmux({"kill-server"}); }

    // ---- Output -----------------------------------------------------------------------------------------

    /// What is on the screen, line by line.
    std::string screen() { return tmux({"capture-pane", "-p"}); }
    /// The same with the escape sequences of colours.
    std::string coloured_screen() { return tmux({"capture-pane", "-e", "-p"}); }
    /// Whether every line was written to fit: the terminal had to break none, but for single words that are too long.
    testing::AssertionResult fits() {
        // By one command: between two, a progress line would be drawn anew.
        const std::string mark = "== joined ==";
        const std::string both = tmux({"capture-pane", "-p", ";", "display-message", "-p", mark,
                                       ";", "capture-pane", "-J", "-p"});
        const std::size_t place = both.find(mark);
        if (place == std::string::npos) return testing::AssertionFailure() << "no screen: " << both;
        const auto rows = lines_of(both.substr(0, place));
        for (std::string line : lines_of(both.substr(place + mark.size()))) {
            line.erase(line.find_last_not_of(' ') + 1);
            line.erase(0, line.find_first_not_of(' '));
            const auto shown = [&](const std::string& row) { return row.ends_with(line); };
            if (contains(line, " ") && std::none_of(rows.begin(), rows.end(), shown)) {
                return testing::AssertionFailure() << "broken: " << line << "\n" << screen();
            }
        }
        return testing::AssertionSuccess();
    }
    bool shows(std::string_view text) { return contains(screen(), text); }

    testing::AssertionResult wait_for(std::string_view text) {
        return wait_until([&](const std::string& now) { return contains(now, text); },
                          "waited for '" + std::string(text) + "'");
    }
    testing::AssertionResult wait_until_gone(std::string_view text) {
        return wait_until([&](const std::string& now) { return !contains(now, text); },
                          "waited for the end of '" + std::string(text) + "'");
    }
    /// Looks at the screen until `wanted` holds of it.
    testing::AssertionResult wait_until(const std::function<bool(const std::string&)>& wanted,
                                        const std::string& what = "waited") {
        const auto deadline = std::chrono::steady_clock::now() + patience;
        for (;;) {
            const std::string now = screen();
            if (wanted(now)) return testing::AssertionSuccess();
            if (std::chrono::steady_clock::now() > deadline) {
                return testing::AssertionFailure() << what << "; the screen is\n" << now;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    }
    /// Waits until what `run` or `tessera` started has ended, and says with which exit code the shell saw it end
    /// (128 and the signal where one ended it); -1 when it never does.
    int exit_code() {
        const std::string mark = "\n" + exit_mark();
        std::string seen;
        const auto ended = wait_until([&](const std::string& now) {
            seen = "\n" + now;
            return contains(seen, mark);
        });
        EXPECT_TRUE(ended);
        int code = -1;
        if (const std::size_t place = seen.rfind(mark); place != std::string::npos) {
            std::from_chars(seen.data() + place + mark.size(), seen.data() + seen.size(), code);
        }
        return code;
    }

    // ---- State of the terminal --------------------------------------------------------------------------

    bool on_alternate_screen() { return state("#{alternate_on}") == "1"; }
    bool cursor_visible() { return state("#{cursor_flag}") == "1"; }
    bool reports_mouse() { return state("#{mouse_any_flag}") == "1"; }
    /// Whether the shell has its terminal back as it was: own screen, cursor, no mouse, typed letters shown and lines
    /// edited.
    testing::AssertionResult restored() {
        if (on_alternate_screen()) return testing::AssertionFailure() << "alternate screen";
        if (!cursor_visible()) return testing::AssertionFailure() << "no cursor";
        if (reports_mouse()) return testing::AssertionFailure() << "mouse still reported";
        const std::string modes = run_program({"stty", "-F", state("#{pane_tty}"), "-a"}).out;
        for (const std::string_view off : {"-echo ", "-icanon ", "-isig ", "-icrnl ", "-opost "}) {
            if (contains(modes, off)) return testing::AssertionFailure() << off << "in\n" << modes;
        }
        if (!contains(modes, " echo ")) return testing::AssertionFailure() << "modes: " << modes;
        return testing::AssertionSuccess();
    }
    /// The program that the shell runs now; 0 when there is none.
    pid_t program() {
        const std::string shell = state("#{pane_pid}");
        pid_t found = 0;
        std::ifstream("/proc/" + shell + "/task/" + shell + "/children") >> found;
        return found;
    }

  private:
    /// What a test waits for takes milliseconds; sanitizers and busy machines are slow.
    static constexpr auto patience = std::chrono::seconds(90);

    static std::string program_folder() {
        return std::filesystem::path(program_under_test()).parent_path().string();
    }
    /// What the shell writes before the exit code of this run, different for each.
    std::string exit_mark() const { return "[exit of " + std::to_string(runs_) + ": "; }
    std::string socket() const { return folder_.path("tmux"); }
    std::string tmux(const Words& words) {
        Words all = {"tmux", "-f", "/dev/null", "-S", socket()};
        all.insert(all.end(), words.begin(), words.end());
        return run_program(all, options_).out;
    }
    std::string state(const std::string& format) {
        std::string text = tmux({"display-message", "-p", format});
        while (text.ends_with('\n')) text.pop_back();
        return text;
    }
    /// Starts the shell that ends the server when we are gone.
    void guard() {
        std::array<int, 2> ends{};
        if (pipe2(ends.data(), O_CLOEXEC) != 0) return;
        lifeline_ = ends[1];
        const pid_t child = fork();
        if (child == 0) {
            // In the background and of a session of its own, so that whoever ends the test's processes does not find it.
            setsid();
            if (fork() != 0) _exit(0);
            dup2(ends[0], STDIN_FILENO);
            const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
            dup2(nothing, STDOUT_FILENO);
            dup2(nothing, STDERR_FILENO);
            execlp("sh", "sh", "-c", "cat; tmux -S \"$0/tmux\" kill-server; rm -rf \"$0\"",
                   folder_.path().c_str(), nullptr);
            _exit(127);
        }
        close(ends[0]);
        if (child > 0) waitpid(child, nullptr, 0);
    }

    TemporaryFolder folder_;
    RunOptions options_;
    int lifeline_ = -1;
    int runs_ = 0;
};

/// A test that needs a terminal; skipped where there is no tmux.
class InATerminal : public testing::Test {
  protected:
    void SetUp() override { TESSERA_NEEDS_PROGRAM("tmux"); }
};

}  // namespace tessera::app_testing
