// Options that several commands share, and reading their values.
#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <string>

#include "board_input.hpp"
#include "console.hpp"
#include "progress.hpp"
#include "tessera/engine/solve.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera::app {

/// "30s", "500ms", "2m", "1h" or plain seconds.
Result<std::chrono::nanoseconds> parse_duration(const std::string& text);
/// "4G", "512M", "1.5GiB" or plain bytes.
Result<std::size_t> parse_memory(const std::string& text);
/// "UDLR": each of the four letters once.
Result<std::array<Move, 4>> parse_order(const std::string& text);

/// Adds BOARD…, --size and --format.
void add_board_options(CLI::App& command, BoardInput& input);
/// Adds --goal.
void add_goal_option(CLI::App& command, std::string& goal);
/// Adds --seed.
CLI::Option* add_seed_option(CLI::App& command, std::uint64_t& seed);

/// --time, --memory, --nodes, --max-depth.
struct LimitOptions {
    std::string time;
    std::string memory;
    std::uint64_t nodes = 0;
    std::int64_t max_depth = -1;

    void add_to(CLI::App& command);
    Result<Limits> limits() const;
};

/// --json, --jsonl, --color, --progress.
struct OutputOptions {
    bool json = false;
    bool jsonl = false;
    std::string progress = "auto";
    std::string colour = "auto";

    void add_to(CLI::App& command);
    bool as_json() const { return json || jsonl; }
    ProgressStyle progress_style() const;
    Colour colour_wish() const;
};

}  // namespace tessera::app
