// The inner loop of the learned guide for processors with AVX2. No function of the library may be compiled here: see
// local_net_kernel.hpp.
#if defined(__x86_64__)
#include <immintrin.h>

#include "tessera/heuristics/support/local_net_kernel.hpp"

namespace tessera::heuristics {
namespace {
#include "tessera/heuristics/support/local_net_kernel.inc"
}  // namespace

void net_changes_avx2(const NetTables& net, const NetMemory& memory, const std::uint32_t* slides,
                      const std::uint32_t* tiles, std::size_t count, std::int32_t* changes) {
    all_changes(net, memory, slides, tiles, count, changes);
}

}  // namespace tessera::heuristics
#endif
