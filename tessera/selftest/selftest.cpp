// The self-test: solves thousands to millions of random boards and compares each answer with the true distance and with other ways to it.
// This folder is the self-test of the program; it is not part of the installed library.
#include "tessera/selftest/selftest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>

#include "tessera/backends/thread_executor.hpp"
#include "tessera/base/readable.hpp"
#include "tessera/engine/option_table.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/puzzle/moves.hpp"
#include "tessera/selftest/selftest_checks.hpp"
#include "tessera/selftest/selftest_distances.hpp"
#include "tessera/selftest/selftest_plan.hpp"
#include "tessera/selftest/selftest_tables.hpp"

namespace tessera::lab {
namespace {

using SelftestJson = nlohmann::ordered_json;

constexpr std::size_t most_shown = 20;
/// The number of threads of searches that are compared with those of one thread: more than most workers have
/// cores, to mix them up.
constexpr std::size_t threads_compared = 3;
/// Chapters whose tables take more than this wait for each other where memory is short.
constexpr std::uint64_t large_states = 100'000'000;

/// A hash that is the same on every machine.
class Digest {
  public:
    void add(std::uint64_t value) {
        state_ = std::rotl(state_ ^ value, 27) * 0x9e3779b97f4a7c15ULL + 0x165667b19e3779f9ULL;
    }
    void add(std::string_view text) {
        add(text.size());
        for (const char c : text) add(static_cast<unsigned char>(c));
    }
    void add(const DynamicBoard& board) {
        for (const Tile tile : board.tiles()) add(index(tile));
    }
    std::uint64_t value() const { return state_; }

  private:
    std::uint64_t state_ = 0xcbf29ce484222325ULL;
};

/// Adds the part of an answer that must be the same in every build. Forms of a search meet a limit at slightly
/// different nodes, so of such an answer only the limit counts.
void add_answer(Digest& digest, const Job& job, const Solution& solution) {
    digest.add(job.start);
    digest.add(job.goal);
    digest.add(job.algorithm);
    digest.add(job.heuristic);
    if (near_node_limit(job, solution.measured.counters)) {
        digest.add(std::string_view("limit"));
        return;
    }
    digest.add(to_string(solution.outcome.status));
    for (const Move move : solution.outcome.moves) digest.add(index(move));
    digest.add(static_cast<std::uint64_t>(solution.proof.lower_bound));
    const Counters& counters = solution.measured.counters;
    for (const std::uint64_t count :
         {counters.expanded, counters.generated, counters.reexpanded, counters.peak_open,
          counters.peak_states, counters.max_depth}) {
        digest.add(count);
    }
}

std::vector<std::size_t> numbers_on(const DynamicBoard& board) {
    std::vector<std::size_t> numbers;
    numbers.reserve(board.tiles().size());
    for (const Tile tile : board.tiles()) numbers.push_back(index(tile));
    return numbers;
}

/// The JSON call that solves the job (api.md).
SelftestJson call_of(const Job& job) {
    const Geometry geometry = job.start.geometry();
    SelftestJson call;
    call["id"] = job.id;
    call["size"] = {geometry.rows, geometry.cols};
    call["start"] = numbers_on(job.start);
    call["goal"] = numbers_on(job.goal);
    call["algorithm"] = job.algorithm;
    call["heuristic"] = job.heuristic;
    call["cost"] = to_string(job.cost);
    SelftestJson options{{"order", order_text(job.options.order)},
                         {"threads", job.options.threads}};
    for (const auto& [name, value] : job.options.given()) {
        std::visit([&](const auto& given) { options[json_name(name)] = given; }, value);
    }
    call["options"] = options;
    call["limits"] = {{"nodes", job.limits.nodes}, {"memory_bytes", job.limits.memory_bytes}};
    if (job.limits.depth < infinite_cost) call["limits"]["depth"] = job.limits.depth;
    return call;
}

std::string line_of(const Job& job, const Solution& solution) {
    SelftestJson line{{"schema", "tessera.selftest.solve/1"}, {"call", call_of(job)}};
    SelftestJson result{{"limited", near_node_limit(job, solution.measured.counters)},
                        {"status", to_string(solution.outcome.status)}};
    if (solution.outcome.found) {
        result["length"] = solution.outcome.moves.size();
        result["cost"] = solution.outcome.cost;
        result["moves"] =
            format_moves(solution.outcome.moves, solution.asked.start, Notation::blank);
    }
    result["optimal"] = solution.proof.optimal;
    result["lower_bound"] = solution.proof.lower_bound;
    const Counters& counters = solution.measured.counters;
    result["stats"] = {{"expanded", counters.expanded},       {"generated", counters.generated},
                       {"reexpanded", counters.reexpanded},   {"peak_open", counters.peak_open},
                       {"peak_states", counters.peak_states}, {"max_depth", counters.max_depth}};
    line["result"] = result;
    return line.dump();
}

std::string size_of_board(Geometry geometry) {
    return fmt::format("{}x{}", geometry.rows, geometry.cols);
}

std::string subject_of(const Job& job) {
    const bool informed = job.heuristic != "auto";
    return fmt::format("{}{}{} on {} to {}", job.algorithm, informed ? " with " : "",
                       informed ? job.heuristic : "", inline_form(job.start),
                       inline_form(job.goal));
}

class CancelObserver final : public Observer {
  public:
    explicit CancelObserver(const SelftestOptions& options) : options_(options) {}
    bool cancelled() override { return options_.cancelled && options_.cancelled(); }

