// The steps that every job goes through, whatever searches for it: is it sensible, can the board be solved, does the path lead to the
// goal, what did it cost.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <vector>

#include "tessera/engine/solve.hpp"

namespace tessera {

/// Boards of more cells have no tables good enough for a shortest solution.
inline constexpr std::size_t largest_attempted = 25;

/// What is wrong with a job for this algorithm: sizes, costs and options; nothing where all is well.
std::optional<Error> job_objection(const Job& job, const AlgorithmInfo& algorithm,
                                   const SearchOptions& options);

/// Whether it consists of rounds that can be searched in parts: so devices take it, and checkpoints keep it.
bool has_parts(const AlgorithmInfo& algorithm);

/// Begins the search of the checkpoint, or goes on with it. An Error where it is of another search, or its solution is wrong.
std::optional<Error> begin_checkpoint(Checkpoint& checkpoint, const Question& asked,
                                      double initial_h, std::size_t table_bytes);
Resumed resumed_from(const KeptWork& kept);
std::string in_words(const Resumed& resumed);

/// Gives a heuristic the argument that it has here by itself, so that the answer tells which partition `pdb` used.
void name_argument(HeuristicSpec& spec, const Job& job, pdb::TableSource& tables);

/// Answers a board that cannot be solved, with the reason; false, and nothing done, for all others.
bool answer_unsolvable(Solution& solution);

/// Time and memory of a job, from its beginning on.
class Measurement {
  public:
    using Clock = Monitor::Clock;

    explicit Measurement(const Host& host);

    Clock::time_point begin() const { return begin_; }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
    /// Fills in seconds, processor time and peak memory; `container_bytes` and `table_bytes` must be there.
    void tell(Solution& solution) const;

  private:
    const Host& host_;
    Clock::time_point begin_ = Clock::now();
    double cpu_before_ = 0.0;
};

/// Replays a path and puts it into the solution, with what follows from it: slides, cost, branching factor. A path that does not
/// lead to the goal is an Error, and a bug of the search. `others` are replayed, too.
std::optional<Error> take_path(Solution& solution, std::vector<Move> path,
                               std::span<const std::vector<Move>> others = {});

}  // namespace tessera
