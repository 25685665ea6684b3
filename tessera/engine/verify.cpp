// Checks solutions that somebody wrote down: replays the path and tests every figure that goes with it.
#include "tessera/engine/verify.hpp"

#include <fmt/format.h>

#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/moves.hpp"
#include "tessera/puzzle/solvability.hpp"

namespace tessera {
namespace {

Verification check_figures(const WrittenSolution& claim, const std::vector<Move>& moves) {
    Verification result{claim.id, false, "", moves.size(), slides(moves)};
    const std::uint64_t cost =
        claim.tile_cost ? tile_cost(claim.start, moves) : std::uint64_t{moves.size()};
    const auto wrong = [&](std::string_view what, std::uint64_t said, std::uint64_t is) {
        result.message =
            fmt::format("the path is right, but {} is given as {} and is {}", what, said, is);
        return result;
    };
    if (claim.length && *claim.length != result.length) {
        return wrong("its length", *claim.length, result.length);
    }
    if (claim.slides && *claim.slides != result.slides) {
        return wrong("its number of slides", *claim.slides, result.slides);
    }
    if (claim.cost && *claim.cost != cost) return wrong("its cost", *claim.cost, cost);
    if (claim.lower_bound && *claim.lower_bound > cost) {
        return wrong("a lower bound", *claim.lower_bound, cost);
    }
    if (claim.says_optimal && !claim.lower_bound) {
        result.message = "it is called optimal, but without a lower bound that proves it";
        return result;
    }
    if (claim.says_optimal && *claim.lower_bound != cost) {
        result.message =
            fmt::format("it is called optimal, but the lower bound {} is not its cost {}",
                        *claim.lower_bound, cost);
        return result;
    }
    result.holds = true;
    result.message =
        fmt::format("reaches the goal in {} move{} ({} slide{})", result.length,
                    result.length == 1 ? "" : "s", result.slides, result.slides == 1 ? "" : "s");
    return result;
}

}  // namespace

Verification verify(const WrittenSolution& claim) {
    Verification result{claim.id, false, "", 0, 0};
    if (claim.start.geometry() != claim.goal.geometry()) {
        result.message = "the board and the goal differ in size";
        return result;
    }
    if (claim.says_unsolvable) {
        result.holds = !solvable(claim.start, claim.goal);
        result.message = result.holds ? "it is unsolvable, as it says"
                                      : "it is called unsolvable, but it can be solved";
        return result;
    }
    auto moves = parse_moves(claim.moves, claim.start, claim.notation);
    if (!moves) {
        result.message = moves.error().message;
        return result;
    }
    auto end = replay(claim.start, *moves);
    if (!end) {
        result.message = end.error().message;
        return result;
    }
    if (!(*end == claim.goal)) {
        result.message =
            fmt::format("after {} move{} the board is {}, not the goal {}", moves->size(),
                        moves->size() == 1 ? "" : "s", inline_form(*end).substr(0, 200),
                        inline_form(claim.goal).substr(0, 200));
        return result;
    }
    return check_figures(claim, *moves);
}

Result<std::vector<Verification>> verify_solutions(std::string_view text, std::string_view source) {
    auto claims = read_solutions(text, source);
    if (!claims) return claims.error();
    std::vector<Verification> results;
    results.reserve(claims->size());
    for (const WrittenSolution& claim : *claims) results.push_back(verify(claim));
    return results;
}

}  // namespace tessera