  private:
    const SelftestOptions& options_;
};

/// Adds the counts of one worker to the sum.
void add_counts(SelftestResult& sum, const SelftestResult& part) {
    sum.solves += part.solves;
    sum.exact += part.exact;
    sum.stopped += part.stopped;
    sum.unsolvable += part.unsolvable;
    sum.plain += part.plain;
    sum.threaded += part.threaded;
    sum.shared += part.shared;
    sum.bytes += part.bytes;
    sum.references += part.references;
    sum.tables += part.tables;
    sum.table_files += part.table_files;
    sum.table_entries += part.table_entries;
    sum.goals += part.goals;
    for (const auto& [size, count] : part.by_size) sum.by_size[size] += count;
    sum.pairs.insert(part.pairs.begin(), part.pairs.end());
    sum.disagreements += part.disagreements;
    for (const SelftestDisagreement& disagreement : part.shown) {
        if (sum.shown.size() < most_shown) sum.shown.push_back(disagreement);
    }
}

/// Solves and compares the jobs of some blocks, with engines of its own.
class SelftestWorker {
  public:
    SelftestWorker(const SelftestOptions& options, const SelftestPlan& plan, DistanceStore& store)
        : options_(options),
          plan_(plan),
          store_(store),
          observer_(options),
          several_(threads_compared),
          threaded_(Host{.executor = &several_}) {}

    /// The findings since the last call of this function.
    SelftestResult take() { return std::exchange(found_, SelftestResult()); }
    std::vector<std::string> take_lines() { return std::exchange(lines_, {}); }

    bool cancelled() const { return options_.cancelled && options_.cancelled(); }

    /// Releases the tables of the chapter before.
    void begin_chapter() { held_.reset(); }

    /// Returns the digest of the block's answers; nothing if it was interrupted.
    template <class Tell>
    std::optional<std::uint64_t> run(const SelftestBlock& block, Tell tell) {
        std::optional<TrueDistances> distances;
        if (block.oracle != Oracle::reference) {
            auto known =
                store_.distances(block.goal, block.cost,
                                 block.oracle == Oracle::table ? Knowledge::all : Knowledge::near);
            if (!known) return std::nullopt;
            distances = std::move(*known);
        }
        held_ = distances;
        ++found_.goals;
        byte_heuristics_.clear();
        reference_.reset();
        Digest digest;
        for (std::uint64_t i = 0; i < block.count; ++i) {
            const std::uint64_t number = block.first + i;
            if (options_.only && *options_.only != number) continue;
            if (cancelled()) return std::nullopt;
            if (!run_job(block, selftest_job(plan_, block, number), number, distances, digest)) {
                return std::nullopt;
            }
            tell();
        }
        return digest.value();
    }

