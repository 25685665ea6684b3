// The best-known solutions of sets of boards: a file for each set, with moves that can be replayed. Only a shorter
// solution or a higher bound changes them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/lab/suite.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera::lab {

/// A set. Its boards are those of this name in the suite `best-known`.
struct BestKnownSet {
    std::string_view name;
    std::string_view synopsis;
    bool ours = false;  ///< boards of our own generator, which the file has, too
};
std::span<const BestKnownSet> best_known_sets();

/// What is known of one board: a line of its set's file.
struct BestKnown {
    std::uint64_t number = 0;       ///< of the board in its set, as whoever published it counts
    std::uint64_t length = 0;       ///< moves of single tiles
    std::uint64_t lower_bound = 0;  ///< no solution is shorter
    std::string proof;     ///< `published`, `manhattan`, or the search that proved the bound
    std::string found;     ///< the day: 2026-11-18
    std::string how;       ///< which program and search found the solution
    std::string board;     ///< of our own sets, on one line; else empty
    std::string moves;     ///< with run lengths: U2RDL3
    std::size_t line = 0;  ///< in the file, from 1

    bool optimal() const { return length == lower_bound; }
};

/// Why the bound of a board needs no search: it was published as the optimal length, or it is Manhattan distance.
inline constexpr std::string_view published_proof = "published";
inline constexpr std::string_view manhattan_proof = "manhattan";

/// A line that is wrong.
struct BestKnownFault {
    std::string file;
    std::size_t line = 0;  ///< 0: the file as a whole
    std::string message;

    std::string text() const;
};

/// What replaying everything came to.
struct BestKnownCheck {
    struct Count {
        std::string_view set;
        std::size_t replayed = 0;
        std::size_t skipped = 0;  ///< their boards are of another project and not here
    };
    std::vector<Count> sets;
    std::vector<BestKnownFault> faults;
};

/// A solution of a board, found by somebody.
struct BestKnownOffer {
    DynamicBoard start;
    DynamicBoard goal;
    std::vector<Move> moves;
    std::uint64_t lower_bound = 0;  ///< one that was proven, else 0
    std::string proof;              ///< by what
    std::string how;                ///< found how
    std::string day;                ///< when
};

/// What became of it.
struct BestKnownDecision {
    std::string board;  ///< korf24:5; empty for a board of no set
    bool taken = false;
    std::string message;
};

/// A folder with a file SET.jsonl for each set.
class BestKnownSolutions {
  public:
    /// The boards, of which nothing is known; an Error where they cannot be read.
    static Result<BestKnownSolutions> of_nothing();
    /// An Error where there is no such folder, too. Lines that are wrong are left to `faults`.
    static Result<BestKnownSolutions> open(const std::string& folder);
    /// What the file of a set says, for a set of which nothing was known.
    void read(std::string_view set, std::string_view text);

    /// Lines that cannot be read.
    const std::vector<BestKnownFault>& faults() const { return faults_; }
    /// In the order of their numbers.
    const std::vector<BestKnown>& of(std::string_view set) const;
    /// The boards of the set with their numbers; empty where they are of another project and not here.
    const std::map<std::uint64_t, RunBoard>& boards(std::string_view set) const;

    /// Replays every solution, and tests every figure.
    BestKnownCheck check() const;
    /// The bound, if it is proven, of what is known of this board; 0 if nothing is known.
    std::uint64_t bound_of(const DynamicBoard& start, const DynamicBoard& goal) const;
    /// Takes a shorter solution or a higher bound, and refuses everything else.
    BestKnownDecision offer(const BestKnownOffer& offer);
    /// Writes the files of the sets that were changed.
    std::optional<Error> save();

  private:
    struct Content {
        std::map<std::uint64_t, RunBoard> boards;
        std::vector<BestKnown> known;
        bool changed = false;
    };
    struct Place {
        const BestKnownSet* set = nullptr;
        std::uint64_t number = 0;
    };

    std::optional<Place> find(const DynamicBoard& start, const DynamicBoard& goal) const;
    std::string file_of(std::string_view set) const;

    std::string folder_;
    std::map<std::string, Content, std::less<>> contents_;
    std::vector<BestKnownFault> faults_;
};

/// The line of a file.
std::string to_json(const BestKnown& known);

}  // namespace tessera::lab
