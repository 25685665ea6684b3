// What runner and worker say to each other: lines of JSON through a socket.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tessera/base/result.hpp"
#include "tessera/lab/run.hpp"

namespace tessera::lab {

/// A job on its way to a worker. Of the board and the configuration it carries content, not names.
struct WireJob {
    std::string key;
    RunTask task;
};

std::string to_line(const WireJob& job);
std::optional<WireJob> job_from_line(std::string_view line);

/// What a worker says.
enum class WireAnswer {
    ready,          ///< it has started and takes a job
    setup,          ///< the job needs a heuristic that is not built yet: may it build it now?
    building,       ///< it is building it, and lives
    searching,      ///< that is done, the search begins
    alive,          ///< it is searching, and lives
    out_of_memory,  ///< the job needs more memory than the worker may have; it ends itself
    result          ///< with the fields of for_each_result_field
};

std::string to_line(WireAnswer answer);
/// A `result`.
std::string result_line(const RunRecord& record);
/// A result is filled into `record`, whose other fields stay as they are. Nothing if it is no such line.
std::optional<WireAnswer> answer_from_line(std::string_view line, RunRecord& record);

/// What the runner says to a worker that asked for `setup`.
inline constexpr std::string_view go_ahead = "go\n";

/// Cuts a stream of bytes into lines.
class LineBuffer {
  public:
    void append(std::string_view bytes) { text_ += bytes; }
    /// The next whole line, without its end.
    std::optional<std::string> next();

  private:
    std::string text_;
    std::size_t begin_ = 0;
};

/// Writes all of it to a socket; false if the reader is gone.
bool send_all(int socket, std::string_view text);
/// Waits for bytes and appends them; false at the end.
bool receive(int socket, LineBuffer& buffer);

}  // namespace tessera::lab
