// Runs a program and captures what it prints and how it ends; temporary folders; the JSON it prints.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/texts.hpp"

namespace tessera::app_testing {

using Words = std::vector<std::string>;
using Json = nlohmann::json;

/// 31 moves, as far as 3×3 goes.
inline const std::string hardest = "8 6 7/2 5 4/3 0 1";

/// The program under test: the one built beside these tests, or the one the environment names, which is then one with
/// sanitizers (so that these tests, which only run it, need not be compiled for each).
inline const std::string& program_under_test() {
    static const std::string path = [] {
        const char* other = getenv("TESSERA_BINARY");
        return std::string(other != nullptr ? other : TESSERA_BINARY);
    }();
    return path;
}
inline bool sanitized_program() {
    return getenv("TESSERA_BINARY") != nullptr;
}

/// How to run it, where it differs from: nothing on stdin, both outputs captured, our environment.
struct RunOptions {
    std::string input;                 ///< what the program reads from stdin, any bytes
    bool close_stdin = false;          ///< no stdin at all
    std::string stdout_to;             ///< a file instead of the pipe
    bool close_stdout = false;         ///< no stdout at all
    bool hang_up_after_line = false;   ///< stop reading stdout after one line, as `head -1` does
    bool interrupt_on_stderr = false;  ///< a signal once something appears on stderr
    int interrupt_signal = SIGINT;     ///< that signal
    Words environment;                 ///< NAME=value to set, or NAME to remove
    std::string folder;                ///< where to run it
    /// A program that has not ended by then hangs; generous, because sanitizers and busy machines are slow.
    std::chrono::minutes patience{3};
};

/// Where the programs that tests run keep their tables: never in the user's own cache. One folder for
/// all of this process, gone when it ends.
inline std::string private_cache();

struct RunResult {
    int code = -1;    ///< exit code; -1 when a signal ended it
    int signal = 0;   ///< that signal
    std::string out;  ///< stdout
    std::string err;  ///< stderr
};

namespace detail {

struct Pipe {
    int read_end = -1;
    int write_end = -1;

    Pipe() {
        std::array<int, 2> ends{};
        if (pipe2(ends.data(), O_CLOEXEC) == 0) {
            read_end = ends[0];
            write_end = ends[1];
        }
    }
    ~Pipe() {
        close_read();
        close_write();
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    void close_read() { close_end(read_end); }
    void close_write() { close_end(write_end); }

  private:
    static void close_end(int& end) {
        if (end >= 0) close(end);
        end = -1;
    }
};

[[noreturn]] inline void become(const Words& words, const RunOptions& options, const Pipe& in,
                                const Pipe& out, const Pipe& err, const std::string& cache) {
    signal(SIGPIPE, SIG_DFL);
    setenv("TESSERA_CACHE", cache.c_str(), 1);
    if (!options.folder.empty() && chdir(options.folder.c_str()) != 0) _exit(126);
    for (const std::string& entry : options.environment) {
        const std::size_t equals = entry.find('=');
        if (equals == std::string::npos) {
            unsetenv(entry.c_str());
        } else {
            setenv(entry.substr(0, equals).c_str(), entry.c_str() + equals + 1, 1);
        }
    }
    if (options.close_stdin) {
        close(STDIN_FILENO);
    } else {
        dup2(in.read_end, STDIN_FILENO);
    }
    if (options.close_stdout) {
        close(STDOUT_FILENO);
    } else if (!options.stdout_to.empty()) {
        const int file = open(options.stdout_to.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        dup2(file, STDOUT_FILENO);
    } else {
        dup2(out.write_end, STDOUT_FILENO);
    }
    dup2(err.write_end, STDERR_FILENO);
    close_range(3, ~0U, 0);  // ctest leaves some open, which would count where few are allowed
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execvp(arguments[0], arguments.data());
    _exit(127);
}

/// Appends what can be read; false at the end of the stream.
inline bool drain(int file, std::string& text) {
    std::array<char, 1 << 16> buffer;
    const ssize_t count = read(file, buffer.data(), buffer.size());
    if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
    return count > 0 || (count < 0 && errno == EINTR);
}

/// Feeds stdin and collects both outputs until the program has closed them.
inline void converse(pid_t child, const RunOptions& options, Pipe& in, Pipe& out, Pipe& err,
                     RunResult& result) {
    std::string_view left = options.input;
    bool interrupted = false;
    const auto deadline = std::chrono::steady_clock::now() + options.patience;
    if (left.empty()) in.close_write();
    while (out.read_end >= 0 || err.read_end >= 0) {
        std::array<pollfd, 3> watched{
            {{out.read_end, POLLIN, 0}, {err.read_end, POLLIN, 0}, {in.write_end, POLLOUT, 0}}};
        if (std::chrono::steady_clock::now() > deadline) {
            ADD_FAILURE() << "the program hangs";
            kill(child, SIGKILL);
            return;
        }
        poll(watched.data(), watched.size(), 1000);
        if (watched[0].revents != 0 && !drain(out.read_end, result.out)) out.close_read();
        if (options.hang_up_after_line && result.out.find('\n') != std::string::npos) {
            out.close_read();
        }
        if (watched[1].revents != 0 && !drain(err.read_end, result.err)) err.close_read();
        if (options.interrupt_on_stderr && !result.err.empty() && !interrupted) {
            kill(child, options.interrupt_signal);
            interrupted = true;
        }
        if (in.write_end >= 0 && watched[2].revents != 0) {
            const ssize_t count =
                write(in.write_end, left.data(), std::min<std::size_t>(left.size(), 4096));
            if (count > 0) left.remove_prefix(static_cast<std::size_t>(count));
            if (count < 0 || left.empty()) in.close_write();
        }
    }
}

}  // namespace detail

/// Runs any program found by its path or in PATH.
inline RunResult run_program(const Words& words, const RunOptions& options = {}) {
    signal(SIGPIPE, SIG_IGN);  // a program that does not read its input is no fault of ours
    detail::Pipe in;
    detail::Pipe out;
    detail::Pipe err;
    RunResult result;
    const std::string cache = private_cache();
    const pid_t child = fork();
    if (child == 0) detail::become(words, options, in, out, err, cache);
    in.close_read();
    out.close_write();
    err.close_write();
    if (child < 0) {
        ADD_FAILURE() << "cannot start " << words.front();
        return result;
    }
    detail::converse(child, options, in, out, err, result);
    in.close_write();
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status)) result.code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
    return result;
}

/// Runs the program under test.
inline RunResult tessera(Words words, const RunOptions& options = {}) {
    words.insert(words.begin(), program_under_test());
    return run_program(words, options);
}
inline RunResult tessera_reading(const std::string& input, const Words& words) {
    RunOptions options;
    options.input = input;
    return tessera(words, options);
}

/// Whether a program can be run here, for tests that need one.
inline bool is_installed(const std::string& program) {
    return run_program({"sh", "-c", "command -v \"$0\" >/dev/null", program}).code == 0;
}

/// The test needs this program. `./test` installs them all and says so (TESSERA_TOOLS), so there a program that is missing
/// is a failure; for somebody who runs a test by hand without it, the test is skipped.
#define TESSERA_NEEDS_PROGRAM(program)                                              \
    if (!::tessera::app_testing::is_installed(program)) {                           \
        if (getenv("TESSERA_TOOLS") != nullptr) FAIL() << program << " is missing"; \
        GTEST_SKIP() << "skipped: " << program << " is not installed";              \
    }                                                                               \
    static_assert(true)

inline std::string content_of(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(stream), {});
}

