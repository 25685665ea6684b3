// The server: the page, and the engine's calls, searches and lab runs over HTTP (docs/api.md).
//
// cpp-httplib reads requests, routes and writes answers. The connections are our own (listener.hpp,
// connection.hpp), because its acceptor has an unbounded queue and waits without a deadline for clients that
// send a byte now and then.
#include "tessera/server/server.hpp"

#include <fmt/format.h>
#include <httplib.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <regex>
#include <system_error>
#include <utility>

#include "tessera/api/api.hpp"
#include "tessera/api/json.hpp"
#include "tessera/base/hash.hpp"
#include "tessera/lab/export_records.hpp"
#include "tessera/lab/report.hpp"
#include "tessera/server/answers.hpp"
#include "tessera/server/call_desk.hpp"
#include "tessera/server/connection.hpp"
#include "tessera/server/hosts.hpp"
#include "tessera/server/job_desk.hpp"
#include "tessera/server/lab_desk.hpp"
#include "tessera/server/listener.hpp"
#include "tessera/server/openapi.hpp"
#include "tessera/server/page.hpp"

namespace tessera::server {
namespace {

using httplib::Request;
using httplib::Response;

/// The connection that the current thread serves, for handlers that outlast their request.
thread_local Connection* current_connection = nullptr;
/// Whether its client takes brotli.
thread_local bool client_takes_brotli = false;

/// httplib's view of a connection.
class ConnectionStream final : public httplib::Stream {
  public:
    explicit ConnectionStream(Connection& connection) : connection_(connection) {}

    bool is_readable() const override { return true; }
    bool is_writable() const override { return true; }
    ssize_t read(char* into, std::size_t size) override { return connection_.read(into, size); }
    ssize_t write(const char* text, std::size_t size) override {
        return connection_.write({text, size}) ? static_cast<ssize_t>(size) : -1;
    }
    void get_remote_ip_and_port(std::string& ip, int& port) const override {
        ip.clear();
        port = 0;
    }
    void get_local_ip_and_port(std::string& ip, int& port) const override {
        ip.clear();
        port = 0;
    }
    /// httplib would refuse numbers above 1023, which it could not wait for; it never waits here.
    socket_t socket() const override { return 0; }

  private:
    Connection& connection_;
};

/// Addresses, methods and what answers them.
struct Route {
    std::string method;
    std::string pattern;
    std::regex path;
};

}  // namespace

/// Everything of a running server. The order of the members is that of their construction: connections end before what
/// they use.
struct Server::Parts : private httplib::Server {
    explicit Parts(ServerOptions given)
        : options(std::move(given)),
          jobs(options),
          calls(options),
          lab_runs(options),
          index_(index_page()) {
        set_payload_max_length(options.body_bytes);
        set_default_headers(default_headers());
        set_pre_routing_handler([this](const Request& request, Response& response) {
            return before_routing(request, response) ? HandlerResponse::Handled
                                                     : HandlerResponse::Unhandled;
        });
        set_error_handler([](const Request&, Response& response) {
            if (response.body.empty()) {
                answer_error(response, response.status, not_http());
            }
        });
        set_exception_handler(
            [](const Request&, Response& response, const std::exception_ptr& thrown) {
                std::string message;
                try {
                    std::rethrow_exception(thrown);
                } catch (const std::exception& error) {
                    message = error.what();
                } catch (...) {
                    message = "unknown";
                }
                answer_error(response,
                             {ErrorCode::internal, message, "please report how this came about"});
            });
        add_routes();
    }

    /// Answers the one request of a connection.
    void handle(int socket) {
        Connection connection(socket, options);
        current_connection = &connection;
        ConnectionStream stream(connection);
        bool closed = false;
        process_request(stream, true, closed, [](Request& request) { normalise(request); });
        if (!connection.written()) answer_fault(connection);
        // The unread part of a refused request, or a body without an announced length.
        if (connection.fault() == Connection::Fault::too_large ||
            connection.fault() == Connection::Fault::malformed)
            connection.leave_unread();
        current_connection = nullptr;
    }

    void accept(std::unique_ptr<Listener> opened) {
        listener = std::move(opened);
        svr_sock_ = listener->socket();  // httplib ends every stream where it has none
        listener->start([this](int socket) { handle(socket); });
    }

    void close() {
        jobs.close();
        calls.close();
        lab_runs.close();
        if (listener) listener->stop(std::chrono::seconds(3));
    }

