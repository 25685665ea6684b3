// A priority queue of nodes for small whole-number priorities: constant time, four bytes an entry.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "tessera/contracts/search.hpp"
#include "tessera/search/support/node_store.hpp"

namespace tessera::search {

/// Takes out the entry with the smallest first key, among those the smallest second key, and among
/// those the one put in last. For A* the keys are f and h: the smaller h has the larger g.
///
/// Both keys index arrays, so they must be small and not negative; second keys are divided by
/// 2^shift where a board is so large that they are not (then ties are broken a little less finely).
/// Entries lie in blocks of one kilobyte that are used again when empty.
class BucketQueue {
  public:
    /// `typical_second_key` is the second key of the start; it sets the shift.
    BucketQueue(Monitor& monitor, Cost typical_second_key) : monitor_(monitor) {
        while ((typical_second_key >> shift_) >= 4096) ++shift_;
    }
    BucketQueue(const BucketQueue&) = delete;
    BucketQueue& operator=(const BucketQueue&) = delete;
    ~BucketQueue() { monitor_.release(blocks_.size() * sizeof(Block) + table_bytes_); }

    bool empty() const { return size_ == 0; }
    /// Entries held, stale ones included.
    std::size_t size() const { return size_; }

    /// False: the memory limit was reached.
    bool push(Cost first, Cost second, NodeId id) {
        const auto f = static_cast<std::size_t>(first);
        const auto h = static_cast<std::size_t>(second >> shift_);
        if (f >= layers_.size() && !enlarge(layers_, f + 1)) return false;
        Layer& layer = layers_[f];
        if (h >= layer.stacks.size() && !enlarge(layer.stacks, h + 1)) return false;
        Stack& stack = layer.stacks[h];
        if (stack.room == 0 && !add_block(stack)) return false;
        stack.top->ids[block_entries - stack.room] = id;
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

    /// Takes out the best entry; the queue must not be empty.
    NodeId pop() {
        Layer& layer = layers_[static_cast<std::size_t>(lowest())];
        while (layer.stacks[layer.lowest].empty()) ++layer.lowest;
        Stack& stack = layer.stacks[layer.lowest];
        ++stack.room;
        const NodeId id = stack.top->ids[block_entries - stack.room];
        if (stack.room == block_entries) drop_block(stack);
        --layer.size;
        --size_;
        return id;
    }

    /// The entry that `pop` would return next if nothing is pushed, or no_node if that is not at
    /// hand.
    NodeId peek() const {
        if (size_ == 0 || layers_[lowest_].size == 0) return no_node;
        const Layer& layer = layers_[lowest_];
        if (layer.lowest >= layer.stacks.size() || layer.stacks[layer.lowest].empty()) {
            return no_node;
        }
        const Stack& stack = layer.stacks[layer.lowest];
        return stack.top->ids[block_entries - stack.room - 1];
    }

  private:
    static constexpr std::uint32_t block_entries = 254;
    struct Block {
        Block* below;
        NodeId ids[block_entries];
    };
    static_assert(sizeof(Block) == 1024 || sizeof(void*) != 8);

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
        Block* block = free_;
        if (block != nullptr) {
            free_ = block->below;
        } else {
            if (!monitor_.reserve(sizeof(Block))) return false;
            blocks_.push_back(std::make_unique<Block>());
            block = blocks_.back().get();
        }
        block->below = stack.top;
        stack.top = block;
        stack.room = block_entries;
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
    std::vector<std::unique_ptr<Block>> blocks_;
    Block* free_ = nullptr;
};

}  // namespace tessera::search
