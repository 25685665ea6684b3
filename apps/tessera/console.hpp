// How the program speaks: exit codes, text for people on stdout, errors on stderr, colours.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tessera/base/readable.hpp"
#include "tessera/base/result.hpp"
#include "tessera/contracts/search.hpp"
#include "tessera/puzzle/solvability.hpp"

namespace tessera::app {

/// Exit codes are a documented promise (docs/interface.md).
enum ExitCode : int {
    exit_ok = 0,
    exit_internal = 1,
    exit_usage = 2,
    exit_bad_input = 3,
    exit_unsolvable = 11,
    exit_gave_up = 12,
    exit_memory_limit = 22,
    exit_time_limit = 23,
    exit_interrupted = 130
};

int exit_code(ErrorCode code);
int exit_code(Status status);

/// Text for people: on a terminal its lines are wrapped to the width, and it is ASCII where the locale has nothing else. Answers for
/// programs and files (JSON, formats, scripts) are written by fmt::print and stay UTF-8.
enum class Stream { out, err };
/// ASCII where the locale has nothing else.
std::string in_locale(std::string_view text);
/// The same, wrapped as it is written to this stream.
std::string for_people(std::string_view text, Stream stream);
/// Columns of the terminal behind the stream; nothing if there is none.
std::optional<int> terminal_width(Stream stream);

/// Writes a text for people to stdout. A line may come in parts: it is written when its end comes.
void say_text(std::string_view text);
template <class... Values>
void say(fmt::format_string<Values...> form, Values&&... values) {
    say_text(fmt::format(form, std::forward<Values>(values)...));
}
/// Writes the beginning of a line at once: a question.
void say_now(std::string_view text);

/// Writes to stderr as it is. If that fails (closed, a full disk), nothing else changes: it never ends or changes an
/// answer.
void tell(std::string_view text);
/// What to do about an error: its hint, and how the command line sets the field that is wrong.
std::string remedy(const Error& error);
/// "tessera: message" and, indented below, the remedy; to stderr.
void print_error(const Error& error);
/// A remark for the user, to stderr.
void print_note(std::string_view note);
/// Prints the error and returns its exit code. Where the answer is awaited as JSON, a limit that leaves none is
/// `tessera.error/1` on stdout as well.
int fail(const Error& error);
/// The answer is awaited as JSON.
void expect_json();

/// Flushes stdout; false if it could not be written (a full disk). `main` reports it.
bool flush_answer();
/// Why the answer could not be written.
Error write_error();

/// For an unsolvable board: which named goals it can reach, and the swap that repairs it; whole
/// lines.
std::string what_helps(const SolvabilityReport& report);

enum class Colour { automatic, always, never };
/// Whether stdout should carry colours: `--color`, NO_COLOR and the terminal decide.
bool use_colour(Colour wish);

enum class Paint { good, bad, warning };
/// The text in a colour for terminals, or as it is.
std::string painted(std::string_view text, Paint paint, bool colour);

}  // namespace tessera::app
