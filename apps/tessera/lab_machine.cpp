// What a row of a result store says about where it was made.
#include "lab_machine.hpp"

#include <unistd.h>

#include <array>
#include <fstream>

#include "commands.hpp"

namespace tessera::app {
namespace {

/// The first "model name" of /proc/cpuinfo; "unknown" where it has none.
std::string processor_model() {
    std::ifstream file("/proc/cpuinfo");
    std::string line;
    while (std::getline(file, line)) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos) {
            return line.substr(colon + 2);
        }
    }
    return "unknown";
}

}  // namespace

lab::RunMachine this_machine() {
    std::array<char, 256> name{};
    gethostname(name.data(), name.size() - 1);
    return {program_version(), program_build(), processor_model(), name.data()};
}

}  // namespace tessera::app
