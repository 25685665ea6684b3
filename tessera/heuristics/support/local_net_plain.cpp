// The inner loop of the learned guide for every processor.
#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#include "tessera/heuristics/support/local_net_kernel.hpp"

namespace tessera::heuristics {
namespace {
#include "tessera/heuristics/support/local_net_kernel.inc"
}  // namespace

void net_changes_plain(const NetTables& net, const NetMemory& memory, const std::uint32_t* slides,
                       const std::uint32_t* tiles, std::size_t count, std::int32_t* changes) {
    all_changes(net, memory, slides, tiles, count, changes);
}

}  // namespace tessera::heuristics