    const ServerOptions options;
    JobDesk jobs;
    CallDesk calls;
    LabDesk lab_runs;
    std::atomic<std::size_t> streams = 0;
    std::unique_ptr<Listener> listener;

  private:
    using httplib::Server::svr_sock_;

    static httplib::Headers default_headers() {
        httplib::Headers headers;
        for (const auto& [name, value] : common_headers) headers.emplace(name, std::string(value));
        return headers;
    }

    /// Turns off what httplib would do by itself: answer parts of files, compress while a client waits, parse
    /// forms, and wait for a body without an announced length.
    static void normalise(Request& request) {
        client_takes_brotli =
            request.get_header_value("Accept-Encoding").find("br") != std::string::npos;
        request.headers.erase("Accept-Encoding");
        request.ranges.clear();
        request.headers.erase("Content-Type");
        if (!request.has_header("Content-Length")) request.headers.emplace("Content-Length", "0");
    }

    static Error not_http() {
        return input_error("the request could not be read as HTTP",
                           "GET /api describes what there is; lines of a request end in CR LF");
    }

    /// Where nothing was answered, because nothing was understood.
    static void answer_fault(Connection& connection) {
        switch (connection.fault()) {
            case Connection::Fault::too_slow:
                connection.write(raw_answer("408 Request Timeout",
                                            input_error("the request took too long to arrive")));
                break;
            case Connection::Fault::too_large:
                connection.write(raw_answer("431 Request Header Fields Too Large",
                                            input_error("the request is too large")));
                break;
            case Connection::Fault::malformed:
                connection.write(raw_answer("400 Bad Request", not_http()));
                break;
            default:
                break;
        }
    }

    // Checks that every request passes before its body is read; true if it is answered already.
    bool before_routing(const Request& request, Response& response) {
        if (auto refused = refusal(request)) {
            current_connection->leave_unread();
            if (refused->first == 405) set_header(response, "Allow", allowed(request.path));
            answer_error(response, refused->first, refused->second);
            return true;
        }
        if (request.path == "/api" || request.path.starts_with("/api/")) {
            set_header(response, "Cache-Control", "no-store");
            return false;
        }
        serve_page(request, response);
        return true;
    }

    using Refusal = std::optional<std::pair<int, Error>>;

    Refusal refusal(const Request& request) const {
        if (!is_our_host(options, request.get_header_value("Host"))) {
            return {
                {403, usage_error("this server does not answer to that host name",
                                  "use the address that the server showed when it was started")}};
        }
        const bool reads = request.method == "GET" || request.method == "HEAD";
        if (!reads && from_another_site(request)) {
            return {{403, usage_error("another site may not ask this server for anything",
                                      "use the page that it serves itself")}};
        }
        const std::string methods = allowed(request.path);
        if (methods.empty()) {
            return {{404, usage_error("there is nothing at this address",
                                      "GET /api describes what there is")}};
        }
        if (fmt::format(", {},", methods).find(fmt::format(", {},", request.method)) ==
            std::string::npos) {
            return {{405, usage_error("this address does not take that method",
                                      fmt::format("it takes {}", methods))}};
        }
        return unreadable_body(request);
    }

    Refusal unreadable_body(const Request& request) const {
        if (request.has_header("Transfer-Encoding")) {
            return {{411, usage_error("the length of the request is missing",
                                      "send it in one piece, with Content-Length")}};
        }
        if (request.has_header("Content-Encoding")) {
            return {{415, usage_error("compressed requests are not read", "send it as it is")}};
        }
        if (request.get_header_value_count("Content-Length") != 1) {
            return {{400, input_error("the request has several lengths")}};
        }
        const std::string length = request.get_header_value("Content-Length");
        constexpr std::size_t most_digits = 18;
        if (length.empty() || length.find_first_not_of("0123456789") != std::string::npos) {
            return {{400, input_error("the length of the request is no number")}};
        }
        if (length.size() > most_digits || std::stoull(length) > options.body_bytes) {
            return {{413, usage_error("the request is too large",
                                      fmt::format("at most {} bytes", options.body_bytes))}};
        }
        return std::nullopt;
    }

