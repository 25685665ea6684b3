// The page of the documentation that shows the best-known solutions: `tessera records --markdown`.
#include <fmt/format.h>

#include "records.hpp"

namespace tessera::app {
namespace {

constexpr std::string_view introduction =
    R"(# Best-known solutions

We know of no other table of best-known solutions of large sliding-tile puzzles. Here is one, for boards that everybody
can have. `tessera records --markdown` writes this page from `data/best-known/`, which has a file for each set and a
line for each board: its moves, how and when they were found, and what proves the bound ([the
format](interface.md#records)).

- `tessera records korf24:5` prints a solution in the form that `tessera verify` and `tessera replay` read.
- `tessera records check` replays all of them.
- `tessera records submit FILE` takes a shorter solution, or a higher bound with its certificate.
- Boards of other projects are referred to by set and number. Put their files into the folder that `TESSERA_DATA` names
  (here: DeepCubeA's first 100 test states of a size, counted from 0, and hog2's first 100 boards of a size, from 1).
- Our own boards are those of `tessera generate 7x7 --count 20 --seed 7`, and so for every size.

In the tables below a number in bold is the length of a shortest solution: it is proven. `251/208` is a solution of 251
moves where the proven bound is 208. Optimal lengths of korf24 are those of Korf and Felner (Artificial Intelligence
134, 2002, 9-22), those of DeepCubeA's 15- and 24-puzzles its own. All others were proven here.
)";

constexpr std::uint64_t boards_in_a_row = 10;

std::string cell_of(const lab::BestKnown& known) {
    return known.optimal() ? fmt::format("**{}**", known.length)
                           : fmt::format("{}/{}", known.length, known.lower_bound);
}

/// Ten boards a row.
std::string table_of(const std::vector<lab::BestKnown>& known) {
    std::string text = "| boards |";
    for (std::uint64_t i = 0; i < boards_in_a_row; ++i) text += " |";
    text += "\n|---|";
    for (std::uint64_t i = 0; i < boards_in_a_row; ++i) text += "---:|";
    // Rows begin at 0 or 1, as the set does.
    const std::uint64_t first = known.front().number == 0 ? 0 : 1;
    std::uint64_t next = first;
    for (const lab::BestKnown& one : known) {
        for (; next <= one.number; ++next) {
            if ((next - first) % boards_in_a_row == 0)
                text += fmt::format("\n| {} to {} |", next, next + boards_in_a_row - 1);
            text += next == one.number ? fmt::format(" {} |", cell_of(one)) : " |";
        }
    }
    return text + "\n";
}

}  // namespace

BestKnownMeans means_of(const std::vector<lab::BestKnown>& known) {
    BestKnownMeans means;
    means.boards = known.size();
    for (const lab::BestKnown& one : known) {
        means.optimal += one.optimal();
        means.length += static_cast<double>(one.length) / static_cast<double>(known.size());
        means.lower_bound +=
            static_cast<double>(one.lower_bound) / static_cast<double>(known.size());
    }
    return means;
}

std::string best_known_page(const lab::BestKnownSolutions& known) {
    std::string text(introduction);
    text +=
        "\n| set | what it is | boards | mean length | mean bound | proven shortest |\n"
        "|---|---|---:|---:|---:|---:|\n";
    for (const lab::BestKnownSet& set : lab::best_known_sets()) {
        const BestKnownMeans means = means_of(known.of(set.name));
        if (means.boards == 0) continue;
        text +=
            fmt::format("| [{}](#{}) | {} | {} | {:.2f} | {:.2f} | {} |\n", set.name, set.name,
                        set.synopsis, means.boards, means.length, means.lower_bound, means.optimal);
    }
    for (const lab::BestKnownSet& set : lab::best_known_sets()) {
        const auto& rows = known.of(set.name);
        if (!rows.empty()) text += fmt::format("\n## {}\n\n{}", set.name, table_of(rows));
    }
    return text;
}

}  // namespace tessera::app
