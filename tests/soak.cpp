// A server under load: clients that ask, cancel, hang up and send nonsense, every answer checked, and what it holds measured.
//
//   soak --program build/release/bin/tessera [--requests 21600] [--clients 30] [--seed 1] [--json]
//
// 21,600 requests are an hour of a class of 30, each asking something every five seconds. Starts `tessera serve` on a free port of
// this machine, ends it with SIGTERM, and exits with 0 only if nothing was lost, wrong or left behind (docs/reliability.md).
#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

namespace {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;
using Random = std::mt19937_64;
using namespace std::chrono_literals;

/// An answer that has not come by then is lost; generous, because sanitizers and busy machines are slow.
constexpr auto patience = 120s;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::size_t below(Random& random, std::size_t bound) {
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random);
}

// ---- What is right, known without the engine ------------------------------------------------------

using Cells = std::vector<int>;

/// Slides the blank of a square board; false where it cannot go there.
bool slide(Cells& board, int side, char move) {
    const auto blank = std::find(board.begin(), board.end(), 0) - board.begin();
    const auto row = blank / side;
    const auto column = blank % side;
    std::ptrdiff_t to = -1;
    if (move == 'U' && row > 0) to = blank - side;
    if (move == 'D' && row + 1 < side) to = blank + side;
    if (move == 'L' && column > 0) to = blank - 1;
    if (move == 'R' && column + 1 < side) to = blank + 1;
    if (to < 0) return false;
    std::swap(board[static_cast<std::size_t>(blank)], board[static_cast<std::size_t>(to)]);
    return true;
}

/// 1, 2, …, blank.
Cells goal_board(int side) {
    Cells board(static_cast<std::size_t>(side * side));
    std::iota(board.begin(), board.end(), 1);
    board.back() = 0;
    return board;
}

bool replays(Cells board, int side, const std::string& moves) {
    for (const char move : moves) {
        if (!slide(board, side, move)) return false;
    }
    return board == goal_board(side);
}

Cells walked(int side, std::size_t moves, Random& random) {
    Cells board = goal_board(side);
    for (std::size_t i = 0; i < moves; ++i) slide(board, side, "UDLR"[below(random, 4)]);
    return board;
}

/// Goals with the blank in the last corner: the parity of the permutation is that of the blank's distance.
bool is_solvable(const Cells& board, int side) {
    const auto blank = std::find(board.begin(), board.end(), 0) - board.begin();
    auto odd = (side - 1 - blank / side + side - 1 - blank % side) % 2 != 0;
    for (std::size_t i = 0; i < board.size(); ++i) {
        for (std::size_t k = i + 1; k < board.size(); ++k) {
            // The blank counts as the largest.
            const int a = board[i] == 0 ? side * side : board[i];
            const int b = board[k] == 0 ? side * side : board[k];
            if (a > b) odd = !odd;
        }
    }
    return !odd;
}

/// The distance of every 3×3 board from its goal, by breadth-first search.
class Distances {
  public:
    Distances() {
        std::vector<Cells> level{goal_board(3)};
        known_.emplace(key(level.front()), 0);
        for (int depth = 1; !level.empty(); ++depth) {
            std::vector<Cells> next;
            for (const Cells& board : level) {
                for (const char move : {'U', 'D', 'L', 'R'}) {
                    Cells child = board;
                    if (slide(child, 3, move) && known_.emplace(key(child), depth).second)
                        next.push_back(std::move(child));
                }
            }
            level = std::move(next);
        }
    }
    int of(const Cells& board) const { return known_.at(key(board)); }

  private:
    static int key(const Cells& board) {
        return std::accumulate(board.begin(), board.end(), 0,
                               [](int sum, int tile) { return sum * 9 + tile; });
    }
    std::unordered_map<int, int> known_;
};

// ---- HTTP ------------------------------------------------------------------------------------------

