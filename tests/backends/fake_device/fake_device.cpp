// A plug-in for the tests: devices that search on this machine's core, one that lies, and one that cannot be used.
#include <algorithm>
#include <array>

#include "tessera/contracts/search_backend.hpp"
#include "tessera/heuristics/manhattan.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/search/ida_star.hpp"

namespace {

using namespace tessera;
using Manhattan = heuristics::manhattan::Heuristic<DynamicBoard>;

Problem<DynamicBoard> problem_of(const CanonicalJob& job) {
    return {DynamicBoard::from_tiles(job.geometry, job.start),
            canonical_goal<DynamicBoard>(job.geometry, job.goal_blank),
            {}};
}

Manhattan heuristic_of(const CanonicalJob& job) {
    HeuristicSetup<DynamicBoard> setup;
    setup.geometry = job.geometry;
    setup.goal_blank = job.goal_blank;
    return *Manhattan::make(setup);
}

/// Why none of these devices takes a job; empty where it does.
std::string objection(const CanonicalJob& job) {
    if (job.algorithm != "ida*" || job.heuristic != "manhattan") {
        return "it knows ida* with manhattan only";
    }
    if (!job.tile_costs.empty()) return "its moves cost 1";
    return "";
}

class FakeDevice : public SearchBackend {
  public:
    explicit FakeDevice(std::string_view name) : name_(name) {}

    std::string_view name() const override { return name_; }
    DeviceInfo describe() override {
        DeviceInfo info;
        info.name = name_;
        info.description = "a device for tests";
        info.driver = "driver 1.2";
        info.memory_bytes = std::uint64_t{1} << 30;
        return info;
    }

  private:
    std::string_view name_;
};

/// Does whole searches.
class Searcher final : public FakeDevice {
  public:
    using FakeDevice::FakeDevice;

    Answer<Outcome> search(const CanonicalJob& job, Monitor& monitor) override {
        if (const std::string why = objection(job); !why.empty()) return Declined{why};
        return search::ida_star::search(problem_of(job), heuristic_of(job), job.options, monitor);
    }
};

/// Does rounds only.
class Rounds final : public FakeDevice {
  public:
    using FakeDevice::FakeDevice;

    Answer<RoundResult> round(const CanonicalJob& job, const RoundRequest& request,
                              Monitor& monitor) override {
        if (const std::string why = objection(job); !why.empty()) return Declined{why};
        const auto problem = problem_of(job);
        const auto heuristic = heuristic_of(job);
        RoundResult result;
        result.status = Status::solved;
        Counters counters = request.before;
        search::PlainRound<DynamicBoard, Manhattan> rounds(problem, heuristic, job.options, monitor,
                                                           counters);
        for (const MovePrefix& moves : request.roots) {
            const Counters before = counters;
            counters.max_depth = 0;
            search::BoundedRound one;
            one.bound = request.bound;
            const bool exhausted =
                rounds.run_from(one, search::SubRoot<DynamicBoard>(problem, moves));
            RootResult root;
            root.counters.expanded = counters.expanded - before.expanded;
            root.counters.generated = counters.generated - before.generated;
            root.counters.max_depth = counters.max_depth;
            root.next_bound = one.next_bound;
            root.depth_limited = one.depth_limited;
            root.found = one.found;
            root.finished = exhausted || one.found;
            result.roots.push_back(root);
            if (!exhausted && !one.found) result.status = monitor.status();
            if (one.found) {
                for (std::size_t i = 0; i < moves.size(); ++i) result.path.push_back(moves[i]);
                result.path.insert(result.path.end(), one.path.rbegin(), one.path.rend());
            }
            if (!exhausted) break;
        }
        result.roots.resize(request.roots.size());
        return result;
    }
};

/// Says that it has solved every board, with a path that leads nowhere.
class Liar final : public FakeDevice {
  public:
    using FakeDevice::FakeDevice;

    Answer<Outcome> search(const CanonicalJob&, Monitor&) override {
        Outcome outcome;
        outcome.status = Status::solved;
        outcome.path.assign(1, all_moves[0]);
        return outcome;
    }
};

class Broken final : public FakeDevice {
  public:
    using FakeDevice::FakeDevice;

    DeviceInfo describe() override {
        DeviceInfo info = FakeDevice::describe();
        info.unusable = "its driver is too old";
        return info;
    }
};

std::span<SearchBackend* const> devices() {
    static Searcher searcher("fake");
    static Rounds rounds("fake-rounds");
    static Liar liar("fake-liar");
    static Broken broken("fake-broken");
    static const std::array<SearchBackend*, 4> all{&searcher, &rounds, &liar, &broken};
    return all;
}

}  // namespace

extern "C" const tessera::PlugIn* tessera_plug_in() {
    static const tessera::PlugIn plug_in{tessera::plug_in_abi, &devices};
    return &plug_in;
}
