// Checks what must hold for every answer of the engine: against the true distance, and against the same search done plainly.
#include "tessera/selftest/selftest_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "tessera/base/readable.hpp"
#include "tessera/engine/relabelled.hpp"
#include "tessera/pdb/byte_table.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/search/ida_star.hpp"
#include "tessera/search/weighted_a_star.hpp"

namespace tessera::lab {
namespace {

/// Makes the moves here, tile by tile, without the engine's own replay.
struct Replayed {
    bool legal = true;
    bool arrives = false;
    std::uint64_t cost = 0;
    std::uint64_t slides = 0;
};
Replayed replayed(const Job& job, const std::vector<Move>& moves) {
    Replayed result;
    const Geometry geometry = job.start.geometry();
    std::vector<Tile> tiles(job.start.tiles().begin(), job.start.tiles().end());
    std::size_t blank = index(job.start.blank());
    std::optional<Move> before;
    for (const Move move : moves) {
        const std::size_t row = blank / geometry.cols;
        const std::size_t col = blank % geometry.cols;
        if ((move == Move::up && row == 0) || (move == Move::left && col == 0) ||
            (move == Move::down && row + 1U == geometry.rows) ||
            (move == Move::right && col + 1U == geometry.cols)) {
            result.legal = false;
            return result;
        }
        const std::size_t from = move == Move::up     ? blank - geometry.cols
                                 : move == Move::down ? blank + geometry.cols
                                 : move == Move::left ? blank - 1
                                                      : blank + 1;
        result.cost += job.cost == CostModel::tile ? index(tiles[from]) : 1;
        result.slides += before == move ? 0 : 1;
        before = move;
        std::swap(tiles[blank], tiles[from]);
        blank = from;
    }
    result.arrives = std::equal(tiles.begin(), tiles.end(), job.goal.tiles().begin());
    return result;
}

/// Collects what is wrong.
class Faults {
  public:
    template <class... Values>
    void require(bool holds, fmt::format_string<Values...> text, Values&&... values) {
        if (!holds) found_.push_back(fmt::format(text, std::forward<Values>(values)...));
    }
    std::vector<std::string> take() { return std::move(found_); }

