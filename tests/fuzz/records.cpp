// The best-known solutions and what is submitted to them: what is taken leaves nothing that is wrong, and what is wrong is said.
//
// An input is both: the file of a set, and lines that somebody submits.
#include "apps/tessera/records.hpp"
#include "tests/fuzz/fuzzing.hpp"

namespace tessera::fuzz {
namespace {

/// The boards that everybody has, of which nothing is known.
const lab::BestKnownSolutions& nothing_known() {
    static const auto known = lab::BestKnownSolutions::of_nothing();
    must(known.ok(), "the boards cannot be read");
    return *known;
}

void must_be_shown(const std::string& message) {
    must(!message.empty() && !has_control_characters(message), "cannot be shown: {}", message);
}

void read_as_file(std::string_view text) {
    lab::BestKnownSolutions known = nothing_known();
    known.read("korf24", text);
    const lab::BestKnownCheck check = known.check();
    for (const lab::BestKnownFault& fault : check.faults) must_be_shown(fault.text());
    if (!known.faults().empty()) return;
    std::string again;
    for (const lab::BestKnown& one : known.of("korf24")) again += to_json(one) + "\n";
    must(again == text || again == fmt::format("{}\n", text), "read and written it is another");
}

void read_as_submission(std::string_view text) {
    lab::BestKnownSolutions known = nothing_known();
    Engine engine;
    Limits limits;
    limits.time = std::chrono::milliseconds(20);
    limits.memory_bytes = std::size_t{64} << 20;
    Observer nobody;
    for (int lines = 0; !text.empty() && lines < 10; ++lines) {
        auto submission = app::read_submission(take_line(text), known, {engine, limits, nobody});
        if (!submission.refused.empty()) {
            must_be_shown(submission.refused);
            continue;
        }
        submission.offer.day = "2026-11-18";
        const lab::BestKnownDecision decision = known.offer(submission.offer);
        must_be_shown(decision.message);
        const bool news = !known.offer(submission.offer).taken;
        must(news, "the same is taken twice: {}", decision.board);
        const lab::BestKnownCheck check = known.check();
        must(check.faults.empty(), "what was taken is wrong: {}",
             check.faults.empty() ? "" : check.faults.front().text());
    }
}

}  // namespace

void records(Bytes input) {
    read_as_file(text_of(input));
    read_as_submission(text_of(input));
}

}  // namespace tessera::fuzz
