// Questions and answers on a terminal or from a script: a prompt goes out, a line comes in.
#include "dialogue.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "console.hpp"
#include "system.hpp"
#include "tessera/base/nearest.hpp"
#include "tessera/base/text.hpp"

namespace tessera::app {
namespace {

std::string trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(blanks) - first + 1));
}

constexpr std::string_view more_name = "more";

/// The next line of stdin, or nothing at its end or when a signal came first.
std::optional<std::string> next_line() {
    char* line = nullptr;
    std::size_t room = 0;
    const ssize_t length = getline(&line, &room, stdin);
    const std::unique_ptr<char, decltype(&std::free)> owner(line, &std::free);
    if (length < 0) return std::nullopt;
    return trimmed({line, static_cast<std::size_t>(length)});
}

/// The item that an answer names, by number or in words. `more`, if there are more than are shown, is the number of items.
Result<std::size_t> read_choice(const std::string& answer, const std::vector<Dialogue::Item>& items,
                                const Dialogue::Choice& choice) {
    if (answer.empty() && choice.preset) return *choice.preset;
    const bool more = choice.shown < items.size();
    const std::size_t last = more ? choice.shown + 1 : items.size();
    std::size_t number = 0;
    const char* end = answer.data() + answer.size();
    const auto [rest, error] = std::from_chars(answer.data(), end, number);
    if (error == std::errc() && rest == end && number >= 1 && number <= last) {
        return more && number == last ? items.size() : number - 1;
    }
    if (more && same_name(answer, more_name)) return items.size();
    std::vector<std::size_t> fitting;
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < items.size() && !answer.empty(); ++i) {
        const auto is_meant = [&](std::string_view name) { return same_name(answer, name); };
        if (is_meant(items[i].name) || std::ranges::any_of(items[i].also, is_meant)) return i;
        if (items[i].name.starts_with(answer)) fitting.push_back(i);
        names.emplace_back(items[i].name);
    }
    if (fitting.size() == 1) return fitting.front();
    const std::string_view nearest = nearest_name(answer, names);
    return input_error(
        answer.empty() ? "nothing was chosen"
                       : fmt::format("invalid choice: '{}'", formats::excerpt(answer, 60)),
        nearest.empty()
            ? fmt::format("type a number from 1 to {}, or the beginning of a name", last)
            : fmt::format("did you mean '{}'?", nearest));
}

void print_items(const std::vector<Dialogue::Item>& items, std::size_t shown) {
    shown = std::min(shown, items.size());
    std::size_t width = more_name.size();
    for (std::size_t i = 0; i < shown; ++i) width = std::max(width, items[i].name.size());
    const auto print = [&](std::size_t number, std::string_view name, std::string_view text) {
        const std::string line = fmt::format("{:>4} {:<{}}  {}", number, name, width, text);
        say("{}\n", line.substr(0, line.find_last_not_of(' ') + 1));
    };
    for (std::size_t i = 0; i < shown; ++i) {
        print(i + 1, items[i].name, items[i].description);
    }
    if (shown < items.size()) {
        print(shown + 1, more_name, fmt::format("the {} others", items.size() - shown));
    }
}

}  // namespace

Dialogue::Dialogue() : terminal_(isatty(STDIN_FILENO) != 0) {}

std::optional<std::string> Dialogue::ask_for_letter(std::string_view question) {
    went_back_ = false;
    if (ended_) return std::nullopt;
    say_now(question);
    auto line = interrupted() ? std::nullopt : next_line();
    if (!line) {
        ended_ = true;
        say("\n");
        return std::nullopt;
    }
    if (!terminal_) say("{}\n", *line);
    return line;
}

std::optional<std::string> Dialogue::ask(std::string_view question) {
    auto line = ask_for_letter(question);
    if (!line) return std::nullopt;
    const std::string word = formats::lowered(*line);
    went_back_ = word == "b" || word == "back";
    ended_ = word == "q" || word == "quit";
    if (went_back_ || ended_) return std::nullopt;
    return line;
}

std::optional<std::size_t> Dialogue::choose(std::string_view title, const std::vector<Item>& items,
                                            Choice choice) {
    say("{}\n", title);
    print_items(items, choice.shown);
    const std::string question = choice.preset
                                     ? fmt::format("Your choice [{}]: ", *choice.preset + 1)
                                     : std::string("Your choice: ");
    const auto chosen = ask_until<std::size_t>(
        question, [&](const std::string& answer) { return read_choice(answer, items, choice); });
    if (chosen != items.size()) return chosen;
    return choose(title, items, {choice.preset});
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
    say("{}{}{}{}\n", text, help.empty() ? "" : "; ", help, help.ends_with('?') ? "" : ".");
}

}  // namespace tessera::app
