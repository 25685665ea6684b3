// A worker as its runner sees it: a child process, the socket to it, and how it ended.
#pragma once

#include <sys/types.h>

#include <span>
#include <string>
#include <string_view>

#include "tessera/base/result.hpp"
#include "tessera/lab/wire.hpp"

namespace tessera::lab {

/// Dies with this object, and with the process that made it, however that ends.
class WorkerProcess {
  public:
    /// `command` is a program with its arguments; the socket will be its standard input and output.
    static Result<WorkerProcess> start(std::span<const std::string> command);

    WorkerProcess(WorkerProcess&& other) noexcept;
    WorkerProcess& operator=(WorkerProcess&& other) noexcept;
    ~WorkerProcess();

    int socket() const { return socket_; }
    /// What it writes to standard error, which is shown nowhere else.
    int errors() const { return errors_; }
    LineBuffer& lines() { return lines_; }

    bool send(std::string_view text) { return send_all(socket_, text); }
    /// Reads standard error and keeps its end.
    void read_errors();

    /// How much memory it holds now, without what is mapped from files; 0 where that is not known.
    std::size_t held_bytes() const;

    /// Waits until it has ended (which it has when its socket is closed; else it is killed) and says how, in words:
    /// "signal 6 (Aborted)", with the last line it wrote to standard error.
    std::string wait_for_end();
    void kill();

  private:
    WorkerProcess(pid_t process, int socket, int errors)
        : process_(process), socket_(socket), errors_(errors) {}

    pid_t process_ = -1;
    int socket_ = -1;
    int errors_ = -1;
    LineBuffer lines_;
    std::string error_text_;
};

}  // namespace tessera::lab
