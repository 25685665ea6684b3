// The children of one state, packed, and prefetched before any of them is looked up.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "tessera/search/support/node_store.hpp"

namespace tessera::search {

/// Room for the children of one state, used again for the next.
template <BoardType B>
class Children {
  public:
    struct Child {
        PackedState<B> state;
        Move move;
    };

    explicit Children(Geometry geometry) {
        children_.reserve(all_moves.size());
        for (const Move move : all_moves) {
            children_.push_back({PackedState<B>(geometry), move});
        }
    }

    /// The children of `board` in successor order, without its parent; valid until the next call.
    /// `board` is moved and moved back. Their look-ups in `nodes` overlap in memory.
    std::span<const Child> produce(B& board, NodeData data, const std::array<Move, 4>& order,
                                   const NodeStore<B>& nodes) {
        std::size_t count = 0;
        const MoveSet legal = board.legal_moves();
        for (const Move move : order) {
            if (!legal.has(move)) continue;
            if (!data.is_root() && move == opposite(data.move())) continue;
            Child& child = children_[count++];
            child.move = move;
            board.slide(move);
            child.state.assign(board);
            board.slide(opposite(move));
            nodes.prefetch(child.state.hash());
        }
        return {children_.data(), count};
    }

  private:
    std::vector<Child> children_;
};

}  // namespace tessera::search
