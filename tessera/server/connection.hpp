// One connection of a client, which carries one request: read and written within limits of time and size.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/server/options.hpp"

namespace tessera::server {

class Connection {
  public:
    /// Socket and `options` must outlive this.
    Connection(int socket, const ServerOptions& options);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    enum class Fault { none, too_slow, too_large, malformed, closed };

    /// Reads up to `size` bytes of the request, at least one; -1 if no more will come: `fault` says why.
    std::ptrdiff_t read(char* into, std::size_t size);
    Fault fault() const { return fault_; }
    /// Writes all of it; false if the client has gone or accepts nothing for too long.
    bool write(std::string_view text);
    bool written() const { return written_; }
    /// Whether the client has hung up.
    bool gone() const;
    /// A part of the request may not have been read; the client must get the answer all the same.
    void leave_unread() { unread_ = true; }

  private:
    /// Whether the head of a request may go on with this byte.
    bool head_takes(char byte);

    const ServerOptions& options_;
    int socket_;
    std::chrono::steady_clock::time_point deadline_;
    std::size_t left_;  ///< bytes that the request may still have
    std::vector<char> buffer_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    bool in_head_ = true;  ///< until the first empty line
    bool after_return_ = false;
    bool line_is_empty_ = true;
    Fault fault_ = Fault::none;
    bool written_ = false;
    bool unread_ = false;
};

}  // namespace tessera::server
