// A round of ida* on a card: the kernel, its memory, and its launches.
#include "tessera/backends/cuda/round_on_card.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "tessera/backends/cuda/lane.hpp"

namespace tessera::cuda {
namespace {

/// Memory of all lanes that is not shared memory.
struct LaneBuffers {
    u64* stack;
    u32* states;
    u32 lanes;
};

constexpr u32 most_threads = 1024;
TESSERA_BOTH u32 words_of(std::size_t bytes) {
    return static_cast<u32>((bytes + 3) / 4);
}

/// Copies an array to shared memory, all threads of the block together, and says where the next one may begin.
__device__ u32* bring_near(u32* shared, const void* from, u32 words) {
    const u32* const source = static_cast<const u32*>(from);
    for (u32 i = threadIdx.x; i < words; i += blockDim.x) shared[i] = source[i];
    return shared + words;
}

/// Lanes until they end. `mixed` is that of Lane; the tables of ranks are in shared memory where it is false.
/// `near_orders`: the changes of orders, too.
template <bool mixed, bool near_orders>
__global__ void __launch_bounds__(most_threads, 1)
    search_lanes(const __grid_constant__ SearchTables tables,
                 const __grid_constant__ RoundWork work,
                 const __grid_constant__ LaneBuffers buffers) {
    extern __shared__ uint4 shared_memory[];
    u32* const shared = reinterpret_cast<u32*>(shared_memory);
    u32* next = bring_near(shared, tables.lookups, words_of(sizeof(LookupTables)));
    const LookupTables& lookups = *reinterpret_cast<const LookupTables*>(shared);
    const u32 lane = blockIdx.x * blockDim.x + threadIdx.x;
    const auto memory_from = [&](u32* words) {
        return LaneMemory{words + threadIdx.x, blockDim.x, buffers.stack + lane,
                          buffers.states + lane, buffers.lanes};
    };
    if constexpr (mixed) {
        __syncthreads();
        Lane<mixed> search(tables, lookups, work, memory_from(next));
        while (search.turn()) {
        }
    } else {
        SearchTables near = tables;
        near.sizes[0].high_rank = next;
        next = bring_near(next, tables.sizes[0].high_rank, 1U << (tables.cells - tables.low_bits));
        near.low_rank = reinterpret_cast<const u16*>(next);
        next = bring_near(next, tables.low_rank, words_of(2U << tables.low_bits));
        if constexpr (near_orders) {
            const SizeTables& size = tables.sizes[0];
            near.sizes[0].order_after = reinterpret_cast<const u16*>(next);
            next = bring_near(next, size.order_after,
                              words_of(2ULL * size.tiles * size.tiles * size.orders));
        }
        __syncthreads();
        Lane<mixed> search(near, lookups, work, memory_from(next));
        while (search.turn()) {
        }
    }
}

std::size_t rank_bytes(const SearchTables& tables) {
    return 4 * ((std::size_t{1} << (tables.cells - tables.low_bits)) +
                words_of(std::size_t{2} << tables.low_bits));
}
std::size_t order_bytes(const SearchTables& tables) {
    const SizeTables& size = tables.sizes[0];
    return 4 * std::size_t{words_of(2ULL * size.tiles * size.tiles * size.orders)};
}

}  // namespace

void RoundOnCard::free() {
    arrays_.clear();
    words_.clear();
    lookups_.free();
    tables_number_ = 0;
    known_automaton_.clear();
    automaton_.free();
    pool_.free();
    left_.free();
    counts_.free();
    control_.free();
    stack_.free();
    states_.free();
    seen_.free();
    stop_.free();
    if (stream_ != nullptr) cudaStreamDestroy(stream_);
    if (signals_ != nullptr) cudaStreamDestroy(signals_);
    stream_ = signals_ = nullptr;
}

u64 RoundOnCard::bytes() const {
    u64 sum = lookups_.bytes() + automaton_.bytes() + pool_.bytes() + left_.bytes() +
              counts_.bytes() + control_.bytes() + stack_.bytes() + states_.bytes();
    for (const auto& array : arrays_) sum += array.bytes();
    for (const auto& array : words_) sum += array.bytes();
    return sum;
}

void RoundOnCard::upload_tables(const FlatTables& flat) {
    if (tables_number_ == flat.number()) return;
    tables_number_ = 0;
    arrays_.clear();
    words_.clear();
    tables_ = flat.view();
    LookupTables lookups = *tables_.lookups;
    FlatTables::for_each_array(tables_, [&](auto*& array, std::size_t count) {
        // Shared memory gets whole words of them.
        DeviceArray<u8> copy;
        const std::size_t bytes = count * sizeof(*array);
        if (!copy.allocate((bytes + 3) / 4 * 4, faults_)) return;
        faults_.check(cudaMemcpy(copy.data(), array, bytes, cudaMemcpyHostToDevice),
                      "copying tables to the card");
        array = reinterpret_cast<decltype(array + 0)>(copy.data());
        arrays_.push_back(std::move(copy));
    });
    for (const PatternTable& table : flat.tables()) {
        DeviceArray<u64> copy;
        if (!copy.upload(table.words.data(), table.words.size(), faults_)) return;
        for (u32 l = 0; l < tables_.lookup_count; ++l) {
            if (tables_.lookups->words[l] == table.words.data()) lookups.words[l] = copy.data();
        }
        words_.push_back(std::move(copy));
    }
    if (!lookups_.upload(&lookups, 1, faults_)) return;
    tables_.lookups = lookups_.data();
    tables_number_ = flat.number();
}

void RoundOnCard::upload_automaton(std::span<const u32> automaton) {
    tables_.automaton = nullptr;
    if (automaton.empty()) return;
    if (!std::equal(automaton.begin(), automaton.end(), known_automaton_.begin(),
                    known_automaton_.end())) {
        known_automaton_.clear();
        if (!automaton_.upload(automaton.data(), automaton.size(), faults_)) return;
        known_automaton_.assign(automaton.begin(), automaton.end());
    }
    tables_.automaton = automaton_.data();
}

/// Chooses the kernel whose tables leave room for enough lanes.
void RoundOnCard::lay_out(bool mixed) {
    const std::size_t small = sizeof(LookupTables);
    const std::size_t ranks = small + rank_bytes(tables_);
    const bool near_orders = tuning_.far_orders == 0;
    if (!mixed && near_orders &&
        lay_out_as(reinterpret_cast<const void*>(&search_lanes<false, true>),
                   ranks + order_bytes(tables_), 512)) {
        return;
    }
    if (!mixed &&
        lay_out_as(reinterpret_cast<const void*>(&search_lanes<false, false>), ranks, 192)) {
        return;
    }
    if (!lay_out_as(reinterpret_cast<const void*>(&search_lanes<true, false>), small, 32)) {
        faults_.add("the card's shared memory is too small for so many patterns");
    }
}

bool RoundOnCard::lay_out_as(const void* kernel, std::size_t table_bytes, u32 fewest_threads) {
    if (!faults_.none()) return true;
    int card = 0;
    int processors = 0;
    int shared_most = 0;
    faults_.check(cudaGetDevice(&card), "asking for the card");
    faults_.check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, card),
                  "asking for its processors");
    faults_.check(
        cudaDeviceGetAttribute(&shared_most, cudaDevAttrMaxSharedMemoryPerBlockOptin, card),
        "asking for its shared memory");
    if (!faults_.none()) return true;
    const std::size_t lane_bytes = 4 * std::size_t{LaneMemory::words_for(tables_)};
    const auto most = static_cast<std::size_t>(shared_most);
    if (most < table_bytes + fewest_threads * lane_bytes) return false;
    u32 threads = static_cast<u32>(
        std::min<std::size_t>((most - table_bytes) / lane_bytes / 32 * 32, most_threads));
    if (tuning_.threads != 0) threads = std::min(threads, tuning_.threads / 32 * 32);
    how_.kernel = kernel;
    how_.threads = std::max(threads, 32U);
    how_.shared_bytes = table_bytes + how_.threads * lane_bytes;
    if (!faults_.check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                            static_cast<int>(how_.shared_bytes)),
                       "asking for shared memory")) {
        return true;
    }
    int blocks = 0;
    faults_.check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                      &blocks, kernel, static_cast<int>(how_.threads), how_.shared_bytes),
                  "laying out the lanes");
    if (tuning_.blocks != 0) blocks = std::min(blocks, static_cast<int>(tuning_.blocks));
    how_.blocks = static_cast<u32>(std::max(blocks, 1) * processors);
    layout_ = std::to_string(how_.blocks) + " blocks of " + std::to_string(how_.threads) +
              " lanes, " + std::to_string(blocks) + " on each of " + std::to_string(processors) +
              " processors, " + std::to_string(how_.shared_bytes / 1000) + " kB of shared memory";
    return true;
}

