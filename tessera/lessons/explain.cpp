// Every heuristic's value on one board and where it comes from, in the user's own tile numbers.
#include "tessera/lessons/explain.hpp"

#include <cmath>

#include "tessera/puzzle/goal.hpp"

namespace tessera {
namespace {

Parity parity_of(const DynamicBoard& start, const Labelling& labels) {
    Parity parity;
    const std::size_t cells = labels.geometry().cells();
    const auto home = [&](std::size_t cell) {
        const Tile tile = labels.canonical(start.tile_at(make_cell(cell)));
        return tile == blank_tile ? index(labels.goal_blank())
                                  : index(goal_cell(tile, labels.goal_blank()));
    };
    std::vector<bool> seen(cells, false);
    for (std::size_t first = 0; first < cells; ++first) {
        std::vector<Tile> cycle;
        for (std::size_t c = first; !seen[c]; c = home(c)) {
            seen[c] = true;
            cycle.push_back(start.tile_at(make_cell(c)));
        }
        if (cycle.size() < 2) continue;
        parity.swaps += cycle.size() - 1;
        parity.cycles.push_back(std::move(cycle));
    }
    // Canonical labels number the tiles in the order of the goal.
    parity.inversions = inversions(labels.canonical_board<DynamicBoard>(start));
    return parity;
}

/// The engine knows what the heuristics given to a combination are called.
void set_names(Explanation& explanation, const HeuristicSpec& spec) {
    explanation.title.words = spec.name();
    if (spec.children.size() != explanation.parts.size()) return;
    for (std::size_t i = 0; i < spec.children.size(); ++i) {
        set_names(explanation.parts[i], spec.children[i]);
    }
    if (explanation.combination == Combination::largest && !spec.children.empty()) {
        explanation.reason.words =
            "the largest counts: " + spec.children[explanation.largest_part()].name();
    }
}

Result<HeuristicExplanation> explain_one(Engine& engine, const HeuristicSpec& spec,
                                         const DynamicBoard& start, const Labelling& labels,
                                         const ExplainOptions& options) {
    auto heuristic = engine.heuristic<DynamicBoard>(
        spec, labels.geometry(), labels.goal_blank(), canonical_costs(options.cost, labels),
        options.limits.memory_bytes, options.build_observer);
    if (!heuristic) return heuristic.error();
    const auto board = labels.canonical_board<DynamicBoard>(start);
    HeuristicExplanation result;
    result.spec = spec;
    result.name = spec.name();
    result.explanation = (*heuristic)->explain(board);
    rename_tiles(result.explanation, [&](Tile tile) { return labels.original(tile); });
    set_names(result.explanation, spec);
    if (std::isfinite(result.explanation.value)) {
        result.estimate = (*heuristic)->value((*heuristic)->evaluate(board));
    }
    return result;
}

/// Small enough that the shortest solution is found at once, whatever the board; with tile costs the
/// heuristics are weaker.
bool is_small(Geometry geometry, CostModel cost) {
    return geometry.cells() <= (cost == CostModel::unit ? 12U : 9U);
}

Result<std::optional<TrueDistance>> find_truth(Engine& engine, const BoardExplanation& explained,
                                               const ExplainOptions& options, Observer& observer) {
    std::optional<TrueDistance> truth;
    const bool small = is_small(explained.start.geometry(), explained.cost);
    if (!explained.solvability.solvable || (!small && !options.exact)) return truth;
    Job job;
    job.start = explained.start;
    job.goal = explained.goal;
    job.cost = explained.cost;
    // ida* meets few boards of equal f where costs differ, and goes through them one by one.
    if (job.cost == CostModel::tile) {
        job.algorithm = "a*";
        job.heuristic = "linear-conflict";
    }
    job.limits = options.limits;
    auto solution = engine.solve(job, observer);
    if (!solution) return solution.error();
    truth.emplace();
    if (solution->outcome.found) truth->best = solution->outcome.cost;
    truth->lower_bound =
        solution->proof.optimal ? solution->outcome.cost : solution->proof.lower_bound;
    return truth;
}

void add_tiles(const Explanation& explanation, double factor, std::vector<double>& values) {
    if (explanation.combination == Combination::largest) {
        const std::size_t chosen = explanation.largest_part();
        if (chosen < explanation.parts.size()) {
            add_tiles(explanation.parts[chosen], factor * explanation.factor, values);
        }
    } else if (explanation.combination == Combination::sum) {
        for (const Explanation& part : explanation.parts) {
            add_tiles(part, factor * explanation.factor, values);
        }
    } else if (explanation.tiles.size() == 1 &&
               (explanation.kind == PartKind::tile || explanation.kind == PartKind::jump ||
                explanation.kind == PartKind::inversion)) {
        values[index(explanation.tiles.front())] += factor * explanation.value;
    }
}

}  // namespace

std::vector<double> values_by_tile(const Explanation& explanation, Geometry geometry) {
    std::vector<double> values(geometry.cells(), 0.0);
    add_tiles(explanation, 1.0, values);
    return values;
}

Result<BoardExplanation> explain(Engine& engine, const DynamicBoard& start,
                                 const DynamicBoard& goal,
                                 const std::vector<HeuristicSpec>& heuristics,
                                 const ExplainOptions& options, Observer& observer) {
    if (start.geometry() != goal.geometry()) {
        return usage_error("the board and the goal differ in size");
    }
    const Labelling labels(goal);
    BoardExplanation explained;
    explained.id = options.id;
    explained.start = start;
    explained.goal = goal;
    explained.cost = options.cost;
    explained.solvability = explain_solvability(start, goal);
    explained.parity = parity_of(start, labels);
    for (const HeuristicSpec& spec : heuristics) {
        auto one = explain_one(engine, spec, start, labels, options);
        if (one) {
            explained.heuristics.push_back(std::move(*one));
        } else if (one.error().code == ErrorCode::memory_limit) {
            explained.left_out.emplace_back(spec.name(), one.error().message);
        } else {
            return one.error();
        }
    }
    auto truth = find_truth(engine, explained, options, observer);
    if (!truth) return truth.error();
    explained.truth = *truth;
    return explained;
}

}  // namespace tessera
