// Questions and answers on a terminal or from a script: a prompt goes out, a line comes in.
#include "dialogue.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cctype>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "console.hpp"
#include "system.hpp"

namespace tessera::app {
namespace {

std::string trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(blanks) - first + 1));
}

/// The next line of stdin, or nothing at its end or when a signal came first.
std::optional<std::string> next_line() {
    char* line = nullptr;
    std::size_t room = 0;
    const ssize_t length = getline(&line, &room, stdin);
    const std::unique_ptr<char, decltype(&std::free)> owner(line, &std::free);
    if (length < 0) return std::nullopt;
    return trimmed({line, static_cast<std::size_t>(length)});
}

Result<std::size_t> read_choice(const std::string& answer, const std::vector<Dialogue::Item>& items,
                                std::optional<std::size_t> preset) {
    if (answer.empty() && preset) return *preset;
    std::size_t number = 0;
    const char* end = answer.data() + answer.size();
    const auto [rest, error] = std::from_chars(answer.data(), end, number);
    if (error == std::errc() && rest == end && number >= 1 && number <= items.size()) {
        return number - 1;
    }
    std::vector<std::size_t> fitting;
    for (std::size_t i = 0; i < items.size() && !answer.empty(); ++i) {
        if (items[i].name == answer) return i;
        if (items[i].name.starts_with(answer)) fitting.push_back(i);
    }
    if (fitting.size() == 1) return fitting.front();
    return input_error(
        answer.empty() ? "nothing was chosen"
                       : fmt::format("invalid choice: '{}'", answer.substr(0, 60)),
        fmt::format("type a number from 1 to {}, or the beginning of a name", items.size()));
}

}  // namespace

Dialogue::Dialogue() : terminal_(isatty(STDIN_FILENO) != 0) {}

std::optional<std::string> Dialogue::ask(std::string_view question) {
    if (ended_) return std::nullopt;
    say_now(question);
    auto line = interrupted() ? std::nullopt : next_line();
    if (!line) {
        ended_ = true;
        fmt::print("\n");
        return std::nullopt;
    }
    if (!terminal_) fmt::print("{}\n", *line);
    return line;
}

std::optional<std::size_t> Dialogue::choose(std::string_view title, const std::vector<Item>& items,
                                            std::optional<std::size_t> preset) {
    std::size_t width = 0;
    for (const Item& item : items) width = std::max(width, item.name.size());
    fmt::print("{}\n", title);
    for (std::size_t i = 0; i < items.size(); ++i) {
        const std::string line =
            fmt::format("{:3}  {:<{}}  {}", i + 1, items[i].name, width, items[i].description);
        fmt::print("{}\n", line.substr(0, line.find_last_not_of(' ') + 1));
    }
    const std::string question =
        preset ? fmt::format("Your choice [{}]: ", *preset + 1) : std::string("Your choice: ");
    return ask_until<std::size_t>(
        question, [&](const std::string& answer) { return read_choice(answer, items, preset); });
}

std::optional<bool> Dialogue::confirm(std::string_view question) {
    return ask_until<bool>(
        fmt::format("{} [y/N] ", question), [](const std::string& answer) -> Result<bool> {
            if (answer.empty() || answer == "n" || answer == "no") return false;
            if (answer == "y" || answer == "yes") return true;
            return input_error(fmt::format("'{}' is neither", answer), "type y or n");
        });
}

void Dialogue::explain(const Error& error) {
    std::string text = error.message;
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    const std::string help = remedy(error);
    fmt::print("{}{}{}.\n", text, help.empty() ? "" : "; ", help);
}

}  // namespace tessera::app
