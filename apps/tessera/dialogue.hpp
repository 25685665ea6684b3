// Questions and answers on a terminal or from a script: a prompt goes out, a line comes in.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/base/result.hpp"

namespace tessera::app {

/// Asks on stdout and reads lines from stdin. Answers from a script are shown behind their questions, so that
/// the output looks as on a terminal. After the end of the input, `q` or Ctrl-C at a question, every answer is
/// missing. `b` as an answer leaves this one missing, and `went_back` says so.
class Dialogue {
  public:
    Dialogue();

    /// The user's answer, without blanks at its ends; nothing for `b`, `q` and at the end of the input.
    std::optional<std::string> ask(std::string_view question);
    /// The same for a question with letters of its own: nothing only at the end of the input.
    std::optional<std::string> ask_for_letter(std::string_view question);

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

    /// The number of the chosen item, from 0. Answers are the item's number from 1, one of its names in any spelling, or the beginning
    /// of its name; an empty one is `preset`, if there is one. Of a long list only the first `shown` are printed, and one
    /// number more, which prints the others.
    struct Item {
        std::string name;
        std::string description;
        std::vector<std::string> also = {};  ///< other names
    };
    struct Choice {
        std::optional<std::size_t> preset;
        std::size_t shown = std::numeric_limits<std::size_t>::max();
    };
    std::optional<std::size_t> choose(std::string_view title, const std::vector<Item>& items,
                                      Choice choice);

    /// Yes or no; an empty answer is no.
    std::optional<bool> confirm(std::string_view question);

    bool ended() const { return ended_; }
    /// Whether the last answer was `b`.
    bool went_back() const { return went_back_; }
    bool on_terminal() const { return terminal_; }

  private:
    static void explain(const Error& error);

    bool terminal_ = false;
    bool ended_ = false;
    bool went_back_ = false;
};

}  // namespace tessera::app
