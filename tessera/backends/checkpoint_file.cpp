// A checkpoint in a file: one line for each thing done, written as it is done, so that a killed search can go on.
// This folder does what needs an operating system: threads, table files on disk, and plug-ins.
#include "tessera/backends/checkpoint_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <mutex>
#include <thread>
#include <type_traits>

#include "tessera/base/hash.hpp"
#include "tessera/base/text.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera::backends {
namespace {

constexpr std::string_view schema = "tessera.checkpoint/1";
constexpr std::string_view begin_word = "begin";
constexpr std::size_t checksum_digits = 16;

std::string checksum_of(std::string_view text) {
    return fmt::format("{:016x}", checksum(std::as_bytes(std::span(text))));
}
/// What stands before the checksum; nothing if that is wrong.
std::optional<std::string_view> unsealed(std::string_view line) {
    if (line.size() <= checksum_digits) return std::nullopt;
    const std::string_view text = line.substr(0, line.size() - checksum_digits - 1);
    const bool holds = line[text.size()] == ' ' &&
                       line.substr(text.size() + 1) == std::string_view(checksum_of(text));
    return holds ? std::optional(text) : std::nullopt;
}

/// Takes the next word from the front of a text.
std::string_view take_word(std::string_view& text) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return word;
}
/// Takes a number into each place; false unless they are all there.
template <class... Numbers>
bool take_numbers(std::string_view& text, Numbers&... numbers) {
    const auto take = [&text](auto& number) {
        const std::string_view word = take_word(text);
        const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), number);
        return fault == std::errc() && end == word.data() + word.size();
    };
    return (take(numbers) && ...);
}
bool take_counters(std::string_view& text, Counters& counters) {
    return take_numbers(text, counters.expanded, counters.generated, counters.max_depth);
}

/// The record of a line; nothing if it is none.
std::optional<KeptRecord> record_of(std::string_view text) {
    const std::string_view kind = take_word(text);
    const auto if_whole = [&](bool read, KeptRecord record) {
        return read && text.empty() ? std::optional(std::move(record)) : std::nullopt;
    };
    if (kind == "round") {
        KeptRound round;
        const bool read = take_numbers(text, round.bound) && take_counters(text, round.counters) &&
                          take_numbers(text, round.next_bound);
        return if_whole(read, round);
    }
    if (kind == "split") {
        KeptSplit split;
        const bool read = take_numbers(text, split.bound, split.depth, split.parts);
        return if_whole(read, split);
    }
    if (kind == "part") {
        KeptPart part;
        const bool read = take_numbers(text, part.number) && take_counters(text, part.counters) &&
                          take_numbers(text, part.next_bound);
        return if_whole(read, part);
    }
    if (kind != "solved") return std::nullopt;
    KeptSolution solution;
    unsigned complete = 0;
    if (!take_numbers(text, solution.bound) || !take_counters(text, solution.counters) ||
        !take_numbers(text, complete) || complete > 1) {
        return std::nullopt;
    }
    solution.complete = complete == 1;
    for (const char one : text) {
        bool known = false;
        for (const Move move : all_moves) {
            if (letter(move) != one) continue;
            solution.path.push_back(move);
            known = true;
        }
        if (!known) return std::nullopt;
    }
    return solution;
}

std::string in_words(const Counters& counters) {
    return fmt::format("{} {} {}", counters.expanded, counters.generated, counters.max_depth);
}

Error damaged(std::size_t line, std::string_view what) {
    return input_error(fmt::format("is damaged: {} (line {})", what, line),
                       "remove the file, and the search begins again");
}

/// A text line by line, each without its checksum.
class SealedLines {
  public:
    explicit SealedLines(std::string_view text) : text_(text) {}

