// tessera bench lab: what a run costs beyond its search, and how much faster two workers are than one.
#include "bench_lab.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>

#include "bench/lab.hpp"
#include "lab_machine.hpp"
#include "lab_runner.hpp"
#include "system.hpp"
#include "tessera/backends/thread_executor.hpp"

namespace tessera::app {
namespace {

/// Where files are that only the benchmark needs; gone with the object.
class BenchFolder {
  public:
    BenchFolder() {
        std::error_code ignored;
        std::string pattern =
            (std::filesystem::temp_directory_path(ignored) / "tessera-bench-XXXXXX").string();
        if (mkdtemp(pattern.data()) != nullptr) path_ = pattern;
    }
    ~BenchFolder() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    }
    BenchFolder(const BenchFolder&) = delete;
    BenchFolder& operator=(const BenchFolder&) = delete;
    const std::string& path() const { return path_; }

  private:
    std::string path_;
};

}  // namespace

int run_lab_bench(int repetitions, const OutputOptions& output) {
    const BenchFolder folder;
    if (folder.path().empty()) {
        return fail({ErrorCode::internal, "cannot make a temporary folder", "is TMPDIR writable?"});
    }
    catch_interrupt();
    ProgressLine line(output.progress_style());
    SuiteLine watcher(line, output.progress_style());
    const std::size_t jobs = std::max<std::size_t>(2, backends::usable_cores());
    const auto all = bench::run_lab(folder.path(), jobs, bench::lab_runs, repetitions,
                                    this_machine(), own_runner_options(), watcher);
    line.clear();
    if (!all) return fail(all.error());
    const bench::LabMeasurement* one = nullptr;
    for (const bench::LabMeasurement& measured : *all) {
        if (measured.jobs == 1) one = &measured;
        const double ratio = one->seconds / measured.seconds;
        if (output.as_json()) {
            fmt::print(
                "{{\"schema\":\"tessera.bench-lab/1\",\"jobs\":{},\"runs\":{},\"seconds\":{:.6f},"
                "\"search_seconds\":{:.6f},\"overhead_seconds\":{:.9f},\"generated\":{},"
                "\"speed_up\":{:.4f}}}\n",
                measured.jobs, measured.runs, measured.seconds, measured.search_seconds,
                measured.overhead(), measured.generated, ratio);
            continue;
        }
        say("{:>2} {:<7} {} runs  wall {:.2f} s  search {:.3f} ms/run  beyond it {:.3f} ms/run",
            measured.jobs, measured.jobs == 1 ? "worker" : "workers", grouped(measured.runs),
            measured.seconds, 1e3 * measured.search_seconds / static_cast<double>(measured.runs),
            1e3 * measured.overhead());
        if (measured.jobs > 1) say("  {:.2f}× the line above", ratio);
        say("\n");
    }
    if (!output.as_json()) {
        say("All answers equal. Bench: {}\n", all->front().generated);
    }
    return exit_ok;
}

}  // namespace tessera::app
