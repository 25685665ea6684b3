// Draws the jobs of the self-test: every size up to 12 cells and some larger ones, every goal, every pair of the registry.
#include "tessera/selftest/selftest_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "tessera/engine/registry.hpp"
#include "tessera/puzzle/generate.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::lab {
namespace {

constexpr std::array<Geometry, 8> small_sizes{
    {{2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 2}, {3, 3}, {2, 5}, {5, 2}}};
constexpr std::array<Geometry, 6> cost_sizes{{{2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 2}, {3, 3}}};
constexpr std::array<Geometry, 4> twelve_cells{{{3, 4}, {4, 3}, {2, 6}, {6, 2}}};
constexpr std::array<Geometry, 4> large_sizes{{{4, 4}, {5, 5}, {3, 5}, {5, 3}}};

/// Independent streams of random numbers from one seed.
Random stream(std::uint64_t seed, std::uint64_t number) {
    Random mixed(seed ^ (number * 0x9e3779b97f4a7c15ULL));
    return Random(mixed.next());
}

template <class Items>
const auto& drawn_from(const Items& items, Random& random) {
    return items[static_cast<std::size_t>(random.below(items.size()))];
}
bool one_in(std::uint64_t n, Random& random) {
    return random.below(n) == 0;
}

/// A random goal: any order of the tiles, the blank anywhere. Half of all goals cannot be reached from the
/// other half.
DynamicBoard shuffled_goal(Geometry geometry, Random& random) {
    std::vector<Tile> tiles(geometry.cells());
    for (std::size_t t = 0; t < tiles.size(); ++t) tiles[t] = make_tile(t);
    random.shuffle(std::span(tiles));
    return DynamicBoard::from_tiles(geometry, tiles);
}
DynamicBoard any_goal(Geometry geometry, Random& random) {
    const auto named = named_goals();
    const auto choice = static_cast<std::size_t>(random.below(2 * named.size()));
    return choice < named.size() ? named[choice].make(geometry) : shuffled_goal(geometry, random);
}

/// Sizes of the groups of a partition, at most `most` tiles each: "4-3-1".
std::string random_sizes(std::size_t tiles, std::size_t most, Random& random) {
    std::vector<std::size_t> sizes;
    while (tiles > 0) {
        const std::size_t largest = std::min(most, tiles);
        const std::size_t least = std::min<std::size_t>(2, largest);
        sizes.push_back(least + static_cast<std::size_t>(random.below(largest - least + 1)));
        tiles -= sizes.back();
    }
    return fmt::format("{}", fmt::join(sizes, "-"));
}
/// A picture of the goal with groups of at most four tiles, and some tiles in none.
std::string random_picture(const DynamicBoard& goal, Random& random) {
    const Geometry geometry = goal.geometry();
    const std::size_t groups = (geometry.cells() + 2) / 4 + 1;
    std::vector<std::size_t> members(groups, 0);
    std::string picture;
    for (std::size_t c = 0; c < geometry.cells(); ++c) {
        if (c > 0 && c % geometry.cols == 0) picture += '/';
        if (make_cell(c) == goal.blank()) {
            picture += '_';
            continue;
        }
        const auto group = static_cast<std::size_t>(random.below(groups));
        const bool room = members[group] < 4 && !one_in(8, random);
        if (room) ++members[group];
        picture += room ? static_cast<char>('a' + group) : '.';
    }
    // A picture without any group is none.
    if (picture.find_first_not_of("._/") == std::string::npos) return "1";
    return picture;
}

/// The job's algorithm and heuristic, and how hard a board it may be given.
struct Pair {
    std::string algorithm;
    std::string heuristic;
    const AlgorithmInfo* info = nullptr;
    bool tree = false;    ///< keeps no table of states
    bool strong = false;  ///< with a heuristic that sees most of the way
    bool weak = false;    ///< with one that sees little, or none
};

/// Whether the algorithm is useful on boards of more than 12 cells, where only searches with a good estimate
/// end in time.
bool fits_large(const AlgorithmInfo& info) {
    return info.uses_heuristic && info.complete && !info.to_the_letter;
}
bool has_table_for(const HeuristicInfo& heuristic, Geometry geometry) {
    return geometry.cells() <= 16 || !heuristic.walking_table;
}

const AlgorithmInfo& any_algorithm(const SelftestBlock& block, Random& random) {
    const bool large = block.oracle == Oracle::reference;
    const bool optimal = !one_in(5, random);
    std::vector<const AlgorithmInfo*> choice;
    for (const registry::AlgorithmEntry* entry : registry::all_algorithms()) {
        const AlgorithmInfo& info = *entry->info;
        if (info.optimal != optimal) continue;
        if (block.cost == CostModel::tile && !info.tile_cost) continue;
        if (large && !fits_large(info)) continue;
        choice.push_back(&info);
    }
    return *drawn_from(choice, random);
}

/// A heuristic of the registry that is no combination, by its name.
std::string plain_heuristic(const SelftestBlock& block, bool admissible, Random& random) {
    const bool large = block.oracle == Oracle::reference;
    std::vector<std::string_view> choice;
    for (const registry::HeuristicEntry* entry : registry::all_heuristics()) {
        const HeuristicInfo& info = *entry->info;
        if (info.admissible != admissible || info.combines || info.pattern_tables) continue;
        if (large && (info.sight == Sight::little || !has_table_for(info, block.goal.geometry()))) {
            continue;
        }
        choice.push_back(info.name);
    }
    return std::string(drawn_from(choice, random));
}

SelftestBlock make_block(const DynamicBoard& goal, CostModel cost, Oracle oracle, Random& random) {
    SelftestBlock block;
    block.goal = goal;
    block.cost = cost;
    block.oracle = oracle;
    const std::size_t tiles = goal.geometry().cells() - 1;
    // Many small groups in all eight orientations would be more than a heuristic can hold.
    block.partitions.push_back(tiles > 15 ? "4-4-4-4-4-4"
                                          : random_sizes(tiles, tiles <= 9 ? 5 : 4, random));
    block.partitions.push_back(random_picture(goal, random));
    block.bytes = cost == CostModel::unit && tiles <= 11 && one_in(8, random);
    for (int i = 0; i < 3; ++i) {
        const std::string first = plain_heuristic(block, true, random);
        const std::string second = plain_heuristic(block, true, random);
        block.combinations.push_back(fmt::format("max({},{})", first, second));
    }
    return block;
}

bool needs_walking_table(const HeuristicSpec& heuristic) {
    return heuristic.entry->info->walking_table ||
           std::any_of(heuristic.children.begin(), heuristic.children.end(), needs_walking_table);
}

void choose_heuristic(Pair& pair, const SelftestBlock& block, Random& random) {
    const bool from_both_ends = (*find_algorithm(pair.algorithm))->from_both_ends;
    const std::uint64_t kind = random.below(10);
    if (kind == 0) {
        pair.heuristic = plain_heuristic(block, false, random);
    } else if (kind == 1) {
        pair.heuristic = drawn_from(block.combinations, random);
        return;
    } else if (kind <= 3) {
        // A picture is of one goal, and from both ends there are two.
        const std::string& partition =
            from_both_ends ? block.partitions.front() : drawn_from(block.partitions, random);
        pair.heuristic = fmt::format("pdb(partition={})", partition);
        return;
    } else {
        pair.heuristic = plain_heuristic(block, true, random);
    }
    const Sight sight = parse_heuristic(pair.heuristic)->entry->info->sight;
    pair.strong = sight == Sight::most;
    pair.weak = sight == Sight::little;
}

Pair any_pair(const SelftestBlock& block, Random& random) {
    Pair pair;
    pair.info = &any_algorithm(block, random);
    pair.algorithm = pair.info->name;
    pair.heuristic = "auto";
    pair.tree = pair.info->linear_memory;
    if (pair.info->uses_heuristic) {
        choose_heuristic(pair, block, random);
        // From both ends a table is needed for every place of the blank, and these take longest to build.
        const bool many_tables = (*find_algorithm(pair.algorithm))->from_both_ends &&
                                 block.goal.geometry().cells() > 9 &&
                                 needs_walking_table(*parse_heuristic(pair.heuristic));
        if (many_tables && !one_in(10, random)) pair.heuristic = "linear-conflict";
    } else {
        pair.weak = true;
    }
    return pair;
}

/// The longest walk from the goal that the pair can undo within the node limit, roughly. A job that meets the
/// limit proves little.
std::uint64_t longest_walk(const SelftestBlock& block, const Pair& pair) {
    if (block.oracle == Oracle::reference) {
        return block.goal.geometry().cells() > 16 ? 32 : 38;
    }
    if (block.oracle == Oracle::ball) return pair.tree && pair.weak ? 12 : DistanceStore::radius;
    if (pair.tree && pair.weak) return 12;
    return pair.weak ? 16 : 24;
}

DynamicBoard any_start(const SelftestBlock& block, const Pair& pair, Random& random) {
    const std::size_t cells = block.goal.geometry().cells();
    const bool known = block.oracle == Oracle::table;
    const bool cheap = cells <= 6 || (cells <= 9 && !pair.weak) || pair.strong;
    if (known && cheap && one_in(cells <= 9 ? 2 : 3, random)) {
        return random_solvable(block.goal, random);
    }
    return random_walk(block.goal, random.below(longest_walk(block, pair) + 1), random);
}

/// Two tiles of a board exchanged by hand: no moves do that.
DynamicBoard with_two_swapped(const DynamicBoard& board) {
    std::vector<Tile> tiles = tiles_of(board);
    const std::size_t first = tiles[0] == blank_tile ? 1 : 0;
    const std::size_t second = tiles[first + 1] == blank_tile ? first + 2 : first + 1;
    std::swap(tiles[first], tiles[second]);
    return DynamicBoard::from_tiles(board.geometry(), tiles);
}

/// How often an option is given, and with which values. Options that are not listed keep their default.
struct OptionSample {
    std::string_view option;
    bool often;
    std::vector<OptionValue> values;
};
const std::vector<OptionSample>& option_samples() {
    const auto wholes = [](std::initializer_list<std::uint64_t> list) {
        return std::vector<OptionValue>(list.begin(), list.end());
    };
    static const std::vector<OptionSample> samples{
        {"weight", true, {1.0, 1.25, 1.5, 2.0, 3.0, 5.0}},
        {"adaptive", false, {true}},
        {"cycles", false, wholes({2, 4, 6, 8})},
        {"width", true, wholes({5, 50, 500, 5000})},
    };
    return samples;
}

void choose_options(Job& job, const Pair& pair, Random& random) {
    if (one_in(2, random)) random.shuffle(std::span<Move>(job.options.order));
    for (const OptionSample& sample : option_samples()) {
        const OptionInfo* option = option_of(*pair.info, sample.option);
        if (option == nullptr || one_in(3, random) == sample.often) continue;
        job.options.set(*option, sample.values.size() == 1 ? sample.values.front()
                                                           : drawn_from(sample.values, random));
    }
    job.options.set(seed_option, random.below(1000));
}

}  // namespace

