// How the program speaks: exit codes, text for people on stdout, errors on stderr, colours.
#include "console.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <nlohmann/json.hpp>

#include "terminal/characters.hpp"
#include "tessera/api/api.hpp"
#include "tessera/base/text.hpp"

namespace tessera::app {

int exit_code(ErrorCode code) {
    switch (code) {
        case ErrorCode::usage:
            return exit_usage;
        case ErrorCode::bad_input:
            return exit_bad_input;
        case ErrorCode::unsolvable:
            return exit_unsolvable;
        case ErrorCode::memory_limit:
            return exit_memory_limit;
        case ErrorCode::interrupted:
            return exit_interrupted;
        case ErrorCode::internal:
            return exit_internal;
    }
    return exit_internal;
}

int exit_code(Status status) {
    switch (status) {
        case Status::solved:
            return exit_ok;
        case Status::unsolvable:
            return exit_unsolvable;
        case Status::time_limit:
            return exit_time_limit;
        case Status::memory_limit:
            return exit_memory_limit;
        case Status::node_limit:
        case Status::depth_limit:
        case Status::gave_up:
            return exit_gave_up;
        case Status::interrupted:
            return exit_interrupted;
        case Status::error:
            return exit_internal;
    }
    return exit_internal;
}

std::optional<int> terminal_width(Stream stream) {
    const int file = stream == Stream::out ? STDOUT_FILENO : STDERR_FILENO;
    if (isatty(file) == 0) return std::nullopt;
    winsize window{};
    const bool known = ioctl(file, TIOCGWINSZ, &window) == 0 && window.ws_col > 0;
    return known ? window.ws_col : 80;
}

std::string in_locale(std::string_view text) {
    static const bool utf8 = terminal::locale_is_utf8();
    return utf8 ? std::string(text) : terminal::in_ascii(text);
}

std::string for_people(std::string_view text, Stream stream) {
    const auto width = terminal_width(stream);
    return width ? terminal::wrapped_lines(in_locale(text), *width) : in_locale(text);
}

namespace {

/// The beginning of a line whose end has not come yet.
std::string unfinished_line;

void write_unfinished_line() {
    if (unfinished_line.empty()) return;
    fmt::print("{}", for_people(std::exchange(unfinished_line, {}), Stream::out));
}

}  // namespace

void say_text(std::string_view text) {
    const std::size_t end = text.rfind('\n');
    if (end != std::string_view::npos) {
        unfinished_line += text.substr(0, end + 1);
        write_unfinished_line();
        text.remove_prefix(end + 1);
    }
    unfinished_line += text;
}

void say_now(std::string_view text) {
    say_text(text);
    write_unfinished_line();
    std::fflush(stdout);
}

void tell(std::string_view text) {
    // fmt::print would throw where this fails.
    std::fwrite(text.data(), 1, text.size(), stderr);
}

namespace {

/// How the command line sets, or shows, what the library calls by the name of a field.
struct Setting {
    std::string_view field;
    std::string_view words;
};
constexpr Setting settings[] = {
    {"algorithm", "'tessera list algorithms' shows them all"},
    {"collection", "'tessera list collections' shows them all"},
    {"cost", "--cost sets it"},
    {"db", "'tessera lab run SUITE --db FILE' makes one"},
    {"format", "'tessera list formats' shows them all"},
    {"goal", "--goal sets it"},
    {"heuristic", "'tessera list heuristics' shows them all"},
    {"heuristics", "'tessera list heuristics' shows them all"},
    {"host", "--host sets it"},
    {"jobs", "--jobs sets how many"},
    {"lab_folder", "--lab-folder sets it"},
    {"limits.depth", "--max-depth sets it"},
    {"limits.memory_bytes", "--memory sets how much"},
    {"limits.nodes", "--nodes sets how many"},
    {"limits.seconds", "--time sets how much"},
    {"port", "--port sets it, --port 0 takes any that is free"},
    {"shard", "--shard takes it"},
    {"size", "--size sets it"},
    {"suite", "'tessera list lab-suites' shows them all"},
    {"table", "'tessera pdb list' shows them all"},
};

}  // namespace

std::string remedy(const Error& error) {
    const auto* known = std::find_if(std::begin(settings), std::end(settings),
                                     [&](const Setting& one) { return one.field == error.field; });
    if (known == std::end(settings)) return error.hint;
    if (error.hint.empty()) return std::string(known->words);
    return fmt::format("{}{} {}", error.hint, error.hint.ends_with('?') ? "" : ";", known->words);
}

void print_error(const Error& error) {
    // Names of files and words of the command line are in it as they were given.
    std::string text = fmt::format("tessera: {}\n", formats::printable(error.message));
    const std::string help = remedy(error);
    if (!help.empty()) text += fmt::format("         {}\n", formats::printable(help));
    tell(for_people(text, Stream::err));
}

void print_note(std::string_view note) {
    tell(for_people(fmt::format("tessera: note: {}\n", formats::printable(note)), Stream::err));
}

namespace {
bool answers_are_json = false;
}

void expect_json() {
    answers_are_json = true;
}

int fail(const Error& error) {
    print_error(error);
    const bool of_a_limit =
        error.code == ErrorCode::memory_limit || error.field.starts_with("limits.");
    if (answers_are_json && of_a_limit) fmt::print("{}\n", to_json(error));
    return exit_code(error.code);
}

namespace {
int first_write_errno = 0;
}

bool flush_answer() {
    write_unfinished_line();
    const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    if (!written && first_write_errno == 0) first_write_errno = errno;
    return written;
}

Error write_error() {
    return {ErrorCode::internal,
            fmt::format("cannot write the answer: {}", std::strerror(first_write_errno)),
            "is the disk full, or standard output closed?"};
}

std::string what_helps(const SolvabilityReport& report) {
    std::string text = fmt::format(
        "It can reach: {}.\n", report.reachable_goals.empty()
                                   ? "none of the named goals"
                                   : fmt::format("{}", fmt::join(report.reachable_goals, ", ")));
    if (!report.solvable) {
        text += fmt::format("To repair it, swap tiles {} and {}.\n", index(report.swap_a),
                            index(report.swap_b));
    }
    return text;
}

bool use_colour(Colour wish) {
    if (wish != Colour::automatic) return wish == Colour::always;
    const char* no_colour = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    return isatty(STDOUT_FILENO) != 0 && (no_colour == nullptr || *no_colour == '\0') &&
           terminal != nullptr && std::string_view(terminal) != "dumb";
}

std::string painted(std::string_view text, Paint paint, bool colour) {
    if (!colour) return std::string(text);
    const int code = paint == Paint::good ? 32 : paint == Paint::bad ? 31 : 33;
    return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

}  // namespace tessera::app