/// A folder of its own, gone with the object.
class TemporaryFolder {
  public:
    TemporaryFolder() {
        std::string pattern =
            (std::filesystem::temp_directory_path() / "tessera-test-XXXXXX").string();
        if (mkdtemp(pattern.data()) != nullptr) path_ = pattern;
        EXPECT_FALSE(path_.empty()) << "no temporary folder";
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::string path() const { return path_.string(); }
    std::string path(const std::string& name) const { return (path_ / name).string(); }
    /// Writes a file and says where.
    std::string file(const std::string& name, std::string_view content) const {
        std::ofstream stream(path_ / name, std::ios::binary);
        stream.write(content.data(), static_cast<std::streamsize>(content.size()));
        return path(name);
    }

  private:
    std::filesystem::path path_;
};

inline std::string private_cache() {
    static const TemporaryFolder folder;
    return folder.path();
}

inline std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        lines.push_back(text.substr(start, end - start));
        start = end + 1;
    }
    return lines;
}

/// Every line of the text as a JSON object.
inline std::vector<Json> json_lines(const std::string& text) {
    std::vector<Json> objects;
    for (const std::string& line : lines_of(text)) {
        objects.push_back(Json::parse(line, nullptr, false));
        EXPECT_TRUE(objects.back().is_object()) << "not a JSON object: " << line;
    }
    return objects;
}

/// Runs with --json and returns the one object it prints; null when there is another number of
/// them.
inline Json json_of(Words words, const RunOptions& options = {}) {
    words.emplace_back("--json");
    const RunResult result = tessera(words, options);
    const std::vector<Json> objects = json_lines(result.out);
    EXPECT_EQ(objects.size(), 1U) << result.err;
    return objects.size() == 1 ? objects.front() : Json();
}

/// What `tessera list KIND --json` lists; a value, so that loops may run over it.
inline std::vector<Json> listed(const std::string& kind) {
    const Json answer = json_of({"list", kind});
    return answer.is_object() && answer.contains(kind) ? answer[kind].get<std::vector<Json>>()
                                                       : std::vector<Json>();
}

/// The text after `key` on the line that starts with it; empty if there is none.
inline std::string value_of(const std::string& text, std::string_view key) {
    for (const std::string& line : lines_of(text)) {
        if (line.starts_with(key)) return line.substr(key.size());
    }
    return {};
}

}  // namespace tessera::app_testing
