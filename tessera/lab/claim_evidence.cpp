// What the verdicts on claims rest on: exact audits, runs of the seeds' suites, and the tables as printed. Each is made once.
#include "tessera/lab/claim_evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "tessera/base/readable.hpp"
#include "tessera/lab/suite.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::lab {
namespace {

std::string board_key(const RunRecord& record) {
    return record.start + "|" + record.goal;
}

}  // namespace

bool ClaimEvidence::begin(std::string_view what) {
    if (failure_) return false;
    if (!options_.progress || options_.progress(what)) return true;
    fail({ErrorCode::interrupted, "interrupted before every claim was checked", ""});
    return false;
}

ClaimEvidence::Audited& ClaimEvidence::exact(Geometry geometry, std::string_view goal) {
    Audited& known = audits_[fmt::format("{}x{} {}", geometry.rows, geometry.cols, goal)];
    if (known.distances) return known;
    const Cell blank = make_goal(goal, geometry)->blank();
    auto built = ExactDistances::build(geometry, blank, std::size_t{1} << 30);
    // Boards of up to nine cells always fit; what cannot be built would be a fault of the program.
    if (built) {
        known.distances = std::move(*built);
    } else {
        fail(built.error());
        known.distances = *ExactDistances::build({2, 2}, make_cell(3), 1000);
    }
    return known;
}

const ExactDistances& ClaimEvidence::distances(Geometry geometry, std::string_view goal) {
    return *exact(geometry, goal).distances;
}

const std::vector<std::uint64_t>& ClaimEvidence::histogram(Geometry geometry,
                                                           std::string_view goal) {
    return distances(geometry, goal).histogram();
}

const AuditRow& ClaimEvidence::audited(Geometry geometry, std::string_view goal,
                                       std::string_view heuristic) {
    Audited& known = exact(geometry, goal);
    const auto found = known.rows.find(heuristic);
    if (found != known.rows.end()) return found->second;
    AuditRow& row = known.rows[std::string(heuristic)];
    if (!begin(fmt::format("audit of {} on {}x{}", heuristic, geometry.rows, geometry.cols)))
        return row;
    auto spec = parse_heuristic(heuristic);
    if (!spec) {
        fail(spec.error());
        return row;
    }
    auto result = audit(engine_, *make_goal(goal, geometry), {*spec});
    if (!result) {
        fail(result.error());
    } else if (result->rows.empty()) {
        fail({ErrorCode::internal, fmt::format("{} cannot be audited", heuristic), ""});
    } else {
        row = result->rows.front();
    }
    return row;
}

const std::vector<RunRecord>& ClaimEvidence::runs(const std::string& suite) {
    const auto known = runs_.find(suite);
    if (known != runs_.end()) return known->second;
    std::vector<RunRecord>& records = runs_[suite];
    for (const std::string& recorded : {suite, suite + "-quick"}) {
        for (const RunRecord& record : options_.records) {
            if (record.suite == recorded && record.repetition == 0) records.push_back(record);
        }
        if (records.empty()) continue;
        how_[suite] =
            fmt::format("the {} records of suite `{}`", grouped(records.size()), recorded);
        return records;
    }
    const std::string name = options_.full ? suite : suite + "-quick";
    auto loaded = load_suite(name);
    if (!loaded) {
        fail(loaded.error());
        return records;
    }
    // Nodes limit the runs, not the clock, so that the answer is the same everywhere.
    loaded->limits.time = Limits().time;
    how_[suite] = fmt::format("suite `{}` ({} boards, at most {} generated nodes a run)", name,
                              loaded->boards.size(), grouped(loaded->limits.nodes));
    const std::vector<RunTask> tasks = loaded->tasks();
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        if (!begin(fmt::format("{}: run {} of {}", name, i + 1, tasks.size()))) return records;
        RunRecord record = record_of(tasks[i], name, {});
        auto solution = watched(tasks[i].job());
        if (!solution) {
            fail(solution.error());
            return records;
        }
        fill_in(record, *solution);
        records.push_back(std::move(record));
    }
    return records;
}

