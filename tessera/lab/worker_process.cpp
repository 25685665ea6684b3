// A worker as its runner sees it: a child process, the socket to it, and how it ended.
#include "tessera/lab/worker_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <utility>
#include <vector>

namespace tessera::lab {
namespace {

/// Between fork and exec: only what is safe there.
[[noreturn]] void become_worker(char* const* arguments, int socket, int errors, pid_t runner) {
    // If the runner is killed, so is the worker. A runner that was killed before this line would go unnoticed.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != runner) _exit(1);
    dup2(socket, STDIN_FILENO);
    dup2(socket, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    execv(arguments[0], arguments);
    _exit(127);
}

/// The last line that says something.
std::string last_line(std::string_view text) {
    const std::size_t end = text.find_last_not_of(" \n");
    if (end == std::string_view::npos) return {};
    text = text.substr(0, end + 1);
    const std::size_t begin = text.rfind('\n');
    return std::string(text.substr(begin == std::string_view::npos ? 0 : begin + 1).substr(0, 300));
}

std::string how_it_ended(int status) {
    if (WIFEXITED(status)) return fmt::format("exit code {}", WEXITSTATUS(status));
    const int number = WTERMSIG(status);
    std::string text = fmt::format("signal {} ({})", number, strsignal(number));
    if (number == SIGKILL) text += ", as the system does when it has no more memory";
    return text;
}

}  // namespace

Result<WorkerProcess> WorkerProcess::start(std::span<const std::string> command) {
    std::array<int, 2> sockets{-1, -1};
    std::array<int, 2> errors{-1, -1};
    const auto failure = [&] {
        const Error error{ErrorCode::internal,
                          fmt::format("cannot start a worker: {}", std::strerror(errno)),
                          "fewer workers at once may help", "jobs"};
        for (const int file : {sockets[0], sockets[1], errors[0], errors[1]}) {
            if (file >= 0) close(file);
        }
        return error;
    };
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0) return failure();
    if (pipe2(errors.data(), O_CLOEXEC) != 0) return failure();
    fcntl(errors[0], F_SETFL, O_NONBLOCK);
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const pid_t runner = getpid();
    const pid_t process = fork();
    if (process == 0) become_worker(arguments.data(), sockets[1], errors[1], runner);
    if (process < 0) return failure();
    close(sockets[1]);
    close(errors[1]);
    return WorkerProcess(process, sockets[0], errors[0]);
}

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept
    : process_(std::exchange(other.process_, -1)),
      socket_(std::exchange(other.socket_, -1)),
      errors_(std::exchange(other.errors_, -1)),
      lines_(std::move(other.lines_)),
      error_text_(std::move(other.error_text_)) {}

WorkerProcess& WorkerProcess::operator=(WorkerProcess&& other) noexcept {
    std::swap(process_, other.process_);
    std::swap(socket_, other.socket_);
    std::swap(errors_, other.errors_);
    std::swap(lines_, other.lines_);
    std::swap(error_text_, other.error_text_);
    return *this;
}

WorkerProcess::~WorkerProcess() {
    if (process_ > 0) (void)wait_for_end();
    if (socket_ >= 0) close(socket_);
    if (errors_ >= 0) close(errors_);
}

void WorkerProcess::read_errors() {
    constexpr std::size_t most = 4096;
    std::array<char, most> bytes;
    while (true) {
        const ssize_t count = read(errors_, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return;
        error_text_.append(bytes.data(), static_cast<std::size_t>(count));
        if (error_text_.size() > most) error_text_.erase(0, error_text_.size() - most);
    }
}

std::size_t WorkerProcess::held_bytes() const {
    static const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    std::ifstream file(fmt::format("/proc/{}/statm", process_));
    std::size_t size = 0;
    std::size_t resident = 0;
    std::size_t shared = 0;
    if (!(file >> size >> resident >> shared)) return 0;
    return (resident - std::min(resident, shared)) * page;
}

void WorkerProcess::kill() {
    if (process_ > 0) ::kill(process_, SIGKILL);
}

std::string WorkerProcess::wait_for_end() {
    if (process_ <= 0) return {};
    int status = 0;
    pid_t ended = 0;
    // It may have closed its socket a moment before it ended.
    for (int wait = 0; wait < 100 && ended == 0; ++wait) {
        ended = waitpid(process_, &status, WNOHANG);
        if (ended == 0) {
            if (wait == 0) shutdown(socket_, SHUT_RDWR);
            usleep(1000);
        }
    }
    if (ended == 0) {
        kill();
        while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
        }
    }
    process_ = -1;
    read_errors();
    const std::string words = last_line(error_text_);
    return words.empty() ? how_it_ended(status)
                         : fmt::format("{}: {}", how_it_ended(status), words);
}

}  // namespace tessera::lab
