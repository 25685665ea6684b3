// The automaton against repeated effects: it leaves out much, and loses no state.
#include "tessera/search/support/move_automaton.hpp"

#include <gtest/gtest.h>

#include <map>

#include "tessera/puzzle/goal.hpp"

namespace tessera::move_automaton_test {
namespace {

using search::build_automaton;

/// Every state within `depth` moves of the canonical goal with its blank on `blank`, with its distance.
std::map<std::vector<Tile>, unsigned> distances(Geometry geometry, Cell blank, unsigned depth) {
    std::map<std::vector<Tile>, unsigned> known;
    std::vector<DynamicBoard> layer{canonical_goal<DynamicBoard>(geometry, blank)};
    known[tiles_of(layer[0])] = 0;
    for (unsigned distance = 1; distance <= depth && !layer.empty(); ++distance) {
        std::vector<DynamicBoard> next;
        for (DynamicBoard& board : layer) {
            for (const Move move : all_moves) {
                if (!board.legal_moves().has(move)) continue;
                DynamicBoard child = board;
                child.slide(move);
                if (known.emplace(tiles_of(child), distance).second) next.push_back(child);
            }
        }
        layer = std::move(next);
    }
    return known;
}

/// Follows every path the automaton allows and notes the fewest moves to each state.
struct Follower {
    const MoveAutomaton& automaton;
    unsigned depth;
    std::map<std::vector<Tile>, unsigned> fewest;
    std::vector<std::uint64_t> paths;

    Follower(const MoveAutomaton& a, DynamicBoard start, unsigned deepest)
        : automaton(a), depth(deepest), paths(deepest + 1) {
        follow(start, automaton.start(start.blank()), 0);
    }
    void follow(DynamicBoard& board, MoveAutomaton::State state, unsigned length) {
        ++paths[length];
        const auto place = fewest.emplace(tiles_of(board), length).first;
        place->second = std::min(place->second, length);
        if (length == depth) return;
        const MoveAutomaton::Moves& moves = automaton.moves(state);
        for (std::size_t i = 0; i < moves.count; ++i) {
            const Move move = make_move(moves.move[i]);
            ASSERT_TRUE(board.legal_moves().has(move));
            ASSERT_EQ(index(board.neighbour(move)), moves.from[i]);
            board.slide(move);
            follow(board, moves.next[i], length + 1);
            board.slide(opposite(move));
        }
    }
};

TEST(MoveAutomaton, EveryStateIsReachedInItsFewestMoves) {
    struct Size {
        Geometry geometry;
        unsigned depth;
    };
    for (const auto& [geometry, depth] : {Size{{2, 2}, 6}, Size{{2, 3}, 21}, Size{{3, 2}, 21},
                                          Size{{2, 4}, 18}, Size{{3, 3}, 16}}) {
        for (const unsigned longest : {2U, 6U, 9U, 12U, 14U}) {
            // On these boards the paths multiply too fast where little is left out.
            const unsigned deepest = longest < 9 ? std::min(depth, 14U) : depth;
            const MoveAutomaton automaton = build_automaton(geometry, longest);
            for (std::size_t blank = 0; blank < geometry.cells(); ++blank) {
                const auto start = canonical_goal<DynamicBoard>(geometry, make_cell(blank));
                const Follower follower(automaton, start, deepest);
                EXPECT_EQ(follower.fewest, distances(geometry, make_cell(blank), deepest))
                    << geometry.rows << "x" << geometry.cols << " longest " << longest << " blank "
                    << blank;
            }
        }
    }
}

TEST(MoveAutomaton, WithTwoMovesOnlyUndoingIsLeftOut) {
    const Geometry geometry{4, 5};
    const MoveAutomaton automaton = build_automaton(geometry, 2);
    for (std::size_t c = 0; c < geometry.cells(); ++c) {
        const Cell cell = make_cell(c);
        const MoveAutomaton::State start = automaton.start(cell);
        for (const Move first : all_moves) {
            const MoveAutomaton::State after = automaton.after(start, first);
            EXPECT_EQ(after != MoveAutomaton::none, geometry.legal_moves(cell).has(first));
            if (after == MoveAutomaton::none) continue;
            const Cell there = geometry.neighbour(cell, first);
            for (const Move second : all_moves) {
                EXPECT_EQ(automaton.after(after, second) != MoveAutomaton::none,
                          geometry.legal_moves(there).has(second) && second != opposite(first));
            }
        }
    }
}

TEST(MoveAutomaton, LongerWordsLeaveOutMore) {
    const Geometry geometry{3, 3};
    std::uint64_t before = ~std::uint64_t{0};
    for (const unsigned longest : {2U, 6U, 8U, 10U, 12U}) {
        const MoveAutomaton automaton = build_automaton(geometry, longest);
        const Follower follower(automaton, canonical_goal<DynamicBoard>(geometry, make_cell(4)),
                                14);
        EXPECT_LT(follower.paths.back(), before) << longest;
        before = follower.paths.back();
    }
}

TEST(MoveAutomaton, HalfATurnOfTwoByTwoIsWrittenOneWayOnly) {
    // Around a 2×2 block in twelve moves everything is back: six moves one way equal six the other.
    const Geometry geometry{3, 3};
    const auto allowed = [&](unsigned longest, std::string_view word) {
        const MoveAutomaton automaton = build_automaton(geometry, longest);
        MoveAutomaton::State state = automaton.start(make_cell(0));
        for (const char letter : word) {
            const Move move = letter == 'U'   ? Move::up
                              : letter == 'L' ? Move::left
                              : letter == 'R' ? Move::right
                                              : Move::down;
            if (state != MoveAutomaton::none) state = automaton.after(state, move);
        }
        return state != MoveAutomaton::none;
    };
    EXPECT_TRUE(allowed(5, "RDLURD") && allowed(5, "DRULDR"));
    EXPECT_TRUE(allowed(6, "RDLURD"));
    EXPECT_FALSE(allowed(6, "DRULDR"));
}

}  // namespace
}  // namespace tessera::move_automaton_test
