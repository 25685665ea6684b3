// Asks the operating system: free memory, peak memory, CPU time, files, and Ctrl-C.
#pragma once

#include <cstddef>
#include <string>

#include "tessera/base/result.hpp"
#include "tessera/engine/solve.hpp"

namespace tessera::app {

/// Measures CPU time and peak memory of this process for the engine, and gives it the cached tables and its threads, if any.
Host this_process(Executor* executor = nullptr);

/// The memory that is free now, the limits of the container and of `ulimit` included.
std::size_t available_memory();
/// Half of that: the default of --memory.
std::size_t default_memory_limit();
/// The part of `wanted` that the container and `ulimit` will really give. A search that knows its limit ends
/// with what it has proven; one that runs into it ends with nothing.
std::size_t within_enforced_limits(std::size_t wanted);

/// The whole file, or standard input for "-".
Result<std::string> read_file(const std::string& path);
/// Whether a file (of any kind) with this name exists.
bool file_exists(const std::string& path);
/// Where the file of this program lies.
std::string own_path();
/// A file or folder of the source tree that is installed with this program (`tools/claims.py`), or lies in the tree that the
/// program was built in. Empty: there is none.
std::string shared_file(const std::string& name);

/// Makes sure that no file of ours takes the place of a closed standard stream, and that the file size limit is
/// an error of writing instead of the end of the program.
void prepare_streams();

/// From now on Ctrl-C asks the running search to stop; a second one ends the program at once.
void catch_interrupt();
bool interrupted();
/// Makes ready for the next search after one that was stopped.
void forget_interrupt();

}  // namespace tessera::app
