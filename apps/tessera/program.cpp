// Runs the command that the command line asks for, and turns every failure into a message and an exit code.
#include "program.hpp"

#include <algorithm>
#include <exception>
#include <new>

#include "command_line.hpp"
#include "console.hpp"
#include "system.hpp"

namespace tessera::app {
namespace {

/// The core is compiled for processors that count bits in one instruction (docs/decisions/0006).
bool processor_will_do() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("popcnt") != 0;
#else
    return true;
#endif
}

}  // namespace

int run_program(int count, char** arguments) {
    prepare_streams();
    if (!processor_will_do()) {
        return fail({ErrorCode::internal,
                     "this build needs a processor with the instruction POPCNT (any since 2008)",
                     "build it here without -mpopcnt in CMakeLists.txt"});
    }
    try {
        CommandLine line;
        const auto action = line.understand({arguments + std::min(count, 1), arguments + count});
        const int code = action ? (*action)() : fail(action.error());
        return flush_answer() ? code : fail(write_error());
    } catch (const std::bad_alloc&) {
        return fail({ErrorCode::memory_limit, "the system has no more memory to give",
                     "set a limit with --memory"});
    } catch (const std::exception& error) {
        if (!flush_answer()) return fail(write_error());
        return fail({ErrorCode::internal, error.what(), "please report how this came about"});
    }
}

}  // namespace tessera::app