    void compare_table(std::uint64_t number) {
        const TableComparison comparison =
            compare_tables(plan_.seed, number, several_, options_.cancelled);
        if (cancelled()) return;
        ++found_.tables;
        found_.table_entries += comparison.entries;
        found_.table_files += comparison.from_file ? 1 : 0;
        if (comparison.fault.empty()) return;
        SelftestDisagreement disagreement;
        disagreement.what = comparison.fault;
        disagreement.subject = fmt::format("the table of {} on {}", comparison.pattern.picture(),
                                           size_of_board(comparison.pattern.geometry));
        disagreement.again = this_selftest();
        report(std::move(disagreement));
    }

  private:
    std::string this_selftest() const {
        return fmt::format("tessera selftest{} --seed {} --solves {}",
                           options_.thorough ? " --long" : "", plan_.seed, plan_.solves);
    }
    void report(SelftestDisagreement disagreement) {
        ++found_.disagreements;
        if (found_.shown.size() < most_shown) found_.shown.push_back(std::move(disagreement));
    }
    void disagree(const Job& job, std::uint64_t number, std::string what) {
        report({number, std::move(what), subject_of(job), solve_command(job),
                fmt::format("{} --only {}", this_selftest(), number)});
    }

    /// The distance that the plainest search finds, the same for several jobs in a row.
    std::optional<Cost> reference(const Job& job) {
        if (reference_ && reference_->first == job.start) return reference_->second;
        Job plain;
        plain.start = job.start;
        plain.goal = job.goal;
        plain.algorithm = "ida*";
        plain.heuristic = "manhattan";
        plain.limits.nodes = job.limits.nodes;
        plain.limits.memory_bytes = job.limits.memory_bytes;
        const auto outcome = search_plainly(engine_, plain);
        ++found_.references;
        std::optional<Cost> distance;
        if (outcome && outcome->status == Status::solved) {
            distance = static_cast<Cost>(outcome->path.size());
        }
        reference_.emplace(job.start, distance);
        return distance;
    }

    /// False when it was interrupted.
    bool run_job(const SelftestBlock& block, const PlannedJob& planned, std::uint64_t number,
                 const std::optional<TrueDistances>& distances, Digest& digest) {
        const Job& job = planned.job;
        auto solved = engine_.solve(job, observer_);
        if (solved && solved->outcome.status == Status::interrupted) return false;
        ++found_.solves;
        ++found_.by_size[size_of_board(job.goal.geometry())];
        const auto spec = parse_heuristic(job.heuristic == "auto" ? "manhattan" : job.heuristic);
        if (!solved || !spec) {
            const Error& error = !solved ? solved.error() : spec.error();
            disagree(job, number, fmt::format("there is no answer: {}", error.message));
            digest.add(error.message);
            return true;
        }
        Solution& solution = *solved;
        if (options_.tamper) options_.tamper(job, solution);
        add_answer(digest, job, solution);
        if (options_.each) lines_.push_back(line_of(job, solution));
        found_.pairs.emplace(job.algorithm, job.heuristic == "auto" ? "" : spec->entry->info->name);

        Truth truth;
        truth.solvable = planned.solvable;
        if (truth.solvable) {
            truth.distance = distances ? distances->of(job.start) : reference(job);
        }
        truth.admissible = spec->admissible() || spec->entry->info->name == options_.trusted;
        if (distances && solution.outcome.all_solutions) {
            truth.shortest_solutions = distances->shortest_solutions(job.start);
        }
        for (std::string& what : broken_promises(job, solution, truth)) {
            disagree(job, number, std::move(what));
        }
        if (!truth.solvable) {
            ++found_.unsolvable;
            return true;
        }
        if (solution.proof.optimal && truth.distance) ++found_.exact;
        if (solution.outcome.status != Status::solved) ++found_.stopped;
        return compare_ways(block, job, number, solution, *spec);
    }

