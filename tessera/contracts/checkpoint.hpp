// The contract of a checkpoint: what a deepening search has finished, kept so that it survives the process.
// This folder holds the contracts between searches, heuristics and the engine.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tessera/base/result.hpp"
#include "tessera/contracts/search_backend.hpp"

namespace tessera {

/// What a search is, as names and values. Searches with the same ones have the same rounds, parts and counts.
using SearchIdentity = std::vector<std::pair<std::string, std::string>>;

/// A round that was searched to its end and has no solution.
struct KeptRound {
    Cost bound = 0;
    Counters counters;  ///< of this round alone, but for `max_depth`
    Cost next_bound = infinite_cost;
};
/// A round is under way: its sub-roots are those that splitting it at this depth gives.
struct KeptSplit {
    Cost bound = 0;
    std::size_t depth = 0;
    std::size_t parts = 0;
};
/// A sub-root of that round, searched to its end, without a solution below it.
struct KeptPart {
    std::size_t number = 0;
    Counters counters;
    Cost next_bound = infinite_cost;
};
/// The round that ended the search.
struct KeptSolution {
    Cost bound = 0;
    Counters counters;     ///< as in KeptRound
    bool complete = true;  ///< as in Iteration
    std::vector<Move> path;
};
using KeptRecord = std::variant<KeptRound, KeptSplit, KeptPart, KeptSolution>;

/// All that was kept of one search.
class KeptWork {
  public:
    /// More parts than any round is split into.
    static constexpr std::size_t most_parts = std::size_t{1} << 18;

    /// False: the record cannot follow those before it, and is not taken.
    bool take(const KeptRecord& record) {
        if (solution_) return false;
        return std::visit([this](const auto& one) { return take_one(one); }, record);
    }

    const std::vector<KeptRound>& rounds() const { return rounds_; }
    /// The round that was under way, and those of its parts that are done.
    const std::optional<KeptSplit>& split() const { return split_; }
    const std::vector<std::optional<KeptPart>>& parts() const { return parts_; }
    const std::optional<KeptSolution>& solution() const { return solution_; }

  private:
    /// Rounds follow each other.
    bool is_next(Cost bound) const {
        return bound >= 0 && (rounds_.empty() || bound == rounds_.back().next_bound);
    }
    void end_split() {
        split_.reset();
        parts_.clear();
    }
    bool take_one(const KeptRound& round) {
        if (!is_next(round.bound) || round.next_bound <= round.bound) return false;
        rounds_.push_back(round);
        end_split();
        return true;
    }
    bool take_one(const KeptSplit& split) {
        if (!is_next(split.bound) || split.parts > most_parts || split.depth == 0 ||
            split.depth > MovePrefix::longest) {
            return false;
        }
        split_ = split;
        parts_.assign(split.parts, std::nullopt);
        return true;
    }
    bool take_one(const KeptPart& part) {
        if (part.number >= parts_.size() || parts_[part.number] ||
            part.next_bound <= split_->bound) {
            return false;
        }
        parts_[part.number] = part;
        return true;
    }
    bool take_one(const KeptSolution& solution) {
        if (!is_next(solution.bound)) return false;
        solution_ = solution;
        end_split();
        return true;
    }

    std::vector<KeptRound> rounds_;
    std::optional<KeptSplit> split_;
    std::vector<std::optional<KeptPart>> parts_;
    std::optional<KeptSolution> solution_;
};

/// Where a search keeps what it has finished. The host has it, because the core has no files.
class Checkpoint {
  public:
    virtual ~Checkpoint() = default;

    /// The search begins, or goes on. An Error if what is kept is of another search.
    virtual std::optional<Error> begin(const SearchIdentity&) = 0;
    /// Keeps one record more; may be called from several threads. That it cannot be kept does not stop the search.
    virtual void add(const KeptRecord&) = 0;
    /// What is kept by now. Not while another thread may call `add`.
    virtual const KeptWork& kept() const = 0;
};

}  // namespace tessera