  private:
    std::vector<std::string> found_;
};

void check_path(Faults& faults, const Job& job, const Solution& solution, const Truth& truth) {
    const Replayed path = replayed(job, solution.outcome.moves);
    faults.require(path.legal, "a move of the path leaves the board");
    faults.require(!path.legal || path.arrives, "the path does not lead to the goal");
    faults.require(static_cast<std::uint64_t>(solution.outcome.cost) == path.cost,
                   "the cost is said to be {} and is {}", solution.outcome.cost, path.cost);
    faults.require(solution.outcome.slides == path.slides,
                   "there are said to be {} slides and are {}", solution.outcome.slides,
                   path.slides);
    faults.require(solution.proof.optimal == (solution.proof.lower_bound == solution.outcome.cost),
                   "optimal is {} with cost {} and bound {}", solution.proof.optimal,
                   solution.outcome.cost, solution.proof.lower_bound);
    faults.require(solution.outcome.cost <= job.limits.depth,
                   "the cost {} is more than the {} allowed", solution.outcome.cost,
                   job.limits.depth);
    if (!truth.distance) return;
    const Cost exact = *truth.distance;
    faults.require(solution.outcome.cost >= exact, "the cost {} is less than the distance {}",
                   solution.outcome.cost, exact);
    faults.require(!solution.proof.optimal || solution.outcome.cost == exact,
                   "the cost {} is said to be the least, which is {}", solution.outcome.cost,
                   exact);
    faults.require(job.cost == CostModel::tile || (solution.outcome.cost - exact) % 2 == 0,
                   "the length {} has another parity than the distance {}", solution.outcome.cost,
                   exact);
}

void check_counters(Faults& faults, const AlgorithmInfo& info, const Solution& solution) {
    const Counters& counters = solution.measured.counters;
    faults.require(counters.reexpanded <= counters.expanded, "{} states expanded, {} of them again",
                   counters.expanded, counters.reexpanded);
    // Every expanded state was generated once, but for the root of each round or of each end.
    faults.require(
        counters.expanded <= counters.generated + 2 + solution.measured.iterations.size(),
        "{} states expanded and only {} generated", counters.expanded, counters.generated);
    std::uint64_t in_rounds = 0;
    bool ordered = true;
    for (std::size_t i = 0; i < solution.measured.iterations.size(); ++i) {
        in_rounds += solution.measured.iterations[i].generated;
        if (i == 0) continue;
        const Cost before = solution.measured.iterations[i - 1].bound;
        const Cost bound = solution.measured.iterations[i].bound;
        // A search that improves reports the cost of its best solution after each round.
        ordered = ordered && (info.improves ? bound <= before : bound > before);
    }
    faults.require(ordered, "the bounds of the rounds go the wrong way");
    faults.require(solution.measured.iterations.empty() || in_rounds == counters.generated,
                   "{} nodes generated, but {} in all rounds", counters.generated, in_rounds);
    faults.require(solution.measured.threads == 1, "{} threads took part instead of one",
                   solution.measured.threads);
}

/// Checks how it ended: solved, or by a limit that it was given; an incomplete algorithm may give up.
void check_status(Faults& faults, const Job& job, const AlgorithmInfo& info,
                  const Solution& solution, const Truth& truth) {
    const bool limited = job.limits.depth < infinite_cost;
    const bool allowed =
        solution.outcome.status == Status::solved ||
        (solution.outcome.status == Status::node_limit &&
         near_node_limit(job, solution.measured.counters)) ||
        (solution.outcome.status == Status::depth_limit && (limited || !info.complete)) ||
        (solution.outcome.status == Status::gave_up && !info.complete);
    faults.require(allowed, "it ended by {}", to_string(solution.outcome.status));
    faults.require(solution.outcome.found == (solution.outcome.status == Status::solved ||
                                              !solution.outcome.moves.empty()),
                   "found is {} with status {}", solution.outcome.found,
                   to_string(solution.outcome.status));
    const bool promised = info.optimal && (!info.uses_heuristic || truth.admissible);
    if (!promised) return;
    faults.require(solution.outcome.status != Status::solved || solution.proof.optimal,
                   "it promises the least cost and does not prove it");
    if (!truth.distance) return;
    faults.require(
        solution.outcome.status != Status::solved || solution.outcome.cost == *truth.distance,
        "it promises the least cost, {}, and finds {}", *truth.distance, solution.outcome.cost);
    faults.require(
        solution.outcome.status != Status::depth_limit || *truth.distance > job.limits.depth,
        "it sees no way of at most {}, and there is one of {}", job.limits.depth, *truth.distance);
}

void check_factor(Faults& faults, const Job& job, const Solution& solution, const Truth& truth) {
    // An algorithm that is not optimal, has a weight and proves bounds is optimal within that weight.
    const AlgorithmInfo* info = algorithm_info(solution.asked.algorithm);
    if (info == nullptr || info->optimal || !info->proves_bounds) return;
    if (option_of(*info, search::weighted_a_star::weight.name) == nullptr) return;
    if (!truth.admissible || !truth.distance || solution.outcome.status != Status::solved) return;
    const double weight = job.options.real(search::weighted_a_star::weight);
    const double most = weight * *truth.distance;
    faults.require(solution.outcome.cost <= most + 1e-9,
                   "the cost {} is more than {} times the distance {}", solution.outcome.cost,
                   weight, *truth.distance);
}

/// Evaluates every board from scratch.
class FromScratch final : public ErasedHeuristic<DynamicBoard> {
  public:
    explicit FromScratch(registry::SharedHeuristic<DynamicBoard> inner)
        : inner_(std::move(inner)) {}

    State evaluate(const DynamicBoard& board) const override { return inner_->evaluate(board); }
    State after_slide(const State&, const DynamicBoard& board, Tile tile, Cell from,
                      Cell to) const override {
        DynamicBoard after = board;
        after.slide_tile(tile, from, to);
        return inner_->evaluate(after);
    }
    Cost value(const State& state) const override { return inner_->value(state); }
    double exact_value(const State& state) const override { return inner_->exact_value(state); }
    Cost promise(const State& state) const override { return inner_->promise(state); }
    Explanation explain(const DynamicBoard& board) const override { return inner_->explain(board); }
    std::size_t used_bytes() const override { return inner_->used_bytes(); }
    std::size_t table_bytes() const override { return inner_->table_bytes(); }

  private:
    registry::SharedHeuristic<DynamicBoard> inner_;
};

/// The largest sum, over some partitions, of distances in byte tables.
class ByteHeuristic final : public ErasedHeuristic<DynamicBoard> {
  public:
    struct Group {
        std::vector<Tile> tiles;
        std::shared_ptr<const pdb::ByteTable> table;
    };
    using Partition = std::vector<Group>;

    explicit ByteHeuristic(std::vector<Partition> partitions)
        : partitions_(std::move(partitions)) {}