    /// The same job in other ways.
    bool compare_ways(const SelftestBlock& block, const Job& job, std::uint64_t number,
                      const Solution& solution, const HeuristicSpec& spec) {
        const bool large = block.oracle == Oracle::reference;
        const auto compare = [&](const Result<Outcome>& other, std::string_view how) {
            const std::string differs =
                other ? difference(job, solution, *other) : other.error().message;
            if (!differs.empty()) disagree(job, number, fmt::format("{}: {}", how, differs));
        };
        if (number % 5 == 0 || large) {
            ++found_.plain;
            compare(search_plainly(engine_, job), "against the plain search");
        }
        const bool from_both_ends = (*find_algorithm(job.algorithm))->from_both_ends;
        if (block.bytes && spec.entry->info->pattern_tables && !from_both_ends) {
            auto& bytes = byte_heuristics_[job.heuristic];
            if (bytes == nullptr) {
                auto made = byte_heuristic(engine_, spec, job.goal);
                if (!made) {
                    disagree(job, number, fmt::format("no byte tables: {}", made.error().message));
                    return true;
                }
                bytes = std::move(*made);
            }
            ++found_.bytes;
            compare(search_plainly(engine_, job, bytes.get()), "against byte tables");
        }
        if (number % 4 == 0 || large) return compare_threads(job, number, solution);
        return true;
    }

    bool compare_threads(const Job& job, std::uint64_t number, const Solution& solution) {
        const AlgorithmInfo& info = *algorithm_info(job.algorithm);
        if (!info.shares_work) return true;
        const bool any_path = !info.repeatable;
        Job wide = job;
        wide.options.threads = threads_compared;
        auto other = threaded_.solve(wide, observer_);
        if (other && other->outcome.status == Status::interrupted) return false;
        ++found_.threaded;
        if (other && other->measured.threads > 1) ++found_.shared;
        std::string differs;
        if (!other) {
            differs = other.error().message;
        } else if (!any_path) {
            differs = difference(job, solution, *other);
        } else if (other->proof.optimal && solution.proof.optimal &&
                   other->outcome.cost != solution.outcome.cost) {
            differs = fmt::format("cost {} against {}", solution.outcome.cost, other->outcome.cost);
        }
        if (!differs.empty()) {
            disagree(job, number,
                     fmt::format("one thread against {}: {}", threads_compared, differs));
        }
        return true;
    }

    const SelftestOptions& options_;
    const SelftestPlan& plan_;
    DistanceStore& store_;
    CancelObserver observer_;
    backends::ThreadExecutor several_;
    Engine engine_;
    Engine threaded_;
    std::map<std::string, std::shared_ptr<const ErasedHeuristic<DynamicBoard>>> byte_heuristics_;
    std::optional<std::pair<DynamicBoard, std::optional<Cost>>> reference_;
    SelftestResult found_;
    std::vector<std::string> lines_;
    /// Keeps a large table from one block of a chapter to the next.
    std::optional<TrueDistances> held_;
};

bool needs_large_table(const SelftestChapter& chapter) {
    const SelftestBlock& block = chapter.front();
    return block.oracle == Oracle::table &&
           ExactDistances::bytes_needed(block.goal.geometry()) >= large_states;
}

/// Shares out the chapters among the workers and adds up what they find.
class SelftestRun {
  public:
    SelftestRun(const SelftestOptions& options, SelftestPlan plan)
        : options_(options),
          plan_(std::move(plan)),
          store_(options.cancelled),
          state_(plan_.chapters.size(), State::waiting),
          digests_(plan_.chapters.size()),
          lines_(plan_.chapters.size()),
          begin_(std::chrono::steady_clock::now()) {
        result_.seed = plan_.seed;
        result_.planned = plan_.solves;
        result_.thorough = options.thorough;
        // Half of the memory for tables, the rest for searches.
        large_allowed_ = std::max<std::uint64_t>(
            options.memory_bytes / 2 / std::max<std::uint64_t>(plan_.table_bytes, 1), 1);
        tables_planned_ = options.only ? 0 : std::clamp<std::uint64_t>(plan_.solves / 100, 20, 500);
    }