/// Memory for open nodes: as much as the lanes can need, or what there is.
void RoundOnCard::make_room(std::size_t nodes, std::size_t roots, u64 memory_limit) {
    const std::size_t lanes = how_.lanes();
    stack_.allocate(lanes * LaneMemory::stack_words(tables_.set_count), faults_);
    states_.allocate(tables_.automaton == nullptr ? 0 : lanes * (most_moves + 1), faults_);
    control_.allocate(1, faults_);
    seen_.allocate(faults_);
    stop_.allocate(faults_);
    // More than it needs, so that a round with a few more roots finds it as it is.
    if (counts_.size() < roots) counts_.allocate(2 * roots, faults_);
    if (!faults_.none()) return;

    std::size_t free_bytes = 0;
    std::size_t all_bytes = 0;
    if (!faults_.check(cudaMemGetInfo(&free_bytes, &all_bytes), "asking for free memory")) return;
    const u64 nodes_held = pool_.bytes() + left_.bytes();
    const u64 others = bytes() - nodes_held;
    const u64 allowed = std::min<u64>((free_bytes + nodes_held) / 10 * 9,
                                      memory_limit - std::min(memory_limit, others));
    const u64 third = std::min<u64>(allowed / sizeof(OpenNode) / 3, 32 * lanes);
    if (2 * third < nodes + 1024 || third < 1024) {
        faults_.add("the card has too little memory: " + std::to_string(others / 1'000'000) +
                    " MB for tables and lanes, and " + std::to_string(allowed / 1'000'000) +
                    " MB are left for open nodes");
        return;
    }
    // A little more or less is not worth the time.
    if (left_.size() <= third && left_.size() >= third / 4 * 3) return;
    pool_.free();
    left_.free();
    pool_.allocate(2 * third, faults_);
    left_.allocate(third, faults_);
}

