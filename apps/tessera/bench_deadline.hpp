// The part of tessera bench that is about deadlines: its options, its run, and what it prints.
#pragma once

#include <CLI/CLI.hpp>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "options.hpp"

namespace tessera::app {

struct DeadlineBench {
    std::string sets;  ///< names, separated by commas
    std::size_t boards = std::numeric_limits<std::size_t>::max();
    std::size_t every = 1;
    std::string time;
    bool curve = false;

    void add_to(CLI::App& command);
    /// The first of these options that was given; nothing where none was.
    std::optional<std::string> given() const;
    int run(const OutputOptions& output) const;

  private:
    std::vector<CLI::Option*> options_;
};

}  // namespace tessera::app