    SelftestResult run() {
        backends::ThreadExecutor workers(options_.threads);
        result_.threads = workers.workers();
        workers.run([&](std::size_t) { work(); });
        result_.seconds = seconds();
        result_.complete =
            std::all_of(state_.begin(), state_.end(), [](State s) { return s == State::done; }) &&
            result_.tables == tables_planned_;
        Digest digest;
        for (const std::uint64_t part : digests_) digest.add(part);
        result_.digest = digest.value();
        return std::move(result_);
    }

  private:
    enum class State { waiting, running, done, interrupted };

    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    }

    /// The next chapter to do; nothing when none is left. Waits where memory is short.
    std::optional<std::size_t> next_chapter() {
        std::unique_lock lock(mutex_);
        while (true) {
            bool must_wait = false;
            for (std::size_t i = first_waiting_; i < state_.size(); ++i) {
                if (state_[i] != State::waiting) {
                    if (i == first_waiting_) ++first_waiting_;
                    continue;
                }
                if (needs_large_table(plan_.chapters[i])) {
                    if (large_running_ >= large_allowed_) {
                        must_wait = true;
                        continue;
                    }
                    ++large_running_;
                }
                state_[i] = State::running;
                return i;
            }
            if (!must_wait) return std::nullopt;
            changed_.wait(lock);
        }
    }

    void finish(std::size_t chapter, std::optional<std::uint64_t> digest, SelftestWorker& worker) {
        const std::lock_guard lock(mutex_);
        if (needs_large_table(plan_.chapters[chapter])) --large_running_;
        state_[chapter] = digest ? State::done : State::interrupted;
        digests_[chapter] = digest.value_or(0);
        lines_[chapter] = worker.take_lines();
        add_counts(result_, worker.take());
        while (told_ < state_.size() &&
               (state_[told_] == State::done || state_[told_] == State::interrupted)) {
            for (const std::string& line : std::exchange(lines_[told_], {})) options_.each(line);
            ++told_;
        }
        changed_.notify_all();
    }

    void tell() {
        if (!options_.progress) return;
        const std::uint64_t done = ++done_;
        if (done % 64 != 0) return;
        const std::lock_guard lock(mutex_);
        options_.progress({done, plan_.solves, result_.disagreements, seconds()});
    }

    void work() {
        SelftestWorker worker(options_, plan_, store_);
        while (const auto chapter = next_chapter()) {
            Digest digest;
            bool whole = true;
            worker.begin_chapter();
            for (const SelftestBlock& block : plan_.chapters[*chapter]) {
                const auto part = worker.run(block, [&] { tell(); });
                if (!part) {
                    whole = false;
                    break;
                }
                digest.add(*part);
            }
            finish(*chapter, whole ? std::optional(digest.value()) : std::nullopt, worker);
        }
        while (!worker.cancelled()) {
            const std::uint64_t table = next_table_++;
            if (table >= tables_planned_) break;
            worker.compare_table(table);
        }
        const std::lock_guard lock(mutex_);
        add_counts(result_, worker.take());
    }

    const SelftestOptions& options_;
    const SelftestPlan plan_;
    DistanceStore store_;
    std::uint64_t large_allowed_ = 1;
    std::uint64_t tables_planned_ = 0;
    std::atomic<std::uint64_t> next_table_{0};
    std::atomic<std::uint64_t> done_{0};

    std::mutex mutex_;  ///< guards the members below
    std::condition_variable changed_;
    std::vector<State> state_;
    std::size_t first_waiting_ = 0;
    std::uint64_t large_running_ = 0;
    std::vector<std::uint64_t> digests_;
    std::vector<std::vector<std::string>> lines_;
    std::size_t told_ = 0;
    SelftestResult result_;
    std::chrono::steady_clock::time_point begin_;
};

}  // namespace

