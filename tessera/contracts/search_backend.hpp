// The contract of a search backend: another machine (a GPU, the ranks of a cluster) that can do work for the engine.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tessera/contracts/move_automaton.hpp"
#include "tessera/contracts/pattern.hpp"
#include "tessera/contracts/search.hpp"

namespace tessera {

/// The description of a device in `tessera list devices`.
struct DeviceInfo {
    std::string name;         ///< the name by which people choose it,
    std::string description;  ///< e.g. the model of the card
    std::string driver;       ///< driver and versions, in words
    std::uint64_t memory_bytes = 0;
    std::string unusable;  ///< why it cannot be used; empty if it can
};

/// A search in canonical labels, as flat arrays: everything in it can be sent to another machine. It lives as
/// long as the call that it is given to.
struct CanonicalJob {
    Geometry geometry;
    std::span<const Tile> start;  ///< the tile on each cell
    Cell goal_blank{0};           ///< determines the goal (see Labelling)
    /// Cost of moving each tile (entry 0 unused); empty when every move costs 1.
    std::span<const Cost> tile_costs;
    std::string_view algorithm;
    /// In full, e.g. "pdb:6-6-6-6"; empty where the algorithm uses none.
    std::string_view heuristic;
    Cost initial_h = 0;  ///< the heuristic's value at the start
    /// The tables that the heuristic looks up, if it has any.
    std::span<const PatternTable> tables;
    /// Includes the automaton if `cycles` asks for one; its table is flat.
    SearchOptions options;
    /// The user named this device. Otherwise a device should decline work that a core does equally fast.
    bool forced = false;
};

/// The first moves of a path, two bits each.
class MovePrefix {
  public:
    static constexpr std::size_t longest = 32;

    std::size_t size() const { return size_; }
    Move operator[](std::size_t i) const { return make_move((bits_ >> (2 * i)) & 3U); }
    void push_back(Move move) {
        bits_ |= static_cast<std::uint64_t>(index(move)) << (2 * size_);
        ++size_;
    }

  private:
    std::uint64_t bits_ = 0;
    std::uint32_t size_ = 0;
};

/// One round of ida*: every path below each of the sub-roots that costs at most `bound`.
struct RoundRequest {
    Cost bound = 0;
    /// The moves from the start to each sub-root, in search order. The start itself has none.
    std::span<const MovePrefix> roots;
    Counters before;  ///< of earlier rounds: added to the counters that the monitor gets
};

/// The result of one sub-root.
struct RootResult {
    Counters counters;                ///< expanded, generated, max_depth
    Cost next_bound = infinite_cost;  ///< the smallest f above the bound
    bool depth_limited = false;       ///< some path was cut at the monitor's depth limit
    bool found = false;               ///< it holds a solution
    /// Searched to its end, or to the first solution in search order: the counters are those of one core, to the node.
    bool finished = false;
};

struct RoundResult {
    /// `solved`: done, to its end or to a solution that ends it. Else the limit that stopped it.
    Status status = Status::error;
    std::vector<RootResult> roots;  ///< one for each that was asked for, in the same order
    std::vector<Move> path;         ///< from the start, for the first root that has `found`
};

/// One beam: a search level by level that keeps `width` states. `CanonicalJob::heuristic` names its guide.
struct BeamRequest {
    std::size_t width = 0;
    Cost depth = infinite_cost;
    std::uint64_t seed = 1;
    Counters before;  ///< of earlier work: added to the counters that the monitor gets
};

/// The result of one run of a beam search.
struct BeamResult {
    enum class End {
        found,
        exhausted,  ///< no state was left within the depth; a proof, unless `narrowed`
        too_deep,   ///< the depth was reached
        stopped     ///< by the monitor
    };
    End end = End::exhausted;
    std::vector<Move> path;
    /// Whether a level had more states than the width, so that some were given up. If not, a path found is
    /// a shortest one.
    bool narrowed = false;
};

/// A beam of a backend, with its counts.
struct CountedBeam {
    BeamResult result;
    Counters counters;
};

/// A backend declines this work; the reason is for people, e.g. "it has tables for 4×4 and 5×5 only".
struct Declined {
    std::string why;
};
template <class T>
using Answer = std::variant<T, Declined>;

/// One device. It offers any of four kinds of work and declines what it cannot do. If it fails half-way (a card
/// is lost), it declines, too, and the engine starts again without it.
///
/// - It polls the monitor at least ten times a second, which tells the observer, and ends when that says stop.
/// - Complete rounds count the same nodes as one core, lengths and bounds are the same. The core's own search is the oracle.
/// - The engine replays every path, and looks at random entries of every table.
/// - Nothing throws. Calls may come from several threads at once.
class SearchBackend {
  public:
    virtual ~SearchBackend() = default;

    /// As `DeviceInfo::name`, without looking at the device.
    virtual std::string_view name() const = 0;
    virtual DeviceInfo describe() = 0;

    /// A whole search.
    virtual Answer<Outcome> search(const CanonicalJob&, Monitor&) {
        return Declined{"it does no whole searches"};
    }
    /// One bounded round of ida* from given sub-roots.
    virtual Answer<RoundResult> round(const CanonicalJob&, const RoundRequest&, Monitor&) {
        return Declined{"it does no rounds of ida*"};
    }
    virtual Answer<CountedBeam> beam(const CanonicalJob&, const BeamRequest&, Monitor&) {
        return Declined{"it does no beams"};
    }
    /// The words of a normalised pattern's table, as pdb::build_table makes them, within this much memory of
    /// this process.
    virtual Answer<std::vector<std::uint64_t>> build_table(const Pattern&,
                                                           std::size_t /*memory_bytes*/,
                                                           BuildObserver&) {
        return Declined{"it builds no tables"};
    }
};

/// A shared library `libtessera-NAME.so` that brings backends has one function of this name and type, with C linkage:
///     extern "C" const tessera::PlugIn* tessera_plug_in();
/// Its `abi` is looked at before anything else, so it stays the first member for ever. Program and plug-in are compiled
/// against the same headers; whoever changes a type in this file, or one that it uses, raises the number.
inline constexpr std::uint32_t plug_in_abi = 2;
struct PlugIn {
    std::uint32_t abi = plug_in_abi;
    /// The devices, found when it is first called; they live as long as the process.
    std::span<SearchBackend* const> (*devices)() = nullptr;
};
inline constexpr const char* plug_in_entry = "tessera_plug_in";
using PlugInEntry = const PlugIn* (*)();

}  // namespace tessera
