// Bytes on a connection of the server: whatever comes, the answer is HTTP with our headers, and nobody else gets in.
//
// An input is what one client sends, or several one after the other with a line `--` between them. `{job}` stands for the
// name of the job that was accepted last. A client that begins with a line `!closed` hangs up after what it sent.
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <nlohmann/json.hpp>

#include "tessera/server/server.hpp"
#include "tests/fuzz/fuzzing.hpp"

namespace tessera::fuzz {
namespace {

using AnswerJson = nlohmann::json;
using namespace std::chrono_literals;

server::Server& small_server() {
    static const std::unique_ptr<server::Server> server = [] {
        server::ServerOptions options;
        options.jobs = 1;
        options.queue = 4;
        options.time = 2ms;
        options.memory_bytes = 24 << 20;
        options.cells = 16;
        options.calls = 1;
        options.call_time = 2ms;
        options.boards = 4;
        options.kept_jobs = 8;
        options.body_bytes = 4 << 10;
        options.header_bytes = 2 << 10;
        // What was not sent at once does not come any more.
        options.request_time = 0ms;
        options.write_time = 0ms;
        options.linger_time = 0ms;
        options.version = "fuzz";
        options.build = "fuzz";
        auto started = server::Server::start(options);
        if (!started) throw std::runtime_error(started.error().message);
        return std::move(*started);
    }();
    return *server;
}

/// Two sockets that are connected with each other: the client's and the server's.
class SocketPair {
  public:
    SocketPair() {
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends_.data()) != 0)
            throw std::runtime_error("no socket pair");
    }
    ~SocketPair() {
        close(ends_[0]);
        close(ends_[1]);
    }
    SocketPair(const SocketPair&) = delete;
    SocketPair& operator=(const SocketPair&) = delete;

    int server_end() const { return ends_[1]; }
    void send(std::string_view text) const {
        if (::send(ends_[0], text.data(), text.size(), MSG_NOSIGNAL) !=
            static_cast<ssize_t>(text.size()))
            throw std::runtime_error("the request does not fit the socket");
    }
    void hang_up() const { shutdown(ends_[0], SHUT_WR); }
    std::string received() const {
        std::string text;
        std::array<char, 8192> buffer;
        for (;;) {
            const ssize_t count = recv(ends_[0], buffer.data(), buffer.size(), MSG_DONTWAIT);
            if (count <= 0) return text;
            text.append(buffer.data(), static_cast<std::size_t>(count));
        }
    }

  private:
    std::array<int, 2> ends_{};
};

/// The values of a header in a request or an answer, in small letters.
std::vector<std::string> header(std::string_view message, std::string_view name) {
    std::vector<std::string> values;
    take_line(message);
    while (!message.empty()) {
        std::string_view line = take_line(message);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty()) break;
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos || formats::lowered(line.substr(0, colon)) != name)
            continue;
        std::string value = formats::lowered(line.substr(colon + 1));
        value.erase(0, std::min(value.find_first_not_of(" \t"), value.size()));
        value.erase(value.find_last_not_of(" \t") + 1);
        values.push_back(std::move(value));
    }
    return values;
}

/// The method as httplib reads it, for which blanks around it are nothing.
std::string_view method_of(std::string_view request) {
    const std::string_view line = formats::trimmed(request.substr(0, request.find('\n')));
    return formats::trimmed(line.substr(0, line.find(' ')));
}

bool names_this_machine(const std::string& request) {
    const std::string text = formats::lowered(request);
    return text.find("localhost") != std::string::npos || text.find("127.") != std::string::npos ||
           text.find("[::1]") != std::string::npos;
}

/// Whether a page of another site sent it, as far as that is beyond doubt.
bool from_elsewhere(const std::string& request) {
    const auto origins = header(request, "origin");
    const auto hosts = header(request, "host");
    if (origins.size() != 1 || hosts.size() != 1 || origins[0].empty()) return false;
    return origins[0] != "http://" + hosts[0] && origins[0] != "https://" + hosts[0];
}

