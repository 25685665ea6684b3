// The command line: any words either mean something or get an explanation, and nothing is printed or done before.
//
// An input is the words behind the program's name, one a line.
#include "apps/tessera/command_line.hpp"
#include "tessera/lab/quantities.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tests/fuzz/fuzzing.hpp"

namespace tessera::fuzz {
namespace {

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    while (!text.empty()) {
        // The system ends words at a NUL.
        const std::string_view line = take_line(text);
        words.emplace_back(line.substr(0, line.find('\0')));
    }
    return words;
}

void must_explain(const Error& error) {
    must(error.code == ErrorCode::usage || error.code == ErrorCode::bad_input,
         "not an error of usage: {}", error.message);
    must_be_helpful(error);
    must(!error.hint.empty(), "no remedy for: {}", error.message);
}

/// What options with quantities take.
void read_values(const std::string& word) {
    if (const auto time = lab::duration_of(word)) must(time->count() >= 0, "a time of {}", word);
    if (const auto bytes = lab::memory_of(word))
        must(*bytes <= std::size_t{1'000'000'000'000'000'000}, "memory of {}", word);
    if (const auto size = parse_size(word)) {
        must(size->cells() >= 4 && size->cells() <= 10'000, "a size of {} cells", size->cells());
    } else {
        must_be_helpful(size.error());
    }
}

}  // namespace

void options(Bytes input) {
    const std::vector<std::string> words = words_of(text_of(input));
    constexpr std::size_t most_words = 40;
    if (words.size() > most_words) return;
    for (const std::string& word : words) read_values(word);
    app::CommandLine line;
    const auto action = line.understand(words);
    if (!action) return must_explain(action.error());
    must(static_cast<bool>(*action), "neither something to do nor an error");
}

}  // namespace tessera::fuzz
