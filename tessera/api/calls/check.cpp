// The call check: can a board be solved, and if not, why?
#include "tessera/api/call.hpp"
#include "tessera/api/json.hpp"
#include "tessera/api/requests.hpp"

namespace tessera::api::calls::check {
namespace {

constexpr std::string_view parity_words[] = {"odd", "even"};
constexpr Field reply_fields[] = {
    text("id"),
    size("size"),
    text("board", "the start as one line"),
    tiles("start"),
    tiles("goal"),
    text("goal_name"),
    flag("solvable"),
    word("permutation", parity_words),
    whole("blank_distance"),
    whole("inversions"),
    text("solvable_goals").list(),
    whole("repair", "two tiles to swap").list(2).or_null(),
    text("reason"),
};

Result<Task> prepare(Fields& fields, const ApiLimits& limits) {
    const auto board = read_board(fields, limits);
    if (auto error = fields.fault()) return *error;
    return Task{[board = *board](Engine&, Observer&) -> Result<std::string> {
        return check_json("", board.start, board.goal);
    }};
}

}  // namespace

extern const Call call;
constinit const Call call{
    "check",
    "can this board be solved, and if not, why?",
    {"CheckRequest", {}, {}, &board_shape},
    {"Check", "tessera.check/1", reply_fields},
    &prepare,
};

}  // namespace tessera::api::calls::check
