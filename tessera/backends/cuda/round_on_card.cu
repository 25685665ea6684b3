// A round of ida* on a card: the kernel, its memory, and its launches.
#include "tessera/backends/cuda/round_on_card.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <thread>

#include "tessera/backends/cuda/lane.hpp"

namespace tessera::cuda {
namespace {

/// Memory of all lanes that is not shared memory.
struct LaneBuffers {
    u32* positions;
    u32* bases;
    u64* stack;
    u32* states;
    SavedLane* saved;
    u32 lanes;
    u32 turns;  ///< that a lane takes between two looks up from its work

    __device__ LaneMemory memory(u32 lane) const {
        return {{positions + lane, lanes},
                {bases + lane, lanes},
                stack + lane,
                states + lane,
                lanes,
                saved + lane};
    }
};

constexpr u32 most_threads = 1024;
TESSERA_BOTH u32 words_of(std::size_t bytes) {
    return static_cast<u32>((bytes + 3) / 4);
}

TESSERA_BOTH std::size_t slide_bytes(const SearchTables& tables) {
    return std::size_t{8} * tables.lookup_count * tables.cells;
}
TESSERA_BOTH std::size_t order_bytes(const SearchTables& tables) {
    const SizeTables& size = tables.sizes[0];
    return std::size_t{2} * size.tiles * size.tiles * size.orders;
}
/// Of shared memory, for ranks and slides.
std::size_t rank_bytes(const SearchTables& tables) {
    return 4 * ((std::size_t{1} << (tables.cells - tables.low_bits)) +
                words_of(std::size_t{2} << tables.low_bits) + words_of(slide_bytes(tables)));
}

/// Copies an array to shared memory, all threads of the block together, and says where the next one may begin.
__device__ u32* bring_near(u32* shared, const void* from, u32 words) {
    const u32* const source = static_cast<const u32*>(from);
    for (u32 i = threadIdx.x; i < words; i += blockDim.x) shared[i] = source[i];
    return shared + words;
}

constexpr u32 lanes_of_block(u32 stride) {
    return stride == 0 ? most_threads : stride;
}
template <u32 stride>
__device__ WordsAt<stride> position_of_lane(u32* words) {
    if constexpr (stride == 0) {
        return {words + threadIdx.x, blockDim.x};
    } else {
        return {words + threadIdx.x};
    }
}

/// Lanes until they leave. `sets`, `general` and `free` are those of Lane; blocks have `stride` lanes, or any number if that is 0.
/// The tables of ranks and slides are in shared memory where `general` is false. `near_orders`: the changes of orders, too.
template <u32 sets, bool general, bool free, u32 stride, bool near_orders>
__global__ void __launch_bounds__(lanes_of_block(stride), most_threads / lanes_of_block(stride))
    search_lanes(const __grid_constant__ SearchTables tables,
                 const __grid_constant__ RoundWork work,
                 const __grid_constant__ LaneBuffers buffers) {
    extern __shared__ uint4 shared_memory[];
    u32* const shared = reinterpret_cast<u32*>(shared_memory);
    u32* next = bring_near(shared, tables.lookups, words_of(sizeof(LookupTables)));
    const LookupTables& lookups = *reinterpret_cast<const LookupTables*>(shared);
    SearchTables near = tables;
    if constexpr (!general) {
        near.sizes[0].high_rank = next;
        next = bring_near(next, tables.sizes[0].high_rank, 1U << (tables.cells - tables.low_bits));
        near.low_rank = reinterpret_cast<const u16*>(next);
        next = bring_near(next, tables.low_rank, words_of(2U << tables.low_bits));
        near.slides = reinterpret_cast<const u16*>(next);
        next = bring_near(next, tables.slides, words_of(slide_bytes(tables)));
    }
    if constexpr (near_orders) {
        near.sizes[0].order_after = reinterpret_cast<const u16*>(next);
        next = bring_near(next, tables.sizes[0].order_after, words_of(order_bytes(tables)));
    }
    __syncthreads();
    Lane<sets, general, free, stride> lane(general ? tables : near, lookups, work,
                                           position_of_lane<stride>(next),
                                           buffers.memory(blockIdx.x * blockDim.x + threadIdx.x));
    lane.resume();
    while (lane.look()) {
#pragma unroll 1
        for (u32 turn = 0; turn < buffers.turns; ++turn) lane.turn();
    }
}

/// A kernel, and what it is for; 0 lanes or sets stand for any number.
struct Kernel {
    const void* function;
    u32 sets;
    u32 lanes;
    bool general;
    bool free;
    bool near_orders;
};
template <u32 sets, bool general, bool free, u32 lanes, bool near_orders>
Kernel kernel() {
    return {reinterpret_cast<const void*>(&search_lanes<sets, general, free, lanes, near_orders>),
            sets,
            lanes,
            general,
            free,
            near_orders};
}
/// The first that fits is the best. With 896 lanes in a block the variables of a lane fit into its registers.
std::vector<Kernel> all_kernels() {
    return {kernel<2, false, true, 896, true>(),    kernel<2, false, true, 1024, false>(),
            kernel<2, false, true, 512, false>(),   kernel<2, false, false, 896, true>(),
            kernel<2, false, false, 1024, false>(), kernel<2, false, false, 512, false>(),
            kernel<0, false, false, 0, true>(),     kernel<0, false, false, 0, false>(),
            kernel<0, true, false, 0, false>()};
}

}  // namespace

void RoundOnCard::free() {
    arrays_.clear();
    words_.clear();
    lookups_.free();
    tables_number_ = 0;
    known_automaton_.clear();
    automaton_.free();
    ring_.free();
    slots_.free();
    counts_.free();
    control_.free();
    positions_.free();
    bases_.free();
    stack_.free();
    states_.free();
    saved_.free();
    last_.free();
    seen_.free();
    signal_.free();
    if (stream_ != nullptr) cudaStreamDestroy(stream_);
    if (signals_ != nullptr) cudaStreamDestroy(signals_);
    stream_ = signals_ = nullptr;
}

u64 RoundOnCard::bytes() const {
    u64 sum = lookups_.bytes() + automaton_.bytes() + ring_.bytes() + slots_.bytes() +
              counts_.bytes() + control_.bytes() + positions_.bytes() + bases_.bytes() +
              stack_.bytes() + states_.bytes() + saved_.bytes();
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
void RoundOnCard::lay_out(bool general) {
    const std::size_t small = sizeof(LookupTables);
    const std::size_t ranks = small + rank_bytes(tables_);
    const std::size_t orders = 4 * std::size_t{words_of(order_bytes(tables_))};
    for (const Kernel& one : all_kernels()) {
        if (one.general != general || (one.free && tables_.automaton != nullptr) ||
            (one.sets != 0 && one.sets != tables_.set_count) ||
            (tuning_.far_orders != 0 && one.near_orders) ||
            (tuning_.threads != 0 && one.lanes != 0 && one.lanes != tuning_.threads)) {
            continue;
        }
        const std::size_t tables = general ? small : ranks + (one.near_orders ? orders : 0);
        const u32 fewest = one.lanes != 0 ? one.lanes : one.near_orders ? 512 : 32;
        const u32 most = one.lanes != 0 ? one.lanes : most_threads;
        if (lay_out_as(one.function, tables, fewest, most)) return;
    }
    faults_.add("the card's shared memory is too small for so many patterns");
}

/// False: it has no room for so many lanes in a block.
bool RoundOnCard::lay_out_as(const void* kernel, std::size_t table_bytes, u32 fewest, u32 most) {
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
    const std::size_t lane_bytes = 4 * std::size_t{tables_.position_words()};
    const auto room = static_cast<std::size_t>(shared_most);
    if (room < table_bytes + fewest * lane_bytes) return false;
    u32 threads =
        static_cast<u32>(std::min<std::size_t>((room - table_bytes) / lane_bytes / 32 * 32, most));
    if (tuning_.threads != 0) threads = std::min(threads, tuning_.threads / 32 * 32);
    how_.kernel = kernel;
    how_.threads = threads;
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
    return true;
}

/// The lanes' memory, and a ring with room for all that they can give at once, or for what the card has.
void RoundOnCard::make_room(u32 nodes, std::size_t roots, u64 memory_limit) {
    const std::size_t lanes = how_.lanes();
    positions_.allocate(lanes * tables_.position_words(), faults_);
    bases_.allocate(lanes * tables_.node_words(), faults_);
    stack_.allocate(lanes * LaneMemory::stack_words(tables_.set_count), faults_);
    states_.allocate(tables_.automaton == nullptr ? 0 : lanes * (most_moves + 1), faults_);
    saved_.allocate(lanes, faults_);
    control_.allocate(1, faults_);
    last_.allocate(faults_);
    seen_.allocate(faults_);
    signal_.allocate(faults_);
    // More than it needs, so that a round with a few more roots finds it as it is.
    if (counts_.size() < roots) counts_.allocate(2 * roots, faults_);
    if (!faults_.none()) return;

    const std::size_t slot_bytes = 4 * (std::size_t{tables_.node_words()} + 1);
    const u64 others = bytes() - ring_.bytes() - slots_.bytes();
    const u64 allowed = memory_limit - std::min(memory_limit, others);
    std::size_t slots = std::bit_ceil(std::max<std::size_t>(lanes / 2 * 3, nodes + lanes / 4));
    while (slots > nodes + 1024 && slots * slot_bytes > allowed) slots /= 2;
    if (slots <= nodes || slots * slot_bytes > allowed) {
        faults_.add("the card has too little memory: " + std::to_string(others / 1'000'000) +
                    " MB for tables and lanes, and " + std::to_string(allowed / 1'000'000) +
                    " MB are left for open nodes");
        return;
    }
    ring_.allocate(slots * tables_.node_words(), faults_);
    slots_.allocate(slots, faults_);
}

/// The nodes that the round begins with.
void RoundOnCard::fill_ring(const RoundSetup& setup) {
    const std::vector<RootCounts> nothing(roots_, RootCounts{0, 0, 0, no_bound, 0, 0});
    const std::vector<u32> full(setup.node_count, 1);
    Control control{};
    control.written = control.open = setup.node_count;
    faults_.check(cudaMemset(slots_.data(), 0, slots_.bytes()), "clearing the card's memory");
    faults_.check(cudaMemset(saved_.data(), 0, saved_.bytes()), "clearing the card's memory");
    const auto copy = [&](void* to, const void* from, std::size_t bytes) {
        faults_.check(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice), "copying to the card");
    };
    copy(counts_.data(), nothing.data(), roots_ * sizeof(RootCounts));
    copy(ring_.data(), setup.nodes.data(), setup.nodes.size_bytes());
    copy(slots_.data(), full.data(), full.size() * sizeof(u32));
    copy(control_.data(), &control, sizeof control);
    // A copy may still be on its way when its call is over, and the lanes' stream does not wait for it.
    faults_.check(cudaStreamSynchronize(nullptr), "copying to the card");
}

void RoundOnCard::begin(const RoundSetup& setup, u64 memory_limit) {
    upload_tables(*setup.tables);
    if (faults_.none()) upload_automaton(setup.automaton);
    if (faults_.none()) lay_out(setup.general());
    if (faults_.none()) make_room(setup.node_count, setup.roots, memory_limit);
    if (faults_.none() && stream_ == nullptr) {
        faults_.check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "a stream");
        faults_.check(cudaStreamCreateWithFlags(&signals_, cudaStreamNonBlocking), "a stream");
    }
    if (!faults_.none()) return;
    roots_ = setup.roots;
    launches_ = 0;
    fill_ring(setup);
    const u32 lanes = how_.lanes();
    const auto slots = static_cast<u32>(slots_.size());
    const auto chosen = [](u32 tuned, u32 usual) { return tuned != 0 ? tuned : usual; };
    how_.turns = chosen(tuning_.turns, 8);
    work_ = {};
    work_.ring = {ring_.data(), slots_.data(), slots - 1};
    work_.control = control_.data();
    work_.counts = counts_.data();
    work_.node_limit = setup.node_limit;
    work_.bound = setup.bound;
    work_.depth_limit = setup.depth_limit;
    work_.sees_next_bound = setup.sees_next_bound ? 1 : 0;
    work_.count_looks = setup.count_looks(lanes, how_.turns);
    work_.passes = chosen(tuning_.seldom, 4) - 1;
    work_.stock = std::min(lanes * chosen(tuning_.stock_percent, 6) / 100, slots / 2);
}