SelftestPlan make_selftest_plan(std::uint64_t seed, std::uint64_t solves, bool thorough) {
    SelftestPlan plan;
    plan.seed = seed;
    plan.solves = solves;
    Random random = stream(seed, 0);
    const std::uint64_t block_size = std::clamp<std::uint64_t>(solves / 100, 25, 500);
    std::uint64_t planned = 0;
    const auto add = [&](SelftestChapter& chapter, SelftestBlock block, std::uint64_t count) {
        block.first = planned;
        block.count = std::min(count, solves - planned);
        planned += block.count;
        if (block.count > 0) chapter.push_back(std::move(block));
    };
    // 1. The longest chapters come first: all states of 12 cells, for every goal up to symmetry.
    if (thorough) {
        constexpr std::size_t goals = 10;
        const std::uint64_t count = std::max<std::uint64_t>(solves / 100 / (7 * goals), 1);
        const std::array<std::pair<Geometry, std::vector<std::size_t>>, 2> orbits{
            {{{3, 4}, {0, 1, 4, 5}}, {{2, 6}, {0, 1, 2}}}};
        for (const auto& [shape, blanks] : orbits) {
            for (const std::size_t blank : blanks) {
                SelftestChapter chapter;
                for (std::size_t i = 0; i < goals; ++i) {
                    // The same board lying or standing, and the blank in one of the places that are the same to it.
                    const bool standing = one_in(2, random);
                    const std::size_t row = blank / shape.cols;
                    const std::size_t col = blank % shape.cols;
                    const std::size_t r = one_in(2, random) ? row : shape.rows - 1U - row;
                    const std::size_t c = one_in(2, random) ? col : shape.cols - 1U - col;
                    const Geometry geometry = standing ? Geometry{shape.cols, shape.rows} : shape;
                    const Cell hole = standing ? geometry.cell(c, r) : geometry.cell(r, c);
                    DynamicBoard goal = canonical_goal<DynamicBoard>(geometry, hole);
                    if (i > 0) {
                        std::vector<Tile> tiles = tiles_of(goal);
                        std::swap(tiles[index(hole)], tiles.back());
                        random.shuffle(std::span(tiles).first(tiles.size() - 1));
                        std::swap(tiles[index(hole)], tiles.back());
                        goal = DynamicBoard::from_tiles(geometry, tiles);
                    }
                    add(chapter, make_block(goal, CostModel::unit, Oracle::table, random), count);
                }
                if (!chapter.empty()) plan.chapters.push_back(std::move(chapter));
            }
        }
        plan.table_bytes = ExactDistances::bytes_needed({3, 4});
    }
    // 2. The others in turn, so that every kind of block is in any number of them.
    for (std::uint64_t turn = 0;; ++turn) {
        if (planned >= solves) break;
        SelftestChapter chapter;
        const std::uint64_t kind = turn % 16;
        if (kind == 3) {
            const Geometry geometry = large_sizes[(turn / 16) % large_sizes.size()];
            add(chapter,
                make_block(any_goal(geometry, random), CostModel::unit, Oracle::reference, random),
                std::max<std::uint64_t>(block_size / 10, 16));
        } else if (kind == 7 || kind == 12) {
            const Geometry geometry = drawn_from(twelve_cells, random);
            add(chapter,
                make_block(any_goal(geometry, random), CostModel::unit, Oracle::ball, random),
                block_size);
        } else if (kind == 5 || kind == 10) {
            const Geometry geometry = drawn_from(cost_sizes, random);
            add(chapter,
                make_block(any_goal(geometry, random), CostModel::tile, Oracle::table, random),
                block_size);
        } else {
            const Geometry geometry = drawn_from(small_sizes, random);
            add(chapter,
                make_block(any_goal(geometry, random), CostModel::unit, Oracle::table, random),
                block_size);
        }
        if (!chapter.empty()) plan.chapters.push_back(std::move(chapter));
    }
    return plan;
}

