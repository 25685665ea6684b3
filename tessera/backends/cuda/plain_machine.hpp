// The lanes of a card as a loop in plain C++: the twin that tests compare with the cores.
#pragma once

#include <algorithm>
#include <bit>
#include <memory>
#include <vector>

#include "tessera/backends/cuda/lane.hpp"
#include "tessera/backends/cuda/round_driver.hpp"

namespace tessera::cuda {

/// How large a machine is, and how its lanes share their work. A small one gives all the time.
struct MachineSize {
    u32 lanes = 64;
    u32 slots = 256;    ///< of the ring, at least
    u32 turns = 32;     ///< that a lane takes between two looks up from its work
    u32 bouts = 10000;  ///< of so many turns, until all lanes make a pause
    u32 passes = 1;     ///< as that of RoundWork
    u32 stock = 8;
};

/// All lanes take turns in one thread.
class PlainMachine final : public RoundMachine {
  public:
    explicit PlainMachine(const MachineSize& size) : size_(size) {}

    std::string begin(const RoundSetup& setup) override {
        setup_ = setup;
        tables_ = setup.tables->view();
        tables_.automaton = setup.automaton.empty() ? nullptr : setup.automaton.data();
        counts_.assign(setup.roots, RootCounts{0, 0, 0, no_bound, 0, 0});
        control_ = {};
        control_.written = control_.open = setup.node_count;
        const std::size_t lanes = size_.lanes;
        const std::size_t slots = std::bit_ceil(std::max(size_.slots, setup.node_count + 1));
        ring_.assign(slots * tables_.node_words(), 0);
        slots_.assign(slots, 0);
        std::copy(setup.nodes.begin(), setup.nodes.end(), ring_.begin());
        std::fill_n(slots_.begin(), setup.node_count, 1);
        positions_.assign(2 * lanes * tables_.position_words(), 0);
        bases_.assign(lanes * tables_.node_words(), 0);
        stack_.assign(lanes * LaneMemory::stack_words(tables_.set_count), 0);
        states_.assign(lanes * (most_moves + 1), 0);
        saved_.assign(lanes, SavedLane{});
        return {};
    }

    std::string launch(const GoOn& go_on, Control& control) override {
        ++launches_;
        control_.signal = 0;
        const u32 written = control_.written;
        RoundWork work{};
        work.ring = {ring_.data(), slots_.data(), static_cast<u32>(slots_.size() - 1)};
        work.control = &control_;
        work.counts = counts_.data();
        work.node_limit = setup_.node_limit;
        work.bound = setup_.bound;
        work.depth_limit = setup_.depth_limit;
        work.sees_next_bound = setup_.sees_next_bound ? 1 : 0;
        work.count_looks = setup_.count_looks(size_.lanes, size_.turns);
        work.passes = size_.passes;
        work.stock = size_.stock;
        if (setup_.general()) {
            run_lanes<0, true, false>(work, go_on);
        } else if (tables_.set_count == 2 && tables_.automaton == nullptr) {
            run_lanes<2, false, true>(work, go_on);
        } else if (tables_.set_count == 2) {
            run_lanes<2, false, false>(work, go_on);
        } else {
            run_lanes<0, false, false>(work, go_on);
        }
        nodes_given_ += control_.written - written;
        control = control_;
        return {};
    }

    std::string counts(std::vector<RootCounts>& counts) override {
        counts = counts_;
        return {};
    }

    /// How often lanes were sent off, and how many nodes they gave away.
    u64 launches() const { return launches_; }
    u64 nodes_given() const { return nodes_given_; }

  private:
    template <u32 sets, bool general, bool free>
    void run_lanes(const RoundWork& work, const GoOn& go_on) {
        using OneLane = Lane<sets, general, free, 0>;
        std::vector<std::unique_ptr<OneLane>> lanes;
        for (u32 i = 0; i < size_.lanes; ++i) {
            lanes.push_back(std::make_unique<OneLane>(tables_, *tables_.lookups, work,
                                                      Words{positions_.data() + i, size_.lanes},
                                                      memory_of(i)));
            lanes.back()->resume();
        }
        for (u32 bout = 1; !lanes.empty(); ++bout) {
            std::erase_if(lanes, [&](const auto& lane) {
                if (!lane->look()) return true;
                for (u32 turn = 0; turn < size_.turns; ++turn) lane->turn();
                return false;
            });
            if (bout % 64 == 0 && !go_on(control_)) control_.signal |= Control::stop;
            if (bout == size_.bouts) control_.signal |= Control::pause;
        }
    }
    LaneMemory memory_of(u32 lane) {
        const u32 lanes = size_.lanes;
        LaneMemory memory{};
        memory.saved_position = {
            positions_.data() + std::size_t{lanes} * tables_.position_words() + lane, lanes};
        memory.base = {bases_.data() + lane, lanes};
        memory.stack = stack_.data() + lane;
        memory.states = states_.data() + lane;
        memory.stack_stride = lanes;
        memory.saved = &saved_[lane];
        return memory;
    }

    const MachineSize size_;
    RoundSetup setup_;
    SearchTables tables_{};
    std::vector<u32> ring_;
    std::vector<u32> slots_;
    std::vector<RootCounts> counts_;
    Control control_{};
    std::vector<u32> positions_;
    std::vector<u32> bases_;
    std::vector<u64> stack_;
    std::vector<u32> states_;
    std::vector<SavedLane> saved_;
    u64 launches_ = 0;
    u64 nodes_given_ = 0;
};

}  // namespace tessera::cuda
