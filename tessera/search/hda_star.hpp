// Hash-distributed A*: the hash of a state decides which worker owns it; children are sent to their owner.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <vector>

#include "tessera/contracts/component.hpp"
#include "tessera/contracts/heuristic.hpp"
#include "tessera/search/support/bucket_queue.hpp"
#include "tessera/search/support/mailbox.hpp"
#include "tessera/search/support/node_store.hpp"
#include "tessera/search/support/worker_team.hpp"

namespace tessera::search::hda_star {

inline constexpr std::string_view aliases[] = {"hdastar", "parallel-a*", "pa*"};

inline constexpr AlgorithmInfo info{
    .name = "hda*",
    .aliases = aliases,
    .synopsis = "A* by several threads, each of which owns the states whose hash falls to it",
    .options = {},
    .uses_heuristic = true,
    .complete = true,
    .optimal = true,
    .tile_cost = true,
    .shares_work = true,
    .repeatable = false,
    .time = "O(b^d)",
    .space = "O(b^d)",
    .reference = "Kishimoto, Fukunaga & Botea 2009",
    .use = "For a* on several cores. Results are as good; counts vary from run to run.",
};

/// The data that all workers share.
template <BoardType B, HeuristicFor<B> H>
struct Shared {
    Shared(const Problem<B>& its_problem, const H& its_heuristic, const SearchOptions& its_options,
           Monitor& monitor)
        : problem(its_problem),
          heuristic(its_heuristic),
          options(its_options),
          nodes_allowed(monitor.limits().nodes),
          deepest_allowed(std::min(monitor.limits().depth, NodeData::largest_g)),
          team(monitor, worker_count(monitor, its_options)),
          termination(team.size()),
          mailboxes(team.size()),
          goal(its_problem.goal.geometry()),
          start_h(heuristic.value(heuristic.evaluate(problem.start))),
          lead_allowed(start_h / 32),
          lowest_f(team.size()) {
        goal.assign(problem.goal);
    }

    /// The owner of a state, from bits of the hash that a NodeStore does not use to find its place.
    std::size_t owner(std::uint64_t hash) const {
        return (((hash >> 8U) & 0xFFFFU) * team.size()) >> 16U;
    }

    bool is_goal(const PackedState<B>& state) const {
        return state.hash() == goal.hash() &&
               std::equal(state.words(), state.words() + state.word_count(), goal.words());
    }
    Cost lowest() const {
        Cost least = infinite_cost;
        for (const Published& one : lowest_f) {
            least = std::min(least, one.value.load(std::memory_order_relaxed));
        }
        return least;
    }
    /// Records that a solution of this cost was found.
    void offer(Cost cost) {
        Cost best = incumbent.load(std::memory_order_relaxed);
        while (cost < best &&
               !incumbent.compare_exchange_weak(best, cost, std::memory_order_relaxed)) {
        }
    }

