// The lanes of a card as a loop in plain C++: the twin that tests compare with the cores.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "tessera/backends/cuda/lane.hpp"
#include "tessera/backends/cuda/round_driver.hpp"

namespace tessera::cuda {

/// How large a machine is. A small one drains all the time.
struct MachineSize {
    u32 lanes = 64;
    u32 pool = 1U << 16;       ///< nodes that it has room for
    u32 left = 1U << 14;       ///< nodes that one launch can write down
    u32 most_turns = ~u32{0};  ///< of a launch, whatever the budget says
};

/// All lanes take turns in one thread.
class PlainMachine final : public RoundMachine {
  public:
    explicit PlainMachine(const MachineSize& size) : size_(size) {}

    std::string begin(const RoundSetup& setup) override {
        if (setup.nodes.size() > size_.pool) return "there are more sub-roots than it has room for";
        setup_ = setup;
        tables_ = setup.tables->view();
        tables_.automaton = setup.automaton.empty() ? nullptr : setup.automaton.data();
        pool_.assign(setup.nodes.begin(), setup.nodes.end());
        left_.resize(size_.left);
        counts_.assign(setup.roots, RootCounts{0, 0, 0, no_bound, 0, 0});
        control_ = {};
        words_.resize(std::size_t{size_.lanes} * LaneMemory::words_for(tables_));
        stack_.resize(std::size_t{size_.lanes} * LaneMemory::stack_words(tables_.set_count));
        states_.resize(std::size_t{size_.lanes} * (most_moves + 1));
        return {};
    }

    std::string launch(u32 budget, const std::function<bool()>& go_on,
                       Standing& standing) override {
        ++launches_;
        control_.signal = control_.taken = control_.written = control_.idle = 0;
        RoundWork work{};
        work.pool = pool_.data();
        work.pool_size = static_cast<u32>(pool_.size());
        work.left = left_.data();
        work.left_room =
            static_cast<u32>(std::min<std::size_t>(size_.left, size_.pool - pool_.size()));
        work.control = &control_;
        work.counts = counts_.data();
        work.bound = setup_.bound;
        work.depth_limit = setup_.depth_limit;
        work.sees_next_bound = setup_.sees_next_bound ? 1 : 0;
        work.budget = std::min(budget, size_.most_turns);
        work.idle_limit = std::max(size_.lanes / 5, 1U);
        if (setup_.tables->mixed()) {
            run_lanes<true>(work, go_on);
        } else {
            run_lanes<false>(work, go_on);
        }
        overflows_ += control_.written > work.left_room ? 1 : 0;
        pool_.resize(pool_.size() - std::min<std::size_t>(control_.taken, pool_.size()));
        pool_.insert(pool_.end(), left_.begin(),
                     left_.begin() + std::min(control_.written, work.left_room));
        standing.open = pool_.size();
        standing.control = control_;
        standing.lanes = size_.lanes;
        standing.idle_limit = work.idle_limit;
        return {};
    }

    std::string counts(std::vector<RootCounts>& counts) override {
        counts = counts_;
        return {};
    }

    /// How often lanes were sent off, and how often there was no room for all that they had left.
    u64 launches() const { return launches_; }
    u64 overflows() const { return overflows_; }

  private:
    template <bool mixed>
    void run_lanes(const RoundWork& work, const std::function<bool()>& go_on) {
        std::vector<std::unique_ptr<Lane<mixed>>> lanes;
        for (u32 i = 0; i < size_.lanes; ++i) {
            const LaneMemory memory{words_.data() + i, size_.lanes, stack_.data() + i,
                                    states_.data() + i, size_.lanes};
            lanes.push_back(std::make_unique<Lane<mixed>>(tables_, *tables_.lookups, work, memory));
        }
        for (u64 round = 1; !lanes.empty(); ++round) {
            std::erase_if(lanes, [](const auto& lane) { return !lane->turn(); });
            if (round % 4096 == 0 && !go_on()) control_.signal |= Control::stop;
        }
    }

    const MachineSize size_;
    RoundSetup setup_;
    SearchTables tables_{};
    std::vector<OpenNode> pool_;
    std::vector<OpenNode> left_;
    std::vector<RootCounts> counts_;
    Control control_{};
    std::vector<u32> words_;
    std::vector<u64> stack_;
    std::vector<u32> states_;
    u64 launches_ = 0;
    u64 overflows_ = 0;
};

}  // namespace tessera::cuda
