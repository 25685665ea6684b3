// Accepts clients: a bounded number of connections at once, each with a thread; the others are told to try again.
#include "tessera/server/listener.hpp"

#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace tessera::server {
namespace {

using ListenerClock = std::chrono::steady_clock;

constexpr int backlog = 1024;
constexpr std::size_t most_refused = 64;
constexpr auto refusal_time = std::chrono::seconds(1);

std::uint16_t port_of(int socket) {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    if (getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0) return 0;
    const in_port_t port = address.ss_family == AF_INET6
                               ? reinterpret_cast<const sockaddr_in6&>(address).sin6_port
                               : reinterpret_cast<const sockaddr_in&>(address).sin_port;
    return ntohs(port);
}

Error cannot_listen(const ServerOptions& options, int fault) {
    const std::string where = fmt::format("cannot listen on {} port {}: {}", options.host,
                                          options.port, std::strerror(fault));
    if (fault == EADDRINUSE) {
        return input_error(where, "another program uses it; choose another port", "port");
    }
    if (fault == EMFILE || fault == ENFILE)
        return input_error(where, "allow more open files, with ulimit -n");
    if (fault == EACCES)
        return input_error(where, "ports below 1024 need more rights; choose another", "port");
    return input_error(where, "it must be an address of this machine", "host");
}

}  // namespace

Result<std::unique_ptr<Listener>> Listener::open(const ServerOptions& options,
                                                 std::string refusal) {
    addrinfo wanted{};
    wanted.ai_family = AF_UNSPEC;
    wanted.ai_socktype = SOCK_STREAM;
    wanted.ai_flags = AI_PASSIVE;
    addrinfo* found = nullptr;
    const std::string service = std::to_string(options.port);
    if (const int fault = getaddrinfo(options.host.c_str(), service.c_str(), &wanted, &found);
        fault != 0) {
        return input_error(
            fmt::format("there is no host '{}': {}", options.host, gai_strerror(fault)),
            "give an address of this machine, e.g. 127.0.0.1", "host");
    }
    const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(found, &freeaddrinfo);
    int fault = EADDRNOTAVAIL;
    for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
        const int made = ::socket(one->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        if (made < 0) {
            fault = errno;
            continue;
        }
        const int on = 1;
        setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        const int wake =
            bind(made, one->ai_addr, one->ai_addrlen) == 0 && listen(made, backlog) == 0
                ? eventfd(0, EFD_CLOEXEC)
                : -1;
        if (wake >= 0) {
            return std::unique_ptr<Listener>(
                new Listener(options, made, wake, port_of(made), std::move(refusal)));
        }
        fault = errno;
        close(made);
    }
    return cannot_listen(options, fault);
}

Listener::Listener(const ServerOptions& options, int socket, int wake, std::uint16_t port,
                   std::string refusal)
    : options_(options), socket_(socket), port_(port), refusal_(std::move(refusal)), wake_(wake) {}

Listener::~Listener() {
    stop(std::chrono::milliseconds(0));
    close(socket_);
    close(wake_);
}

void Listener::start(Handler handler) {
    handler_ = std::move(handler);
    acceptor_ = std::thread([this] { accept_all(); });
}

std::size_t Listener::connections() const {
    const std::lock_guard lock(mutex_);
    return active_.size() + waiting_.size();
}

void Listener::accept_all() {
    for (;;) {
        std::vector<pollfd> files{{wake_, POLLIN, 0}, {socket_, POLLIN, 0}};
        for (const Refused& one : refused_) files.push_back({one.socket, POLLIN, 0});
        poll(files.data(), files.size(), refused_.empty() ? -1 : 100);
        if (files[0].revents != 0) break;
        discard_refused(false);
        if (files[1].revents == 0) continue;
        const int client = accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (client >= 0) {
            take(client);
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS) {
            // Until a connection has ended there is nothing to be done.
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    }
    discard_refused(true);
}

void Listener::take(int socket) {
    std::unique_lock lock(mutex_);
    if (active_.size() + waiting_.size() >= options_.connections) {
        lock.unlock();
        return refuse(socket);
    }
    waiting_.push_back(socket);
    if (idle_ < waiting_.size()) {
        try {
            threads_.emplace_back([this] { serve(); });
            ++idle_;
        } catch (const std::system_error&) {
            if (threads_.empty()) {
                waiting_.pop_back();
                lock.unlock();
                return refuse(socket);
            }
            // If there is no thread for it, it waits until another connection ends.
        }
    }
    lock.unlock();
    changed_.notify_one();
}

void Listener::refuse(int socket) {
    send(socket, refusal_.data(), refusal_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    shutdown(socket, SHUT_WR);
    if (refused_.size() >= most_refused) {
        close(refused_.front().socket);
        refused_.erase(refused_.begin());
    }
    refused_.push_back({socket, ListenerClock::now() + refusal_time});
}

void Listener::discard_refused(bool all) {
    std::array<char, 4096> waste;
    std::erase_if(refused_, [&](const Refused& one) {
        const ssize_t count = recv(one.socket, waste.data(), waste.size(), MSG_DONTWAIT);
        const bool ended = count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
        if (!all && !ended && ListenerClock::now() < one.deadline) return false;
        close(one.socket);
        return true;
    });
}

void Listener::serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [&] { return closing_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        const int socket = waiting_.front();
        waiting_.pop_front();
        --idle_;
        active_.insert(socket);
        lock.unlock();
        handler_(socket);
        lock.lock();
        active_.erase(socket);  // before its number can be another's
        close(socket);
        ++idle_;
        if (closing_) changed_.notify_all();
    }
}

void Listener::stop(std::chrono::milliseconds patience) {
    if (acceptor_.joinable()) {
        const std::uint64_t one = 1;
        [[maybe_unused]] const ssize_t count = write(wake_, &one, sizeof one);
        acceptor_.join();
    }
    std::vector<std::thread> threads;
    {
        std::unique_lock lock(mutex_);
        closing_ = true;
        changed_.notify_all();
        changed_.wait_for(lock, patience, [&] { return active_.empty() && waiting_.empty(); });
        for (const int socket : active_) shutdown(socket, SHUT_RDWR);
        threads.swap(threads_);
    }
    for (std::thread& thread : threads) thread.join();
}

}  // namespace tessera::server
