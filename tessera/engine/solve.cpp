// The engine's one entrance: a Job goes in, a verified Solution with its proofs and counters comes out.
#include "tessera/engine/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "tessera/base/text.hpp"
#include "tessera/engine/devices.hpp"
#include "tessera/engine/hot_pairs.hpp"
#include "tessera/engine/option_table.hpp"
#include "tessera/engine/relabelled.hpp"
#include "tessera/engine/steps.hpp"
#include "tessera/heuristics/linear_conflict.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/puzzle/manhattan.hpp"
#include "tessera/puzzle/moves.hpp"
#include "tessera/search/constructive/construct.hpp"
#include "tessera/search/ida_star.hpp"
#include "tessera/search/support/move_automaton.hpp"
#include "tessera/search/weighted_a_star.hpp"

namespace tessera {
namespace {

using Clock = Monitor::Clock;

/// Boards up to these sizes: solved at once without tables; with tables.
constexpr std::size_t largest_trivial = 12;
constexpr std::size_t largest_exact = 16;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The algorithm, heuristic and devices of a job that makes sense.
struct Plan {
    const registry::AlgorithmEntry* algorithm = nullptr;
    HeuristicSpec heuristic;  ///< without an entry when the algorithm uses none
    SearchOptions options;
    Devices devices;
    std::vector<std::string> notes;

    bool informed() const { return heuristic.entry != nullptr; }
    /// The job with the names that "auto" stands for.
    Question question(const Job& job) const {
        Question asked = job;
        asked.algorithm = algorithm->info->name;
        asked.heuristic = informed() ? heuristic.name() : "";
        asked.options = options;
        return asked;
    }
};

Result<Plan> make_plan(const Job& job, const Host& host, pdb::TableSource& tables) {
    Plan plan;
    plan.options = job.options;
    std::string algorithm = job.algorithm;
    std::string heuristic = job.heuristic;
    const Strategy strategy = choose_strategy(job.start.geometry());
    if (const Configuration* configuration = find_configuration(algorithm)) {
        algorithm = configuration->algorithm;
        if (heuristic == "auto") heuristic = configuration->heuristic_for(job.start.geometry());
    }
    if (algorithm == "auto") {
        algorithm = strategy.algorithm;
        if (strategy.weight != 0.0 &&
            job.options.find(search::weighted_a_star::weight.name) == nullptr) {
            plan.options.set(search::weighted_a_star::weight, strategy.weight);
        }
        if (!strategy.why.empty()) plan.notes.push_back(strategy.why);
    }
    auto entry = find_algorithm(algorithm);
    if (!entry) return entry.error();
    plan.algorithm = *entry;
    if (plan.algorithm->info->uses_heuristic) {
        auto spec = parse_heuristic(heuristic == "auto" ? strategy.heuristic : heuristic);
        if (!spec) return spec.error();
        plan.heuristic = std::move(*spec);
    } else if (heuristic != "auto") {
        auto spec = parse_heuristic(heuristic);
        if (!spec) return spec.error();
        plan.notes.push_back(fmt::format("{} uses no heuristic; '{}' is not used",
                                         plan.algorithm->info->name,
                                         formats::excerpt(heuristic, 60)));
    }
    if (auto error = job_objection(job, *plan.algorithm->info, plan.options)) return *error;
    auto devices = Devices::choose(job, host);
    if (!devices) return devices.error();
    plan.devices = std::move(*devices);
    if (plan.informed()) name_argument(plan.heuristic, job, tables);
    return plan;
}

/// Renames the tiles of the stages as the user knows them.
void to_original(std::vector<Stage>& stages, const Labelling& labels) {
    for (Stage& stage : stages) {
        for (Stage::Step& step : stage.steps) {
            for (Tile& tile : step.tiles) tile = labels.original(tile);
        }
    }
}

/// Sets the proven bound and what follows from it.
void conclude(Solution& solution, const Plan& plan, Cost manhattan, const Outcome& outcome) {
    const bool bound_holds = !plan.informed() || plan.heuristic.admissible();
    Cost bound = manhattan;
    if (bound_holds) bound = std::max(bound, outcome.lower_bound);
    if (bound_holds && plan.informed()) {
        bound = std::max(bound, static_cast<Cost>(std::ceil(solution.proof.initial_h)));
    }
    if (solution.asked.cost == CostModel::unit) bound = with_parity_of(bound, manhattan);
    const bool guaranteed =
        outcome.status == Status::solved && plan.algorithm->info->optimal && bound_holds;
    if (solution.outcome.found && guaranteed) bound = solution.outcome.cost;
    solution.proof.lower_bound = bound;
    solution.proof.optimal = solution.outcome.found && bound == solution.outcome.cost;
}

}  // namespace

void name_argument(HeuristicSpec& spec, const Job& job, pdb::TableSource& tables) {
    if (!spec.parameters.empty()) return;
    const HeuristicInfo& info = *spec.entry->info;
    if (info.usual_argument == nullptr) return;
    const std::string value =
        info.usual_argument(job.goal.geometry(), job.goal.blank(), &tables, job.limits);
    if (!value.empty()) spec.parameters.emplace_back(info.argument, value);
}

/// Heuristics by everything that determines them, the memory allowed too: `max` leaves out a part
/// whose table does not fit. Small: one entry per kind of job seen.
struct Engine::Cache {
    using Key = std::tuple<std::string, std::uint16_t, std::uint16_t, std::size_t,
                           std::vector<Cost>, std::size_t>;
    template <class B>
    using Map = std::map<Key, registry::SharedHeuristic<B>>;
    static constexpr std::size_t most_entries = 64;

