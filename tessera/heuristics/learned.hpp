// Learned: the estimate of a small net that was trained on solutions, for beams on large boards.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tessera/contracts/component.hpp"
#include "tessera/heuristics/squared_distance.hpp"
#include "tessera/heuristics/support/local_net.hpp"

namespace tessera::heuristics::learned {

inline constexpr std::string_view aliases[] = {"net", "guide"};

inline constexpr HeuristicInfo info{
    .name = "learned",
    .aliases = aliases,
    .synopsis =
        "a small net over the 3×3 cells around each cell, plus a part of squared-distance; for "
        "beam search",
    .options = {},
    .admissible = false,
    .consistent = false,
    .sizes = "any; squared-distance where a side is below 5 or above 8",
    .origin = "none: it was trained to put the states of short solutions before others",
    .cost = "a dozen rows of 32 numbers a move",
    .use =
        "With beam, for the shortest solutions of boards from 5x5 on: worth ten times the width of "
        "squared-distance. It proves nothing.",
};

/// The net sees what is near, squared distance what is far; together they lead a beam better than either alone
/// (docs/performance.md).
template <BoardType B>
class Heuristic {
  public:
    /// In units of 2^-18 moves; of squared distance where there is no net.
    using State = Cost;

    /// With a net of this size and goal; without one it is squared distance.
    static Result<Heuristic> with_net(const HeuristicSetup<B>& setup,
                                      std::shared_ptr<const LocalNet> net) {
        auto squares = squared_distance::Heuristic<B>::make(setup);
        if (!squares) return squares.error();
        return with_net(std::move(*squares), std::move(net));
    }
    static Heuristic with_net(squared_distance::Heuristic<B> squares,
                              std::shared_ptr<const LocalNet> net) {
        Heuristic heuristic(std::move(squares));
        heuristic.net_ = std::move(net);
        return heuristic;
    }
    static Result<Heuristic> make(const HeuristicSetup<B>& setup) {
        const GuideWeights* weights = weights_for(setup.geometry);
        if (weights == nullptr || setup.geometry.cells() > LocalNet::most_cells ||
            LocalNet::bytes_for(setup.geometry) > setup.memory_bytes) {
            return with_net(setup, nullptr);
        }
        auto net = LocalNet::make(*weights, setup.geometry, setup.goal_blank);
        if (!net) return net.error();
        return with_net(setup, std::make_shared<const LocalNet>(std::move(*net)));
    }

    State evaluate(const B& board) const {
        if (!net_) return squares_.evaluate(board);
        return net_->evaluate(bytes_of(board)) + weight() * squares_.conflicts(board);
    }
    State after_slide(State state, const B& board, Tile tile, Cell from, Cell to) const {
        if (!net_) return squares_.after_slide(state, board, tile, from, to);
        return state + net_->change(bytes_of(board).data(), tile, from, to) +
               weight() * squares_.conflicts_change(board, tile, from, to);
    }
    Cost value(State state) const {
        if (!net_) return state;
        constexpr Cost unit = Cost{1} << GuideWeights::value_bits;
        return state <= 0 ? 0 : (state + unit - 1) / unit;
    }
    static Cost promise(State state) { return state; }
    static State state_of(Cost promise) { return promise; }
    double exact_value(State state) const {
        return net_ ? std::max(0.0, in_moves(state)) : static_cast<double>(state);
    }

    /// The children of one board after the other.
    class Family {
      public:
        explicit Family(const Heuristic& heuristic) : heuristic_(heuristic) {
            if (heuristic.net_) follower_.emplace(*heuristic.net_);
        }
        void evaluate(const B& board, State state, const Slide* slides, std::size_t count,
                      State* states) {
            const auto& squares = heuristic_.squares_;
            if (!follower_) {
                for (std::size_t i = 0; i < count; ++i) {
                    states[i] = squares.after_slide(state, board, slides[i].tile, slides[i].from,
                                                    slides[i].to);
                }
                return;
            }
            copy_bytes(board, follower_->tiles());
            std::int32_t changes[all_moves.size()];
            follower_->changes(slides, count, changes);
            for (std::size_t i = 0; i < count; ++i) {
                states[i] =
                    state + changes[i] +
                    heuristic_.weight() * squares.conflicts_change(board, slides[i].tile,
                                                                   slides[i].from, slides[i].to);
            }
        }

      private:
        const Heuristic& heuristic_;
        std::optional<LocalNet::Follower> follower_;
    };

    /// A part for every cell, and one for every line in the wrong order.
    Explanation explain(const B& board) const {
        if (!net_) return squares_.explain(board);
        Explanation sum;
        sum.title.words = "the net";
        const std::vector<std::int32_t> shares = net_->shares(bytes_of(board));
        for (std::size_t c = 0; c < shares.size(); ++c) {
            if (shares[c] == 0) continue;
            const Tile tile = board.tile_at(make_cell(c));
            Explanation part;
            part.kind = PartKind::tile;
            part.value = in_moves(shares[c]);
            part.tiles = {tile};
            part.cells = {make_cell(c)};
            part.title =
                tile == blank_tile ? Sentence{"the blank", {}} : Sentence{"tile #", {tile}};
            part.reason.words = "what lies on this cell and around it, compared with the goal";
            sum.parts.push_back(std::move(part));
        }
        squares_.explain_conflicts(board, in_moves(weight()), sum.parts);
        sum.reason.words = "the shares of all cells and lines";
        sum.combine(Combination::sum);
        Explanation whole;
        whole.reason.words = fmt::format(
            "a net that was trained on solutions (weights {}) gives every cell a share", weights());
        whole.parts.push_back(std::move(sum));
        whole.combine(Combination::largest);
        return whole;
    }
    std::size_t table_bytes() const { return squares_.table_bytes() + (net_ ? net_->bytes() : 0); }
    std::string_view note() const {
        return net_ ? std::string_view()
                    : "there are no weights for boards of this size, or no memory for them: "
                      "squared-distance instead";
    }
    std::string weights() const {
        if (!net_) return {};
        return fmt::format("{} {:016x}", net_->weights().name, net_->weights().hash);
    }
    const std::shared_ptr<const LocalNet>& net() const { return net_; }

  private:
    explicit Heuristic(squared_distance::Heuristic<B> squares) : squares_(std::move(squares)) {}

    static double in_moves(std::int32_t state) {
        return static_cast<double>(state) / static_cast<double>(1 << GuideWeights::value_bits);
    }
    Cost weight() const { return net_->weights().squares; }
    static void copy_bytes(const B& board, std::uint8_t* tiles) {
        const std::size_t cells = board.geometry().cells();
        for (std::size_t c = 0; c < cells; ++c) {
            tiles[c] = static_cast<std::uint8_t>(index(board.tile_at(make_cell(c))));
        }
    }
    static std::array<std::uint8_t, LocalNet::most_cells> bytes_of(const B& board) {
        std::array<std::uint8_t, LocalNet::most_cells> bytes{};
        copy_bytes(board, bytes.data());
        return bytes;
    }

    squared_distance::Heuristic<B> squares_;
    std::shared_ptr<const LocalNet> net_;
};

}  // namespace tessera::heuristics::learned
