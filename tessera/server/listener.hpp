// Accepts clients: a bounded number of connections at once, each with a thread; the others are told to try again.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_set>
#include <vector>

#include "tessera/base/result.hpp"
#include "tessera/server/options.hpp"

namespace tessera::server {

class Listener {
  public:
    /// Called on a thread of its own with a connected socket, which is closed when it returns.
    using Handler = std::function<void(int socket)>;

    /// Listens from now on, and accepts once it is started. `options` must outlive this. `refusal` is the
    /// answer to a client if there are too many.
    static Result<std::unique_ptr<Listener>> open(const ServerOptions& options,
                                                  std::string refusal);
    ~Listener();
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    std::uint16_t port() const { return port_; }
    int socket() const { return socket_; }
    void start(Handler handler);
    /// Accepts no more; connections that do not end by themselves within `patience` are cut off.
    void stop(std::chrono::milliseconds patience);

    std::size_t connections() const;

  private:
    Listener(const ServerOptions& options, int socket, int wake, std::uint16_t port,
             std::string refusal);

    void accept_all();
    void take(int socket);
    void refuse(int socket);
    void discard_refused(bool all);
    void serve();

    const ServerOptions& options_;
    const int socket_;
    const std::uint16_t port_;
    const std::string refusal_;
    const int wake_;  ///< readable when accepting is to end
    Handler handler_;
    std::thread acceptor_;

    /// Refused clients whose request is read and thrown away for a moment, so that they see the refusal.
    struct Refused {
        int socket;
        std::chrono::steady_clock::time_point deadline;
    };
    std::vector<Refused> refused_;  ///< only the acceptor touches it

    mutable std::mutex mutex_;  ///< guards the members below
    std::condition_variable changed_;
    std::deque<int> waiting_;
    std::unordered_set<int> active_;
    std::vector<std::thread> threads_;
    std::size_t idle_ = 0;
    bool closing_ = false;
};

}  // namespace tessera::server
