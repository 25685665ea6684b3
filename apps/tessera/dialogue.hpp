// Questions and answers on a terminal or from a script: a prompt goes out, a line comes in.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/base/result.hpp"

namespace tessera::app {

/// Asks on stdout and reads lines from stdin. Answers from a script are shown behind their questions, so that
/// the output looks as on a terminal. After the end of the input, or Ctrl-C at a question, every answer is
/// missing.
class Dialogue {
  public:
    Dialogue();

    /// The user's answer, without blanks at its ends; nothing at the end of the input.
    std::optional<std::string> ask(std::string_view question);

    /// Asks until `read` accepts the answer; says what is wrong with answers that it does not accept.
    template <class T, class Read>
    std::optional<T> ask_until(std::string_view question, Read read) {
        while (auto answer = ask(question)) {
            Result<T> value = read(*answer);
            if (value) return std::move(*value);
            explain(value.error());
        }
        return std::nullopt;
    }

    /// The number of the chosen item, from 0. Answers are the item's number from 1, or the beginning of its name; an empty one is
    /// `preset`, if there is one.
    struct Item {
        std::string name;
        std::string description;
    };
    std::optional<std::size_t> choose(std::string_view title, const std::vector<Item>& items,
                                      std::optional<std::size_t> preset = std::nullopt);

    /// Yes or no; an empty answer is no.
    std::optional<bool> confirm(std::string_view question);

    bool ended() const { return ended_; }
    bool on_terminal() const { return terminal_; }

  private:
    static void explain(const Error& error);

    bool terminal_ = false;
    bool ended_ = false;
};

}  // namespace tessera::app