    static bool from_another_site(const Request& request) {
        const std::string site = request.get_header_value("Sec-Fetch-Site");
        if (!site.empty() && site != "same-origin" && site != "none") return true;
        if (!request.has_header("Origin")) return false;
        const std::string origin = request.get_header_value("Origin");
        const std::string host = request.get_header_value("Host");
        return origin != fmt::format("http://{}", host) &&
               origin != fmt::format("https://{}", host);
    }

    /// The methods of an address, such as "GET, POST"; empty if there is no such address.
    std::string allowed(const std::string& path) const {
        if (!path.starts_with('/')) return "";
        if (path != "/api" && !path.starts_with("/api/")) {
            return path == "/" || page_file(std::string_view(path).substr(1)) != nullptr
                       ? "GET, HEAD"
                       : "";
        }
        std::string methods;
        for (const Route& route : routes_) {
            if (!std::regex_match(path, route.path)) continue;
            if (!methods.empty()) methods += ", ";
            methods += route.method;
            if (route.method == "GET") methods += ", HEAD";
        }
        return methods;
    }

    void serve_page(const Request& request, Response& response) const {
        const std::string_view path =
            request.path == "/" ? "index.html" : std::string_view(request.path).substr(1);
        const bool is_index = path == "index.html";
        const PageFile* file = page_file(path);
        const std::string tag =
            is_index ? fmt::format("\"{:016x}\"", checksum(std::as_bytes(std::span(index_))))
                     : fmt::format("\"{}\"", file->hash);
        set_header(response, "ETag", tag);
        set_header(response, "Vary", "Accept-Encoding");
        // The names of what Vite makes hold a hash of the content.
        set_header(
            response, "Cache-Control",
            path.starts_with("assets/") ? "public, max-age=31536000, immutable" : "no-cache");
        response.status = 200;
        if (request.get_header_value("If-None-Match").find(tag) != std::string::npos) {
            response.status = 304;
            return;
        }
        const std::string type(media_type(path));
        if (is_index) {
            response.set_content(index_, type);
        } else if (client_takes_brotli && !file->small.empty()) {
            set_header(response, "Content-Encoding", "br");
            response.set_content(file->small.data(), file->small.size(), type);
        } else {
            response.set_content(file->plain.data(), file->plain.size(), type);
        }
    }

    /// index.html, telling the page that this program serves it.
    std::string index_page() const {
        const PageFile* file = page_file("index.html");
        std::string page(file == nullptr ? page_that_is_missing() : file->plain);
        constexpr std::string_view empty = R"(<meta name="tessera-server" content="" />)";
        if (const auto place = page.find(empty); place != std::string::npos) {
            page.replace(place, empty.size(),
                         fmt::format(R"(<meta name="tessera-server" content="threads={}" />)",
                                     options.threads));
        }
        return page;
    }

    void add_routes() {
        const std::string id = "([0-9a-f]{32})";
        add("GET", "/api", [this](const Request&, Response& response) {
            answer_json(response, 200, openapi(options));
        });
        add("GET", "/api/engine", [this](const Request&, Response& response) {
            answer_json(response, 200, engine_json());
        });
        for (const api::Call* known : options.call_table) {
            add("POST", call_path(*known),
                [this, known](const Request& request, Response& response) {
                    known->queued ? submit(*known, request, response)
                                  : call(*known, request, response);
                });
        }
        if (const auto searching = api::find_call(options.call_table, default_job)) {
            add("POST", "/api/jobs",
                [this, searching = *searching](const Request& request, Response& response) {
                    submit(*searching, request, response);
                });
        }
        add("GET", "/api/jobs/" + id, [this](const Request& request, Response& response) {
            if (const auto job = find_job(request, response))
                answer_json(response, 200, job->json());
        });
        add("DELETE", "/api/jobs/" + id, [this](const Request& request, Response& response) {
            const auto job = find_job(request, response);
            if (job == nullptr) return;
            jobs.cancel(job->name());
            answer_json(response, 202, job->json());
        });
        add("GET", "/api/jobs/" + id + "/events",
            [this](const Request& request, Response& response) {
                const auto job = find_job(request, response);
                if (job == nullptr) return;
                if (request.method == "HEAD") return response.set_content("", "text/event-stream");
                const auto watch = std::make_shared<Watch>(job);
                stream(response, job->events(), watch);
            });
        add_lab_routes(id);
    }

