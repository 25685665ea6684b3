// What the verdicts on claims rest on: exact audits, runs of the seeds' suites, and the tables as printed. Each is made once.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/lab/claims.hpp"
#include "tessera/lessons/audit.hpp"

namespace tessera::lab {

/// A mean, and over how many.
struct Mean {
    double value = 0.0;
    std::size_t count = 0;
};

/// The figures of one configuration on the boards that all configurations asked for have solved.
struct CommonFigures {
    std::string configuration;
    double length = 0.0;  ///< means
    double expanded = 0.0;
    double peak_open = 0.0;
    double peak_states = 0.0;
    std::size_t solved = 0;  ///< boards that it solved by itself
};
struct CommonBoards {
    std::size_t boards = 0;  ///< all
    std::size_t common = 0;  ///< solved by all configurations
    std::vector<CommonFigures> figures;

    const CommonFigures& of(std::string_view configuration) const;
};

class ClaimEvidence {
  public:
    ClaimEvidence(Engine& engine, const ClaimOptions& options)
        : engine_(engine), options_(options) {}

    /// After a failure everything reads as empty, and the claims do not matter.
    const std::optional<Error>& failure() const { return failure_; }
    bool full() const { return options_.full; }
    Engine& engine() { return engine_; }

    /// What the exact distances of every state say about this heuristic.
    const AuditRow& audited(Geometry geometry, std::string_view goal, std::string_view heuristic);
    /// States per distance.
    const std::vector<std::uint64_t>& histogram(Geometry geometry, std::string_view goal);
    const ExactDistances& distances(Geometry geometry, std::string_view goal);

    /// The records of a seed's suite: the given ones, else of runs made now.
    const std::vector<RunRecord>& runs(const std::string& suite);
    /// How they came about, for `CheckedClaim::how`.
    std::string how(const std::string& suite) const;
    /// One run, with nothing to limit it.
    Solution solve(const DynamicBoard& start, const DynamicBoard& goal, std::string_view algorithm,
                   std::string_view heuristic, const Limits& limits = {});
    /// Says what comes next; false when it was asked to stop.
    bool begin(std::string_view what);

  private:
    struct Audited {
        std::optional<ExactDistances> distances;
        std::map<std::string, AuditRow, std::less<>> rows;
    };
    Audited& exact(Geometry geometry, std::string_view goal);
    Result<Solution> watched(const Job& job);
    void fail(const Error& error) {
        if (!failure_) failure_ = error;
    }

    Engine& engine_;
    const ClaimOptions& options_;
    std::optional<Error> failure_;
    std::map<std::string, Audited, std::less<>> audits_;
    std::map<std::string, std::vector<RunRecord>, std::less<>> runs_;
    std::map<std::string, std::string, std::less<>> how_;
};

/// The records of one configuration, optionally of one set of boards.
std::vector<const RunRecord*> records_of(const std::vector<RunRecord>& records,
                                         std::string_view configuration, std::string_view set = {});
/// Means over the boards that every one of the configurations solved: never over different ones.
CommonBoards common_boards(const std::vector<RunRecord>& records,
                           const std::vector<std::string>& configurations,
                           std::string_view set = {});

/// A number of the tables as the seeds print them; the first one in it ("22 / 2936" is 22).
double printed(std::string_view seed, std::string_view table, std::string_view row,
               std::string_view metric);
/// Its rows as fields, without comments and heading.
std::vector<std::vector<std::string>> csv_rows(std::string_view text);

}  // namespace tessera::lab
