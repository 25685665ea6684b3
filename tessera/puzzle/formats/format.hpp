// What a format is made of, and the list of them all; a new format is one .cpp file here and one line below.
#pragma once

#include "tessera/base/text.hpp"
#include "tessera/puzzle/formats.hpp"

namespace tessera::formats {

/// The start of a text in tokens, from which formats recognise themselves.
struct Sample {
    const Text& text;
    const ReadOptions& options;
    /// The first lines that are not rules of a drawing.
    std::vector<TokenLine> lines;
    /// How many of them belong to the first block, that is, come before the first empty line.
    std::size_t block_lines = 0;
};

/// One way of writing boards. The constructor takes every part, so that none can be forgotten.
struct Format {
    using Detect = bool(const Sample&);
    using Read = Result<ReadBoards>(const Text&, const ReadOptions&);
    using Write = Result<std::string>(std::span<const BoardEntry>);

    consteval Format(FormatInfo about, Detect* detector, Read* reader, Write* writer)
        : info(about), detect(detector), read(reader), write(writer) {}

    FormatInfo info;
    Detect* detect;
    Read* read;
    Write* write;
};

/// Every format, in the order in which detection asks them: the unmistakable ones first, flat takes
/// the rest.
#define TESSERA_FORMATS(X) \
    X(jsonl)               \
    X(json)                \
    X(case_blocks)         \
    X(csv_table)           \
    X(inline_rows)         \
    X(forty_two)           \
    X(princeton)           \
    X(rc)                  \
    X(grid)                \
    X(korf)                \
    X(csv)                 \
    X(flat)

#define TESSERA_DECLARE_FORMAT(name) extern const Format name;
TESSERA_FORMATS(TESSERA_DECLARE_FORMAT)
#undef TESSERA_DECLARE_FORMAT

}  // namespace tessera::formats
