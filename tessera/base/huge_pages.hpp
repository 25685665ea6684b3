// Large aligned arrays that the kernel may back with huge pages, which saves most address look-ups.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace tessera {

struct AlignedDelete {
    std::size_t alignment;
    void operator()(std::byte* memory) const {
        ::operator delete(memory, std::align_val_t{alignment});
    }
};

using RawMemory = std::unique_ptr<std::byte, AlignedDelete>;

/// Allocates zeroed memory, aligned to a cache line; memory of at least one huge page is aligned to a huge page.
inline RawMemory allocate_zeroed(std::size_t bytes) {
    constexpr std::size_t huge_page = std::size_t{2} << 20;
    const std::size_t alignment = bytes >= huge_page ? huge_page : 64;
    auto* memory = static_cast<std::byte*>(::operator new(bytes, std::align_val_t{alignment}));
#if defined(__linux__)
    if (bytes >= huge_page) ::madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    std::memset(memory, 0, bytes);
    return RawMemory(memory, AlignedDelete{alignment});
}

}  // namespace tessera