/// The status of an answer that is as it should be; 0 where there is none.
int check_answer(const std::string& request, const std::string& answer) {
    if (answer.empty()) return 0;
    must(answer.starts_with("HTTP/1.1 ") && answer.size() > 12, "not HTTP: {}",
         answer.substr(0, 100));
    const int status = std::atoi(answer.substr(9, 3).c_str());
    must(status >= 100 && status < 600, "a status of {}", status);
    must(status != 500, "a fault of the server: {}\nafter: {}", answer, request);
    for (const char* name : {"content-security-policy", "x-content-type-options", "x-frame-options",
                             "referrer-policy", "cross-origin-resource-policy"}) {
        must(header(answer, name).size() == 1 || status == 100, "{} times {}",
             header(answer, name).size(), name);
    }
    must(header(answer, "access-control-allow-origin").empty(), "another site is let in");
    const bool good = status >= 200 && status < 400;
    must(!good || names_this_machine(request), "an answer for another host: {}", request);
    must(!good || request.starts_with("GET ") || request.starts_with("HEAD ") ||
             !from_elsewhere(request),
         "an answer for another site: {}", request);
    const std::size_t end = answer.find("\r\n\r\n");
    must(end != std::string::npos, "headers without an end");
    const std::string body = answer.substr(end + 4);
    const auto lengths = header(answer, "content-length");
    const auto types = header(answer, "content-type");
    constexpr std::size_t fits_the_socket = 100'000;
    if (method_of(request) == "HEAD" || lengths.size() != 1 || body.size() > fits_the_socket)
        return status;
    must(lengths[0] == std::to_string(body.size()), "{} bytes announced, {} sent", lengths[0],
         body.size());
    // httplib compresses what it says of a request that it could not read.
    const bool plain = header(answer, "content-encoding").empty();
    if (plain && types == std::vector<std::string>{"application/json"}) {
        const AnswerJson json = AnswerJson::parse(body, nullptr, false);
        must(json.is_object() || json.is_array(), "not JSON: {}", body);
        must(good || json.value("schema", "") == "tessera.error/1", "another error: {}", body);
    }
    return status;
}

/// The name of the job that an answer says was accepted.
std::string job_in(const std::string& answer) {
    constexpr std::string_view before = "/api/jobs/";
    for (const std::string& place : header(answer, "location")) {
        if (place.starts_with(before)) return place.substr(before.size());
    }
    return {};
}

}  // namespace

void requests(Bytes input) {
    constexpr std::string_view between = "\n--\n";
    constexpr std::string_view job_mark = "{job}";
    constexpr int most_clients = 4;
    std::string_view rest = text_of(input);
    constexpr std::size_t most_bytes = 16 << 10;
    if (rest.size() > most_bytes) return;
    std::string job(32, '0');
    for (int client = 0; client < most_clients && !rest.empty(); ++client) {
        const std::size_t end = std::min(rest.find(between), rest.size());
        std::string_view text = rest.substr(0, end);
        rest.remove_prefix(std::min(end + between.size(), rest.size()));
        const bool hangs_up = text.starts_with("!closed\n");
        if (hangs_up) take_line(text);
        std::string request(text);
        for (std::size_t at = 0; (at = request.find(job_mark, at)) != std::string::npos;)
            request.replace(at, job_mark.size(), job);
        const SocketPair sockets;
        sockets.send(request);
        if (hangs_up) sockets.hang_up();
        small_server().answer(sockets.server_end());
        const std::string answer = sockets.received();
        const int status = check_answer(request, answer);
        must(status != 0 || hangs_up, "no answer to: {}", request);
        if (const std::string name = job_in(answer); !name.empty()) job = name;
    }
    const server::Server::Load load = small_server().load();
    must(load.connections == 0 && load.streams == 0, "{} connections and {} streams are left",
         load.connections, load.streams);
    must(load.queued <= 4 && load.running <= 1, "more jobs than allowed");
}

}  // namespace tessera::fuzz