    void add_lab_routes(const std::string& id) {
        const std::string runs = "/api/lab/runs";
        add("GET", "/api/suites",
            [](const Request&, Response& response) { answer_json(response, 200, suites_json()); });
        add("GET", runs, [this](const Request&, Response& response) {
            answer_json(response, 200, lab_runs.list_json());
        });
        add("POST", runs, [this](const Request& request, Response& response) {
            const auto run = lab_runs.begin(request.body);
            if (!run) return answer_error(response, run.error());
            if (*run == nullptr) return answer_busy(response, 429, "a lab run is under way");
            set_header(response, "Location", fmt::format("/api/lab/runs/{}", (*run)->name()));
            answer_json(response, 202, (*run)->json());
        });
        runs_route("GET", runs + "/" + id, [](const Request&, Response& response, LabRun& run) {
            answer_json(response, 200, run.json());
        });
        runs_route("DELETE", runs + "/" + id, [](const Request&, Response& response, LabRun& run) {
            LabDesk::cancel(run);
            answer_json(response, 202, run.json());
        });
        runs_route(
            "GET", runs + "/" + id + "/report",
            [this](const Request&, Response& response, LabRun& run) { report(response, run); });
        runs_route("GET", runs + "/" + id + "/export",
                   [](const Request& request, Response& response, LabRun& run) {
                       export_runs(request, response, run);
                   });
        add("GET", runs + "/" + id + "/events", [this](const Request& request, Response& response) {
            const auto run = find_run(request, response);
            if (run == nullptr) return;
            if (request.method == "HEAD") return response.set_content("", "text/event-stream");
            stream(response, run->events(), run);
        });
    }

    /// A route of one lab run, which is there.
    void runs_route(const char* method, const std::string& pattern,
                    std::function<void(const Request&, Response&, LabRun&)> handler) {
        add(method, pattern,
            [this, handler = std::move(handler)](const Request& request, Response& response) {
                if (const auto run = find_run(request, response)) handler(request, response, *run);
            });
    }

    std::shared_ptr<LabRun> find_run(const Request& request, Response& response) {
        auto run = lab_runs.find(request.matches[1].str());
        if (run == nullptr) {
            answer_error(response, 404,
                         usage_error("there is no such lab run, or no more",
                                     "GET /api/lab/runs lists them"));
        }
        return run;
    }

    void report(Response& response, LabRun& run) const {
        const auto records = run.records();
        if (!records) return answer_error(response, records.error());
        // It carries its style, and no script at all.
        set_header(response, "Content-Security-Policy",
                   "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
                   "form-action 'none'; frame-ancestors 'none'");
        response.status = 200;
        lab::ReportFacts facts{run.database(), fmt::format("tessera {}", options.version)};
        facts.date = lab::today();
        response.set_content(lab::report_html(lab::gather(*records), facts),
                             "text/html; charset=utf-8");
    }

    static void export_runs(const Request& request, Response& response, LabRun& run) {
        const std::string format =
            request.has_param("format") ? request.get_param_value("format") : "csv";
        if (format != "csv" && format != "jsonl") {
            return answer_error(response, usage_error("there is no such format", "csv or jsonl"));
        }
        const auto records = run.records();
        if (!records) return answer_error(response, records.error());
        const bool csv = format == "csv";
        set_header(response, "Content-Disposition",
                   fmt::format("attachment; filename=\"tessera-lab.{}\"", format));
        response.status = 200;
        response.set_content(csv ? lab::records_csv(*records) : lab::records_jsonl(*records),
                             csv ? "text/csv; charset=utf-8" : "application/x-ndjson");
    }

    void add(const char* method, const std::string& pattern, Handler handler) {
        routes_.push_back({method, pattern, std::regex(pattern)});
        const std::string_view name = method;
        if (name == "GET")
            Get(pattern, std::move(handler));
        else if (name == "POST")
            Post(pattern, std::move(handler));
        else
            Delete(pattern, std::move(handler));
    }

    std::string engine_json() const {
        const JobDesk::Count count = jobs.count();
        return fmt::format(
            "{{\"schema\":\"tessera.engine/"
            "1\",\"version\":{},\"build\":{},\"threads\":{},\"limits\":{{"
            "\"jobs\":{},\"queue\":{},\"seconds\":{},\"memory_bytes\":{},\"cells\":{},\"body_"
            "bytes\":{}"
            ",\"connections\":{},\"streams\":{}}},\"load\":{{\"queued\":{},\"running\":{},\"kept\":"
            "{},\"connections\":{},\"streams\":{}}},\"lab\":{}}}",
            json_string(options.version), json_string(options.build), options.threads, options.jobs,
            options.queue, std::chrono::duration<double>(options.time).count(), options.share(),
            options.cells, options.body_bytes, options.connections, options.streams, count.queued,
            count.running, count.kept, listener->connections(), streams.load(),
            !options.worker_command.empty());
    }