void RoundOnCard::launch(const RoundMachine::GoOn& go_on, Control& control) {
    ++launches_;
    faults_.check(cudaMemsetAsync(&control_.data()->signal, 0, sizeof(u32), stream_),
                  "clearing the card's memory");
    LaneBuffers buffers{positions_.data(), bases_.data(), stack_.data(), states_.data(),
                        saved_.data(),     how_.lanes(),  how_.turns};
    void* arguments[] = {&tables_, &work_, &buffers};
    faults_.check(cudaLaunchKernel(how_.kernel, dim3(how_.blocks), dim3(how_.threads), arguments,
                                   how_.shared_bytes, stream_),
                  "starting the search");
    faults_.check(cudaMemcpyAsync(last_.get(), control_.data(), sizeof(Control),
                                  cudaMemcpyDeviceToHost, stream_),
                  "reading the counts");
    if (faults_.none()) wait(go_on);
    if (faults_.none()) control = *last_.get();
}

/// Until the lanes have left. They stop when `go_on` says no. They make a pause before a driver that also serves a screen
/// takes the card away from them.
void RoundOnCard::wait(const RoundMachine::GoOn& go_on) {
    using Clock = std::chrono::steady_clock;
    constexpr auto patience = std::chrono::milliseconds(20);
    constexpr auto longest_launch = std::chrono::seconds(1);
    const auto begin = Clock::now();
    auto last_asked = begin;
    u32 told = 0;
    while (faults_.none()) {
        const cudaError_t state = cudaStreamQuery(stream_);
        if (state == cudaSuccess) return;
        if (state != cudaErrorNotReady) {
            faults_.check(state, "the search on the card");
            return;
        }
        const auto now = Clock::now();
        if (now - begin < std::chrono::microseconds(300)) continue;
        std::this_thread::sleep_for(std::chrono::microseconds(50));
        if (told == Control::stop || now - last_asked < patience) continue;
        last_asked = now;
        faults_.check(cudaMemcpyAsync(seen_.get(), control_.data(), sizeof(Control),
                                      cudaMemcpyDeviceToHost, signals_),
                      "reading the counts");
        faults_.check(cudaStreamSynchronize(signals_), "reading the counts");
        if (!faults_.none()) return;
        if (!go_on(*seen_.get())) {
            send(told = Control::stop);
        } else if (told == 0 && now - begin > longest_launch) {
            send(told = Control::pause);
        }
    }
}

