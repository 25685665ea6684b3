// The command line: what the words behind the program's name ask for, or what is wrong with them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tessera/api/call.hpp"
#include "tessera/base/result.hpp"

namespace tessera::app {

/// Understands words once.
class CommandLine {
  public:
    /// `calls` are those of `tessera call`.
    explicit CommandLine(api::Calls calls = api::engine_calls());
    ~CommandLine();
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;

    /// What to do; it returns the exit code, and this must outlive it. Nothing is read or printed before it is called.
    Result<std::function<int()>> understand(std::vector<std::string> words);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace tessera::app
