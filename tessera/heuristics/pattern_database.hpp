// Additive pattern databases: the exact number of moves each group of tiles needs, added up.
#pragma once

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "tessera/contracts/component.hpp"
#include "tessera/heuristics/support/pattern_sets.hpp"
#include "tessera/heuristics/support/pattern_stepper.hpp"
#include "tessera/heuristics/support/pattern_walker.hpp"
#include "tessera/heuristics/support/words.hpp"

namespace tessera::heuristics::pattern_database {

inline constexpr std::string_view aliases[] = {"pattern-database", "additive-pdb"};
inline constexpr OptionInfo options[] = {
    described_option(
        "partition",
        "which tiles go together: sizes such as 7-8, or a picture of the goal with a letter for "
        "each group; several are looked up all and the largest counts",
        "the best one at hand"),
};

/// The partition that `pdb` without a partition means: the best one whose tables exist or can be built within these
/// limits. Building may take a quarter of the time, and never longer than it is worth on a board of this size.
std::string choose_partition(Geometry geometry, Cell goal_blank, TableProvider* tables,
                             const Limits& limits);

inline constexpr HeuristicInfo info{
    .name = "pdb",
    .aliases = aliases,
    .synopsis = "moves that groups of tiles need, from tables, added up: pdb:7-8, pdb:6-6-3, …",
    .options = options,
    .admissible = true,
    .consistent = true,
    .pattern_tables = true,
    .hot = true,
    .argument = "partition",
    .usual_argument = choose_partition,
    .sizes = "up to 32 cells",
    .reference = "Korf & Felner 2002; with the blank's region: Clausecker & Reinefeld 2019",
    .origin =
        "the tiles outside a group are nameless, and moving them is free, so that the groups add "
        "up",
    .cost =
        "a look-up for each group a move; tables from kilobytes to gigabytes, built once and kept",
    .use =
        "For shortest solutions of 4x4 and 5x5: nothing looks at fewer states. It needs memory, "
        "and time for the first board; a new place of the goal's blank may need new tables.",
};

/// The largest sum over the partitions, in every orientation the goal allows, of the patterns' distances.
template <BoardType B>
class Heuristic {
  public:
    /// One byte of state each.
    static constexpr std::size_t most_lookups = ErasedHeuristic<B>::state_bytes;
    struct State {
        std::array<std::uint8_t, most_lookups> distance;
    };
    using Walker = PatternWalker<B>;
    using Stepper = PatternStepper<B>;

    static Result<Heuristic> make(const HeuristicSetup<B>& setup) {
        if (setup.geometry.cells() > pdb::most_cells) {
            return Error{ErrorCode::memory_limit,
                         fmt::format("there are no pattern databases for {}×{} boards",
                                     setup.geometry.rows, setup.geometry.cols),
                         fmt::format("pdb works on boards {}; linear-conflict works on any size",
                                     info.sizes)};
        }
        pdb::MemoryTables memory;
        pdb::TableSource& source =
            setup.tables != nullptr ? static_cast<pdb::TableSource&>(*setup.tables) : memory;
        pdb::BuildObserver nobody;
        std::vector<std::string> names;
        names.reserve(setup.parameters.size());
        for (const auto& [key, value] : setup.parameters) names.push_back(value);
        if (names.empty()) {
            Limits limits;
            limits.memory_bytes = setup.memory_bytes;
            names.push_back(choose_partition(setup.geometry, setup.goal_blank, &source, limits));
        }
        auto sets = std::make_shared<PatternSets>();
        for (const std::string& name : names) {
            auto partition = pdb::parse_partition(name, setup.geometry, setup.goal_blank);
            if (!partition) return partition.error();
            if (auto error =
                    sets->add(*partition, source, setup.memory_bytes,
                              setup.build_observer != nullptr ? *setup.build_observer : nobody)) {
                return *error;
            }
        }
        if (sets->lookups().size() > most_lookups || sets->sets().size() > Walker::most_sets) {
            return usage_error(
                fmt::format("pdb with {} patterns, mirrored ones counted", sets->lookups().size()),
                fmt::format("{} is the most", most_lookups));
        }
        return Heuristic(std::move(sets), setup.cheapest_move());
    }