void RoundOnCard::send(u32 signal) {
    *signal_.get() = signal;
    faults_.check(cudaMemcpyAsync(&control_.data()->signal, signal_.get(), sizeof(u32),
                                  cudaMemcpyHostToDevice, signals_),
                  "calling the lanes");
    faults_.check(cudaStreamSynchronize(signals_), "calling the lanes");
}

void RoundOnCard::counts(std::vector<RootCounts>& counts) {
    counts.resize(roots_);
    faults_.check(cudaMemcpy(counts.data(), counts_.data(), roots_ * sizeof(RootCounts),
                             cudaMemcpyDeviceToHost),
                  "reading the counts");
}

std::string RoundOnCard::report() const {
    if (last_.get() == nullptr) return "no round";
    const Control& control = *last_.get();
    const u64 idle = control.looks == 0 ? 0 : 1000 * control.idle_looks / control.looks;
    return std::to_string(how_.blocks) + " blocks of " + std::to_string(how_.threads) + " lanes, " +
           std::to_string(how_.shared_bytes / 1000) + " kB of shared memory; " +
           std::to_string(launches_) + " launches, " + std::to_string(control.written) +
           " nodes given, " + std::to_string(control.looks * how_.turns) + " turns, " +
           std::to_string(idle / 10) + "." + std::to_string(idle % 10) + " % of them idle";
}

}  // namespace tessera::cuda
