// One connection of a client, which carries one request: read and written within limits of time and size.
#include "tessera/server/connection.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace tessera::server {
namespace {

using ConnectionClock = std::chrono::steady_clock;

/// How many unwanted bytes of a request are read (for at most `linger_time`) before the connection is closed.
/// If it were closed at once, the system would report an error to the client before it has read the answer.
constexpr std::size_t linger_bytes = std::size_t{64} << 20;

/// Waits for the socket until then; false when nothing happened.
bool ready(int socket, short what, ConnectionClock::time_point deadline) {
    for (;;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            deadline - ConnectionClock::now());
        pollfd file{socket, what, 0};
        const int count = poll(&file, 1, static_cast<int>(std::max<std::int64_t>(0, left.count())));
        if (count > 0) return true;
        if (count == 0 || errno != EINTR) return false;
    }
}

}  // namespace

Connection::Connection(int socket, const ServerOptions& options)
    : options_(options),
      socket_(socket),
      deadline_(ConnectionClock::now() + options.request_time),
      left_(options.header_bytes + options.body_bytes),
      buffer_(std::size_t{8} << 10) {
    const int on = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

Connection::~Connection() {
    if (!unread_) return;
    shutdown(socket_, SHUT_WR);
    const auto end = ConnectionClock::now() + options_.linger_time;
    std::size_t discarded = 0;
    while (discarded < linger_bytes && ready(socket_, POLLIN, end)) {
        const ssize_t count = recv(socket_, buffer_.data(), buffer_.size(), MSG_DONTWAIT);
        if (count <= 0) break;
        discarded += static_cast<std::size_t>(count);
    }
}

/// Lines of a head end in CR LF and have no other control character. Programs treat such characters
/// differently; httplib drops such lines, and a dropped line may be the one that says that another site sent
/// the request.
bool Connection::head_takes(char byte) {
    if (after_return_) {
        in_head_ = !line_is_empty_;
        after_return_ = false;
        line_is_empty_ = true;
        return byte == '\n';
    }
    after_return_ = byte == '\r';
    if (after_return_) return true;
    line_is_empty_ = false;
    const auto code = static_cast<unsigned char>(byte);
    return byte == '\t' || (code >= 0x20 && code != 0x7f);
}

std::ptrdiff_t Connection::read(char* into, std::size_t size) {
    if (fault_ != Fault::none) return -1;
    if (begin_ == end_) {
        if (left_ == 0) {
            fault_ = Fault::too_large;
            return -1;
        }
        ssize_t count = -1;
        while (count < 0) {
            if (!ready(socket_, POLLIN, deadline_)) {
                fault_ = Fault::too_slow;
                return -1;
            }
            count = recv(socket_, buffer_.data(), std::min(buffer_.size(), left_), MSG_DONTWAIT);
            if (count < 0 && errno != EINTR && errno != EAGAIN) break;
        }
        if (count <= 0) {
            fault_ = Fault::closed;
            return -1;
        }
        begin_ = 0;
        end_ = static_cast<std::size_t>(count);
        left_ -= end_;
    }
    const std::size_t count = std::min(size, end_ - begin_);
    for (std::size_t i = begin_; in_head_ && i < begin_ + count; ++i) {
        if (!head_takes(buffer_[i])) {
            fault_ = Fault::malformed;
            return -1;
        }
    }
    std::memcpy(into, buffer_.data() + begin_, count);
    begin_ += count;
    return static_cast<std::ptrdiff_t>(count);
}

bool Connection::write(std::string_view text) {
    written_ = true;
    while (!text.empty()) {
        const ssize_t count = send(socket_, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count > 0) {
            text.remove_prefix(static_cast<std::size_t>(count));
        } else if (errno == EAGAIN || errno == EINTR) {
            if (!ready(socket_, POLLOUT, ConnectionClock::now() + options_.write_time))
                return false;
        } else {
            return false;
        }
    }
    return true;
}

bool Connection::gone() const {
    pollfd file{socket_, POLLIN | POLLRDHUP, 0};
    if (poll(&file, 1, 0) <= 0) return false;
    return (file.revents & (POLLRDHUP | POLLHUP | POLLERR | POLLNVAL)) != 0;
}

}  // namespace tessera::server
