// A priority queue of nodes for small whole-number priorities: constant time, nothing stored but the entry.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "tessera/base/huge_pages.hpp"
#include "tessera/contracts/search.hpp"
#include "tessera/search/support/node_store.hpp"

namespace tessera::search {

/// Takes out the entry with the smallest first key, among those the smallest second key, and among
/// those the one put in last. For A* the keys are f and h: the smaller h has the larger g.
///
/// Both keys index arrays, so they must be small and not negative; second keys are divided by
/// 2^shift where a board is so large that they are not (then ties are broken a little less finely).
/// Entries lie in blocks of one kilobyte that are used again when empty, and blocks in slabs that
/// the kernel may back with huge pages.
template <class Entry = NodeId>
class BucketQueue {
  public:
    /// `typical_second_key` is the second key of the start; it sets the shift.
    BucketQueue(Monitor& monitor, Cost typical_second_key) : monitor_(monitor) {
        while ((typical_second_key >> shift_) >= 4096) ++shift_;
    }
    BucketQueue(const BucketQueue&) = delete;
    BucketQueue& operator=(const BucketQueue&) = delete;
    ~BucketQueue() { monitor_.release(slab_bytes_ + table_bytes_); }

    bool empty() const { return size_ == 0; }
    /// Entries held, stale ones included.
    std::size_t size() const { return size_; }

    /// False: the memory limit was reached.
    bool push(Cost first, Cost second, Entry entry) {
        const auto f = static_cast<std::size_t>(first);
        const auto h = static_cast<std::size_t>(second >> shift_);
        if (f >= layers_.size() && !enlarge(layers_, f + 1)) return false;
        Layer& layer = layers_[f];
        if (h >= layer.stacks.size() && !enlarge(layer.stacks, h + 1)) return false;
        Stack& stack = layer.stacks[h];
        if (stack.room == 0 && !add_block(stack)) return false;
        stack.top->entries[block_entries - stack.room] = entry;
        --stack.room;
        ++layer.size;
        ++size_;
        if (f < lowest_) lowest_ = f;
        if (h < layer.lowest) layer.lowest = h;
        return true;
    }

    /// The smallest first key; the queue must not be empty.
    Cost lowest() {
        while (layers_[lowest_].size == 0) ++lowest_;
        return static_cast<Cost>(lowest_);
    }

    /// The second key of the entry that `pop` will return, unless keys are divided; the queue must
    /// not be empty.
    std::optional<Cost> lowest_second() {
        if (shift_ != 0) return std::nullopt;
        Layer& layer = layers_[static_cast<std::size_t>(lowest())];
        best_stack(layer);
        return static_cast<Cost>(layer.lowest);
    }

    /// Takes out the best entry; the queue must not be empty.
    Entry pop() {
        Layer& layer = layers_[static_cast<std::size_t>(lowest())];
        const Entry entry = take(best_stack(layer));
        --layer.size;
        --size_;
        return entry;
    }

    /// Puts every entry, in no particular order, where `keys(entry, second)` says, or drops it where
    /// that is nothing; `second` is its second key unless keys are divided. False: a limit was
    /// reached, there or by `keys`, and entries were lost.
    template <class Keys>
    bool rekey(Keys keys) {
        std::vector<Layer> before = std::exchange(layers_, {});
        const std::size_t bytes_before = std::exchange(table_bytes_, 0);
        size_ = 0;
        lowest_ = static_cast<std::size_t>(-1);
        for (Layer& layer : before) {
            for (std::size_t h = 0; h < layer.stacks.size(); ++h) {
                const auto second =
                    shift_ == 0 ? std::optional(static_cast<Cost>(h)) : std::nullopt;
                for (Stack& stack = layer.stacks[h]; !stack.empty() && !monitor_.stopped();) {
                    const Entry entry = take(stack);
                    if (const auto place = keys(entry, second)) {
                        push(place->first, place->second, entry);
                    }
                }
            }
        }
        monitor_.release(bytes_before);
        return !monitor_.stopped();
    }

