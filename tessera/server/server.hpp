// The server: the page, and the engine's calls, searches and lab runs over HTTP (docs/api.md).
#pragma once

#include <memory>
#include <string>

#include "tessera/base/result.hpp"
#include "tessera/server/options.hpp"

namespace tessera::server {

class Server {
  public:
    /// Answers requests from now on, on threads of its own. Fails if it cannot listen there.
    static Result<std::unique_ptr<Server>> start(ServerOptions options);
    /// Ends searches, streams and connections, and waits for them.
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// "http://127.0.0.1:8080/".
    std::string address() const;
    std::uint16_t port() const;

    /// Answers the one request of a connection that the caller accepted, on this thread; the socket stays open.
    void answer(int socket);

    /// For tests and for people who watch it.
    struct Load {
        std::size_t queued = 0;
        std::size_t running = 0;
        std::size_t kept = 0;
        std::size_t connections = 0;
        std::size_t streams = 0;
    };
    Load load() const;

  private:
    struct Parts;
    explicit Server(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

}  // namespace tessera::server