    /// The next line; nothing at the end, or where it is torn or damaged.
    std::optional<std::string_view> next() {
        const std::size_t end = text_.find('\n', position_);
        if (end == std::string_view::npos) return std::nullopt;
        const auto line = unsealed(text_.substr(position_, end - position_));
        if (!line) return std::nullopt;
        position_ = end + 1;
        ++number_;
        return line;
    }
    std::size_t position() const { return position_; }
    std::size_t number() const { return number_; }
    /// Whether some line after the damaged one is whole, so that it is not only the end that is torn.
    bool goes_on() const {
        std::size_t at = position_;
        while (true) {
            const std::size_t end = text_.find('\n', at);
            if (end == std::string_view::npos) return false;
            if (unsealed(text_.substr(at, end - at))) return true;
            at = end + 1;
        }
    }

  private:
    std::string_view text_;
    std::size_t position_ = 0;
    std::size_t number_ = 0;
};

}  // namespace

Result<CheckpointText> read_checkpoint(std::string_view text) {
    SealedLines lines(text);
    if (lines.next() != schema) {
        return input_error("is no checkpoint of this program", "name another file");
    }
    CheckpointText checkpoint;
    bool begun = false;
    while (const auto line = lines.next()) {
        std::string_view rest = *line;
        if (begun) {
            const auto record = record_of(rest);
            if (!record || !checkpoint.work.take(*record)) {
                return damaged(lines.number(), "what it says does not follow from the lines above");
            }
        } else if (*line == begin_word) {
            begun = true;
        } else if (take_word(rest) == "search") {
            const std::string_view name = take_word(rest);
            checkpoint.identity.emplace_back(name, rest);
        } else {
            return damaged(lines.number(), "it has a line of another kind");
        }
    }
    if (!begun) return damaged(lines.number() + 1, "its head is not whole");
    if (lines.goes_on()) return damaged(lines.number() + 1, "its checksum is wrong");
    checkpoint.good_bytes = lines.position();
    return checkpoint;
}

std::string sealed_line(std::string_view text) {
    return fmt::format("{} {}\n", text, checksum_of(text));
}

std::string checkpoint_head(const SearchIdentity& identity) {
    std::string head = sealed_line(schema);
    for (const auto& [name, value] : identity) {
        head += sealed_line(fmt::format("search {} {}", name, value));
    }
    return head + sealed_line(begin_word);
}

std::string checkpoint_line(const KeptRecord& record) {
    const auto words = [](const auto& one) {
        using Record = std::remove_cvref_t<decltype(one)>;
        if constexpr (std::is_same_v<Record, KeptRound>) {
            return fmt::format("round {} {} {}", one.bound, in_words(one.counters), one.next_bound);
        } else if constexpr (std::is_same_v<Record, KeptSplit>) {
            return fmt::format("split {} {} {}", one.bound, one.depth, one.parts);
        } else if constexpr (std::is_same_v<Record, KeptPart>) {
            return fmt::format("part {} {} {}", one.number, in_words(one.counters), one.next_bound);
        } else {
            std::string path;
            for (const Move move : one.path) path += letter(move);
            return fmt::format("solved {} {} {} {}", one.bound, in_words(one.counters),
                               one.complete ? 1 : 0, path);
        }
    };
    return sealed_line(std::visit(words, record));
}