    /// The entry that `pop` would return after `ahead` others if nothing is pushed; null when there
    /// are no more or it has another first key.
    const Entry* peek(std::size_t ahead = 0) {
        if (size_ == 0) return nullptr;
        Layer& layer = layers_[static_cast<std::size_t>(lowest())];
        best_stack(layer);
        for (std::size_t h = layer.lowest; h < layer.stacks.size(); ++h) {
            std::size_t used = block_entries - layer.stacks[h].room;
            for (const Block* block = layer.stacks[h].top; block != nullptr; block = block->below) {
                if (ahead < used) return &block->entries[used - 1 - ahead];
                ahead -= used;
                used = block_entries;
            }
        }
        return nullptr;
    }

  private:
    static constexpr std::size_t block_bytes = 1024;
    static constexpr std::uint32_t block_entries = (block_bytes - sizeof(Entry*)) / sizeof(Entry);
    struct Block {
        Block* below;
        Entry entries[block_entries];
    };
    static_assert(sizeof(Block) == block_bytes);
    static constexpr std::size_t largest_slab = std::size_t{2} << 20;

    /// Blocks linked from the top down. Only the top one has room left, and no block is ever empty.
    struct Stack {
        Block* top = nullptr;
        std::uint32_t room = 0;
        bool empty() const { return top == nullptr; }
    };
    struct Layer {
        std::vector<Stack> stacks;
        std::size_t lowest = static_cast<std::size_t>(-1);
        std::size_t size = 0;
    };

    /// The first stack of a layer that is not empty; the layer must not be.
    static Stack& best_stack(Layer& layer) {
        while (layer.stacks[layer.lowest].empty()) ++layer.lowest;
        return layer.stacks[layer.lowest];
    }

    Entry take(Stack& stack) {
        ++stack.room;
        const Entry entry = stack.top->entries[block_entries - stack.room];
        if (stack.room == block_entries) drop_block(stack);
        return entry;
    }

    /// Resizes an index array, with its memory accounted for.
    template <class T>
    bool enlarge(std::vector<T>& array, std::size_t count) {
        if (count > array.capacity()) {
            const std::size_t wanted = std::max(count, array.capacity() * 2);
            const std::size_t bytes = (wanted - array.capacity()) * sizeof(T);
            if (!monitor_.reserve(bytes)) return false;
            table_bytes_ += bytes;
            array.reserve(wanted);
        }
        array.resize(count);
        return true;
    }
    bool add_block(Stack& stack) {
        if (free_ == nullptr && !add_slab()) return false;
        Block* block = free_;
        free_ = block->below;
        block->below = stack.top;
        stack.top = block;
        stack.room = block_entries;
        return true;
    }
    /// Slabs grow with the queue, up to the size of a huge page.
    bool add_slab() {
        const std::size_t bytes =
            std::clamp(std::bit_floor(slab_bytes_ / 8), block_bytes, largest_slab);
        if (!monitor_.reserve(bytes)) return false;
        slab_bytes_ += bytes;
        slabs_.push_back(allocate_zeroed(bytes));
        auto* blocks = reinterpret_cast<Block*>(slabs_.back().get());
        for (std::size_t i = bytes / sizeof(Block); i-- > 0;) {
            blocks[i].below = free_;
            free_ = &blocks[i];
        }
        return true;
    }
    void drop_block(Stack& stack) {
        Block* block = stack.top;
        stack.top = block->below;
        stack.room = 0;
        block->below = free_;
        free_ = block;
    }

    Monitor& monitor_;
    int shift_ = 0;
    std::size_t size_ = 0;
    std::size_t lowest_ = static_cast<std::size_t>(-1);
    std::size_t table_bytes_ = 0;
    std::vector<Layer> layers_;
    std::size_t slab_bytes_ = 0;
    std::vector<RawMemory> slabs_;
    Block* free_ = nullptr;
};

}  // namespace tessera::search
