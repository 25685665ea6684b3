// A client that speaks HTTP over a plain socket, so that tests can also say what no client should.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "tessera/server/server.hpp"

namespace tessera::server_testing {

using Json = nlohmann::json;
using namespace std::chrono_literals;

/// Generous, because sanitizers and busy machines are slow.
constexpr auto patience = 60s;

/// Waits until something is so; false when it never was.
inline bool eventually(const std::function<bool()>& so) {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (!so()) {
        if (std::chrono::steady_clock::now() > deadline) return false;
        std::this_thread::sleep_for(5ms);
    }
    return true;
}

inline std::size_t open_files() {
    const std::filesystem::directory_iterator files("/proc/self/fd");
    return static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

/// A connected socket.
class Socket {
  public:
    explicit Socket(std::uint16_t port, int receive_buffer = 0) {
        file_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (receive_buffer > 0) {
            setsockopt(file_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
        }
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        connected_ = connect(file_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    }
    ~Socket() { hang_up(); }
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;

    bool connected() const { return connected_; }
    bool send(std::string_view text) {
        while (!text.empty()) {
            const ssize_t count = ::send(file_, text.data(), text.size(), MSG_NOSIGNAL);
            if (count <= 0) return false;
            text.remove_prefix(static_cast<std::size_t>(count));
        }
        return true;
    }
    /// Appends what comes next; false at the end, or when nothing comes.
    bool receive(std::string& into) {
        pollfd file{file_, POLLIN, 0};
        if (poll(&file, 1, static_cast<int>(std::chrono::milliseconds(patience).count())) <= 0) {
            return false;
        }
        char buffer[1 << 14];
        const ssize_t count = recv(file_, buffer, sizeof buffer, 0);
        if (count > 0) into.append(buffer, static_cast<std::size_t>(count));
        return count > 0;
    }
    std::string receive_all() {
        std::string text;
        while (receive(text)) {
        }
        return text;
    }
    void hang_up() {
        if (file_ >= 0) close(file_);
        file_ = -1;
    }

  private:
    int file_ = -1;
    bool connected_ = false;
};

struct Reply {
    int status = 0;                              ///< 0: none came
    std::map<std::string, std::string> headers;  ///< names in small letters
    std::string body;

    Json json() const {
        Json value = Json::parse(body, nullptr, false);
        EXPECT_FALSE(value.is_discarded()) << body.substr(0, 200);
        return value;
    }
    std::string header(const std::string& name) const {
        const auto place = headers.find(name);
        return place == headers.end() ? "" : place->second;
    }
};

inline Reply parse_reply(const std::string& text) {
    Reply reply;
    const std::size_t head = text.find("\r\n\r\n");
    if (!text.starts_with("HTTP/1.1 ") || head == std::string::npos) return reply;
    reply.status = std::stoi(text.substr(9, 3));
    std::size_t line = text.find("\r\n") + 2;
    while (line < head + 2) {
        const std::size_t end = text.find("\r\n", line);
        const std::size_t colon = text.find(": ", line);
        if (colon < end) {
            std::string name = text.substr(line, colon - line);
            for (char& letter : name) letter = static_cast<char>(tolower(letter));
            reply.headers[name] = text.substr(colon + 2, end - colon - 2);
        }
        line = end + 2;
    }
    reply.body = text.substr(head + 4);
    return reply;
}

class Client {
  public:
    explicit Client(std::uint16_t port) : port_(port) {}

    std::uint16_t port() const { return port_; }

    /// Sends these bytes and hears what comes.
    Reply raw(std::string_view text) const {
        Socket socket(port_);
        if (!socket.connected()) return {};
        socket.send(text);
        return parse_reply(socket.receive_all());
    }
    Reply request(std::string_view method, std::string_view path, std::string_view body = {},
                  std::string_view headers = {}) const {
        return raw(written(method, path, body, headers));
    }
    Reply get(std::string_view path, std::string_view headers = {}) const {
        return request("GET", path, {}, headers);
    }
    Reply post(std::string_view path, std::string_view body, std::string_view headers = {}) const {
        return request("POST", path, body, headers);
    }
    std::string written(std::string_view method, std::string_view path, std::string_view body = {},
                        std::string_view headers = {}) const {
        std::string text(method);
        text.append(" ").append(path).append(" HTTP/1.1\r\n");
        if (headers.find("Host:") == std::string_view::npos) {
            text += "Host: 127.0.0.1:" + std::to_string(port_) + "\r\n";
        }
        text.append(headers);
        if (method == "POST") text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
        return text.append("\r\n").append(body);
    }

  private:
    std::uint16_t port_;
};

/// The events of a stream, one after the other.
class EventStream {
  public:
    EventStream(const Client& client, const std::string& path, int receive_buffer = 0)
        : socket_(client.port(), receive_buffer) {
        socket_.send(client.written("GET", path));
    }

    struct Event {
        std::string name;
        Json data;
    };
    /// Nothing at the end of the stream. Comments and what frames the chunks are passed over.
    std::optional<Event> next() {
        Event event;
        for (;;) {
            const std::size_t end = text_.find('\n');
            if (end == std::string::npos) {
                if (!socket_.receive(text_)) return std::nullopt;
                continue;
            }
            const std::string line = text_.substr(0, end);
            text_.erase(0, end + 1);
            if (line.starts_with("event: ")) event.name = line.substr(7);
            if (line.starts_with("data: "))
                event.data = Json::parse(line.substr(6), nullptr, false);
            if (line.empty() && !event.name.empty()) return event;
        }
    }
    void hang_up() { socket_.hang_up(); }

  private:
    Socket socket_;
    std::string text_;
};

/// Small limits, so that tests reach them.
inline server::ServerOptions small_options() {
    server::ServerOptions options;
    options.memory_bytes = std::size_t{512} << 20;
    options.version = "test";
    options.request_time = 2s;
    return options;
}

/// A server for one test.
struct RunningServer {
    explicit RunningServer(server::ServerOptions options = small_options()) {
        auto started = server::Server::start(std::move(options));
        EXPECT_TRUE(started.ok()) << (started.ok() ? "" : started.error().message);
        if (started) server = std::move(*started);
        client = Client(server ? server->port() : 0);
    }

    std::unique_ptr<server::Server> server;
    Client client{0};
};

/// 3×3, 31 moves: done in no time.
inline const std::string quick_job = R"({"start":[8,6,7,2,5,4,3,0,1]})";
/// Nobody lives to see the end of it, and it takes no memory.
inline const std::string endless_job =
    R"({"start":[14,15,8,12,10,11,9,13,2,6,5,1,3,7,4,0],"goal":"blank-last",)"
    R"("algorithm":"ida*","heuristic":"zero"})";

}  // namespace tessera::server_testing