void RoundOnCard::begin(const RoundSetup& setup, u64 memory_limit) {
    upload_tables(*setup.tables);
    if (faults_.none()) upload_automaton(setup.automaton);
    if (faults_.none()) lay_out(setup.tables->mixed());
    if (faults_.none()) make_room(setup.nodes.size(), setup.roots, memory_limit);
    if (faults_.none() && stream_ == nullptr) {
        faults_.check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "a stream");
        faults_.check(cudaStreamCreateWithFlags(&signals_, cudaStreamNonBlocking), "a stream");
    }
    if (!faults_.none()) return;
    // The last round may have left nodes on their way.
    faults_.check(cudaStreamSynchronize(stream_), "waiting for the card");
    roots_ = setup.roots;
    open_ = setup.nodes.size();
    const std::vector<RootCounts> nothing(roots_, RootCounts{0, 0, 0, no_bound, 0, 0});
    faults_.check(cudaMemcpy(counts_.data(), nothing.data(), roots_ * sizeof(RootCounts),
                             cudaMemcpyHostToDevice),
                  "copying counts to the card");
    faults_.check(cudaMemcpy(pool_.data(), setup.nodes.data(), open_ * sizeof(OpenNode),
                             cudaMemcpyHostToDevice),
                  "copying nodes to the card");
    faults_.check(cudaMemset(control_.data(), 0, sizeof(Control)), "clearing the card's memory");
    work_ = {};
    work_.pool = pool_.data();
    work_.left = left_.data();
    work_.control = control_.data();
    work_.counts = counts_.data();
    work_.bound = setup.bound;
    work_.depth_limit = setup.depth_limit;
    work_.sees_next_bound = setup.sees_next_bound ? 1 : 0;
    const u32 percent = tuning_.idle_percent != 0 ? tuning_.idle_percent : 20;
    work_.idle_limit = std::max(static_cast<u32>(u64{how_.lanes()} * percent / 100), 1U);
}

