// A stack whose memory is accounted for, so that even a path of millions of moves has a limit.
// This folder holds the containers and loops that several algorithms share.
#pragma once

#include <algorithm>
#include <type_traits>
#include <vector>

#include "tessera/contracts/search.hpp"

namespace tessera::search {

/// A vector used from the back. Memory is accounted before it is taken; while the stack grows, the
/// old and the new copy both count.
template <class T>
    requires std::is_trivially_copyable_v<T>
class AccountedStack {
  public:
    explicit AccountedStack(Monitor& monitor) : monitor_(monitor) {}
    AccountedStack(const AccountedStack&) = delete;
    AccountedStack& operator=(const AccountedStack&) = delete;
    ~AccountedStack() { monitor_.release(items_.capacity() * sizeof(T)); }

    bool empty() const { return items_.empty(); }
    std::size_t size() const { return items_.size(); }
    T& top() { return items_.back(); }
    T& operator[](std::size_t i) { return items_[i]; }
    const T& operator[](std::size_t i) const { return items_[i]; }
    const T* data() const { return items_.data(); }

    /// False: the memory limit was reached, and nothing was pushed.
    bool push(const T& item) {
        if (items_.size() == items_.capacity() && !make_room(1)) return false;
        items_.push_back(item);
        return true;
    }
    /// The address of `count` new items on top; nullptr: the memory limit was reached.
    T* push_many(std::size_t count) {
        if (items_.capacity() - items_.size() < count && !make_room(count)) return nullptr;
        items_.resize(items_.size() + count);
        return items_.data() + items_.size() - count;
    }
    void pop(std::size_t count = 1) { items_.resize(items_.size() - count); }
    void clear() { items_.clear(); }

  private:
    static constexpr std::size_t first_capacity = 64;

    bool make_room(std::size_t count) {
        const std::size_t old_capacity = items_.capacity();
        const std::size_t capacity =
            std::max({first_capacity, old_capacity * 2, items_.size() + count});
        if (!monitor_.reserve(capacity * sizeof(T))) return false;
        items_.reserve(capacity);
        monitor_.release(old_capacity * sizeof(T));
        return true;
    }

    Monitor& monitor_;
    std::vector<T> items_;
};

}  // namespace tessera::search