Result<SelftestResult> run_selftest(const SelftestOptions& options) {
    SelftestPlan plan = make_selftest_plan(options.seed, options.solves, options.thorough);
    if (options.only && *options.only >= plan.solves) {
        return usage_error(fmt::format("there is no solve number {}", *options.only),
                           fmt::format("they are numbered from 0 to {}", plan.solves - 1));
    }
    if (!options.trusted.empty()) {
        const auto spec = parse_heuristic(options.trusted);
        if (!spec) return spec.error();
    }
    if (options.only) {
        std::erase_if(plan.chapters, [&](const SelftestChapter& chapter) {
            return std::none_of(chapter.begin(), chapter.end(), [&](const SelftestBlock& block) {
                return block.first <= *options.only && *options.only < block.first + block.count;
            });
        });
    }
    if (plan.table_bytes > options.memory_bytes) {
        return Error{
            ErrorCode::memory_limit,
            fmt::format("a table of all states of 12 cells takes {}, more than the {} "
                        "allowed",
                        readable_bytes(plan.table_bytes), readable_bytes(options.memory_bytes)),
            "allow more memory, or leave out what takes long", "limits.memory_bytes"};
    }
    return SelftestRun(options, std::move(plan)).run();
}

std::string to_json(const SelftestResult& result) {
    SelftestJson json{{"schema", "tessera.selftest/1"}, {"seed", result.seed},
                      {"long", result.thorough},        {"threads", result.threads},
                      {"complete", result.complete},    {"agreed", result.agreed()},
                      {"planned", result.planned},      {"solves", result.solves},
                      {"exact", result.exact},          {"stopped", result.stopped},
                      {"goals", result.goals},          {"pairs", result.pairs.size()}};
    json["again"] = {{"plain", result.plain},
                     {"threads", result.threaded},
                     {"threads_shared", result.shared},
                     {"byte_tables", result.bytes},
                     {"references", result.references}};
    json["all_solves"] = result.all_solves();
    json["tables"] = {{"compared", result.tables},
                      {"entries", result.table_entries},
                      {"files", result.table_files}};
    json["sizes"] = result.by_size;
    json["digest"] = fmt::format("{:016x}", result.digest);
    json["disagreements"] = result.disagreements;
    json["shown"] = SelftestJson::array();
    for (const SelftestDisagreement& disagreement : result.shown) {
        SelftestJson entry{{"what", disagreement.what}, {"subject", disagreement.subject}};
        if (disagreement.number) entry["number"] = *disagreement.number;
        if (!disagreement.reproduce.empty()) entry["reproduce"] = disagreement.reproduce;
        entry["again"] = disagreement.again;
        json["shown"].push_back(std::move(entry));
    }
    json["seconds"] = result.seconds;
    return json.dump();
}

std::string solve_command(const Job& job) {
    const Geometry geometry = job.start.geometry();
    std::string command = fmt::format("tessera solve --size {} {} --goal {} --algorithm {}",
                                      size_of_board(geometry), shell_word(inline_form(job.start)),
                                      shell_word(inline_form(job.goal)), shell_word(job.algorithm));
    const auto add = [&](std::string_view option, const std::string& value) {
        command += fmt::format(" {} {}", option, shell_word(value));
    };
    if (job.heuristic != "auto") add("--heuristic", job.heuristic);
    if (job.cost != CostModel::unit) add("--cost", std::string(to_string(job.cost)));
    if (job.options.order != SearchOptions().order) add("--order", order_text(job.options.order));
    for (const auto& [name, value] : job.options.given()) {
        if (std::holds_alternative<bool>(value)) {
            command += fmt::format(" --{}", name);
        } else {
            add("--" + name, to_text(value));
        }
    }
    add("--threads", fmt::format("{}", job.options.threads));
    add("--nodes", fmt::format("{}", job.limits.nodes));
    if (job.limits.depth < infinite_cost) add("--max-depth", fmt::format("{}", job.limits.depth));
    return command;
}

}  // namespace tessera::lab
