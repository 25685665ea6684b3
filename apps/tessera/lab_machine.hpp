// What a row of a result store says about where it was made.
#pragma once

#include "tessera/lab/run.hpp"

namespace tessera::app {

/// This program and this machine.
lab::RunMachine this_machine();

}  // namespace tessera::app