struct CheckpointFile::State {
    State(std::string its_path, TableNotices& its_notices)
        : path(std::move(its_path)), notices(its_notices) {}
    ~State() {
        if (handle >= 0) ::close(handle);
        if (made_here && !begun) ::unlink(path.c_str());
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    Error error(std::string_view what) const {
        return input_error(fmt::format("the checkpoint '{}' {}", path, what),
                           "check the name and the permissions, or name another file");
    }
    std::optional<Error> open_and_lock();
    std::optional<Error> read();
    void write(std::string_view text);

    std::string path;
    TableNotices& notices;
    int handle = -1;
    bool made_here = false;
    bool begun = false;  ///< it has a head
    bool failed = false;
    std::mutex mutex;
    CheckpointText content;
};

std::optional<Error> CheckpointFile::State::open_and_lock() {
    struct stat status{};
    made_here = ::stat(path.c_str(), &status) != 0;
    // Without waiting: to open a pipe would block.
    handle = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (handle < 0) {
        made_here = false;
        return error(fmt::format("cannot be written: {}", std::strerror(errno)));
    }
    if (::fstat(handle, &status) != 0 || !S_ISREG(status.st_mode)) {
        return error("is no ordinary file");
    }
    // A process that was killed a moment ago may not be gone yet.
    for (int times = 0; times < 40; ++times) {
        if (::flock(handle, LOCK_EX | LOCK_NB) == 0) return std::nullopt;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    begun = true;  // the other process has it
    return input_error(fmt::format("the checkpoint '{}' is in use by another search", path),
                       "wait for its end, or name another file");
}

std::optional<Error> CheckpointFile::State::read() {
    std::string text;
    std::array<char, 1 << 16> buffer;
    while (true) {
        const ssize_t count = ::read(handle, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return error(fmt::format("cannot be read: {}", std::strerror(errno)));
        if (count == 0) break;
        text.append(buffer.data(), static_cast<std::size_t>(count));
    }
    if (text.empty()) return std::nullopt;
    auto read = read_checkpoint(text);
    if (!read) {
        Error fault = read.error();
        fault.message = fmt::format("the checkpoint '{}' {}", path, fault.message);
        return fault;
    }
    content = std::move(*read);
    begun = true;
    if (content.good_bytes < text.size()) {
        notices.note(fmt::format(
            "the last line of the checkpoint '{}' was not written to its end; it is left out",
            path));
    }
    const auto end = static_cast<off_t>(content.good_bytes);
    if (::ftruncate(handle, end) != 0 || ::lseek(handle, end, SEEK_SET) != end) {
        return error(fmt::format("cannot be written: {}", std::strerror(errno)));
    }
    return std::nullopt;
}

void CheckpointFile::State::write(std::string_view text) {
    while (!text.empty() && !failed) {
        const ssize_t count = ::write(handle, text.data(), text.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) {
            failed = true;
            notices.note(
                fmt::format("the checkpoint '{}' cannot be written: {}; the search goes "
                            "on, and what it finishes from now on is not kept",
                            path, std::strerror(errno)));
            return;
        }
        text.remove_prefix(static_cast<std::size_t>(count));
    }
}

CheckpointFile::CheckpointFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
CheckpointFile::~CheckpointFile() = default;

Result<std::unique_ptr<CheckpointFile>> CheckpointFile::open(const std::string& path,
                                                             TableNotices& notices) {
    auto state = std::make_unique<State>(path, notices);
    if (auto error = state->open_and_lock()) return *error;
    if (auto error = state->read()) return *error;
    return std::unique_ptr<CheckpointFile>(new CheckpointFile(std::move(state)));
}

std::optional<Error> CheckpointFile::begin(const SearchIdentity& identity) {
    State& state = *state_;
    if (!state.begun) {
        state.begun = true;
        state.content.identity = identity;
        state.write(checkpoint_head(identity));
        return std::nullopt;
    }
    const SearchIdentity& kept = state.content.identity;
    for (std::size_t i = 0; i < std::max(kept.size(), identity.size()); ++i) {
        const auto at = [i](const SearchIdentity& one) {
            return i < one.size() ? fmt::format("{} {}", one[i].first, one[i].second)
                                  : std::string("nothing");
        };
        if (i < kept.size() && i < identity.size() && kept[i] == identity[i]) continue;
        return input_error(
            fmt::format("the checkpoint '{}' is of another search: it has {}, and this search {}",
                        state.path, formats::excerpt(at(kept), 400),
                        formats::excerpt(at(identity), 400)),
            "name another file, or ask for that search");
    }
    return std::nullopt;
}

void CheckpointFile::add(const KeptRecord& record) {
    const std::string line = checkpoint_line(record);
    const std::scoped_lock lock(state_->mutex);
    if (state_->content.work.take(record)) state_->write(line);
}

const KeptWork& CheckpointFile::kept() const {
    return state_->content.work;
}

}  // namespace tessera::backends