class Socket {
  public:
    explicit Socket(std::uint16_t port) : file_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        const timeval wait{std::chrono::seconds(patience).count(), 0};
        setsockopt(file_, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
        const int on = 1;
        setsockopt(file_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        connected_ = connect(file_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    }
    ~Socket() {
        if (file_ >= 0) close(file_);
    }
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;

    bool send(std::string_view text) const {
        while (connected_ && !text.empty()) {
            const ssize_t count = ::send(file_, text.data(), text.size(), MSG_NOSIGNAL);
            if (count <= 0) return false;
            text.remove_prefix(static_cast<std::size_t>(count));
        }
        return connected_;
    }
    /// Appends what comes next; false at the end.
    bool receive(std::string& into) const {
        std::array<char, 1 << 14> buffer;
        const ssize_t count = recv(file_, buffer.data(), buffer.size(), 0);
        if (count > 0) into.append(buffer.data(), static_cast<std::size_t>(count));
        return count > 0;
    }
    std::string receive_all() const {
        std::string text;
        while (receive(text)) {
        }
        return text;
    }

  private:
    int file_;
    bool connected_ = false;
};

struct Reply {
    int status = 0;  ///< 0: none came
    std::string body;

    Json json() const { return Json::parse(body, nullptr, false); }
};

Reply parse_reply(const std::string& text) {
    const std::size_t head = text.find("\r\n\r\n");
    if (!text.starts_with("HTTP/1.1 ") || head == std::string::npos) return {};
    return {std::atoi(text.c_str() + 9), text.substr(head + 4)};
}

std::string written(std::string_view method, std::string_view path, std::string_view body = {},
                    std::string_view host = "127.0.0.1") {
    return fmt::format("{} {} HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n\r\n{}", method, path,
                       host, body.size(), body);
}

// ---- The server ------------------------------------------------------------------------------------

/// What the system says of a process, and the process of itself.
struct Sample {
    double seconds = 0.0;
    std::size_t resident = 0;  ///< bytes
    std::size_t files = 0;
    std::size_t threads = 0;
    Json load;  ///< queued, running, kept, connections, streams

    Json json() const {
        return {{"seconds", seconds},
                {"resident_bytes", resident},
                {"descriptors", files},
                {"threads", threads},
                {"load", load}};
    }
};

class ServerProcess {
  public:
    explicit ServerProcess(const std::string& program) {
        std::string pattern =
            (std::filesystem::temp_directory_path() / "tessera-soak-XXXXXX").string();
        if (mkdtemp(pattern.data()) != nullptr) folder_ = pattern;
        std::array<int, 2> out{};
        if (pipe2(out.data(), O_CLOEXEC) != 0) return;
        const std::string errors = errors_path();
        child_ = fork();
        if (child_ == 0) {
            setenv("TESSERA_CACHE", folder_.c_str(), 1);
            dup2(out[1], STDOUT_FILENO);
            const int log = open(errors.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
            dup2(log, STDERR_FILENO);
            execl(program.c_str(), program.c_str(), "serve", "--port", "0", "--time", "20s",
                  "--memory", "1G", nullptr);
            _exit(127);
        }
        close(out[1]);
        std::string line;
        char letter = 0;
        while (read(out[0], &letter, 1) == 1 && letter != '\n') line += letter;
        close(out[0]);
        const std::size_t colon = line.rfind(':');
        if (colon != std::string::npos)
            port_ = static_cast<std::uint16_t>(std::atoi(line.c_str() + colon + 1));
    }
    ~ServerProcess() {
        if (child_ > 0) kill(child_, SIGKILL);
        if (child_ > 0) waitpid(child_, nullptr, 0);
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;

    std::uint16_t port() const { return port_; }

    Sample sample() const {
        Sample now;
        const std::string folder = fmt::format("/proc/{}", child_);
        std::ifstream file(folder + "/status");
        for (std::string line; std::getline(file, line);) {
            const auto number = [&] { return std::strtoull(line.c_str() + 8, nullptr, 10); };
            if (line.starts_with("VmRSS:")) now.resident = number() * 1024;
            if (line.starts_with("Threads:")) now.threads = number();
        }
        std::error_code ignored;
        const std::filesystem::directory_iterator files(folder + "/fd", ignored);
        now.files = static_cast<std::size_t>(
            std::distance(std::filesystem::begin(files), std::filesystem::end(files)));
        const Socket socket(port_);
        socket.send(written("GET", "/api/engine"));
        const Json engine = parse_reply(socket.receive_all()).json();
        if (engine.is_object()) now.load = engine.value("load", Json());
        return now;
    }
    /// SIGTERM; its exit code, or minus the signal that ended it.
    int end() {
        kill(child_, SIGTERM);
        int status = 0;
        waitpid(child_, &status, 0);
        child_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }
    std::string errors() const {
        std::ifstream file(errors_path());
        return {std::istreambuf_iterator<char>(file), {}};
    }

  private:
    std::string errors_path() const { return folder_ + "/stderr"; }

    std::string folder_;
    pid_t child_ = -1;
    std::uint16_t port_ = 0;
};

// ---- Clients ---------------------------------------------------------------------------------------

/// What came of the requests of one kind.
struct Tally {
    std::vector<double> milliseconds;  ///< of those answered
    std::size_t lost = 0;              ///< no answer at all
    std::size_t wrong = 0;
    std::size_t refused = 0;  ///< told to come again, and came
};

class Soak {
  public:
    explicit Soak(std::uint16_t port) : port_(port) {}

    /// One request of some kind, from the first byte to the checked answer.
    void one(Random& random) {
        const std::size_t chosen = below(random, 100);
        std::size_t sum = 0;
        for (const Kind& kind : kinds) {
            sum += kind.share;
            if (chosen < sum) return measure(kind, random);
        }
    }
    /// Sends a byte now and then until it is given up, or `over`.
    void slow_request(const std::atomic<bool>& over) {
        const Socket socket(port_);
        const std::string text = written("GET", "/api/engine");
        for (std::size_t i = 0; i + 2 < text.size() && !over; ++i) {
            if (!socket.send(text.substr(i, 1))) return;
            std::this_thread::sleep_for(400ms);
        }
    }

    Json json() const {
        Json all = Json::object();
        for (const auto& [name, tally] : tallies_) {
            std::vector<double> sorted = tally.milliseconds;
            std::sort(sorted.begin(), sorted.end());
            const auto at = [&](double share) {
                if (sorted.empty()) return 0.0;
                const auto place =
                    static_cast<std::size_t>(share * static_cast<double>(sorted.size()));
                return sorted[std::min(place, sorted.size() - 1)];
            };
            all[name] = {{"answered", sorted.size()}, {"lost", tally.lost}, {"wrong", tally.wrong},
                         {"refused", tally.refused},  {"p50_ms", at(0.5)},  {"p90_ms", at(0.9)},
                         {"p99_ms", at(0.99)},        {"max_ms", at(1.0)}};
        }
        return all;
    }
    std::size_t count(std::size_t Tally::* what) const {
        std::size_t sum = 0;
        for (const auto& [name, tally] : tallies_) sum += tally.*what;
        return sum;
    }
    const std::vector<std::string>& complaints() const { return complaints_; }

  private:
    enum class End { right, wrong, lost };
    struct Kind {
        const char* name;
        std::size_t share;  ///< in a hundred
        End (Soak::*request)(Random&);
    };
    static const std::array<Kind, 14> kinds;

    void measure(const Kind& kind, Random& random) {
        const auto begin = Clock::now();
        const End end = (this->*kind.request)(random);
        const double took = 1000.0 * seconds_since(begin);
        const std::lock_guard lock(mutex_);
        Tally& tally = tallies_[kind.name];
        if (end == End::lost) ++tally.lost;
        if (end == End::wrong) ++tally.wrong;
        if (end != End::lost) tally.milliseconds.push_back(took);
        tally.refused += std::exchange(refused_here, 0);
    }
    /// What is said of a wrong answer, to be looked at afterwards.
    End wrong(const std::string& what) {
        const std::lock_guard lock(mutex_);
        if (complaints_.size() < 20) complaints_.push_back(what.substr(0, 400));
        return End::wrong;
    }
    End judged(bool right, std::string_view what, const Reply& reply) {
        if (reply.status == 0) return End::lost;
        return right ? End::right : wrong(fmt::format("{}: {} {}", what, reply.status, reply.body));
    }

    Reply raw(std::string_view text) const {
        const Socket socket(port_);
        socket.send(text);
        return parse_reply(socket.receive_all());
    }
    /// Comes again while the server says that it has too much to do.
    Reply ask(std::string_view method, std::string_view path, std::string_view body = {}) const {
        for (;;) {
            const Reply reply = raw(written(method, path, body));
            if (reply.status != 429 && reply.status != 503) return reply;
            ++refused_here;
            std::this_thread::sleep_for(50ms);
        }
    }
    /// The name of a new job; empty where it was not taken.
    std::string submit(const Json& request) const {
        const Reply reply = ask("POST", "/api/jobs", request.dump());
        return reply.status == 202 ? reply.json().value("job", "") : "";
    }
    /// How a job ended, asked again and again.
    Json polled(const std::string& job) const {
        const auto begin = Clock::now();
        auto pause = 2ms;
        while (Clock::now() - begin < patience) {
            const Json state = ask("GET", "/api/jobs/" + job).json();
            if (!state.is_object()) return {};
            if (state.value("state", "") == "done") return state.value("result", Json());
            std::this_thread::sleep_for(pause);
            pause = std::min(2 * pause, 100ms);
        }
        return {};
    }
    /// The same, from its events.
    Json streamed(const std::string& job) const {
        for (;;) {
            const std::string text = [&] {
                const Socket socket(port_);
                socket.send(written("GET", "/api/jobs/" + job + "/events"));
                return socket.receive_all();
            }();
            if (parse_reply(text).status == 503) {
                ++refused_here;
                std::this_thread::sleep_for(50ms);
                continue;
            }
            const std::size_t place = text.rfind("event: result\ndata: ");
            if (place == std::string::npos) return {};
            const std::size_t begin = place + 20;
            return Json::parse(text.substr(begin, text.find('\n', begin) - begin), nullptr, false);
        }
    }

    /// The shortest solution of a 3×3 board.
    End solve_small(Random& random) {
        const Cells start = walked(3, 30 + below(random, 40), random);
        const std::string job = submit({{"start", start}, {"algorithm", "a*"}});
        if (job.empty()) return End::lost;
        const Json result = below(random, 2) == 0 ? streamed(job) : polled(job);
        if (!result.is_object()) return End::lost;
        const std::string moves = result.value("moves", "");
        const bool right = result.value("status", "") == "solved" &&
                           result.value("optimal", false) && replays(start, 3, moves) &&
                           static_cast<int>(moves.size()) == distances_.of(start);
        return right ? End::right : wrong(result.dump());
    }
    End solve_large(Random& random) {
        const std::size_t moves = 20 + below(random, 30);
        const Cells start = walked(4, moves, random);
        const std::string job =
            submit({{"start", start}, {"algorithm", "ida*"}, {"heuristic", "manhattan"}});
        if (job.empty()) return End::lost;
        const Json result = streamed(job);
        if (!result.is_object()) return End::lost;
        const std::string found = result.value("moves", "");
        const bool right = result.value("status", "") == "solved" && replays(start, 4, found) &&
                           found.size() <= moves;
        return right ? End::right : wrong(result.dump());
    }
    /// A search that nobody sees the end of, ended by its client.
    End cancel(Random& random) {
        const std::string job = submit(endless());
        if (job.empty()) return End::lost;
        std::this_thread::sleep_for(std::chrono::milliseconds(below(random, 60)));
        const Reply reply = ask("DELETE", "/api/jobs/" + job);
        const Json result = polled(job);
        if (!result.is_object()) return End::lost;
        return judged(result.value("status", "") == "interrupted", "cancelled", reply);
    }
    /// The same, whose client goes away in the middle of its events.
    End hang_up(Random& random) {
        const std::string job = submit(endless());
        if (job.empty()) return End::lost;
        {
            const Socket socket(port_);
            socket.send(written("GET", "/api/jobs/" + job + "/events"));
            std::string heard;
            const std::size_t enough = below(random, 2000);
            while (heard.size() < enough && socket.receive(heard)) {
            }
        }
        // It ends with its last reader; where the queue was long, when its turn comes.
        const Json result = polled(job);
        if (!result.is_object()) return End::lost;
        return result.value("status", "") == "interrupted" ? End::right : wrong(result.dump());
    }
    End trace(Random& random) {
        const Cells start = walked(3, 12, random);
        const Reply reply =
            ask("POST", "/api/call/trace",
                Json{{"start", start}, {"algorithm", "bfs"}, {"steps", 300}}.dump());
        const Json answer = reply.json();
        const bool complete = answer.is_object() && answer.value("complete", false);
        const bool right = reply.status == 200 && answer.value("schema", "") == "tessera.trace/1" &&
                           (!complete || replays(start, 3, answer.value("moves", "")));
        return judged(right, "trace", reply);
    }
    End audit(Random&) {
        const Reply reply =
            ask("POST", "/api/call/audit", R"({"size":[2,3],"heuristics":["manhattan"]})");
        return judged(
            reply.status == 200 && reply.body.find("tessera.audit/1") != std::string::npos, "audit",
            reply);
    }
    End check(Random& random) {
        Cells board = goal_board(4);
        std::shuffle(board.begin(), board.end(), random);
        const Reply reply = ask("POST", "/api/call/check", Json{{"start", board}}.dump());
        const Json answer = reply.json();
        const bool right = reply.status == 200 && answer.is_object() &&
                           answer.value("solvable", false) == is_solvable(board, 4);
        return judged(right, "check", reply);
    }
    End generate(Random& random) {
        const Reply reply =
            ask("POST", "/api/call/generate",
                Json{{"size", {4, 4}}, {"seed", below(random, 1000)}, {"count", 5}}.dump());
        const Json answer = reply.json();
        bool right = reply.status == 200 && answer.is_object() && answer["boards"].size() == 5;
        for (std::size_t i = 0; right && i < 5; ++i) {
            const auto start = answer["boards"][i]["start"].get<Cells>();
            right = is_solvable(start, 4) &&
                    std::is_permutation(start.begin(), start.end(), goal_board(4).begin());
        }
        return judged(right, "generate", reply);
    }
    /// The page, and what it loads first (where the program was built with one).
    End page(Random&) {
        const Reply reply = ask("GET", "/");
        if (reply.status != 200 || reply.body.find("<html") == std::string::npos)
            return judged(false, "page", reply);
        const std::size_t place = reply.body.find("assets/");
        if (place == std::string::npos) return End::right;
        const std::string path =
            "/" + reply.body.substr(place, reply.body.find('"', place) - place);
        const Reply asset = ask("GET", path);
        std::size_t expected = 0;
        const std::size_t size = asset.body.size();
        const bool same = asset_bytes_.compare_exchange_strong(expected, size) || expected == size;
        return judged(asset.status == 200 && size > 0 && same, path, asset);
    }
    /// Bytes that mean nothing: an answer of 4xx, or none, and nobody else is held up.
    End junk(Random& random) {
        std::string bytes(1 + below(random, 3000), '\0');
        for (char& byte : bytes) byte = static_cast<char>(below(random, 256));
        if (below(random, 2) == 0) bytes = "POST /api/jobs HTTP/1.1\r\n" + bytes;
        bytes += "\r\n\r\n";
        const Reply reply = raw(bytes);
        return reply.status == 0 || (reply.status >= 400 && reply.status < 500) ||
                       reply.status == 503
                   ? End::right
                   : wrong(fmt::format("junk: {} {}", reply.status, reply.body));
    }
    End too_large(Random& random) {
        const std::string body((std::size_t{2} << 20) + below(random, 100'000), ' ');
        const Reply reply = raw(written("POST", "/api/jobs", body));
        return judged(reply.status == 413 || reply.status == 503, "too large", reply);
    }
    End wrong_host(Random&) {
        const Reply reply = raw(written("GET", "/api/engine", "", "evil.example"));
        return judged(reply.status == 403 || reply.status == 503, "wrong host", reply);
    }
    /// Half a request, and away.
    End half(Random& random) {
        const std::string text = written("POST", "/api/jobs", R"({"start":[8,6,7,2,5,4,3,0,1]})");
        const Socket socket(port_);
        socket.send(text.substr(0, 1 + below(random, text.size() - 1)));
        return End::right;
    }
    /// Several requests on one connection: it carries one, which is answered.
    End pipelined(Random&) {
        const std::string one = written("GET", "/api/engine");
        const Reply reply = raw(one + one + one);
        const bool once = reply.body.find("HTTP/1.1") == std::string::npos;
        return judged(
            (reply.status == 200 && once && reply.json().is_object()) || reply.status == 503,
            "pipelined", reply);
    }

    static Json endless() {
        return Json::parse(
            R"({"start":[14,15,8,12,10,11,9,13,2,6,5,1,3,7,4,0],"algorithm":"ida*","heuristic":"zero"})");
    }

    const std::uint16_t port_;
    const Distances distances_;
    std::atomic<std::size_t> asset_bytes_ = 0;
    inline static thread_local std::size_t refused_here = 0;

    mutable std::mutex mutex_;  ///< guards what follows
    std::map<std::string, Tally> tallies_;
    std::vector<std::string> complaints_;
};

const std::array<Soak::Kind, 14> Soak::kinds{{
    {"solve 3x3", 38, &Soak::solve_small},
    {"solve 4x4", 10, &Soak::solve_large},
    {"cancel", 5, &Soak::cancel},
    {"hang up", 4, &Soak::hang_up},
    {"trace", 7, &Soak::trace},
    {"audit 2x3", 3, &Soak::audit},
    {"check", 8, &Soak::check},
    {"generate", 6, &Soak::generate},
    {"page", 6, &Soak::page},
    {"junk", 4, &Soak::junk},
    {"too large", 1, &Soak::too_large},
    {"wrong host", 3, &Soak::wrong_host},
    {"half", 2, &Soak::half},
    {"pipelined", 3, &Soak::pipelined},
}};

// ---- The run ---------------------------------------------------------------------------------------

struct Options {
    std::string program;
    std::size_t requests = 21'600;
    std::size_t clients = 30;
    std::uint64_t seed = 1;
    bool json = false;
};

std::optional<Options> read_options(int count, char** words) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string_view word = words[i];
        const char* value = i + 1 < count ? words[i + 1] : nullptr;
        if (word == "--json") {
            options.json = true;
            continue;
        }
        if (value == nullptr) return std::nullopt;
        ++i;
        if (word == "--program") {
            options.program = value;
        } else if (word == "--requests") {
            options.requests = std::strtoull(value, nullptr, 10);
        } else if (word == "--clients") {
            options.clients = std::strtoull(value, nullptr, 10);
        } else if (word == "--seed") {
            options.seed = std::strtoull(value, nullptr, 10);
        } else {
            return std::nullopt;
        }
    }
    if (options.program.empty() || options.requests == 0 || options.clients == 0)
        return std::nullopt;
    return options;
}

/// Nothing goes on in it: no search, no stream, no connection but the one that asks.
bool is_quiet(const Sample& sample) {
    const auto zero = [&](const char* name) { return sample.load.value(name, 1) == 0; };
    return sample.load.is_object() && zero("queued") && zero("running") && zero("streams") &&
           sample.load.value("connections", 9) <= 1;
}

/// Once nothing goes on in it, and connections that have ended are closed, so that `files` are left.
Sample when_quiet(const ServerProcess& server, std::size_t files) {
    const auto begin = Clock::now();
    Sample now = server.sample();
    while ((!is_quiet(now) || now.files > files) && Clock::now() - begin < patience / 4) {
        std::this_thread::sleep_for(50ms);
        now = server.sample();
    }
    return now;
}

std::size_t median_resident(const std::vector<Sample>& samples, double from, double to) {
    std::vector<std::size_t> sizes;
    const auto count = static_cast<double>(samples.size());
    for (auto i = static_cast<std::size_t>(from * count); i < static_cast<std::size_t>(to * count);
         ++i) {
        sizes.push_back(samples[i].resident);
    }
    if (sizes.empty()) return samples.empty() ? 0 : samples.back().resident;
    std::nth_element(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2),
                     sizes.end());
    return sizes[sizes.size() / 2];
}

/// A tenth, and what the results that are kept may take (2,000 of them).
bool is_flat(std::size_t before, std::size_t after) {
    return after <= before + before / 10 + (std::size_t{16} << 20);
}

void print(const Json& report) {
    constexpr double mega = 1 << 20;
    fmt::print(
        "{} requests of {} clients in {:.1f} s: {:.0f} a second, {} lost, {} wrong, {} refused and "
        "asked again\n",
        report["requests"].get<std::size_t>(), report["clients"].get<std::size_t>(),
        report["seconds"].get<double>(), report["per_second"].get<double>(),
        report["lost"].get<std::size_t>(), report["wrong"].get<std::size_t>(),
        report["refused"].get<std::size_t>());
    fmt::print("{:<12}{:>10}{:>10}{:>10}{:>10}{:>10}\n", "kind", "answered", "p50 ms", "p90 ms",
               "p99 ms", "max ms");
    for (const auto& [name, tally] : report["kinds"].items()) {
        fmt::print("{:<12}{:>10}{:>10.1f}{:>10.1f}{:>10.1f}{:>10.1f}\n", name,
                   tally["answered"].get<std::size_t>(), tally["p50_ms"].get<double>(),
                   tally["p90_ms"].get<double>(), tally["p99_ms"].get<double>(),
                   tally["max_ms"].get<double>());
    }
    for (const char* when : {"start", "warm", "end"}) {
        const Json& sample = report[when];
        fmt::print("{:<6}{:7.1f} MB resident, {} descriptors, {} threads, {}\n", when,
                   sample["resident_bytes"].get<double>() / mega,
                   sample["descriptors"].get<std::size_t>(), sample["threads"].get<std::size_t>(),
                   sample["load"].dump());
    }
    fmt::print(
        "resident, median of the second and of the last quarter: {:.1f} and {:.1f} MB; at most "
        "{:.1f}\n",
        report["second_quarter_bytes"].get<double>() / mega,
        report["last_quarter_bytes"].get<double>() / mega,
        report["peak_bytes"].get<double>() / mega);
    for (const auto& complaint : report["complaints"])
        fmt::print("wrong: {}\n", complaint.get<std::string>());
    fmt::print("ended by SIGTERM with exit code {}; {}\n", report["exit_code"].get<int>(),
               report["passed"].get<bool>() ? "all held" : "NOT ALL HELD");
    if (!report["stderr"].get<std::string>().empty())
        fmt::print("it said: {}\n", report["stderr"].get<std::string>());
}

int soak(const Options& options) {
    ServerProcess server(options.program);
    if (server.port() == 0) {
        fmt::print(stderr, "soak: cannot start '{} serve': {}\n", options.program, server.errors());
        return 2;
    }
    Soak clients(server.port());
    Json report;
    server.sample();  // the first connection makes the first thread
    std::this_thread::sleep_for(200ms);
    const Sample start = when_quiet(server, 1000);
    const auto begin = Clock::now();
    std::atomic<std::size_t> given = 0;
    std::atomic<bool> over = false;
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < options.clients; ++i) {
        threads.emplace_back([&, i] {
            Random random(options.seed * 1'000'003 + i);
            while (given++ < options.requests) clients.one(random);
        });
    }
    // Beside them, always a few who send a byte now and then.
    std::vector<std::thread> slow;
    for (int i = 0; i < 4; ++i) {
        slow.emplace_back([&] {
            while (!over) clients.slow_request(over);
        });
    }
    std::vector<Sample> samples;
    std::thread sampler([&] {
        while (!over) {
            samples.push_back(server.sample());
            samples.back().seconds = seconds_since(begin);
            std::this_thread::sleep_for(100ms);
        }
    });
    for (std::thread& thread : threads) thread.join();
    const double took = seconds_since(begin);
    over = true;
    sampler.join();
    for (std::thread& thread : slow) thread.join();
    const Sample end = when_quiet(server, start.files);
    const int code = server.end();

    const std::size_t before = median_resident(samples, 0.25, 0.5);
    const std::size_t after = median_resident(samples, 0.75, 1.0);
    std::size_t peak = end.resident;
    for (const Sample& sample : samples) peak = std::max(peak, sample.resident);
    report["requests"] = options.requests;
    report["clients"] = options.clients;
    report["seconds"] = took;
    report["per_second"] = static_cast<double>(options.requests) / took;
    report["lost"] = clients.count(&Tally::lost);
    report["wrong"] = clients.count(&Tally::wrong);
    report["refused"] = clients.count(&Tally::refused);
    report["kinds"] = clients.json();
    report["start"] = start.json();
    report["warm"] = samples.empty() ? end.json() : samples[samples.size() / 4].json();
    report["end"] = end.json();
    report["second_quarter_bytes"] = before;
    report["last_quarter_bytes"] = after;
    report["peak_bytes"] = peak;
    report["quiet"] = is_quiet(end);
    report["flat"] = is_flat(before, after);
    report["descriptors_left"] =
        static_cast<std::int64_t>(end.files) - static_cast<std::int64_t>(start.files);
    report["complaints"] = clients.complaints();
    report["exit_code"] = code;
    report["stderr"] = server.errors();
    const bool passed = report["lost"] == 0 && report["wrong"] == 0 && report["quiet"] == true &&
                        report["flat"] == true && report["descriptors_left"] == 0 && code == 0 &&
                        report["stderr"] == "";
    report["passed"] = passed;
    if (options.json) {
        fmt::print("{}\n", report.dump());
    } else {
        print(report);
    }
    return passed ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
    const auto options = read_options(count, words);
    if (!options) {
        fmt::print(stderr,
                   "soak --program TESSERA [--requests N] [--clients N] [--seed S] [--json]\n");
        return 2;
    }
    return soak(*options);
}