    const Problem<B>& problem;
    const H& heuristic;
    const SearchOptions& options;
    const std::uint64_t nodes_allowed;
    const Cost deepest_allowed;
    WorkerTeam team;
    Termination termination;
    std::vector<Mailbox> mailboxes;
    PackedState<B> goal;
    const Cost start_h;
    /// How far a worker's f may be above the least f of all workers: 0 if f grows in steps of 2, more if costs
    /// are large and few states have the same f.
    const Cost lead_allowed;
    struct alignas(64) Published {
        std::atomic<Cost> value{0};
    };
    std::vector<Published> lowest_f;  ///< of every worker; infinite_cost without work
    /// The cost of the best solution so far. States with f of that or more need no expansion.
    alignas(64) std::atomic<Cost> incumbent{infinite_cost};
    /// Used only with a node limit: the nodes generated, and the same plus the nodes that workers have reserved
    /// for the moment.
    alignas(64) std::atomic<std::uint64_t> generated{0};
    std::atomic<std::uint64_t> claimed{0};
};

/// One worker: the states it owns and its part of the frontier.
///
/// The search has ended when no worker holds a state with f below the incumbent and no state is under
/// way (`Termination`). With an admissible heuristic, some state of every cheaper solution would be
/// in a frontier or under way with f below the incumbent: so then there is none, and the incumbent is
/// optimal. States are opened again on a cheaper path, which here comes even with consistent
/// heuristics, because no worker waits for the others.
template <BoardType B, HeuristicFor<B> H>
class alignas(64) Worker {
  public:
    Worker(Shared<B, H>& shared, std::size_t number)
        : shared_(shared),
          number_(number),
          limited_(shared.team.size() > 1 && shared.nodes_allowed != Limits().nodes),
          monitor_(shared.team.monitor(number)),
          mailbox_(shared.mailboxes[number]),
          nodes_(shared.problem.start.geometry(), monitor_),
          open_(monitor_, shared.heuristic.value(shared.heuristic.evaluate(shared.problem.start))),
          board_(shared.problem.start),
          state_(shared.problem.start.geometry()),
          batch_capacity_(std::clamp<std::size_t>(
              wanted_batch_bytes / (state_.word_count() * sizeof(std::uint64_t)), all_moves.size(),
              64)),
          outgoing_(shared.team.size(), nullptr) {}
    ~Worker() { monitor_.release(batches_.size() * batch_bytes()); }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Adds the start at its owner, before the workers run. False: the memory limit was reached.
    bool add_root() {
        state_.assign(shared_.problem.start);
        if (store(NodeData::root(), shared_.start_h)) return true;
        lost_f_ = shared_.start_h;
        return false;
    }

    /// Runs until the search has ended or a limit is reached.
    void run() {
        fresh_ = empty_batch();
        pending_ = empty_batch();
        if (fresh_ == nullptr || pending_ == nullptr) return stop();
        std::size_t waits = 0;
        for (std::uint64_t turn = 1; !shared_.team.stopped(); ++turn) {
            // 1. Receive the states that others sent, and expand the best few states.
            if (!receive()) return stop();
            const Cost ceiling = publish_and_look_around();
            for (int i = 0; i < expansions_a_turn && has_work(ceiling); ++i) {
                if (limited_ && !claim_nodes()) break;
                const std::uint64_t before = counters_.generated;
                if (!expand_best()) return stop();
                if (limited_) settle_nodes(counters_.generated - before);
                if (monitor_.due(counters_.generated) && !poll()) return stop();
            }
            // 2. Stay within the limits, even if nothing is generated.
            if (turn % turns_between_polls == 0 && !poll()) return stop();

            // 3. Send batches that have waited long enough; without work, send everything.
            if (has_work(ceiling)) {
                if (turn % turns_between_sends == 0) send_all();
                waits = 0;
                continue;
            }
            if (!store_pending()) return stop();
            if (has_work(ceiling)) continue;
            send_all();
            if (!mailbox_.empty()) continue;
            if (!has_work()) {
                if (!wait()) return;
            } else if (!has_work(publish_and_look_around())) {
                shared_.team.rest(number_, waits++);
            }
        }
    }

    // For the caller, when all workers have returned:

    const NodeStore<B>& nodes() const { return nodes_; }
    const Counters& counters() const { return counters_; }
    Cost largest_g() const { return largest_g_; }
    bool depth_limited() const { return depth_limited_; }
    /// The smallest f of all states that wait here or were sent from here and not stored.
    Cost lowest_f() {
        Cost lowest = lost_f_;
        if (!open_.empty()) lowest = std::min(lowest, open_.lowest());
        for (const auto& batch : batches_) {
            for (std::size_t i = 0; i < batch->size(); ++i) {
                lowest = std::min(lowest, batch->data(i).g() + batch->h(i));
            }
        }
        return lowest;
    }

  private:
    static constexpr std::size_t wanted_batch_bytes = 2048;
    static constexpr int expansions_a_turn = 16;
    static constexpr std::uint64_t turns_between_polls = 64;
    static constexpr std::uint64_t turns_between_sends = 8;
    static constexpr std::size_t prefetched = 8;

