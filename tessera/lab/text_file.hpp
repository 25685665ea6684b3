// Reading a whole text file that somebody names, which may be anything: a folder, a pipe, a device without end.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tessera/base/result.hpp"

namespace tessera::lab {

/// No suite and no list of boards is as large.
inline constexpr std::size_t longest_text = std::size_t{1} << 28;

/// `hint` is for a file that is not there.
inline Result<std::string> text_of_file(const std::filesystem::path& path, std::string hint) {
    std::ifstream stream(path, std::ios::binary);
    std::error_code ignored;
    if (!stream || std::filesystem::is_directory(path, ignored)) {
        return input_error(fmt::format("cannot read '{}'", path.string()), std::move(hint));
    }
    std::string text;
    std::string piece(std::size_t{1} << 16, '\0');
    while (stream.read(piece.data(), static_cast<std::streamsize>(piece.size())) ||
           stream.gcount() > 0) {
        text.append(piece, 0, static_cast<std::size_t>(stream.gcount()));
        if (text.size() > longest_text) {
            return input_error(
                fmt::format("'{}' is larger than {} MiB", path.string(), longest_text >> 20),
                "is it the file that was meant? split it otherwise");
        }
    }
    return text;
}

}  // namespace tessera::lab
