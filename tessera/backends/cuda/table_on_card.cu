// Building a pattern's table on a card: the kernels and the levels of the breadth-first search.
#include "tessera/backends/cuda/table_on_card.hpp"

#include <algorithm>

namespace tessera::cuda {
namespace {

constexpr u32 threads = 256;
constexpr u32 warp = 32;

/// One level. A group of threads (`places_at_once` of them in a block) finds the states of one place; it collects them
/// in shared memory.
__global__ void enter_level(const TableWork work, u32 places_at_once, bool second_bit) {
    extern __shared__ u32 rows[];
    const u32 group_size = threads / places_at_once;
    const u32 group = threadIdx.x / group_size;
    const u32 member = threadIdx.x % group_size;
    u32* const reached = rows + group * work.shape.width;
    u32 found = 0;
    const u32 step = gridDim.x * places_at_once;
    for (u32 first = blockIdx.x * places_at_once; first < work.shape.places; first += step) {
        const u32 place = first + group;
        for (u32 w = member; w < work.shape.width; w += group_size) reached[w] = 0;
        __syncthreads();
        if (place < work.shape.places) {
            for (u32 w = member; w < work.shape.width; w += group_size) {
                gather_word(work, place, w, reached);
            }
        }
        __syncthreads();
        if (place < work.shape.places) {
            for (u32 w = member; w < work.shape.width; w += group_size) {
                found += settle_word(work, place, w, reached[w], second_bit);
            }
        }
        __syncthreads();
    }
    for (u32 half = warp / 2; half > 0; half /= 2) {
        found += __shfl_down_sync(~0U, found, half);
    }
    if (threadIdx.x % warp == 0 && found != 0) add_to(*work.found, u64{found});
}

/// Neighbouring threads have neighbouring orders, which lie in the same words before, so each word is read once.
__global__ void finish_table(const TableWork work, u64* table) {
    const u32 order = blockIdx.x * blockDim.x + threadIdx.x;
    const u32 column = blockIdx.y;
    if (order >= work.shape.orders) return;
    table[u64{order} * work.shape.row_words + column] = table_word(work, order, column);
}

}  // namespace

void TableOnCard::free() {
    plan_ = nullptr;
    first_slide_.free();
    slides_.free();
    order_after_.free();
    found_here_.free();
}

void TableOnCard::make_room(const TablePlan& plan, u64 memory_limit) {
    const TableShape& shape = plan.shape();
    const u64 needed = 4 * 4 * shape.all_words() + 8 * shape.table_words() +
                       4 * (plan.first_slide().size() + plan.slides().size()) +
                       2 * plan.order_after().size();
    std::size_t free_bytes = 0;
    std::size_t all_bytes = 0;
    if (!faults_.check(cudaMemGetInfo(&free_bytes, &all_bytes), "asking for free memory")) return;
    const u64 allowed = std::min<u64>(free_bytes, memory_limit);
    if (needed > allowed) {
        faults_.add("the card has too little memory: the table takes " +
                    std::to_string(needed / 1'000'000) + " MB while it is built, and " +
                    std::to_string(allowed / 1'000'000) + " MB are free");
    }
}

void TableOnCard::upload(const std::shared_ptr<const TablePlan>& plan) {
    if (plan_ == plan) return;
    plan_ = nullptr;
    first_slide_.upload(plan->first_slide().data(), plan->first_slide().size(), faults_);
    slides_.upload(plan->slides().data(), plan->slides().size(), faults_);
    order_after_.upload(plan->order_after().data(), plan->order_after().size(), faults_);
    if (faults_.none()) plan_ = plan;
}

bool TableOnCard::search(TableWork work, u32 places_at_once,
                         const std::function<bool(u64)>& go_on) {
    const std::size_t shared_bytes = std::size_t{4} * places_at_once * work.shape.width;
    const u32 blocks =
        std::min((work.shape.places + places_at_once - 1) / places_at_once, u32{1} << 20);
    u64 done = 1;
    for (u32 distance = 1;; ++distance) {
        faults_.check(cudaMemsetAsync(work.found, 0, sizeof(u64)), "clearing the card's memory");
        enter_level<<<blocks, threads, shared_bytes>>>(work, places_at_once, (distance & 2) != 0);
        faults_.check(cudaGetLastError(), "starting a level");
        faults_.check(
            cudaMemcpy(found_here_.get(), work.found, sizeof(u64), cudaMemcpyDeviceToHost),
            "building the table");
        if (!faults_.none()) return false;
        done += *found_here_.get();
        if (!go_on(done)) return false;
        if (*found_here_.get() == 0) return true;
        std::swap(work.frontier, work.next);
    }
}

void TableOnCard::build(const std::shared_ptr<const TablePlan>& plan, u64 goal_bit,
                        const std::function<bool(u64)>& go_on, u64 memory_limit,
                        std::vector<u64>& words) {
    const TableShape& shape = plan->shape();
    make_room(*plan, memory_limit);
    if (faults_.none()) upload(plan);
    DeviceArray<u32> sets;  // seen, frontier, next, second bit
    DeviceArray<u64> table;
    DeviceArray<u64> found;
    sets.allocate(4 * shape.all_words(), faults_);
    table.allocate(shape.table_words(), faults_);
    found.allocate(1, faults_);
    found_here_.allocate(faults_);
    if (!faults_.none()) return;
    faults_.check(cudaMemset(sets.data(), 0, sets.bytes()), "clearing the card's memory");
    TableWork work{shape,
                   first_slide_.data(),
                   slides_.data(),
                   order_after_.data(),
                   sets.data(),
                   sets.data() + shape.all_words(),
                   sets.data() + 2 * shape.all_words(),
                   sets.data() + 3 * shape.all_words(),
                   found.data()};
    const u32 goal = 1U << (goal_bit % 32);
    for (u32* set : {work.seen, work.frontier}) {
        faults_.check(cudaMemcpy(set + goal_bit / 32, &goal, sizeof(goal), cudaMemcpyHostToDevice),
                      "copying the goal");
    }
    // A row of eight tiles takes 5 KB of the 48 that every card gives a block.
    const u32 places_at_once = shape.width <= 2 * warp ? 8 : shape.width <= 8 * warp ? 4 : 1;
    if (!faults_.none() || !search(work, places_at_once, go_on)) return;
    const dim3 grid((shape.orders + threads - 1) / threads, shape.row_words);
    finish_table<<<grid, threads>>>(work, table.data());
    faults_.check(cudaGetLastError(), "ordering the table");
    words.resize(shape.table_words());
    faults_.check(cudaMemcpy(words.data(), table.data(), table.bytes(), cudaMemcpyDeviceToHost),
                  "reading the table");
    if (!faults_.none()) words.clear();
}

}  // namespace tessera::cuda