    bool has_work(Cost ceiling = infinite_cost) {
        return !open_.empty() && open_.lowest() <= ceiling &&
               open_.lowest() < shared_.incumbent.load(std::memory_order_relaxed);
    }
    /// Publishes how far this worker is, and returns how far it may go. A worker that runs ahead of the others
    /// (for example because they do not get a core) would expand states that no A* expands. The worker with the
    /// least f may always go on, so they never all wait.
    Cost publish_and_look_around() {
        publish(has_work() ? open_.lowest() : infinite_cost);
        return std::min(shared_.lowest() + shared_.lead_allowed, infinite_cost);
    }
    void publish(Cost lowest) {
        if (lowest == published_f_) return;
        published_f_ = lowest;
        shared_.lowest_f[number_].value.store(lowest, std::memory_order_relaxed);
    }
    /// With a node limit, each worker reserves the largest number of children before an expansion and corrects
    /// it afterwards. So together they generate as many nodes as allowed, and hardly more.
    bool claim_nodes() {
        const std::uint64_t limit = shared_.nodes_allowed;
        if (shared_.claimed.fetch_add(all_moves.size(), std::memory_order_relaxed) < limit)
            return true;
        shared_.claimed.fetch_sub(all_moves.size(), std::memory_order_relaxed);
        if (shared_.generated.load(std::memory_order_relaxed) >= limit) {
            shared_.team.stop(Status::node_limit);
        }
        return false;  // or other workers still expand, and may need fewer than they reserved
    }
    void settle_nodes(std::uint64_t generated) {
        shared_.generated.fetch_add(generated, std::memory_order_relaxed);
        shared_.claimed.fetch_sub(all_moves.size() - generated, std::memory_order_relaxed);
    }
    bool poll() { return monitor_.poll(counters_, shared_.start_h); }
    void stop() {
        shared_.team.stop(monitor_.stopped() ? monitor_.status() : Status::memory_limit);
    }

    /// Gives the token back until there is work again. False: there will be none, or all workers stop.
    bool wait() {
        publish(infinite_cost);
        shared_.termination.remove();
        for (std::size_t times = 0; mailbox_.empty(); ++times) {
            if (shared_.termination.reached() || shared_.team.stopped()) return false;
            shared_.team.rest(number_, times);
        }
        shared_.termination.add();
        return true;
    }

    /// False, here and below: a limit was reached.
    bool receive() {
        Batch* batch = mailbox_.empty() ? nullptr : mailbox_.take_all();
        while (batch != nullptr) {
            Batch* const next = batch->next;
            if (!store_all(*batch)) return false;
            batch->clear();
            batch->next = empty_;
            empty_ = batch;
            shared_.termination.remove();
            batch = next;
        }
        return true;
    }

    /// Own children are stored one expansion late, when the memory they need has arrived.
    bool store_pending() {
        if (!store_all(*pending_)) return false;
        pending_->clear();
        return true;
    }

    /// Stores a whole batch. The caller empties it only when all of it is stored, so that `lowest_f` misses no
    /// state.
    bool store_all(const Batch& batch) {
        for (std::size_t i = 0; i < std::min(prefetched, batch.size()); ++i) {
            nodes_.prefetch(batch.hash(i));
        }
        for (std::size_t i = 0; i < batch.size(); ++i) {
            if (i + prefetched < batch.size()) nodes_.prefetch(batch.hash(i + prefetched));
            state_.assign(batch.state(i), batch.hash(i));
            if (!store(batch.data(i), batch.h(i))) return false;
        }
        return true;
    }

    /// Stores `state_` unless it is known with as small a g, or useless.
    bool store(NodeData data, Cost h) {
        if (data.g() + h >= shared_.incumbent.load(std::memory_order_relaxed)) return true;
        const auto node = nodes_.insert(state_, data);
        if (node.id == no_node) return false;
        if (!node.is_new) {
            NodeData& known = nodes_.data(node.id);
            if (data.g() >= known.g()) return true;
            if (!known.closed()) --open_states_;
            known.improve(data.g(), data.move());
        }
        if (!open_.push(data.g() + h, h, node.id)) return false;
        if (shared_.is_goal(state_)) shared_.offer(data.g());
        largest_g_ = std::max(largest_g_, data.g());
        counters_.peak_open = std::max(counters_.peak_open, ++open_states_);
        counters_.peak_states = nodes_.size();
        return true;
    }