    State evaluate(const DynamicBoard& board) const override {
        std::vector<Cell> cell_of(board.geometry().cells());
        for (std::size_t c = 0; c < cell_of.size(); ++c) {
            cell_of[index(board.tile_at(make_cell(c)))] = make_cell(c);
        }
        Cost largest = 0;
        for (const Partition& partition : partitions_) {
            Cost sum = 0;
            for (const Group& group : partition) {
                std::vector<Cell> cells;
                cells.reserve(group.tiles.size());
                for (const Tile tile : group.tiles) cells.push_back(cell_of[index(tile)]);
                sum += group.table->distance(cells, board.blank());
            }
            largest = std::max(largest, sum);
        }
        State state{};
        std::memcpy(state.bytes, &largest, sizeof largest);
        return state;
    }
    State after_slide(const State&, const DynamicBoard& board, Tile tile, Cell from,
                      Cell to) const override {
        DynamicBoard after = board;
        after.slide_tile(tile, from, to);
        return evaluate(after);
    }
    Cost value(const State& state) const override {
        Cost value = 0;
        std::memcpy(&value, state.bytes, sizeof value);
        return value;
    }
    double exact_value(const State& state) const override { return value(state); }
    Explanation explain(const DynamicBoard& board) const override {
        Explanation unexplained;
        unexplained.value = exact_value(evaluate(board));
        return unexplained;
    }
    std::size_t used_bytes() const override { return sizeof(Cost); }
    std::size_t table_bytes() const override { return 0; }

