// tessera serve as a user meets it: the address it prints, how it ends, and what it says when it cannot listen.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "tests/apps/run_program.hpp"

namespace tessera::app_testing {
namespace {

/// A server that runs beside the test, on a port that was free.
class Serving {
  public:
    explicit Serving(const Words& more = {}) {
        Words words{program_under_test(), "serve", "--port", "0"};
        words.insert(words.end(), more.begin(), more.end());
        const std::string cache = private_cache();
        child_ = fork();
        if (child_ == 0) detail::become(words, {}, in_, out_, err_, cache);
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

constexpr const char* endless =
    R"({"start":[14,15,8,12,10,11,9,13,2,6,5,1,3,7,4,0],"algorithm":"ida*","heuristic":"zero"})";

TEST(Serve, PrintsItsAddressAndAnswers) {
    Serving serving;
    ASSERT_GT(serving.port(), 0) << serving.line();
    EXPECT_EQ(serving.line(), "http://127.0.0.1:" + std::to_string(serving.port()) + "/\n");
    const std::string engine = serving.ask("GET", "/api/engine");
    EXPECT_TRUE(contains(engine, "tessera.engine/1")) << engine;
    EXPECT_TRUE(contains(engine, "\"lab\":true")) << engine;
    EXPECT_TRUE(contains(serving.ask("GET", "/"), "<title>Tessera</title>"));
    EXPECT_EQ(serving.end(SIGTERM), 0);
    EXPECT_EQ(serving.errors(), "");
}

TEST(Serve, SignalsEndItWithSearchesUnderWay) {
    for (const int signal_number : {SIGTERM, SIGINT}) {
        Serving serving({"--threads", "2"});
        ASSERT_GT(serving.port(), 0);
        std::string job;
        for (int i = 0; i < 10; ++i) {
            const std::string answer = serving.ask("POST", "/api/jobs", endless);
            ASSERT_TRUE(contains(answer, " 202 ")) << answer;
            if (i == 0) job = answer.substr(answer.find("\"job\":\"") + 7, 32);
        }
        // A stream that is open, and somebody who says nothing.
        const int stream = serving.connected();
        const std::string watch =
            "GET /api/jobs/" + job + "/events HTTP/1.1\r\nHost: localhost\r\n\r\n";
        send(stream, watch.data(), watch.size(), MSG_NOSIGNAL);
        std::string heard;
        while (!contains(heard, "event: progress") && detail::drain(stream, heard)) {
        }
        const int silent = serving.connected();
        EXPECT_EQ(serving.end(signal_number), 0) << serving.errors();
        while (detail::drain(stream, heard)) {
        }
        EXPECT_TRUE(contains(heard, "\"status\":\"interrupted\"")) << heard.substr(0, 300);
        close(stream);
        close(silent);
    }
}

TEST(Serve, PortInUse) {
    const Serving serving;
    ASSERT_GT(serving.port(), 0);
    const RunResult second = tessera({"serve", "--port", std::to_string(serving.port())});
    EXPECT_EQ(second.code, 3);
    EXPECT_TRUE(contains(second.err, "Address already in use")) << second.err;
    EXPECT_TRUE(contains(second.err, "--port 0")) << second.err;
    EXPECT_EQ(second.out, "");
}

TEST(Serve, BadOptions) {
    EXPECT_EQ(tessera({"serve", "--port", "70000"}).code, 2);
    EXPECT_EQ(tessera({"serve", "--time", "soon"}).code, 2);
    const RunResult host = tessera({"serve", "--host", "no.such.host.invalid", "--port", "0"});
    EXPECT_EQ(host.code, 3);
    EXPECT_TRUE(contains(host.err, "--host")) << host.err;
}

TEST(Serve, WarnsWhereOthersCanReachIt) {
    Serving serving({"--host", "0.0.0.0"});
    ASSERT_GT(serving.port(), 0);
    EXPECT_EQ(serving.end(SIGTERM), 0);
    EXPECT_TRUE(contains(serving.errors(), "everybody who reaches")) << serving.errors();
}

}  // namespace
}  // namespace tessera::app_testing
