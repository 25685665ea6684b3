// A file for an answer. It is opened before the work begins, so that a name that cannot be written is reported at once.
#include "output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace tessera::app {
namespace {

std::string cannot_write(const std::string& path, int reason) {
    return fmt::format("cannot write '{}': {}", path, std::strerror(reason));
}

/// The file could be opened, so its name is not the fault.
Error write_failure(const std::string& path, int reason) {
    return {ErrorCode::internal, cannot_write(path, reason), "is the disk full?"};
}

}  // namespace

struct OutputFile::State {
    std::string path;
    int file = -1;
    bool made_here = false;
    bool written = false;

    ~State() {
        if (file >= 0) close(file);
        if (made_here && !written) unlink(path.c_str());
    }
};

Result<OutputFile> OutputFile::open(const std::string& path) {
    auto state = std::make_shared<State>();
    state->path = path;
    if (path == "-") return OutputFile(std::move(state));
    struct stat status{};
    state->made_here = stat(path.c_str(), &status) != 0;
    state->file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (state->file < 0) {
        const int reason = errno;
        state->made_here = false;
        return input_error(cannot_write(path, reason), "check the folder and the permissions");
    }
    return OutputFile(std::move(state));
}

std::optional<Error> OutputFile::write(std::string_view text) {
    state_->written = false;
    return append(text);
}

std::optional<Error> OutputFile::append(std::string_view text) {
    if (is_standard_output()) {
        fmt::print("{}", text);
        return std::nullopt;
    }
    // What cannot be cut short, such as a pipe, need not be.
    const bool first = !std::exchange(state_->written, true);
    if (first && ftruncate(state_->file, 0) != 0 && errno != EINVAL) {
        return write_failure(state_->path, errno);
    }
    if (first) lseek(state_->file, 0, SEEK_SET);
    while (!text.empty()) {
        const ssize_t count = ::write(state_->file, text.data(), text.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return write_failure(state_->path, errno);
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return std::nullopt;
}

bool OutputFile::is_standard_output() const {
    return state_->path == "-";
}

}  // namespace tessera::app
