// A set of hash values, for states that were seen.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tessera::search {

/// A growing set of hash values; 0 stands for an empty place.
class HashSet {
  public:
    /// Forgets everything, and has room for so many.
    void clear(std::size_t expected) {
        places_.assign(places_for(expected), 0);
        count_ = 0;
    }
    /// Forgets everything, and keeps its room.
    void clear() {
        std::fill(places_.begin(), places_.end(), 0);
        count_ = 0;
    }
    /// The most bytes for so many.
    static constexpr double bytes_for(double count) {
        return count * sizeof(std::uint64_t) * 8 / 3;
    }
    /// The bytes that `make_room` would take in addition.
    std::size_t growth(std::size_t more) const {
        return (std::max(places_for(count_ + more), places_.size()) - places_.size()) *
               sizeof(std::uint64_t);
    }
    void make_room(std::size_t more) {
        if (growth(more) == 0) return;
        std::vector<std::uint64_t> old(places_for(count_ + more), 0);
        std::swap(old, places_);
        count_ = 0;
        for (const std::uint64_t hash : old) {
            if (hash != 0) insert(hash);
        }
    }
    /// False if it was there. There must be room.
    bool insert(std::uint64_t hash) {
        const std::size_t mask = places_.size() - 1;
        for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
            if (places_[i] == hash) return false;
            if (places_[i] == 0) {
                places_[i] = hash;
                ++count_;
                return true;
            }
        }
    }
    bool contains(std::uint64_t hash) const {
        const std::size_t mask = places_.size() - 1;
        for (std::size_t i = hash & mask; places_[i] != 0; i = (i + 1) & mask) {
            if (places_[i] == hash) return true;
        }
        return false;
    }
    std::size_t count() const { return count_; }
    void prefetch(std::uint64_t hash) const {
        __builtin_prefetch(places_.data() + (hash & (places_.size() - 1)));
    }
    std::size_t bytes() const { return places_.size() * sizeof(std::uint64_t); }

  private:
    static std::size_t places_for(std::size_t count) {
        std::size_t places = 64;
        while (3 * places < 4 * count) places *= 2;
        return places;
    }

    std::vector<std::uint64_t> places_;
    std::size_t count_ = 0;
};

/// Remembers what was inserted in this age and in the one before.
class AgedHashSet {
  public:
    void clear() {
        now_.clear(0);
        before_.clear(0);
    }
    void begin_age() {
        std::swap(now_, before_);
        now_.clear();
    }
    /// How many were inserted in this age.
    std::size_t age() const { return now_.count(); }
    /// As of HashSet.
    std::size_t growth(std::size_t more) const { return now_.growth(more); }
    void make_room(std::size_t more) { now_.make_room(more); }
    bool insert(std::uint64_t hash) { return !before_.contains(hash) && now_.insert(hash); }
    void prefetch(std::uint64_t hash) const {
        now_.prefetch(hash);
        before_.prefetch(hash);
    }

  private:
    HashSet now_;
    HashSet before_;
};

}  // namespace tessera::search
