// Brings one or two tiles home from close by, by the shortest way within a small window of the board.
#include "tessera/search/constructive/window_search.hpp"

#include <algorithm>
#include <cassert>

namespace tessera::search::constructive {
namespace {

/// The cells of a zone and what the blank needs to get into it, numbered row by row.
class Window {
  public:
    Window(const Line& line, const Zone& zone)
        : line_(line), deepest_(zone.deepest), first_(zone.first), last_(zone.last) {
        const Spot blank = line.blank();
        deepest_ = std::max(deepest_, blank.depth);
        first_ = std::min(first_, blank.along);
        last_ = std::max(last_, blank.along);
        // In another gap of the line, with a tile below that must not be lost there, the blank
        // leaves through the cell beside it.
        if (blank.depth == 0 && !has_open_neighbour(blank.along)) {
            if (blank.along == first_ && first_ > 0 && line.is_open(first_ - 1)) {
                --first_;
            } else {
                ++last_;
            }
        }
    }

    std::size_t cells() const {
        const int count = (deepest_ + 1) * width();
        return static_cast<std::size_t>(count);
    }
    std::uint8_t number(Spot spot) const {
        return static_cast<std::uint8_t>(spot.depth * width() + spot.along - first_);
    }
    /// For each cell and each move the cell it leads to, or `nowhere`.
    static constexpr std::uint8_t nowhere = 255;
    static constexpr std::size_t most_cells = 28;
    using Neighbours = std::array<std::array<std::uint8_t, 4>, most_cells>;
    Neighbours neighbours() const {
        assert(cells() <= most_cells);
        Neighbours table{};
        for (int depth = 0; depth <= deepest_; ++depth) {
            for (int along = first_; along <= last_; ++along) {
                for (const Move move : all_moves) {
                    const Spot to = after({depth, along}, move);
                    table[number({depth, along})][index(move)] = allows(to) ? number(to) : nowhere;
                }
            }
        }
        return table;
    }

  private:
    bool allows(Spot spot) const {
        return spot.depth <= deepest_ && spot.along >= first_ && spot.along <= last_ &&
               line_.is_free(spot);
    }
    int width() const { return last_ - first_ + 1; }
    bool has_open_neighbour(int along) const {
        return (along > first_ && line_.is_open(along - 1)) ||
               (along < last_ && line_.is_open(along + 1));
    }

    const Line& line_;
    int deepest_;
    int first_;
    int last_;
};

}  // namespace

bool WindowSearch::fulfil(Workbench& bench, const Line& line, const Zone& zone,
                          std::span<const Wish> wishes) {
    assert(zone.touches(line.blank()) && wishes.size() <= most_wishes);
    const Window window(line, zone);
    const auto neighbours = window.neighbours();
    const auto base = static_cast<Code>(window.cells());
    const auto code_of = [&](const Places& places) {
        Code code = 0;
        for (std::size_t i = wishes.size() + 1; i-- > 0;) code = code * base + places[i];
        return code;
    };

    // 1. Number the places at the start and at the end, where the blank's does not matter.
    Places start{window.number(line.blank())};
    Places end{};
    std::size_t codes = base;
    for (std::size_t i = 0; i < wishes.size(); ++i) {
        start[i + 1] = window.number(line.spot_of(wishes[i].tile));
        end[i + 1] = window.number(wishes[i].spot);
        codes *= base;
    }
    if (nodes_.size() < codes) nodes_.resize(codes);
    queue_.clear();
    ++search_;

    // 2. Layer by layer, until the tiles are where they shall be.
    const auto reach = [&](const Places& places, Code parent, Move move) {
        Node& node = nodes_[code_of(places)];
        if (node.search == search_) return;
        node = {search_, parent, move};
        queue_.push_back(places);
    };
    const auto fulfilled = [&](const Places& places) {
        return std::equal(places.begin() + 1, places.end(), end.begin() + 1);
    };
    reach(start, code_of(start), Move{});
    std::size_t next = 0;
    for (; next < queue_.size() && !fulfilled(queue_[next]); ++next) {
        const Places here = queue_[next];
        const Code code = code_of(here);
        for (const Move move : all_moves) {
            Places places = here;
            places[0] = neighbours[here[0]][index(move)];
            if (places[0] == Window::nowhere) continue;
            for (std::size_t i = 1; i <= wishes.size(); ++i) {
                if (here[i] == places[0]) places[i] = here[0];
            }
            reach(places, code, move);
        }
    }
    if (next == queue_.size()) return false;

    // 3. Follow the moves back to the start, then make them.
    path_.clear();
    for (Code code = code_of(queue_[next]); nodes_[code].parent != code;
         code = nodes_[code].parent) {
        path_.push_back(nodes_[code].move);
    }
    for (std::size_t i = path_.size(); i-- > 0;) bench.slide(line.board_move(path_[i]));
    return true;
}

}  // namespace tessera::search::constructive
