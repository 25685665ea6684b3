// The program: runs the command, and turns every failure into a message and an exit code.
#include <algorithm>
#include <exception>
#include <new>

#include "command_line.hpp"
#include "console.hpp"
#include "system.hpp"

namespace tessera::app {
namespace {

int run(int count, char** arguments) {
    CommandLine line;
    const auto action = line.understand({arguments + std::min(count, 1), arguments + count});
    return action ? (*action)() : fail(action.error());
}

/// The core is compiled for processors that count bits in one instruction (docs/decisions/0006).
bool processor_will_do() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("popcnt") != 0;
#else
    return true;
#endif
}

}  // namespace
}  // namespace tessera::app

int main(int count, char** arguments) {
    using namespace tessera;
    app::prepare_streams();
    if (!app::processor_will_do()) {
        return app::fail(
            {ErrorCode::internal,
             "this build needs a processor with the instruction POPCNT (any since 2008)",
             "build it here without -mpopcnt in CMakeLists.txt"});
    }
    try {
        const int code = app::run(count, arguments);
        return app::flush_answer() ? code : app::fail(app::write_error());
    } catch (const std::bad_alloc&) {
        return app::fail({ErrorCode::memory_limit, "the system has no more memory to give",
                          "set a limit with --memory"});
    } catch (const std::exception& error) {
        if (!app::flush_answer()) return app::fail(app::write_error());
        return app::fail({ErrorCode::internal, error.what(), "please report how this came about"});
    }
}