  private:
    std::vector<Partition> partitions_;
};

/// The first counter in which they differ.
std::string counter_difference(const Counters& a, const Counters& b) {
    const auto differ = [](std::string_view what, std::uint64_t x, std::uint64_t y) {
        return fmt::format("{} {} against {}", what, grouped(x), grouped(y));
    };
    if (a.expanded != b.expanded) return differ("expanded", a.expanded, b.expanded);
    if (a.generated != b.generated) return differ("generated", a.generated, b.generated);
    if (a.reexpanded != b.reexpanded) return differ("reexpanded", a.reexpanded, b.reexpanded);
    if (a.peak_open != b.peak_open) return differ("peak_open", a.peak_open, b.peak_open);
    if (a.peak_states != b.peak_states) return differ("peak_states", a.peak_states, b.peak_states);
    if (a.max_depth != b.max_depth) return differ("max_depth", a.max_depth, b.max_depth);
    return {};
}

struct Run {
    Status status;
    const std::vector<Move>& moves;
    const Counters& counters;
    const std::vector<Iteration>& iterations;
};

std::string difference_of_runs(const Job& job, const Run& a, const Run& b) {
    if (near_node_limit(job, a.counters) && near_node_limit(job, b.counters)) return {};
    if (a.status != b.status) {
        return fmt::format("ended by {} against {}", to_string(a.status), to_string(b.status));
    }
    if (a.moves.size() != b.moves.size()) {
        return fmt::format("{} moves against {}", a.moves.size(), b.moves.size());
    }
    if (a.moves != b.moves) return "another path";
    if (std::string differs = counter_difference(a.counters, b.counters); !differs.empty()) {
        return differs;
    }
    const auto same = [](const Iteration& x, const Iteration& y) {
        return x.bound == y.bound && x.generated == y.generated;
    };
    return std::equal(a.iterations.begin(), a.iterations.end(), b.iterations.begin(),
                      b.iterations.end(), same)
               ? std::string()
               : "other rounds";
}

}  // namespace

bool near_node_limit(const Job& job, const Counters& counters) {
    return counters.generated + limit_margin >= job.limits.nodes;
}

std::vector<std::string> broken_promises(const Job& job, const Solution& solution,
                                         const Truth& truth) {
    Faults faults;
    const auto entry = find_algorithm(job.algorithm);
    if (!entry) return {entry.error().message};
    const AlgorithmInfo& info = *(*entry)->info;
    faults.require(solution.asked.algorithm == info.name, "{} was asked and {} answered", info.name,
                   solution.asked.algorithm);
    if (!truth.solvable) {
        faults.require(
            solution.outcome.status == Status::unsolvable && solution.proof.unsolvable.has_value(),
            "the board is unsolvable and it ended by {}", to_string(solution.outcome.status));
        faults.require(!solution.outcome.found && !solution.proof.optimal,
                       "an unsolvable board is solved");
        faults.require(solution.measured.counters.generated == 0,
                       "an unsolvable board is searched");
        return faults.take();
    }
    check_status(faults, job, info, solution, truth);
    if (solution.outcome.found) {
        check_path(faults, job, solution, truth);
    } else {
        faults.require(!solution.proof.optimal,
                       "it is said to be the least cost without a solution");
    }
    check_counters(faults, info, solution);
    check_factor(faults, job, solution, truth);
    if (truth.distance) {
        const Cost exact = *truth.distance;
        faults.require(solution.proof.lower_bound <= exact,
                       "the bound {} is more than the distance {}", solution.proof.lower_bound,
                       exact);
        faults.require(!truth.admissible || solution.proof.initial_h <= exact + 1e-9,
                       "the heuristic says {} and the distance is {}", solution.proof.initial_h,
                       exact);
        faults.require(exact != 0 || solution.proof.initial_h == 0.0,
                       "the heuristic says {} at the goal", solution.proof.initial_h);
    }
    if (truth.shortest_solutions && solution.outcome.all_solutions) {
        faults.require(solution.outcome.solutions == *truth.shortest_solutions,
                       "it counts {} shortest solutions, and there are {}",
                       solution.outcome.solutions, *truth.shortest_solutions);
    }
    return faults.take();
}

Result<Outcome> search_plainly(Engine& engine, const Job& job,
                               const ErasedHeuristic<DynamicBoard>* instead) {
    using B = DynamicBoard;
    const auto algorithm = find_algorithm(job.algorithm);
    if (!algorithm) return algorithm.error();
    const Labelling labels(job.goal);
    const Problem<B> problem{labels.canonical_board<B>(job.start),
                             labels.canonical_board<B>(job.goal),
                             canonical_costs(job.cost, labels)};
    const Geometry geometry = problem.start.geometry();
    SearchOptions options = job.options;
    options.automaton = engine.automaton(geometry, options.whole(search::ida_star::cycles));
    registry::SearchInput<B> input{problem, instead, nullptr, options};
    registry::SharedHeuristic<B> forward;
    registry::SharedHeuristic<B> backward;
    if ((*algorithm)->info->uses_heuristic && instead == nullptr) {
        const auto spec = parse_heuristic(job.heuristic);
        if (!spec) return spec.error();
        auto built = engine.heuristic<B>(*spec, geometry, labels.goal_blank(), problem.tile_costs,
                                         job.limits.memory_bytes);
        if (!built) return built.error();
        forward = std::make_shared<FromScratch>(std::move(*built));
        if ((*algorithm)->from_both_ends) {
            auto inner = engine.heuristic<B>(*spec, geometry, problem.start.blank(),
                                             problem.tile_costs, job.limits.memory_bytes);
            if (!inner) return inner.error();
            backward = std::make_shared<FromScratch>(
                std::make_shared<RelabelledHeuristic<B>>(problem.start, std::move(*inner)));
        }
        input.forward = forward.get();
        input.backward = backward.get();
    }
    Observer nobody;
    Monitor monitor(job.limits, nobody);
    return (*algorithm)->search(input, monitor);
}

std::string difference(const Job& job, const Solution& solution, const Outcome& other) {
    return difference_of_runs(job,
                              {solution.outcome.status, solution.outcome.moves,
                               solution.measured.counters, solution.measured.iterations},
                              {other.status, other.path, other.counters, other.iterations});
}

std::string difference(const Job& job, const Solution& solution, const Solution& other) {
    return difference_of_runs(job,
                              {solution.outcome.status, solution.outcome.moves,
                               solution.measured.counters, solution.measured.iterations},
                              {other.outcome.status, other.outcome.moves, other.measured.counters,
                               other.measured.iterations});
}

Result<std::shared_ptr<const ErasedHeuristic<DynamicBoard>>> byte_heuristic(
    Engine& engine, const HeuristicSpec& spec, const DynamicBoard& goal) {
    const Labelling labels(goal);
    auto built = engine.heuristic<DynamicBoard>(spec, goal.geometry(), labels.goal_blank(), {},
                                                std::size_t{1} << 28);
    if (!built) return built.error();
    // Which tiles go together, mirrored partitions included, is what the heuristic says of itself.
    const Explanation explained = (*built)->explain(labels.canonical_board<DynamicBoard>(goal));
    std::map<std::vector<Tile>, std::shared_ptr<const pdb::ByteTable>> tables;
    std::vector<ByteHeuristic::Partition> partitions;
    for (const Explanation& partition : explained.parts) {
        partitions.emplace_back();
        for (const Explanation& pattern : partition.parts) {
            std::vector<Tile> tiles = pattern.tiles;
            std::sort(tiles.begin(), tiles.end());
            auto& table = tables[tiles];
            if (table == nullptr) {
                table = std::make_shared<const pdb::ByteTable>(
                    pdb::Pattern{goal.geometry(), labels.goal_blank(), tiles});
            }
            partitions.back().push_back({std::move(tiles), table});
        }
    }
    return std::shared_ptr<const ErasedHeuristic<DynamicBoard>>(
        std::make_shared<ByteHeuristic>(std::move(partitions)));
}

}  // namespace tessera::lab
