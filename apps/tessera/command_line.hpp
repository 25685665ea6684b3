// The command line: turns the words behind the program's name into a command, or into an Error.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tessera/api/call.hpp"
#include "tessera/base/result.hpp"

namespace tessera::app {

/// Reads the words of one command line.
class CommandLine {
  public:
    /// `calls` are those of `tessera call`.
    explicit CommandLine(api::Calls calls = api::engine_calls());
    ~CommandLine();
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;

    /// Returns the function that does the work and returns the exit code; this object must outlive it. Nothing
    /// is read or printed before it is called.
    Result<std::function<int()>> understand(std::vector<std::string> words);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace tessera::app
