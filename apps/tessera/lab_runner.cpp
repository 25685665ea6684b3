// What commands that run suites share: the options of this program's own workers, and the line on the terminal.
#include "lab_runner.hpp"

#include <fmt/format.h>

#include "console.hpp"
#include "system.hpp"
#include "tessera/puzzle/collections.hpp"

namespace tessera::app {

lab::RunnerOptions own_runner_options() {
    lab::RunnerOptions options;
    options.worker_command = {"/proc/self/exe", "lab", "worker"};
    // The rest is for the runner, for what the system keeps of files, and for other programs.
    options.memory_bytes = available_memory() / 20 * 17;
    return options;
}

Result<lab::LabSuite> load_experiment(const std::string& name_or_path) {
    auto suite = lab::load_suite(name_or_path);
    if (suite) {
        if (auto error = suite->objection()) return *error;
        return suite;
    }
    Error error = suite.error();
    if (names_a_suite(name_or_path) && !file_exists(name_or_path)) {
        error.hint =
            fmt::format("'tessera solve {}' solves its boards; {}", name_or_path, error.hint);
    }
    return error;
}

void SuiteLine::finished(const lab::RunRecord& record) {
    if (is_unexplained(record.end)) ++unexplained_;
}

void SuiteLine::progress(const lab::RunnerProgress& now) {
    const std::size_t done = now.total - now.missing();
    if (json_) {
        tell(
            fmt::format("{{\"event\":\"progress\",\"done\":{},\"total\":{},\"running\":{},"
                        "\"unexplained\":{},\"seconds\":{:.3f},\"seconds_left\":{}}}\n",
                        done, now.total, now.running, unexplained_, now.elapsed,
                        now.left ? fmt::format("{:.3f}", *now.left) : "null"));
        return;
    }
    std::string text =
        fmt::format("{} of {} runs · {:.0f} % · {}", grouped(done), grouped(now.total),
                    100.0 * static_cast<double>(done) / static_cast<double>(now.total),
                    readable_seconds(now.elapsed));
    if (now.left) text += fmt::format(" · about {} left", readable_seconds(*now.left));
    if (unexplained_ > 0) text += fmt::format(" · {} unexplained", grouped(unexplained_));
    if (now.building > 0) text += " · building a heuristic";
    if (now.running == 0 && now.waiting > 0) {
        text += fmt::format(" · waiting for {} of another runner", counted(now.waiting, "run"));
    }
    line_.show(text);
}

bool SuiteLine::cancelled() {
    return interrupted();
}

}  // namespace tessera::app