    bool expand_best() {
        const Cost f = open_.lowest();
        const NodeId id = open_.pop();
        if (const NodeId* next = open_.peek()) nodes_.prefetch(*next);
        NodeData& data = nodes_.data(id);
        if (data.closed()) return true;  // an entry from before a cheaper path was found
        const bool again = data.was_expanded();
        data.close();
        --open_states_;
        nodes_.load(id, board_);
        const std::uint64_t before = counters_.generated;
        const bool produced = produce_children(data);
        if (counters_.generated > before) {  // or all children are beyond the depth limit
            ++counters_.expanded;
            if (again) ++counters_.reexpanded;
        }
        if (!produced) {
            lost_f_ = std::min(lost_f_, f);
            return false;
        }
        if (!store_pending()) return false;
        std::swap(pending_, fresh_);
        return true;
    }

    /// Hands the children of `board_` to their owners, in reverse successor order: the first in order is
    /// the last put into its bucket and the first taken out.
    bool produce_children(NodeData data) {
        const MoveSet legal = board_.legal_moves();
        const Cell blank = board_.blank();
        const auto estimate = shared_.heuristic.evaluate(board_);
        const Cost incumbent = shared_.incumbent.load(std::memory_order_relaxed);
        for (std::size_t i = all_moves.size(); i-- > 0;) {
            const Move move = shared_.options.order[i];
            if (!legal.has(move) || (!data.is_root() && move == opposite(data.move()))) continue;
            const Cell from = board_.neighbour(move);
            const Tile tile = board_.tile_at(from);
            const Cost g = data.g() + shared_.problem.cost_of(tile);
            if (g > shared_.deepest_allowed) {
                depth_limited_ = true;
                continue;
            }
            ++counters_.generated;
            const Cost h = shared_.heuristic.value(
                shared_.heuristic.after_slide(estimate, board_, tile, from, blank));
            if (g + h >= incumbent) continue;
            board_.slide_tile(tile, from, blank);
            state_.assign(board_);
            board_.slide_tile(tile, blank, from);
            if (!hand_over(NodeData::child(g, move), h)) return false;
        }
        return true;
    }

    /// Sends `state_` to its owner.
    bool hand_over(NodeData data, Cost h) {
        const std::size_t owner = shared_.owner(state_.hash());
        if (owner == number_) {
            nodes_.prefetch(state_.hash());
            fresh_->add(state_.words(), state_.hash(), data, h);
            return true;
        }
        if (outgoing_[owner] == nullptr && (outgoing_[owner] = empty_batch()) == nullptr)
            return false;
        outgoing_[owner]->add(state_.words(), state_.hash(), data, h);
        if (outgoing_[owner]->full()) send(owner);
        return true;
    }
    void send(std::size_t owner) {
        shared_.termination.add();
        shared_.mailboxes[owner].put(outgoing_[owner]);
        outgoing_[owner] = nullptr;
    }
    void send_all() {
        for (std::size_t i = 0; i < outgoing_.size(); ++i) {
            if (outgoing_[i] != nullptr) send(i);
        }
    }

    std::size_t batch_bytes() const {
        return Batch::bytes_for(state_.word_count(), batch_capacity_);
    }
    /// An emptied batch, or a new one; nullptr: the memory limit was reached.
    Batch* empty_batch() {
        if (empty_ != nullptr) {
            Batch* const batch = empty_;
            empty_ = batch->next;
            return batch;
        }
        if (!monitor_.reserve(batch_bytes())) return nullptr;
        batches_.push_back(std::make_unique<Batch>(state_.word_count(), batch_capacity_));
        return batches_.back().get();
    }