    registry::PerBoard<Map, EngineBoards>::Tuple maps;
    explicit Cache(Executor* executor) : tables(executor) {}

    pdb::MemoryTables tables;
    /// By size and length of word; few, because few are ever asked for.
    std::map<std::tuple<std::uint16_t, std::uint16_t, std::uint64_t>,
             std::unique_ptr<const MoveAutomaton>>
        automata;
};

Engine::Engine(Host host) : host_(host), cache_(std::make_unique<Cache>(host.executor)) {}
Engine::~Engine() = default;

const MoveAutomaton* Engine::automaton(Geometry geometry, std::uint64_t cycles) {
    if (cycles == 0) return nullptr;
    auto& place = cache_->automata[{geometry.rows, geometry.cols, cycles}];
    if (place == nullptr) {
        place = std::make_unique<MoveAutomaton>(
            search::build_automaton(geometry, static_cast<unsigned>(cycles)));
    }
    return place.get();
}

pdb::TableSource& Engine::tables() {
    return host_.tables != nullptr ? *host_.tables : cache_->tables;
}

template <BoardType B>
Result<registry::SharedHeuristic<B>> Engine::heuristic(const HeuristicSpec& spec, Geometry geometry,
                                                       Cell goal_blank,
                                                       const std::vector<Cost>& tile_costs,
                                                       std::size_t memory_bytes,
                                                       pdb::BuildObserver* build_observer) {
    auto& known = std::get<Cache::Map<B>>(cache_->maps);
    Cache::Key key{spec.name(),       geometry.rows, geometry.cols,
                   index(goal_blank), tile_costs,    memory_bytes};
    if (const auto place = known.find(key); place != known.end()) return place->second;

    HeuristicSetup<B> setup;
    setup.geometry = geometry;
    setup.goal_blank = goal_blank;
    setup.tile_costs = tile_costs;
    setup.parameters = spec.parameters;
    setup.memory_bytes = memory_bytes;
    setup.tables = &tables();
    setup.build_observer = build_observer;
    for (const HeuristicSpec& child : spec.children) {
        auto built =
            heuristic<B>(child, geometry, goal_blank, tile_costs, memory_bytes, build_observer);
        if (!built) return built.error();
        setup.children.push_back(std::move(*built));
    }
    auto built = spec.entry->make<B>(setup);
    if (!built) return built;
    if (known.size() >= Cache::most_entries) known.clear();
    known.emplace(std::move(key), *built);
    return built;
}

namespace {

/// As long as it lives, tables are built on these devices.
class BuildingOn {
  public:
    BuildingOn(const Devices& devices, pdb::TableSource& tables) : tables_(tables) {
        tables_.build_on(devices.list());
    }
    ~BuildingOn() { tables_.build_on({}); }
    BuildingOn(const BuildingOn&) = delete;
    BuildingOn& operator=(const BuildingOn&) = delete;