PlannedJob selftest_job(const SelftestPlan& plan, const SelftestBlock& block,
                        std::uint64_t number) {
    Random random = stream(plan.seed, number + 1);
    const Pair pair = any_pair(block, random);
    PlannedJob planned;
    Job& job = planned.job;
    job.id = fmt::format("{}", number);
    job.goal = block.goal;
    job.cost = block.cost;
    job.algorithm = pair.algorithm;
    job.heuristic = pair.heuristic;
    job.limits.memory_bytes = selftest_memory;
    const bool large = block.oracle == Oracle::reference;
    // Far from the goal of 12 cells even good heuristics need more.
    const bool far = block.oracle == Oracle::table && block.goal.geometry().cells() == 12;
    job.limits.nodes = large || far ? selftest_reference_nodes : selftest_nodes;
    job.options.threads = 1;
    choose_options(job, pair, random);
    if (large) {
        Random shared = stream(~plan.seed, number - (number - block.first) % selftest_group);
        job.start = any_start(block, pair, shared);
    } else {
        job.start = any_start(block, pair, random);
        if (one_in(50, random)) {
            job.start = with_two_swapped(job.start);
            planned.solvable = false;
        }
    }
    // A limit of depth, which may or may not leave a way.
    const bool needs_limit = !pair.info->complete && option_of(*pair.info, "max-depth") != nullptr;
    if (needs_limit) {
        job.limits.depth = static_cast<Cost>(random.below(16));
    } else if (one_in(20, random)) {
        job.limits.depth = static_cast<Cost>(random.below(24));
    }
    return planned;
}

}  // namespace tessera::lab
