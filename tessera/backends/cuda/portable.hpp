// What a kernel and plain C++ write differently: the functions in this folder compile as both.
#pragma once

#include <bit>
#include <cstdint>

#if defined(__CUDACC__)
#define TESSERA_BOTH __host__ __device__ __forceinline__
#else
#define TESSERA_BOTH inline
#endif

namespace tessera::cuda {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

TESSERA_BOTH u32 count_bits(u32 word) {
#if defined(__CUDA_ARCH__)
    return static_cast<u32>(__popc(word));
#else
    return static_cast<u32>(std::popcount(word));
#endif
}

/// The number of the lowest bit that is set; there must be one.
TESSERA_BOTH u32 lowest_bit(u32 word) {
#if defined(__CUDA_ARCH__)
    return static_cast<u32>(__ffs(static_cast<int>(word))) - 1;
#else
    return static_cast<u32>(std::countr_zero(word));
#endif
}

// On a card these are atomic; the plain C++ runs all lanes in one thread.

template <class T>
TESSERA_BOTH T add_to(T& shared, T more) {
#if defined(__CUDA_ARCH__)
    if constexpr (sizeof(T) == 8) {
        return atomicAdd(reinterpret_cast<unsigned long long*>(&shared), more);
    } else {
        return atomicAdd(&shared, more);
    }
#else
    const T before = shared;
    shared += more;
    return before;
#endif
}

TESSERA_BOTH void raise_to(u32& shared, u32 value) {
#if defined(__CUDA_ARCH__)
    atomicMax(&shared, value);
#else
    if (shared < value) shared = value;
#endif
}

TESSERA_BOTH void lower_to(u32& shared, u32 value) {
#if defined(__CUDA_ARCH__)
    atomicMin(&shared, value);
#else
    if (shared > value) shared = value;
#endif
}

/// Sets bits, and returns what was there.
TESSERA_BOTH u32 set_bits(u32& shared, u32 bits) {
#if defined(__CUDA_ARCH__)
    return atomicOr(&shared, bits);
#else
    const u32 before = shared;
    shared |= bits;
    return before;
#endif
}

template <class T>
TESSERA_BOTH void set_bits(T& shared, T bits) {
#if defined(__CUDA_ARCH__)
    if constexpr (sizeof(T) == 8) {
        atomicOr(reinterpret_cast<unsigned long long*>(&shared), bits);
    } else {
        atomicOr(&shared, bits);
    }
#else
    shared |= bits;
#endif
}

/// Reads what other lanes may have written meanwhile.
TESSERA_BOTH u32 read_now(const u32& shared) {
    return *const_cast<const volatile u32*>(&shared);
}
TESSERA_BOTH void write_now(u32& shared, u32 value) {
    *const_cast<volatile u32*>(&shared) = value;
}

/// What a lane has read and written so far is done before what it reads and writes after this, for all lanes.
TESSERA_BOTH void fence() {
#if defined(__CUDA_ARCH__)
    __threadfence();
#endif
}

}  // namespace tessera::cuda