  private:
    pdb::TableSource& tables_;
};

/// Stops the building of tables when the job is cancelled or its time is over.
class JobBuildObserver : public pdb::BuildObserver {
  public:
    JobBuildObserver(Observer& job, pdb::BuildObserver* host, const Limits& limits,
                     Clock::time_point begin)
        : job_(job), host_(host), limits_(limits), begin_(begin) {}

    void progress(const pdb::Pattern& pattern, std::uint64_t done, std::uint64_t total) override {
        if (host_ != nullptr) host_->progress(pattern, done, total);
    }
    bool cancelled() override {
        if (Clock::now() - begin_ >= limits_.time) status_ = Status::time_limit;
        if (job_.cancelled()) status_ = Status::interrupted;
        return status_ != Status::solved;
    }
    /// Why it was stopped; solved if it was not.
    Status status() const { return status_; }

  private:
    Observer& job_;
    pdb::BuildObserver* host_;
    const Limits& limits_;
    Clock::time_point begin_;
    Status status_ = Status::solved;
};

/// Everything that a search on board type B needs.
template <BoardType B>
struct Prepared {
    Prepared(const Job& job, const Plan& plan, Engine& engine)
        : labels(job.goal),
          problem{labels.canonical_board<B>(job.start), labels.canonical_board<B>(job.goal),
                  canonical_costs(job.cost, labels)},
          options(plan.options),
          manhattan(manhattan_distance(problem.start, problem.goal, problem.tile_costs)) {
        options.automaton =
            engine.automaton(problem.start.geometry(), options.whole(search::ida_star::cycles));
    }

