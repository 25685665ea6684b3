// A plug-in for the tests that was built for another version of the program.
#include "tessera/contracts/search_backend.hpp"

extern "C" const tessera::PlugIn* tessera_plug_in() {
    static const tessera::PlugIn plug_in{tessera::plug_in_abi - 1, nullptr};
    return &plug_in;
}
