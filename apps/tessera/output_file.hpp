// A file for an answer. It is opened before the work begins, so that a name that cannot be written is reported at once.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tessera/base/result.hpp"

namespace tessera::app {

/// An existing file keeps its content until `write`; a new file that was never written is removed.
class OutputFile {
  public:
    /// `-` is standard output.
    static Result<OutputFile> open(const std::string& path);

    /// Makes this the whole content.
    std::optional<Error> write(std::string_view text);
    /// Adds it to what was written so far; the first time it is the whole content.
    std::optional<Error> append(std::string_view text);
    bool is_standard_output() const;

  private:
    struct State;
    explicit OutputFile(std::shared_ptr<State> state) : state_(std::move(state)) {}

    std::shared_ptr<State> state_;
};

}  // namespace tessera::app
