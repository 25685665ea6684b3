// The reader of checkpoints: what it takes can be written again and reads the same; what it refuses it explains.
//
// An input is the lines without their checksums, which would hide everything else; and, as it is, a file.
#include "tessera/backends/checkpoint_file.hpp"
#include "tests/fuzz/fuzzing.hpp"

namespace tessera::fuzz {
namespace {

/// What is kept, as lines.
std::string written(const backends::CheckpointText& checkpoint) {
    std::string text = backends::checkpoint_head(checkpoint.identity);
    const KeptWork& work = checkpoint.work;
    for (const KeptRound& round : work.rounds()) text += backends::checkpoint_line(round);
    if (work.split()) text += backends::checkpoint_line(*work.split());
    for (const auto& part : work.parts()) {
        if (part) text += backends::checkpoint_line(*part);
    }
    if (work.solution()) text += backends::checkpoint_line(*work.solution());
    return text;
}

void read(std::string_view text) {
    auto checkpoint = backends::read_checkpoint(text);
    if (!checkpoint) return must_be_helpful(checkpoint.error());
    must(checkpoint->good_bytes <= text.size(), "more is good than there is");
    const std::string again = written(*checkpoint);
    auto same = backends::read_checkpoint(again);
    must(same.ok(), "what was written is refused: {}", same ? "" : same.error().message);
    must(same->good_bytes == again.size(), "what was written has a torn end");
    must(written(*same) == again, "read and written it is another");
}

}  // namespace

void checkpoints(Bytes input) {
    read(text_of(input));
    std::string sealed;
    for (std::string_view rest = text_of(input); !rest.empty();) {
        sealed += backends::sealed_line(take_line(rest));
    }
    read(sealed);
}

}  // namespace tessera::fuzz
