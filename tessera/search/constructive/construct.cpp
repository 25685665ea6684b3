// Solves any solvable board immediately, line by line, the way people do.
#include "tessera/search/constructive/construct.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "tessera/puzzle/solvability.hpp"
#include "tessera/search/constructive/block_search.hpp"
#include "tessera/search/constructive/tile_mover.hpp"

namespace tessera::search::constructive {
namespace {

/// The largest side of the block that is solved as a whole.
constexpr int block_side = 3;
/// How far from its cell a tile is when the search for the shortest way takes over.
constexpr int reach_of_one = 2;
constexpr int reach_of_two = 1;
/// How much nearer a tile must be to be placed in the middle of a gap: that makes two gaps, and each ends with
/// the more expensive placing of two tiles at once.
constexpr Cost split_price = 4;

}  // namespace

std::optional<Construction> construct(const DynamicBoard& start, const DynamicBoard& goal) {
    if (!solvable(start, goal)) return std::nullopt;
    Constructor constructor(start, goal);
    while (!constructor.done()) constructor.step();
    return constructor.take();
}

Constructor::Constructor(const DynamicBoard& start, const DynamicBoard& goal)
    : bench_(start, goal),
      region_{0, start.geometry().rows - 1, 0, start.geometry().cols - 1},
      done_(start == goal) {}

void Constructor::step() {
    assert(!done_);
    if (!line_) {
        if (region_.rows() <= block_side && region_.cols() <= block_side) {
            finish_block();
            return;
        }
        begin_line();
    }
    const std::size_t made = bench_.moves().size();
    const Choice choice = nearest();
    if (choice.count == 1) {
        place_one(line_->wanted(choice.along), choice.along);
    } else {
        place_pair(choice.along);
    }
    for (int i = 0; i < choice.count; ++i) line_->set_open(choice.along + i, false);
    note(choice, made);
    bool complete = true;
    for (int along = 0; along < line_->length(); ++along) complete &= !line_->is_open(along);
    if (complete) finish_line();
}

/// Of the lines that may be next, the one whose tiles are least far away.
///
/// It takes the shorter lines, or both kinds if they are equal: long lines are expensive, and a square part has
/// the shortest ways.
void Constructor::begin_line() {
    const Place blank = bench_.place(bench_.goal_blank());
    Cost least = infinite_cost;
    const auto consider = [&](Side side, bool allowed) {
        if (!allowed) return;
        Line line(bench_, region_, side);
        const Cost cost = mean_effort(line);
        if (cost >= least) return;
        least = cost;
        side_ = side;
        line_ = std::move(line);
    };
    const bool rows = region_.rows() >= region_.cols();
    const bool cols = region_.cols() >= region_.rows();
    consider(Side::top, rows && blank.row != region_.top);
    consider(Side::bottom, rows && blank.row != region_.bottom);
    consider(Side::left, cols && blank.col != region_.left);
    consider(Side::right, cols && blank.col != region_.right);

    Stage stage;
    stage.name = fmt::format("{} {}", line_->is_column() ? "column" : "row", line_->number() + 1);
    stage.first = bench_.moves().size();
    stages_.push_back(std::move(stage));
}

Cost Constructor::mean_effort(const Line& line) const {
    Cost sum = 0;
    for (int along = 0; along < line.length(); ++along) {
        const Tile tile = line.wanted(along);
        sum += Workbench::effort(bench_.place(bench_.cell_of(tile)), bench_.home(tile));
    }
    constexpr Cost decimals = 1000;
    return sum * decimals / line.length();
}

void Constructor::finish_line() {
    switch (side_) {
        case Side::top:
            ++region_.top;
            break;
        case Side::bottom:
            --region_.bottom;
            break;
        case Side::left:
            ++region_.left;
            break;
        case Side::right:
            --region_.right;
            break;
    }
    line_.reset();
}

void Constructor::finish_block() {
    Stage stage;
    stage.name = fmt::format("last {}×{}", region_.rows(), region_.cols());
    stage.kind = Stage::Kind::block;
    stage.first = bench_.moves().size();
    solve_block(bench_, region_);
    stage.moves = bench_.moves().size() - stage.first;
    Stage::Step step;
    for (int row = region_.top; row <= region_.bottom; ++row) {
        for (int col = region_.left; col <= region_.right; ++col) {
            const Cell cell = bench_.geometry().cell(static_cast<std::size_t>(row),
                                                     static_cast<std::size_t>(col));
            if (cell != bench_.goal_blank()) step.tiles.push_back(bench_.goal_tile(cell));
        }
    }
    step.moves = stage.moves;
    stage.steps.push_back(std::move(step));
    stages_.push_back(std::move(stage));
    done_ = true;
}

/// The tile or pair that the blank reaches first, among those that leave no single cell open.
Constructor::Choice Constructor::nearest() const {
    const Line& line = *line_;
    const Spot blank = line.blank();
    const auto distance = [&](int along) {
        return is_home(along) ? 0 : steps_between(blank, line.spot_of(line.wanted(along)));
    };
    Cost least = infinite_cost;
    Choice best;
    const auto consider = [&](Choice choice, Cost cost) {
        if (cost >= least) return;
        least = cost;
        best = choice;
    };
    for (int first = 0; first < line.length();) {
        int end = first;
        while (end < line.length() && line.is_open(end)) ++end;
        if (end - first == 2) {
            consider({first, 2}, std::min(distance(first), distance(first + 1)));
        } else {
            for (int along = first; along < end; ++along) {
                const int before = along - first;
                const int behind = end - 1 - along;
                if (before == 1 || behind == 1) continue;
                consider({along, 1},
                         distance(along) + (before > 0 && behind > 0 ? split_price : 0));
            }
        }
        first = end + 1;
    }
    return best;
}

bool Constructor::is_home(int along) const {
    return line_->spot_of(line_->wanted(along)) == Spot{0, along};
}

void Constructor::place_one(Tile tile, int along) {
    const Spot home{0, along};
    if (line_->spot_of(tile) == home) return;
    const Zone zone = Zone::around(*line_, along, along, reach_of_one);
    TileMover mover(bench_, *line_);
    mover.bring(tile, {1, along}, zone);
    mover.approach(zone);
    const WindowSearch::Wish wish{tile, home};
    const bool fulfilled = search_.fulfil(bench_, *line_, zone, {&wish, 1});
    assert(fulfilled);
    static_cast<void>(fulfilled);
}

/// The last two of a gap: either of them may wait in the other's cell, whichever is shorter.
void Constructor::place_pair(int along) {
    if (is_home(along) && is_home(along + 1)) return;
    const std::size_t made = bench_.moves().size();
    place_pair(along, false);
    const std::size_t first_way = bench_.moves().size() - made;
    bench_.take_back_to(made);
    place_pair(along, true);
    if (bench_.moves().size() - made <= first_way) return;
    bench_.take_back_to(made);
    place_pair(along, false);
}

/// One tile waits in the cell of the other, which comes from below; from there the shortest way turns both into
/// the line. If both are near from the beginning, neither has to wait.
void Constructor::place_pair(int along, bool second_waits) {
    const std::array<WindowSearch::Wish, 2> wishes{
        {{line_->wanted(along), {0, along}}, {line_->wanted(along + 1), {0, along + 1}}}};
    Zone zone = Zone::around(*line_, along, along + 1, reach_of_two);
    TileMover mover(bench_, *line_);
    const auto is_near = [&](const WindowSearch::Wish& wish) {
        return zone.contains(*line_, line_->spot_of(wish.tile));
    };
    if (!is_near(wishes[0]) || !is_near(wishes[1])) {
        const WindowSearch::Wish& waiting = wishes[second_waits ? 1 : 0];
        const WindowSearch::Wish& coming = wishes[second_waits ? 0 : 1];
        const int seat = coming.spot.along;
        place_one(waiting.tile, seat);
        line_->set_open(seat, false);
        zone.target = waiting.spot.along;
        mover.bring(coming.tile, {1, seat}, zone);
        line_->set_open(seat, true);
    }
    mover.approach(zone);
    const bool fulfilled = search_.fulfil(bench_, *line_, zone, wishes);
    assert(fulfilled);
    static_cast<void>(fulfilled);
}

void Constructor::note(Choice choice, std::size_t made) {
    Stage& stage = stages_.back();
    Stage::Step step;
    for (int i = 0; i < choice.count; ++i) step.tiles.push_back(line_->wanted(choice.along + i));
    step.moves = bench_.moves().size() - made;
    stage.moves += step.moves;
    stage.steps.push_back(std::move(step));
}

std::size_t Constructor::bytes() const {
    std::size_t sum = bench_.bytes() + search_.bytes() + stages_.capacity() * sizeof(Stage);
    // Tiles and steps of the stages, as an upper bound: every tile in a step of its own.
    sum += bench_.geometry().cells() * (sizeof(Stage::Step) + sizeof(Tile));
    return sum;
}

Construction Constructor::take() {
    assert(done_);
    return {bench_.take_moves(), std::move(stages_)};
}

}  // namespace tessera::search::constructive
