// The part of tessera bench that is about the laboratory.
#pragma once

#include "options.hpp"

namespace tessera::app {

/// tessera bench lab.
int run_lab_bench(int repetitions, const OutputOptions& output);

}  // namespace tessera::app
