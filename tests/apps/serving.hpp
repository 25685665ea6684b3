// A server that runs beside a test, on a port that was free.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {

/// Ends with the object.
class Serving {
  public:
    /// `before` stands in front of the program: a shell that sets limits, say.
    explicit Serving(const Words& more = {}, const Words& before = {},
                     const RunOptions& options = {}) {
        Words words = before;
        words.insert(words.end(), {program_under_test(), "serve", "--port", "0"});
        words.insert(words.end(), more.begin(), more.end());
        const std::string cache = private_cache();
        child_ = fork();
        if (child_ == 0) detail::become(words, options, in_, out_, err_, cache);
        in_.close_read();
        out_.close_write();
        err_.close_write();
        while (line_.find('\n') == std::string::npos && detail::drain(out_.read_end, line_)) {
        }
        const std::size_t colon = line_.rfind(':');
        if (colon != std::string::npos) port_ = std::atoi(line_.c_str() + colon + 1);
    }
    ~Serving() {
        if (child_ > 0) end(SIGKILL);
    }
    Serving(const Serving&) = delete;
    Serving& operator=(const Serving&) = delete;

    const std::string& line() const { return line_; }
    int port() const { return port_; }

    int connected() const {
        const int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(port_));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        EXPECT_EQ(connect(file, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
        return file;
    }
    /// The whole answer to a request.
    std::string ask(const std::string& method, const std::string& path,
                    const std::string& body = "") const {
        const int file = connected();
        const std::string text =
            method + " " + path +
            " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + std::to_string(body.size()) +
            "\r\n\r\n" + body;
        EXPECT_EQ(send(file, text.data(), text.size(), MSG_NOSIGNAL),
                  static_cast<ssize_t>(text.size()));
        std::string answer;
        while (detail::drain(file, answer)) {
        }
        close(file);
        return answer;
    }
    /// Ends it and says how it ended: its exit code, or minus the signal.
    int end(int signal_number) {
        kill(child_, signal_number);
        while (detail::drain(err_.read_end, err_text_)) {
        }
        int status = 0;
        while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
        }
        child_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }
    const std::string& errors() const { return err_text_; }

  private:
    detail::Pipe in_;
    detail::Pipe out_;
    detail::Pipe err_;
    pid_t child_ = -1;
    std::string line_;
    std::string err_text_;
    int port_ = 0;
};

/// Nobody lives to see the end of it.
inline constexpr const char* endless =
    R"({"start":[14,15,8,12,10,11,9,13,2,6,5,1,3,7,4,0],"algorithm":"ida*","heuristic":"zero"})";

}  // namespace tessera::app_testing
