// What the reports share. A new report is one .cpp file here and one line below.
#pragma once

#include <optional>
#include <string>

#include "tessera/courses/reports.hpp"

namespace tessera::reports {

#define TESSERA_REPORTS(X) \
    X(forty_two)           \
    X(columbia)            \
    X(princeton)           \
    X(seed_15)             \
    X(seed_sliding)        \
    X(seed_8)              \
    X(seed_8_lines)        \
    X(seed_8_report)       \
    X(seed_best_first)     \
    X(seed_nxn)

#define TESSERA_DECLARE_REPORT(name) extern const ReportFormat name;
TESSERA_REPORTS(TESSERA_DECLARE_REPORT)
#undef TESSERA_DECLARE_REPORT

/// Calls `visit(step, move, board)` for every board of the path, the first with step 0 and no move.
template <class Visit>
void for_each_board(const Solution& solution, Visit visit) {
    DynamicBoard board = solution.asked.start;
    visit(std::size_t{0}, std::optional<Move>(), board);
    for (std::size_t i = 0; i < solution.outcome.moves.size(); ++i) {
        board.slide(solution.outcome.moves[i]);
        visit(i + 1, std::optional<Move>(solution.outcome.moves[i]), board);
    }
}

/// Each word of the path, as Python, the language of the origins, prints a list: `['Up', 'Left']`.
template <class Word>
std::string python_list(std::span<const Move> path, Word word) {
    std::string text = "[";
    for (const Move move : path) {
        if (text.size() > 1) text += ", ";
        text += '\'';
        text += word(move);
        text += '\'';
    }
    return text + "]";
}

/// What the origin calls the search of this solution, which is one of these; else what we call it.
std::string title_of(const Solution& solution, std::span<const ReportRun> runs);

/// "Up", "Left", "Right", "Down".
std::string capitalised(Move move);
/// "UP", "LEFT", …; "A*", "BFS", …
std::string in_capitals(std::string_view words);

/// How many digits the number of cells has.
std::size_t cell_width(const DynamicBoard& board);

}  // namespace tessera::reports