    void call(const api::Call& wanted, const Request& request, Response& response) {
        Connection& connection = *current_connection;
        const auto reply =
            calls.call(wanted.name, request.body, [&connection] { return connection.gone(); });
        if (!reply) return answer_busy(response, 503, "the server is busy with other calls");
        if (!*reply) return answer_error(response, reply->error());
        answer_json(response, 200, **reply);
    }

    void submit(const api::Call& wanted, const Request& request, Response& response) {
        const auto job = jobs.submit(wanted, request.body);
        if (!job) return answer_error(response, job.error());
        if (*job == nullptr) return answer_busy(response, 429, "the queue of searches is full");
        set_header(response, "Location", fmt::format("/api/jobs/{}", (*job)->name()));
        answer_json(response, 202, (*job)->accepted_json());
    }

    std::shared_ptr<SearchJob> find_job(const Request& request, Response& response) {
        auto job = jobs.find(request.matches[1].str());
        if (job == nullptr) {
            answer_error(response, 404,
                         usage_error("there is no such job, or no more",
                                     "results are kept for a while after the end"));
        }
        return job;
    }

    /// Writes what a log tells until its end; `owner` lives as long.
    template <class Owner>
    void stream(Response& response, EventLog& log, std::shared_ptr<Owner> owner) {
        if (++streams > options.streams) {
            --streams;
            return answer_busy(response, 503,
                               "the server has as many event streams as it may have");
        }
        struct State {
            std::uint64_t cursor = 0;
            std::chrono::steady_clock::time_point heartbeat = std::chrono::steady_clock::now();
        };
        Connection& connection = *current_connection;
        response.status = 200;
        set_header(response, "X-Accel-Buffering", "no");
        response.set_chunked_content_provider(
            "text/event-stream",
            [this, &log, &connection, owner = std::move(owner), state = std::make_shared<State>()](
                std::size_t, httplib::DataSink& sink) {
                // Short, so that a client that leaves is noticed soon.
                constexpr auto patience = std::chrono::milliseconds(200);
                bool over = false;
                std::string text;
                for (const Event& event : log.next(state->cursor, patience, over)) {
                    text += fmt::format("event: {}\ndata: {}\n\n", event.name, event.data);
                }
                const auto now = std::chrono::steady_clock::now();
                if (text.empty() && now - state->heartbeat > options.heartbeat)
                    text = ": still here\n\n";
                if (!text.empty()) {
                    state->heartbeat = now;
                    if (!sink.write(text.data(), text.size())) return false;
                }
                if (over) {
                    sink.done();
                    return true;
                }
                return !connection.gone();
            },
            [this](bool) { --streams; });
    }

    std::vector<Route> routes_;
    const std::string index_;
};

Server::Server(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Server::~Server() {
    parts_->close();
}

Result<std::unique_ptr<Server>> Server::start(ServerOptions options) {
    auto parts = std::make_unique<Parts>(std::move(options));
    const Error no_threads{ErrorCode::internal, "the system gives no threads to serve with",
                           "allow more processes, with ulimit -u"};
    if (parts->jobs.workers() == 0) return no_threads;
    auto listener = Listener::open(parts->options, too_many_connections());
    if (!listener) return listener.error();
    try {
        parts->accept(std::move(*listener));
    } catch (const std::system_error&) {
        return no_threads;
    }
    return std::unique_ptr<Server>(new Server(std::move(parts)));
}

void Server::answer(int socket) {
    parts_->handle(socket);
}

std::uint16_t Server::port() const {
    return parts_->listener->port();
}

std::string Server::address() const {
    const std::string& host = parts_->options.host;
    const bool colons = host.find(':') != std::string::npos;
    return fmt::format("http://{}:{}/", colons ? fmt::format("[{}]", host) : host, port());
}

Server::Load Server::load() const {
    const JobDesk::Count count = parts_->jobs.count();
    return {count.queued, count.running, count.kept, parts_->listener->connections(),
            parts_->streams};
}

}  // namespace tessera::server
