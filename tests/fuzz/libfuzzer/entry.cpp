// What libFuzzer calls: the one target that this program is compiled for.
#include <cstddef>
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/fuzzing.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        tessera::fuzz::TESSERA_FUZZ_TARGET({data, size});
    } catch (const tessera::fuzz::BrokenProperty& broken) {
        std::fprintf(stderr, "broken property: %s\n", broken.what());
        std::abort();
    }
    return 0;
}
