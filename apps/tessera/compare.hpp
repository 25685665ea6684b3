// tessera compare, as other commands call it: algorithms × heuristics on the same boards.
#pragma once

#include <string>

#include "options.hpp"

namespace tessera::app {

/// What `tessera compare` was asked to do; the defaults are those of the command without options.
struct CompareCommand {
    BoardInput input;
    std::string goal;
    std::string algorithms;  ///< separated by commas; empty: a selection that suits the size
    std::string heuristics;  ///< the same
    SearchArguments search;
    std::uint32_t threads = 1;
    std::string device{cpu_device};
    std::string show;  ///< "runs" or "summary"; empty: runs for one board, the summary for several
    std::string export_as;  ///< md, csv, json, html; empty: by the name of the output, or none
    std::string output_file;
    LimitOptions limits;
    OutputOptions output;

    /// Runs everything, prints what came of it, and returns the exit code.
    int run() const;
};

}  // namespace tessera::app
