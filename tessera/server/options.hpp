// The options of a server: its address, and the limits for all its clients.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tessera/api/call.hpp"
#include "tessera/backends/table_files.hpp"
#include "tessera/lab/run.hpp"

namespace tessera::server {

using namespace std::chrono_literals;

struct ServerOptions {
    std::string host = "127.0.0.1";
    std::uint16_t port = 0;  ///< 0: any that is free

    // Searches.
    std::size_t jobs = 2;                 ///< at once
    std::size_t queue = 1'000;            ///< that wait for their turn
    std::size_t threads = 1;              ///< of each
    std::chrono::nanoseconds time = 60s;  ///< of each
    /// Of all searches, calls and lab runs together.
    std::size_t memory_bytes = std::size_t{1} << 30;
    std::size_t cells = 2'500;  ///< of a board

    // Calls that are answered at once.
    std::size_t calls = 2;                     ///< at once
    std::chrono::nanoseconds call_time = 20s;  ///< of each
    std::uint64_t boards = 1'000;              ///< made or read by one
    /// What there is to call; must outlive the server.
    api::Calls call_table = api::engine_calls();

    // Results of jobs that have ended.
    std::size_t kept_jobs = 2'000;
    std::size_t kept_bytes = std::size_t{64} << 20;
    std::chrono::nanoseconds kept_time = 10min;

    // Connections. Each has a thread while it is open and carries one request.
    std::size_t connections = 512;
    std::size_t streams = 256;  ///< of these, event streams
    std::size_t body_bytes = std::size_t{1} << 20;
    std::size_t header_bytes = std::size_t{16} << 10;
    std::chrono::milliseconds request_time = 10s;  ///< for a request to arrive
    std::chrono::milliseconds write_time = 10s;    ///< for the client to take anything at all
    /// For a refused request to end, so that its client sees the answer.
    std::chrono::milliseconds linger_time = 2s;
    std::chrono::milliseconds heartbeat = 5s;  ///< of a stream without events

    // Lab runs.
    std::string lab_folder;  ///< of their databases; empty: a temporary one, removed at the end
    std::vector<std::string> worker_command;  ///< starts a worker; empty: no lab runs
    std::size_t lab_jobs = 1;                 ///< workers at once
    std::size_t kept_lab_runs = 20;
    std::chrono::nanoseconds lab_time = 2h;  ///< of a whole lab run
    lab::RunMachine machine;

    std::string version;  ///< of the program, e.g. "0.1.0 (abc)"
    std::string build;    ///< compiler and kind of build
    /// Must outlive the server; null: notices are dropped.
    backends::TableNotices* notices = nullptr;

    /// The memory of each search: all searches, the calls and the lab have equal shares.
    std::size_t share() const { return memory_bytes / (jobs + 2); }
};

}  // namespace tessera::server