    Shared<B, H>& shared_;
    const std::size_t number_;
    /// The workers watch the node limit; a single one leaves it to the monitor.
    const bool limited_;
    Monitor& monitor_;
    Mailbox& mailbox_;
    NodeStore<B> nodes_;
    BucketQueue<> open_;
    B board_;
    PackedState<B> state_;
    const std::size_t batch_capacity_;
    std::vector<std::unique_ptr<Batch>> batches_;  ///< made here; now they may be with any worker
    Batch* empty_ = nullptr;                       ///< a list of emptied batches
    Batch* fresh_ = nullptr;                       ///< own children of the latest expansion
    Batch* pending_ = nullptr;                     ///< and of the one before
    std::vector<Batch*> outgoing_;
    Counters counters_;
    std::uint64_t open_states_ = 0;
    Cost largest_g_ = 0;
    Cost lost_f_ = infinite_cost;
    Cost published_f_ = 0;
    bool depth_limited_ = false;
};

template <BoardType B, HeuristicFor<B> H>
class Search {
  public:
    Search(const Problem<B>& problem, const H& heuristic, const SearchOptions& options,
           Monitor& monitor)
        : problem_(problem), monitor_(monitor), shared_(problem, heuristic, options, monitor) {
        for (std::size_t i = 0; i < shared_.team.size(); ++i) {
            workers_.push_back(std::make_unique<Worker<B, H>>(shared_, i));
        }
    }

    Outcome run() {
        PackedState<B> start(problem_.start.geometry());
        start.assign(problem_.start);
        if (workers_[shared_.owner(start.hash())]->add_root()) {
            shared_.team.run({}, shared_.start_h,
                             [this](std::size_t worker) { workers_[worker]->run(); });
        } else {
            shared_.team.stop(Status::memory_limit);
        }
        return finish();
    }

  private:
    Outcome finish() {
        Outcome outcome;
        bool depth_limited = false;
        Cost lowest_f = infinite_cost;
        Cost largest_g = 0;
        for (const auto& worker : workers_) {
            add(outcome.counters, worker->counters());
            depth_limited |= worker->depth_limited();
            lowest_f = std::min(lowest_f, worker->lowest_f());
            largest_g = std::max(largest_g, worker->largest_g());
        }
        const Cost best = shared_.incumbent;
        if (best < infinite_cost) outcome.path = path_to_goal();
        outcome.lower_bound = std::min(lowest_f, best);
        // Once children were left out for the depth limit, a solution may lead through one of those.
        if (depth_limited) {
            outcome.lower_bound = std::min(outcome.lower_bound, shared_.deepest_allowed + 1);
        }
        outcome.status = shared_.team.stopped() ? shared_.team.status()
                         : best < infinite_cost ? Status::solved
                         : depth_limited        ? Status::depth_limit
                                                : Status::unsolvable;
        if (outcome.status == Status::unsolvable) outcome.lower_bound = 0;
        outcome.counters.max_depth = problem_.tile_costs.empty()
                                         ? static_cast<std::uint64_t>(largest_g)
                                         : outcome.path.size();
        outcome.peak_bytes = monitor_.peak_bytes();
        outcome.threads = workers_.size();
        return outcome;
    }

    static void add(Counters& sum, const Counters& more) {
        sum.expanded += more.expanded;
        sum.generated += more.generated;
        sum.reexpanded += more.reexpanded;
        sum.peak_open += more.peak_open;
        sum.peak_states += more.peak_states;
    }

    /// Each parent is found at its owner by undoing the move that led to its child.
    std::vector<Move> path_to_goal() const {
        std::vector<Move> path;
        B board = problem_.goal;
        PackedState<B> state(board.geometry());
        while (true) {
            state.assign(board);
            const NodeStore<B>& nodes = workers_[shared_.owner(state.hash())]->nodes();
            const NodeData data = nodes.data(nodes.find(state));
            if (data.is_root()) break;
            path.push_back(data.move());
            board.slide(opposite(data.move()));
        }
        std::reverse(path.begin(), path.end());
        return path;
    }

    const Problem<B>& problem_;
    Monitor& monitor_;
    Shared<B, H> shared_;
    std::vector<std::unique_ptr<Worker<B, H>>> workers_;
};

template <BoardType B, HeuristicFor<B> H>
Outcome search(const Problem<B>& problem, const H& heuristic, const SearchOptions& options,
               Monitor& monitor) {
    return Search<B, H>(problem, heuristic, options, monitor).run();
}

}  // namespace tessera::search::hda_star
