// The call generate: makes boards.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "tessera/api/call.hpp"
#include "tessera/api/requests.hpp"
#include "tessera/base/json.hpp"
#include "tessera/engine/generate_at_distance.hpp"
#include "tessera/puzzle/difficulty.hpp"
#include "tessera/puzzle/generate.hpp"

namespace tessera::api::calls::generate {
namespace {

constexpr double longest_walk = 1e6;
/// Ways to make a board, then the difficulties.
constexpr auto kind_words = [] {
    std::array<std::string_view, 4 + difficulty_names.size()> words{"uniform", "unsolvable", "walk",
                                                                    "distance"};
    std::copy(difficulty_names.begin(), difficulty_names.end(), words.begin() + 4);
    return words;
}();
constexpr Field request_fields[] = {
    size("size", "rows and columns, e.g. [4,4]"),
    goal_field,
    whole("seed", "the same seed gives the same boards"),
    whole("count", "how many").from(1).within(&ApiLimits::boards).standard("1"),
    word("kind", kind_words, "any that can be solved, one of these, or a difficulty")
        .standard("uniform"),
    whole("moves", "the length of a walk from the goal").to(longest_walk).standard("100"),
    whole("distance", "moves of a shortest solution, for the kind distance")
        .to(longest_walk)
        .optional(),
};

constexpr Field reply_fields[] = {whole("seed"), object("boards", given_board_shape).list()};

struct Wanted {
    DynamicBoard goal;
    std::uint64_t seed = 0;
    std::uint64_t count = 1;
    std::string kind;
    std::uint64_t walk = 0;
    std::uint64_t distance = 0;
    Limits limits;
};

Result<std::string> make(const Wanted& wanted, Engine& engine, Observer& observer) {
    Random random(wanted.seed);
    DistanceGenerator at_distance(engine, wanted.goal, wanted.limits);
    Json list = Json::array();
    for (std::uint64_t i = 0; i < wanted.count; ++i) {
        if (observer.cancelled()) return Error{ErrorCode::interrupted, "interrupted", ""};
        BoardEntry entry;
        if (wanted.kind == "uniform") {
            entry.board = random_solvable(wanted.goal, random);
        } else if (wanted.kind == "unsolvable") {
            entry.board = random_unsolvable(wanted.goal, random);
        } else if (wanted.kind == "walk") {
            entry.board = random_walk(wanted.goal, wanted.walk, random);
        } else if (wanted.kind == "distance") {
            auto made = at_distance.make(static_cast<int>(wanted.distance), random, observer);
            if (!made) return made.error();
            entry.board = std::move(*made);
            entry.optimal = static_cast<Cost>(wanted.distance);
        } else {
            entry.board = board_to_play(wanted.goal, *difficulty_named(wanted.kind), random);
        }
        list.push_back(board_json(entry, wanted.goal));
    }
    return one_line(
        {{"schema", "tessera.generate/1"}, {"seed", wanted.seed}, {"boards", std::move(list)}});
}

Result<Task> prepare(Fields& fields, const ApiLimits& limits) {
    const auto geometry = read_size(fields, limits.cells);
    if (!geometry) return *fields.fault();
    auto goal = goal_of(fields.any("goal"), *geometry);
    if (!goal) return about_field(goal.error(), "goal");
    Wanted wanted{std::move(*goal),
                  fields.whole("seed").value_or(0),
                  fields.whole("count").value_or(1),
                  fields.text("kind").value_or(""),
                  fields.whole("moves").value_or(0),
                  fields.whole("distance").value_or(0),
                  limits.search};
    if (wanted.kind == "distance" && fields.any("distance") == nullptr) {
        return usage_error("\"distance\" is missing", "it goes with the kind distance", "distance");
    }
    return Task{[wanted = std::move(wanted)](Engine& engine, Observer& observer) {
        return make(wanted, engine, observer);
    }};
}

}  // namespace

extern const Call call;
constinit const Call call{
    "generate",
    "makes boards",
    {"GenerateRequest", {}, request_fields},
    {"GeneratedBoards", "tessera.generate/1", reply_fields},
    &prepare,
};

}  // namespace tessera::api::calls::generate