    Labelling labels;
    Problem<B> problem;
    SearchOptions options;
    registry::SharedHeuristic<B> forward;
    registry::SharedHeuristic<B> backward;  ///< where it searches from both ends
    Cost manhattan = 0;
    double initial_h = 0.0;
    std::size_t table_bytes = 0;
    Status status = Status::solved;  ///< why the building of tables was stopped, if it was
};

template <BoardType B>
Result<Prepared<B>> prepare_on(Engine& engine, const Job& job, const Plan& plan,
                               JobBuildObserver& build_observer) {
    Prepared<B> prepared(job, plan, engine);
    if (!plan.informed()) return prepared;
    const Problem<B>& problem = prepared.problem;
    const auto build = [&](Cell goal_blank) {
        return engine.heuristic<B>(plan.heuristic, problem.start.geometry(), goal_blank,
                                   problem.tile_costs, job.limits.memory_bytes, &build_observer);
    };
    auto built = build(prepared.labels.goal_blank());
    if (!built && build_observer.status() != Status::solved) {
        prepared.status = build_observer.status();
        return prepared;
    }
    if (!built) return built.error();
    prepared.forward = std::move(*built);
    prepared.initial_h = prepared.forward->exact_value(prepared.forward->evaluate(problem.start));
    prepared.table_bytes = prepared.forward->table_bytes();
    if (!plan.algorithm->from_both_ends) return prepared;
    auto inner = build(problem.start.blank());
    if (!inner) return inner.error();
    prepared.backward = std::make_shared<RelabelledHeuristic<B>>(problem.start, std::move(*inner));
    prepared.table_bytes += prepared.backward->table_bytes();
    if (prepared.table_bytes > job.limits.memory_bytes) {
        return Error{ErrorCode::memory_limit,
                     fmt::format("the heuristic needs {} bytes of tables for both ends, and "
                                 "{} are allowed",
                                 prepared.table_bytes, job.limits.memory_bytes),
                     "allow more memory, or use linear-conflict"};
    }
    return prepared;
}

/// The search by one of the devices, if one takes it.
template <BoardType B>
std::optional<Outcome> search_elsewhere(const Prepared<B>& prepared, const Plan& plan,
                                        Devices& devices, Monitor& monitor) {
    const AlgorithmInfo& info = *plan.algorithm->info;
    const std::vector<Tile> tiles = tiles_of(prepared.problem.start);
    const std::string heuristic = plan.informed() ? plan.heuristic.name() : "";
    std::vector<PatternTable> tables;
    CanonicalJob job;
    job.geometry = prepared.problem.start.geometry();
    job.start = tiles;
    job.goal_blank = prepared.labels.goal_blank();
    job.tile_costs = prepared.problem.tile_costs;
    job.algorithm = info.name;
    job.heuristic = heuristic;
    if (prepared.forward != nullptr) {
        const auto& forward = *prepared.forward;
        job.initial_h = forward.value(forward.evaluate(prepared.problem.start));
        tables = forward.tables();
    }
    job.tables = tables;
    job.options = prepared.options;
    SplitAt split_at;
    if (has_parts(info)) {
        split_at = [&](search::BoundedRound& round, std::size_t depth,
                       std::vector<search::Part>& parts, Counters& counters) {
            return search::PlainRound<B, ErasedHeuristic<B>>(prepared.problem, *prepared.forward,
                                                             prepared.options, monitor, counters)
                .split(round, depth, parts);
        };
    }
    return devices.search(job, split_at, monitor);
}

/// What a search came to, on any board type.
struct Searched {
    Outcome outcome;
    Cost manhattan = 0;
    double initial_h = 0.0;
    double setup_seconds = 0.0;
    std::size_t table_bytes = 0;
    std::vector<std::string> notes;
    std::string weights;  ///< of the heuristic
    std::optional<Resumed> resumed;
};

template <BoardType B>
Result<Searched> search_on(Engine& engine, const Job& job, const Plan& plan, Observer& observer,
                           JobBuildObserver& build_observer, const Measurement& measured,
                           Executor* executor, Devices& devices) {
    auto prepared = prepare_on<B>(engine, job, plan, build_observer);
    if (!prepared) return prepared.error();
    Searched searched;
    searched.manhattan = prepared->manhattan;
    searched.initial_h = prepared->initial_h;
    searched.setup_seconds = measured.seconds();
    searched.table_bytes = prepared->table_bytes;
    if (prepared->forward != nullptr) {
        if (const auto note = prepared->forward->note(); !note.empty()) {
            searched.notes.emplace_back(note);
        }
        searched.weights = prepared->forward->weights();
    }
    if (prepared->status != Status::solved) {
        searched.outcome.status = prepared->status;
        return searched;
    }
    if (job.checkpoint != nullptr) {
        const Question asked = plan.question(job);
        if (auto error = begin_checkpoint(*job.checkpoint, asked, searched.initial_h,
                                          searched.table_bytes)) {
            return *error;
        }
        searched.resumed = resumed_from(job.checkpoint->kept());
        if (searched.resumed->generated > 0) {
            searched.notes.push_back(in_words(*searched.resumed));
        }
        prepared->options.checkpoint = job.checkpoint;
    }
    Limits limits = job.limits;
    if (limits.memory_bytes != std::numeric_limits<std::size_t>::max()) {
        limits.memory_bytes -= std::min(limits.memory_bytes, prepared->table_bytes);
    }
    Monitor monitor(limits, observer, measured.begin(), executor);
    const registry::SearchInput<B> input{prepared->problem, prepared->forward.get(),
                                         prepared->backward.get(), prepared->options};
    std::optional<Outcome> outcome;
    if (!devices.empty()) {
        outcome = search_elsewhere(*prepared, plan, devices, monitor);
        if (auto error = devices.refusal()) return *error;
    }
    if (!outcome && plan.informed()) {
        outcome = search_hot_pair(*plan.algorithm, plan.heuristic, input, monitor);
    }
    searched.outcome = outcome ? std::move(*outcome) : plan.algorithm->search(input, monitor);
    to_original(searched.outcome.stages, prepared->labels);
    return searched;
}

/// Calls `function` with the board type that has code for this size and pair.
template <class Function>
auto on_board_type(const Plan& plan, Geometry geometry, Function&& function) {
    const bool fixed = has_code<Board4x4, false> ||
                       (plan.informed() && is_hot_pair(*plan.algorithm, plan.heuristic));
    return fixed ? with_board_type(geometry, function)
                 : function(std::type_identity<DynamicBoard>());
}

}  // namespace

std::vector<Cost> canonical_costs(CostModel cost, const Labelling& labels) {
    std::vector<Cost> costs;
    if (cost == CostModel::tile) {
        costs.resize(labels.geometry().cells(), 0);
        for (std::size_t t = 1; t < costs.size(); ++t) {
            costs[t] = static_cast<Cost>(index(labels.original(make_tile(t))));
        }
    }
    return costs;
}

Solution unanswered(const Job& job, Status status) {
    Solution solution;
    solution.asked = job;
    solution.outcome.status = status;
    return solution;
}

Result<Solution> Engine::solve(const Job& job) {
    Observer nobody;
    return solve(job, nobody);
}

namespace {

/// A search for the shortest solution stopped early has none in hand: then one as people find it, so that "auto"
/// has an answer whatever the limits.
void fall_back(Solution& solution, const Job& job) {
    if (solution.outcome.found || solution.proof.unsolvable || job.cost != CostModel::unit) return;
    auto construction = search::constructive::construct(job.start, job.goal);
    if (!construction || static_cast<Cost>(construction->moves.size()) > job.limits.depth) return;
    if (take_path(solution, std::move(construction->moves))) return;
    solution.proof.optimal = solution.outcome.cost == solution.proof.lower_bound;
    solution.measured.effective_branching_factor = 0.0;  // the nodes are those of the search
    solution.notes.emplace_back(
        "the search for the shortest solution was stopped; this one is built line by line");
}

/// The algorithm is the engine's choice.
bool free_choice(const Job& job) {
    return job.algorithm == "auto" && job.cost == CostModel::unit &&
           job.options.find(search::weighted_a_star::weight.name) == nullptr;
}

}  // namespace

bool works_to_a_deadline(const Job& job) {
    const bool large = job.start.geometry().cells() > largest_exact;
    return claims(job.algorithm, &AlgorithmInfo::to_a_deadline) || (free_choice(job) && large);
}

Result<Solution> Engine::solve(const Job& job, Observer& observer) {
    if (works_to_a_deadline(job)) return solve_in_time(job, observer);
    auto solution = solve_by_plan(job, observer);
    if (!free_choice(job)) return solution;
    if (!solution && solution.error().code == ErrorCode::memory_limit) {
        Job without_tables = job;
        without_tables.heuristic = heuristics::linear_conflict::info.name;
        const std::string why = solution.error().message;
        solution = solve_by_plan(without_tables, observer);
        if (solution) {
            solution->notes.push_back(
                fmt::format("{}; {} is used instead", why, without_tables.heuristic));
        }
    }
    if (solution) fall_back(*solution, job);
    return solution;
}

Result<double> Engine::prepare(const Job& job, Observer& observer) {
    if (works_to_a_deadline(job)) return 0.0;
    const auto plan = make_plan(job, host_, tables());
    if (!plan) return plan.error();
    if (!plan->informed()) return 0.0;
    const auto begin = Clock::now();
    const Limits none;
    const BuildingOn building(plan->devices, tables());
    JobBuildObserver build_observer(observer, host_.build_observer, none, begin);
    auto error = on_board_type(*plan, job.start.geometry(), [&]<class B>(std::type_identity<B>) {
        auto prepared = prepare_on<B>(*this, job, *plan, build_observer);
        return prepared ? std::optional<Error>() : std::optional<Error>(prepared.error());
    });
    if (error) return *error;
    return seconds_since(begin);
}

Result<Solution> Engine::solve_by_plan(const Job& job, Observer& observer) {
    // 1. Does the job make sense?
    auto plan = make_plan(job, host_, tables());
    if (!plan) return plan.error();
    Devices& devices = plan->devices;
    Solution solution = unanswered(job, Status::error);
    solution.asked = plan->question(job);
    solution.notes = plan->notes;

    // 2. An unsolvable board is answered before any search.
    if (answer_unsolvable(solution)) return solution;

    // 3. Search.
    const Measurement measured(host_);
    JobBuildObserver build_observer(observer, host_.build_observer, job.limits, measured.begin());
    const BuildingOn building(devices, tables());
    auto searched = on_board_type(*plan, job.start.geometry(), [&]<class B>(std::type_identity<B>) {
        return search_on<B>(*this, job, *plan, observer, build_observer, measured, host_.executor,
                            devices);
    });
    if (!searched) return searched.error();
    Outcome& outcome = searched->outcome;
    solution.measured.device = devices.used();
    for (std::string& note : devices.notes()) solution.notes.push_back(std::move(note));
    solution.measured.weights = std::move(searched->weights);
    for (std::string& note : searched->notes) solution.notes.push_back(std::move(note));
    solution.measured.resumed = searched->resumed;
    solution.measured.setup_seconds = searched->setup_seconds;
    solution.measured.table_bytes = searched->table_bytes;
    solution.measured.container_bytes = outcome.peak_bytes;
    measured.tell(solution);
    solution.outcome.status = outcome.status;
    solution.proof.initial_h =
        plan->informed() ? searched->initial_h : static_cast<double>(searched->manhattan);
    solution.measured.counters = outcome.counters;
    solution.measured.threads = outcome.threads;
    solution.measured.iterations = std::move(outcome.iterations);
    solution.outcome.stages = std::move(outcome.stages);

    // 4. Believe no path that was not replayed.
    if (outcome.status == Status::solved || !outcome.path.empty()) {
        if (auto error = take_path(solution, std::move(outcome.path), outcome.all_paths)) {
            return *error;
        }
    }

    // 5. What is proven.
    conclude(solution, *plan, searched->manhattan, outcome);
    // A heuristic that says too much hides some, and lets in longer ones.
    const bool saw_all = !plan->informed() || plan->heuristic.admissible();
    if (solution.proof.optimal && outcome.solutions > 0 && saw_all) {
        solution.outcome.solutions = outcome.solutions;
        solution.outcome.all_solutions = solution.outcome.status == Status::solved;
        solution.outcome.all_paths = std::move(outcome.all_paths);
    }
    return solution;
}

#define TESSERA_INSTANTIATE(B)                                                       \
    template Result<registry::SharedHeuristic<B>> Engine::heuristic(                 \
        const HeuristicSpec&, Geometry, Cell, const std::vector<Cost>&, std::size_t, \
        pdb::BuildObserver*);
TESSERA_FOR_ENGINE_BOARDS(TESSERA_INSTANTIATE)
#undef TESSERA_INSTANTIATE

Strategy choose_strategy(Geometry geometry) {
    if (geometry.cells() <= largest_trivial) return {"ida*", "linear-conflict", 0.0, ""};
    if (geometry.cells() <= largest_exact) return {"ida*", "pdb", 0.0, ""};
    const double weight = geometry.cells() <= largest_attempted ? 2.0
                          : geometry.cells() <= 36              ? 3.0
                                                                : 5.0;
    return {"weighted-a*", "linear-conflict", weight,
            fmt::format("on boards this large the default is weighted-a* with weight {}: a good "
                        "answer soon, at most {} times the shortest; the algorithm ida* "
                        "searches for the shortest",
                        weight, weight)};
}

std::optional<double> gap(const Solution& solution) {
    if (!solution.outcome.found) return std::nullopt;
    if (solution.proof.lower_bound == 0) return 0.0;  // a solved board: every other has a bound
    return static_cast<double>(solution.outcome.cost - solution.proof.lower_bound) /
           static_cast<double>(solution.proof.lower_bound);
}

double effective_branching_factor(std::uint64_t generated, std::uint64_t depth) {
    if (depth == 0 || generated == 0) return 0.0;
    const auto total = static_cast<double>(generated);
    const auto nodes = [&](double b) {
        double sum = 0.0;
        double power = 1.0;
        for (std::uint64_t i = 0; i < depth && sum <= total; ++i) sum += (power *= b);
        return sum;
    };
    double low = 0.0;
    double high = std::max(1.0, total);
    for (int i = 0; i < 100; ++i) {
        const double middle = 0.5 * (low + high);
        (nodes(middle) < total ? low : high) = middle;
    }
    return high;
}

}  // namespace tessera
