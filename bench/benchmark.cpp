// Measures fixed work: the answers are compared with known ones before any time is shown.
// This folder holds the benchmarks behind `tessera bench`.
#include "benchmark.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tessera/lab/suite.hpp"
#include "tessera/lab/text_file.hpp"
#include "tessera/puzzle/collections.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/search/ida_star.hpp"

namespace tessera::bench {
namespace {

std::optional<Error> wrong_answer(const Case& which, const BoardEntry& entry,
                                  const Solution& solution) {
    const auto complaint = [&](std::string_view what, std::uint64_t is, std::uint64_t expected) {
        return Error{ErrorCode::internal,
                     fmt::format("{} with {} on {}: {} {}, expected {}", which.algorithm,
                                 which.heuristic, entry.id, what, is, expected),
                     "times of wrong answers mean nothing, so none are shown"};
    };
    const auto optimal = static_cast<std::uint64_t>(entry.optimal.value_or(0));
    if (!solution.proof.optimal || solution.outcome.moves.size() != optimal) {
        return complaint("length", solution.outcome.moves.size(), optimal);
    }
    if (which.published_counts &&
        solution.measured.counters.generated + 1 != entry.nodes.value_or(0)) {
        return complaint("nodes", solution.measured.counters.generated + 1,
                         entry.nodes.value_or(0));
    }
    return std::nullopt;
}

Job job_of(const Case& which, const BoardEntry& entry) {
    Job job;
    job.id = entry.id;
    job.start = entry.board;
    job.goal = *make_goal("blank-first", entry.board.geometry());
    job.algorithm = which.algorithm;
    job.heuristic = which.heuristic;
    job.options.threads = which.threads;
    job.options.set(search::ida_star::cycles, which.cycles);
    return job;
}

Result<std::vector<BoardEntry>> boards_of(const Case& which) {
    constexpr std::string_view external = "external:";
    if (!which.boards.starts_with(external)) return suite_boards(which.boards);
    const std::filesystem::path path =
        std::filesystem::path(lab::external_data_folder()) / which.boards.substr(external.size());
    auto text = lab::text_of_file(
        path,
        "these boards are other people's and not part of the program; run it in the project's "
        "folder, or name theirs in TESSERA_DATA");
    if (!text) return text.error();
    auto read = read_boards(*text, {std::nullopt, "korf", path.string()});
    if (!read) return read.error();
    return std::move(read->boards);
}

/// Solves every board of a case once and adds what it took.
std::optional<Error> measure(Engine& engine, const Case& which,
                             const std::vector<BoardEntry>& boards, Measurement& total,
                             Observer& observer) {
    total.expanded = 0;
    total.generated = 0;
    double seconds = 0.0;
    double cpu_seconds = 0.0;
    for (const BoardEntry& entry : boards) {
        const Job job = job_of(which, entry);
        auto solution = engine.solve(job, observer);
        if (!solution) return solution.error();
        if (solution->outcome.status == Status::interrupted) {
            return Error{ErrorCode::interrupted, "interrupted", ""};
        }
        if (auto error = wrong_answer(which, entry, *solution)) return error;
        total.threads = std::max(total.threads, solution->measured.threads);
        seconds += solution->measured.seconds - solution->measured.setup_seconds;
        cpu_seconds += solution->measured.cpu_seconds;
        total.expanded += solution->measured.counters.expanded;
        total.generated += solution->measured.counters.generated;
        total.peak_memory_bytes =
            std::max(total.peak_memory_bytes, solution->measured.peak_memory_bytes);
        // Bytes a node are of interest where nodes are kept, not where a path is.
        constexpr std::uint64_t many = 1000;
        if (solution->measured.counters.peak_states > many &&
            solution->measured.counters.peak_states > total.peak_states) {
            total.peak_states = solution->measured.counters.peak_states;
            total.bytes_per_state = static_cast<double>(solution->measured.container_bytes) /
                                    static_cast<double>(total.peak_states);
        }
    }
    total.seconds.push_back(seconds);
    total.cpu_seconds.push_back(cpu_seconds);
    return std::nullopt;
}

}  // namespace

std::span<const Benchmark> benchmarks() {
    static const Benchmark list[] = {
        {"quick",
         "ida* and a* with manhattan and linear-conflict on easy 15-puzzles",
         5,
         {{"ida*", "manhattan", "korf:1,4,6,7,9", true},
          {"ida*", "linear-conflict", "korf:1,4,6,7,9", false},
          {"a*", "manhattan", "korf:7,9,12,42,55", false},
          {"a*", "linear-conflict", "korf:4,7,9,42,55", false}}},
        {"a-star",
         "a* with manhattan on Korf's fifteen-puzzles 1 to 20 (about 4 GB, a minute or two)",
         1,
         {{"a*", "manhattan", "korf:1-20", false}}},
        {"korf",
         "Korf's 100 fifteen-puzzles, ida* with manhattan, every published node count compared",
         1,
         {{"ida*", "manhattan", "korf", true}}},
        {"korf-linear-conflict",
         "Korf's 100 fifteen-puzzles, ida* with linear-conflict",
         1,
         {{"ida*", "linear-conflict", "korf", false}}},
        {"korf-strong",
         "Korf's 100 fifteen-puzzles, ida* with strong (0.7 MB of tables)",
         1,
         {{"ida*", "strong", "korf", false}}},
        {"korf-pdb",
         "Korf's 100 fifteen-puzzles, ida* with pattern databases of 0.3 MB and 3 MB",
         3,
         {{"ida*", "pdb:5-5-5", "korf", false}, {"ida*", "pdb:6-6-3", "korf", false}}},
        {"pdb-7-8",
         "Korf & Felner's 1000 fifteen-puzzles (external), ida* with pattern databases of 196 MB",
         3,
         {{"ida*", "pdb:7-8", "external:korf15-1000.txt", false},
          {"ida*", "pdb:7-8", "external:korf15-1000.txt", false, 1, false, 10}}},
        {"korf24",
         "four of Korf's 24-puzzles, ida* with pattern databases",
         1,
         {{"ida*", "pdb:6-6-6-6", "korf24:25,38,40,44", false, 1, false, 10}}},
        {"threads",
         "two threads against one: ida* on Korf's ten hardest, hda* against a* where a* needs "
         "seconds",
         3,
         {{"ida*", "linear-conflict", "korf:14,49,56,59,60,66,72,82,88,92", false},
          {"ida*", "linear-conflict", "korf:14,49,56,59,60,66,72,82,88,92", false, 2, true},
          {"a*", "linear-conflict", "korf:3,7,10", false},
          {"hda*", "linear-conflict", "korf:3,7,10", false, 2, true}}},
        {"smoke",
         "a fraction of a second, for tests: the four configurations on two easy boards",
         1,
         {{"ida*", "manhattan", "korf:12,55", true},
          {"ida*", "linear-conflict", "korf:12,55", false},
          {"a*", "manhattan", "korf:12,55", false},
          {"a*", "linear-conflict", "korf:12,55", false}}},
    };
    return list;
}

Result<std::vector<Measurement>> run(const Benchmark& benchmark, int repetitions, Host host,
                                     Observer& observer) {
    std::vector<std::vector<BoardEntry>> boards;
    std::vector<Measurement> measurements;
    for (const Case& which : benchmark.cases) {
        auto entries = boards_of(which);
        if (!entries) return entries.error();
        Measurement measurement;
        measurement.which = &which;
        measurement.boards = entries->size();
        boards.push_back(std::move(*entries));
        measurements.push_back(std::move(measurement));
    }
    Engine engine(host);
    for (std::size_t i = 0; i < measurements.size(); ++i) {
        if (boards[i].empty()) continue;
        const Job job = job_of(*measurements[i].which, boards[i].front());
        if (const auto prepared = engine.prepare(job, observer); !prepared) return prepared.error();
    }
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        for (std::size_t i = 0; i < measurements.size(); ++i) {
            if (auto error =
                    measure(engine, *measurements[i].which, boards[i], measurements[i], observer)) {
                return *error;
            }
            if (measurements[i].which->against_the_one_before) {
                measurements[i].speed_up.push_back(measurements[i - 1].seconds.back() /
                                                   measurements[i].seconds.back());
            }
        }
    }
    return measurements;
}

}  // namespace tessera::bench