std::string ClaimEvidence::how(const std::string& suite) const {
    const auto known = how_.find(suite);
    return known == how_.end() ? "" : known->second;
}

Result<Solution> ClaimEvidence::watched(const Job& job) {
    Observer nobody;
    auto solution = engine_.solve(job, options_.observer == nullptr ? nobody : *options_.observer);
    if (solution && solution->status == Status::interrupted) {
        return Error{ErrorCode::interrupted, "interrupted before every claim was checked", ""};
    }
    return solution;
}

Solution ClaimEvidence::solve(const DynamicBoard& start, const DynamicBoard& goal,
                              std::string_view algorithm, std::string_view heuristic,
                              const Limits& limits) {
    Job job;
    job.start = start;
    job.goal = goal;
    job.algorithm = algorithm;
    job.heuristic = heuristic;
    job.limits = limits;
    auto solution = watched(job);
    if (solution) return std::move(*solution);
    fail(solution.error());
    return {};
}

std::vector<const RunRecord*> records_of(const std::vector<RunRecord>& records,
                                         std::string_view configuration, std::string_view set) {
    std::vector<const RunRecord*> found;
    for (const RunRecord& record : records) {
        if (record.configuration == configuration && (set.empty() || record.set == set))
            found.push_back(&record);
    }
    return found;
}

const CommonFigures& CommonBoards::of(std::string_view configuration) const {
    static const CommonFigures nothing;
    for (const CommonFigures& one : figures) {
        if (one.configuration == configuration) return one;
    }
    return nothing;
}

CommonBoards common_boards(const std::vector<RunRecord>& records,
                           const std::vector<std::string>& configurations, std::string_view set) {
    std::map<std::string, std::map<std::string, const RunRecord*>> boards;
    CommonBoards result;
    for (const std::string& name : configurations) {
        CommonFigures figures;
        figures.configuration = name;
        for (const RunRecord* record : records_of(records, name, set)) {
            boards[board_key(*record)];
            if (!is_solved(record->end)) continue;
            ++figures.solved;
            boards[board_key(*record)][name] = record;
        }
        result.figures.push_back(figures);
    }
    result.boards = boards.size();
    for (const auto& [board, by_name] : boards) {
        if (by_name.size() != configurations.size()) continue;
        ++result.common;
        for (CommonFigures& one : result.figures) {
            const RunRecord& record = *by_name.at(one.configuration);
            one.length += static_cast<double>(record.length.value_or(0));
            one.expanded += static_cast<double>(record.counters.expanded);
            one.peak_open += static_cast<double>(record.counters.peak_open);
            one.peak_states += static_cast<double>(record.counters.peak_states);
        }
    }
    const double count = std::max(1.0, static_cast<double>(result.common));
    for (CommonFigures& one : result.figures) {
        for (double* sum : {&one.length, &one.expanded, &one.peak_open, &one.peak_states})
            *sum /= count;
    }
    return result;
}

std::vector<std::vector<std::string>> csv_rows(std::string_view text) {
    std::vector<std::vector<std::string>> rows;
    bool heading = true;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty() || line[0] == '#') continue;
        if (std::exchange(heading, false)) continue;
        std::vector<std::string>& fields = rows.emplace_back();
        while (true) {
            const std::size_t comma = line.find(',');
            fields.emplace_back(line.substr(0, comma));
            if (comma == std::string_view::npos) break;
            line.remove_prefix(comma + 1);
        }
    }
    return rows;
}

double printed(std::string_view seed, std::string_view table, std::string_view row,
               std::string_view metric) {
    for (const std::vector<std::string>& fields : csv_rows(seed_headline_tables())) {
        if (fields.size() >= 5 && fields[0] == seed && fields[1] == table && fields[2] == row &&
            fields[3] == metric) {
            return std::strtod(fields[4].c_str(), nullptr);
        }
    }
    return std::nan("");
}

}  // namespace tessera::lab
