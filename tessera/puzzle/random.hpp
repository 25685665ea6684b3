// The project's own random numbers: the same seed gives the same boards on every platform and compiler.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <span>
#include <utility>

namespace tessera {

/// xoshiro256** (Blackman and Vigna 2018), its state filled from one 64-bit seed by splitmix64.
///
/// Not for secrets. The golden values in tests/puzzle/random_test.cpp fix the sequence: if they change, every
/// published seed gives another board.
class Random {
  public:
    using State = std::array<std::uint64_t, 4>;

    constexpr explicit Random(std::uint64_t seed) : state_{} {
        for (std::uint64_t& word : state_) word = split_mix(seed);
    }
    /// From a full state, which must not be all zero.
    constexpr explicit Random(const State& state) : state_(state) {}

    /// The next 64 random bits.
    constexpr std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    /// Uniform over 0 … n−1, without bias: values out of range are drawn again. `n` must not be 0.
    constexpr std::uint64_t below(std::uint64_t n) {
        assert(n > 0);
        if (n == 1) return 0;
        const int unused_bits = std::countl_zero(n - 1);
        while (true) {
            const std::uint64_t value = next() >> unused_bits;
            if (value < n) return value;
        }
    }

    /// Every order of `items` equally likely (Fisher and Yates).
    template <class T>
    constexpr void shuffle(std::span<T> items) {
        for (std::size_t left = items.size(); left > 1; --left) {
            std::swap(items[left - 1], items[static_cast<std::size_t>(below(left))]);
        }
    }

  private:
    static constexpr std::uint64_t split_mix(std::uint64_t& seed) {
        seed += 0x9e3779b97f4a7c15ULL;
        std::uint64_t mixed = seed;
        mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
        return mixed ^ (mixed >> 31);
    }

    State state_;
};

}  // namespace tessera
