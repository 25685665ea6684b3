// The call read: boards in any form, and those that ship with the program.
#include <fmt/format.h>

#include "tessera/api/call.hpp"
#include "tessera/api/requests.hpp"
#include "tessera/base/json.hpp"
#include "tessera/puzzle/collections.hpp"

namespace tessera::api::calls::read {
namespace {

constexpr Field request_fields[] = {
    text("text", "boards in any form, or the name of shipped ones, e.g. korf:12"),
    size("size", "needed only where the text does not show it").optional(),
    text("format", "the form; found out unless given").optional(),
    goal_field,
};

constexpr Field reply_fields[] = {
    text("format"),
    text("notes").list(),
    object("boards", given_board_shape).list(),
};

Result<ReadBoards> read_text(const std::string& text, const ReadOptions& options) {
    if (!names_a_suite(text)) return read_boards(text, options);
    auto boards = suite_boards(text);
    if (!boards) return boards.error();
    ReadBoards read;
    read.boards = std::move(*boards);
    read.format = "suite";
    return read;
}

Result<Task> prepare(Fields& fields, const ApiLimits& limits) {
    const std::string text = fields.text("text").value_or("");
    const std::string format = fields.text("format").value_or("");
    const auto size = read_size(fields, limits.cells);
    const Json* wanted_goal = fields.any("goal");
    if (auto error = fields.fault()) return *error;

    auto read = read_text(text, {size, format, "the text"});
    if (!read) {
        Error error = read.error();
        if (error.field != "size" && error.field != "format") error.field = "text";
        return error;
    }
    if (read->boards.size() > limits.boards) {
        return usage_error(fmt::format("{} boards at once are too many", read->boards.size()),
                           fmt::format("at most {}", limits.boards), "text");
    }
    Json list = Json::array();
    for (const BoardEntry& entry : read->boards) {
        if (auto error = too_large(entry.board.geometry(), limits)) return *error;
        auto goal =
            wanted_goal != nullptr ? goal_of(wanted_goal, entry.board.geometry()) : goal_of(entry);
        if (!goal) return goal.error();
        list.push_back(board_json(entry, *goal));
    }
    std::string reply = one_line({{"schema", "tessera.read/1"},
                                  {"format", read->format},
                                  {"notes", read->notes},
                                  {"boards", std::move(list)}});
    return Task{
        [reply = std::move(reply)](Engine&, Observer&) -> Result<std::string> { return reply; }};
}

}  // namespace

extern const Call call;
constinit const Call call{
    "read",
    "reads boards in any form",
    {"ReadRequest", {}, request_fields},
    {"ReadBoards", "tessera.read/1", reply_fields},
    &prepare,
};

}  // namespace tessera::api::calls::read
