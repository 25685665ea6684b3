// What commands that run suites share: the options of this program's own workers, and the line on the terminal.
#pragma once

#include "progress.hpp"
#include "tessera/lab/runner.hpp"
#include "tessera/lab/suite.hpp"

namespace tessera::app {

/// Workers are this very program, even if another one has taken its place on the disk meanwhile; most of the free memory
/// is theirs.
lab::RunnerOptions own_runner_options();

/// A suite that can be run: one that ships with the program, or in a file.
Result<lab::LabSuite> load_experiment(const std::string& name_or_path);

/// Shows how a suite goes, and learns of Ctrl-C.
class SuiteLine final : public lab::RunnerObserver {
  public:
    SuiteLine(ProgressLine& line, ProgressStyle style)
        : line_(line), json_(style == ProgressStyle::json) {}

    void finished(const lab::RunRecord& record) override;
    void progress(const lab::RunnerProgress& now) override;
    bool cancelled() override;

  private:
    ProgressLine& line_;
    bool json_;
    std::size_t unexplained_ = 0;
};

}  // namespace tessera::app
