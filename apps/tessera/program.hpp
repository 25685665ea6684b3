// The program but for its `main`.
#pragma once

namespace tessera::app {

/// What `main` is given; returns the exit code. (Apart from `main`, so that a program with other components need not compile it again.)
int run_program(int count, char** arguments);

}  // namespace tessera::app