void RoundOnCard::launch(u32 budget, const std::function<bool()>& go_on, Standing& standing) {
    work_.pool_size = static_cast<u32>(open_);
    work_.left_room = static_cast<u32>(std::min<u64>(left_.size(), pool_.size() - open_));
    work_.budget = budget;
    // What a launch begins with: no signal, nothing taken, nothing written, nobody idle.
    faults_.check(cudaMemsetAsync(control_.data(), 0, offsetof(Control, found), stream_),
                  "clearing the card's memory");
    LaneBuffers buffers{stack_.data(), states_.data(), how_.lanes()};
    void* arguments[] = {&tables_, &work_, &buffers};
    faults_.check(cudaLaunchKernel(how_.kernel, dim3(how_.blocks), dim3(how_.threads), arguments,
                                   how_.shared_bytes, stream_),
                  "starting the search");
    faults_.check(cudaMemcpyAsync(seen_.get(), control_.data(), sizeof(Control),
                                  cudaMemcpyDeviceToHost, stream_),
                  "reading the counts");
    if (faults_.none()) wait(go_on);
    if (!faults_.none()) return;
    const u64 written = std::min(seen_->written, work_.left_room);
    open_ -= std::min<u64>(seen_->taken, open_);
    if (written > 0) {
        faults_.check(
            cudaMemcpyAsync(pool_.data() + open_, left_.data(), written * sizeof(OpenNode),
                            cudaMemcpyDeviceToDevice, stream_),
            "moving nodes");
        open_ += written;
    }
    standing.open = open_;
    standing.control = *seen_.get();
    standing.lanes = how_.lanes();
    standing.idle_limit = work_.idle_limit;
}

/// Until the lanes have ended. They are asked to stop when `go_on` says no.
void RoundOnCard::wait(const std::function<bool()>& go_on) {
    using Clock = std::chrono::steady_clock;
    constexpr auto patience = std::chrono::milliseconds(20);
    const auto begin = Clock::now();
    auto last_asked = begin;
    bool told = false;
    while (true) {
        const cudaError_t state = cudaStreamQuery(stream_);
        if (state == cudaSuccess) return;
        if (state != cudaErrorNotReady) {
            faults_.check(state, "the search on the card");
            return;
        }
        const auto now = Clock::now();
        if (now - begin < std::chrono::microseconds(300)) continue;
        std::this_thread::sleep_for(std::chrono::microseconds(50));
        if (told || now - last_asked < patience) continue;
        last_asked = now;
        if (go_on()) continue;
        told = true;
        *stop_.get() = Control::stop;
        faults_.check(cudaMemcpyAsync(&control_.data()->signal, stop_.get(), sizeof(u32),
                                      cudaMemcpyHostToDevice, signals_),
                      "stopping the lanes");
    }
}

void RoundOnCard::counts(std::vector<RootCounts>& counts) {
    counts.resize(roots_);
    faults_.check(cudaMemcpy(counts.data(), counts_.data(), roots_ * sizeof(RootCounts),
                             cudaMemcpyDeviceToHost),
                  "reading the counts");
}

}  // namespace tessera::cuda
