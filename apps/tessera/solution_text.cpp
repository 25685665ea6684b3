// A solution in words, for people.
#include "solution_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "console.hpp"
#include "path_text.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::app {
namespace {

std::string how_it_ended(const Solution& solution) {
    switch (solution.outcome.status) {
        case Status::time_limit:
            return fmt::format("Stopped by the time limit after {}.",
                               readable_seconds(solution.measured.seconds));
        case Status::memory_limit:
            return "Stopped by the memory limit.";
        case Status::node_limit:
            return fmt::format("Stopped by the node limit after {} nodes.",
                               grouped(solution.measured.counters.generated));
        case Status::depth_limit:
            return "No solution within the depth limit";
        case Status::gave_up:
            return "Gave up: every climb ended where no move helps.";
        case Status::interrupted:
            return "Interrupted.";
        default:
            return "No solution exists.";
    }
}

std::string slide_words(const Solution& solution) {
    return counted(solution.outcome.slides, "slide");
}
std::string cost_words(const Solution& solution) {
    std::string words = counted(solution.outcome.moves.size(), "move");
    if (solution.asked.cost == CostModel::tile) {
        words +=
            fmt::format(", cost {}", grouped(static_cast<std::uint64_t>(solution.outcome.cost)));
    }
    return words;
}

/// "a* with manhattan".
std::string how_it_was_searched(const Solution& solution) {
    std::string words = solution.asked.algorithm;
    if (!solution.asked.heuristic.empty()) words += " with " + solution.asked.heuristic;
    if (solution.measured.device != cpu_device) words += " on " + solution.measured.device;
    return words;
}

void print_statistics(const Solution& solution) {
    const Counters& counters = solution.measured.counters;
    say("{}: expanded {}, generated {}, largest frontier {}, states held {}, depth {}\n",
        how_it_was_searched(solution), grouped(counters.expanded), grouped(counters.generated),
        grouped(counters.peak_open), grouped(counters.peak_states), counters.max_depth);
    say("time {} (CPU {}, set-up {}), peak memory {}", readable_seconds(solution.measured.seconds),
        readable_seconds(solution.measured.cpu_seconds),
        readable_seconds(solution.measured.setup_seconds),
        readable_bytes(solution.measured.peak_memory_bytes));
    // A rate measured over less than this says nothing.
    constexpr double long_enough = 0.01;
    if (const double searching = solution.measured.seconds - solution.measured.setup_seconds;
        searching > long_enough) {
        const std::uint64_t before =
            solution.measured.resumed ? solution.measured.resumed->generated : 0;
        const std::uint64_t now = counters.generated - std::min(before, counters.generated);
        say(", {:.1f} M nodes/s", static_cast<double>(now) / searching / 1e6);
    }
    say("\n");
}

/// Every figure in a line with its meaning.
void print_figures(const Solution& solution) {
    const Counters& counters = solution.measured.counters;
    const auto figure = [](std::string_view name, const std::string& value, std::string_view text) {
        say("  {:<27} {:>14}  {}\n", name, value, text);
    };
    say("{}:\n", how_it_was_searched(solution));
    const auto count = [&](std::string_view name, std::uint64_t number, std::string_view text) {
        figure(name, grouped(number), text);
    };
    if (solution.outcome.found) {
        const std::size_t length = solution.outcome.moves.size();
        count("moves", length, "of one tile each");
        count("slides", solution.outcome.slides, "the same, tiles that move together counted once");
        const double factor = solution.measured.effective_branching_factor;
        figure("effective branching factor", factor > 0.0 ? fmt::format("{:.4f}", factor) : "none",
               factor > 0.0 ? fmt::format("b with b + b^2 + ... + b^{} = {}", length,
                                          grouped(counters.generated))
                            : "there is none without a search of one move or more");
    }
    count("expanded", counters.expanded, "states whose children were produced");
    count("generated", counters.generated, "children of these");
    count("reexpanded", counters.reexpanded,
          "expanded again, after a cheaper path to them was found");
    count("largest frontier", counters.peak_open, "states that waited at once");
    count("states held", counters.peak_states, "in memory at once, those of the frontier included");
    count("depth", counters.max_depth, "of the deepest state looked at");
    figure("time", readable_seconds(solution.measured.seconds), "by the clock, with the set-up");
    figure("CPU time", readable_seconds(solution.measured.cpu_seconds), "of all threads together");
    figure("set-up", readable_seconds(solution.measured.setup_seconds),
           "building the heuristic, or reading its tables");
    figure("peak memory", readable_bytes(solution.measured.peak_memory_bytes),
           "of the whole program");
}

/// How a solution that was built in stages can be followed.
void print_stages(const Solution& solution) {
    bool pairs = false;
    say("stages, with the tiles in the order of placing:\n");
    for (const Stage& stage : solution.outcome.stages) {
        say("  {}\n", stage_words(stage));
        for (const Stage::Step& step : stage.steps) pairs |= is_pair(stage, step);
    }
    if (pairs) {
        say("  (together: one waits in the other's cell, the other comes right behind it, and "
            "both slide into the line round the corner)\n");
    }
}

/// Prints the number of shortest solutions and the solutions; nothing if that was not asked.
void print_all(const Solution& solution, Notation notation) {
    if (solution.outcome.solutions == 0) return;
    const bool one = solution.outcome.solutions == 1;
    say("{} {} {}{}\n", one ? "There is" : "There are",
        solution.outcome.all_solutions ? "exactly" : "at least",
        grouped(solution.outcome.solutions), one ? " shortest solution." : " shortest solutions.");
    for (const std::vector<Move>& path : solution.outcome.all_paths) {
        say("{}\n", format_moves(path, solution.asked.start, notation));
    }
}

/// One line: how it ended, what was found and what is proven about it.
void print_result(const Solution& solution, bool colour) {
    const std::string bound_words =
        fmt::format("{} {}",
                    solution.asked.cost == CostModel::tile ? "the cheapest costs at least"
                                                           : "the shortest needs at least",
                    solution.proof.lower_bound);
    const bool depth_limit = solution.outcome.status == Status::depth_limit;
    if (solution.outcome.status != Status::solved && !depth_limit) {
        say("{} ", painted(how_it_ended(solution), Paint::warning, colour));
    }
    if (!solution.outcome.found) {
        say("{}; {}.\n",
            depth_limit ? painted(how_it_ended(solution), Paint::warning, colour)
                        : "No solution found",
            bound_words);
    } else if (solution.proof.optimal) {
        // The proof is of the moves: another shortest solution may have fewer slides.
        say("{} in {}, proven optimal ({} in this solution).\n",
            painted("Solved", Paint::good, colour), cost_words(solution), slide_words(solution));
    } else {
        say("{} in {} ({}); not proven optimal, {} (gap {:.1f} %).\n",
            painted("Solved", Paint::good, colour), cost_words(solution), slide_words(solution),
            bound_words, 100.0 * gap(solution).value_or(0.0));
    }
}

}  // namespace

void print_solution(const Solution& solution, const SolutionStyle& style) {
    if (!solution.asked.id.empty()) say("{}\n", solution.asked.id);
    say("board: {}\n", inline_form(solution.asked.start));
    say("goal: {} ({})\n", inline_form(solution.asked.goal), goal_name(solution.asked.goal));
    if (solution.proof.unsolvable) {
        say("{} {}\n{}", painted("Unsolvable.", Paint::bad, style.colour),
            solution.proof.unsolvable->reason, what_helps(*solution.proof.unsolvable));
        return;
    }
    print_result(solution, style.colour);
    if (solution.outcome.found && style.show == Show::boards)
        print_boards(solution.asked.start, solution.outcome.moves, solution.outcome.stages);
    if (solution.outcome.found && style.show != Show::none) {
        say("moves ({}): {}\n", to_string(style.notation),
            format_moves(solution.outcome.moves, solution.asked.start, style.notation));
        if (!solution.outcome.stages.empty()) print_stages(solution);
    }
    print_all(solution, style.notation);
    if (style.show == Show::stats) {
        print_figures(solution);
    } else {
        print_statistics(solution);
    }
}

}  // namespace tessera::app