    State evaluate(const B& board) const {
        State state{};
        sets_->evaluate(board, [&](std::size_t, std::size_t lookup, pdb::Placement, Cost distance) {
            state.distance[lookup] = static_cast<std::uint8_t>(distance);
        });
        return state;
    }
    State after_slide(State state, const B& board, Tile tile, Cell from, Cell to) const {
        for (const PatternSet& set : sets_->sets()) {
            const std::size_t l = set.lookup_of[index(tile)];
            if (l == PatternSet::none) continue;
            const PatternLookup& lookup = sets_->lookups()[l];
            const pdb::Placement after =
                pdb::after_slide(sets_->placement(set, l, board), set.label_of[index(tile)],
                                 lookup.turned(from), lookup.turned(to));
            const unsigned bit =
                lookup.table->bit(lookup.table->position(after, lookup.turned(from)));
            state.distance[l] =
                static_cast<std::uint8_t>(pdb::BitTable::follow(state.distance[l], bit));
        }
        return state;
    }
    Cost value(const State& state) const {
        Cost largest = 0;
        for (const PatternSet& set : sets_->sets()) {
            Cost sum = 0;
            for (std::size_t l = set.first_lookup; l < set.first_lookup + set.lookups; ++l) {
                sum += state.distance[l];
            }
            largest = std::max(largest, sum);
        }
        return largest * move_cost_;
    }
    double exact_value(const State& state) const { return value(state); }
    /// Explains every partition in every orientation, and the patterns of each. A pattern that covers nearly
    /// the whole board can show that the board is unsolvable.
    Explanation explain(const B& board) const {
        Explanation whole;
        for (std::size_t s = 0; s < sets_->sets().size(); ++s) {
            whole.parts.emplace_back();
            whole.parts.back().kind = PartKind::partition;
            whole.parts.back().title.words = sets_->title(s);
        }
        sets_->evaluate(board, [&](std::size_t s, std::size_t lookup, pdb::Placement, Cost moves) {
            whole.parts[s].parts.push_back(explain_pattern(board, sets_->sets()[s], lookup, moves));
        });
        for (Explanation& partition : whole.parts) {
            partition.combine(Combination::sum);
            partition.reason.words =
                partition.parts.size() == 1
                    ? std::string("one group of tiles")
                    : fmt::format("{} groups of tiles, whose moves are different ones and add up",
                                  partition.parts.size());
        }
        whole.factor = move_cost_;
        whole.combine(Combination::largest);
        whole.reason.words =
            whole.parts.size() == 1
                ? "one partition of the tiles"
                : fmt::format("the largest of {} partitions counts", whole.parts.size());
        return whole;
    }
    std::size_t table_bytes() const { return sets_->table_bytes(); }
    std::vector<PatternTable> tables() const { return sets_->tables(); }
    std::size_t used_state_bytes() const { return sets_->lookups().size(); }
    /// Only if every tile is in a pattern: a slide of another tile changes nothing, so the parity would be
    /// lost.
    bool walkable() const { return sets_->complete(); }
    Walker walker() const { return Walker(*sets_); }
    /// With few partitions, on boards that are cheap to copy, it costs less to look up everything.
    std::optional<Stepper> stepper() const {
        if (!B::fixed_geometry || !Stepper::applies(*sets_)) return std::nullopt;
        return Stepper(*sets_);
    }

  private:
    static Explanation explain_pattern(const B& board, const PatternSet& set, std::size_t lookup,
                                       Cost moves) {
        Explanation part;
        part.kind = PartKind::pattern;
        for (std::size_t c = 0; c < board.geometry().cells(); ++c) {
            const Tile tile = board.tile_at(make_cell(c));
            if (tile == blank_tile || set.lookup_of[index(tile)] != lookup) continue;
            part.tiles.push_back(tile);
            part.cells.push_back(make_cell(c));
        }
        part.title = {"tiles " + places_for(part.tiles.size()), part.tiles};
        if (moves < infinite_cost) {
            part.value = moves;
            part.reason.words =
                fmt::format("they need at least {} of their own, wherever the others are",
                            counted(static_cast<std::size_t>(moves), "move"));
        } else {
            part.value = std::numeric_limits<double>::infinity();
            part.reason.words = "they can never all come home: the board is unsolvable";
        }
        return part;
    }

    Heuristic(std::shared_ptr<const PatternSets> sets, Cost move_cost)
        : sets_(std::move(sets)), move_cost_(move_cost) {}

    std::shared_ptr<const PatternSets> sets_;
    Cost move_cost_;
};

}  // namespace tessera::heuristics::pattern_database
