// Messages between the workers of a distributed search: states on their way to their owner, in batches.
#pragma once

#include <atomic>
#include <vector>

#include "tessera/search/support/node_store.hpp"

namespace tessera::search {

/// States with their g, last move and h, one after the other in one piece of memory.
class Batch {
  public:
    Batch(std::size_t state_words, std::size_t capacity)
        : state_words_(state_words), words_((state_words + extra_words) * capacity) {}

    static std::size_t bytes_for(std::size_t state_words, std::size_t capacity) {
        return sizeof(Batch) + (state_words + extra_words) * capacity * sizeof(std::uint64_t);
    }

    std::size_t size() const { return size_; }
    bool full() const { return size_ * stride() == words_.size(); }
    void clear() { size_ = 0; }

    void add(const std::uint64_t* state, std::uint64_t hash, NodeData data, Cost h) {
        std::uint64_t* place = words_.data() + size_++ * stride();
        for (std::size_t i = 0; i < state_words_; ++i) place[i] = state[i];
        place[state_words_] = hash;
        place[state_words_ + 1] =
            (static_cast<std::uint64_t>(static_cast<std::uint32_t>(h)) << 32U) | data.bits();
    }

    const std::uint64_t* state(std::size_t i) const { return words_.data() + i * stride(); }
    std::uint64_t hash(std::size_t i) const { return state(i)[state_words_]; }
    NodeData data(std::size_t i) const {
        return NodeData::from_bits(static_cast<std::uint32_t>(state(i)[state_words_ + 1]));
    }
    Cost h(std::size_t i) const {
        return static_cast<Cost>(static_cast<std::uint32_t>(state(i)[state_words_ + 1] >> 32U));
    }

    Batch* next = nullptr;  ///< in its list: a mailbox, or a worker's empty batches

  private:
    static constexpr std::size_t extra_words = 2;
    std::size_t stride() const { return state_words_ + extra_words; }

    std::size_t state_words_;
    std::size_t size_ = 0;
    std::vector<std::uint64_t> words_;
};

/// Any worker may put a batch in; the owner takes out all batches. It is a list whose head is exchanged, so no
/// worker waits for another.
class alignas(64) Mailbox {
  public:
    bool empty() const { return head_.load(std::memory_order_acquire) == nullptr; }

    void put(Batch* batch) {
        batch->next = head_.load(std::memory_order_relaxed);
        while (!head_.compare_exchange_weak(batch->next, batch, std::memory_order_release,
                                            std::memory_order_relaxed)) {
        }
    }
    /// All batches, the one that was put in first at the front.
    Batch* take_all() {
        Batch* newest_first = head_.exchange(nullptr, std::memory_order_acquire);
        Batch* oldest_first = nullptr;
        while (newest_first != nullptr) {
            Batch* const rest = newest_first->next;
            newest_first->next = oldest_first;
            oldest_first = newest_first;
            newest_first = rest;
        }
        return oldest_first;
    }

  private:
    std::atomic<Batch*> head_{nullptr};
};

/// Detects the end of a distributed search: no worker has work, and no batch is on its way.
///
/// It counts tokens. Every worker with work holds one, and so does every batch between being put into a mailbox
/// and being emptied by its owner. Only a holder of a token makes new ones. A working worker makes one for a
/// batch before it sends it. An idle worker that finds a batch in its mailbox makes one for itself while the
/// batch, which only it can empty, still holds its own. So the count cannot rise from 0, and at 0 no worker has
/// work and no batch is on its way.
class Termination {
  public:
    explicit Termination(std::size_t workers) : tokens_(workers) {}

    void add(std::size_t tokens = 1) { tokens_.fetch_add(tokens, std::memory_order_relaxed); }
    void remove(std::size_t tokens = 1) { tokens_.fetch_sub(tokens, std::memory_order_release); }
    bool reached() const { return tokens_.load(std::memory_order_acquire) == 0; }

  private:
    alignas(64) std::atomic<std::size_t> tokens_;
};

}  // namespace tessera::search
