// tessera check: is a board solvable, for which goals, why not, and how to repair it.
#include <fmt/format.h>

#include "commands.hpp"
#include "options.hpp"
#include "path_text.hpp"
#include "tessera/api/json.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/puzzle/solvability.hpp"

namespace tessera::app {
namespace {

struct CheckCommand {
    BoardInput input;
    std::string goal;
    OutputOptions output;

    int run() const;
};

void print_text(const BoardEntry& entry, const DynamicBoard& goal, const SolvabilityReport& report,
                bool colour) {
    const Geometry geometry = entry.board.geometry();
    if (!entry.id.empty()) say("{}\n", entry.id);
    if (geometry.cols <= 20) say("{}", drawn(entry.board));
    say("{} for the goal {} ({}×{}).\n",
        report.solvable ? painted("Solvable", Paint::good, colour)
                        : painted("Unsolvable", Paint::bad, colour),
        goal_name(goal), geometry.rows, geometry.cols);
    say("{}\n", report.reason);
    say("{}", what_helps(report));
}

int CheckCommand::run() const {
    auto boards = read_input(input, goal.empty());
    if (!boards) return fail(boards.error());
    int code = exit_ok;
    for (std::size_t i = 0; i < boards->size(); ++i) {
        const BoardEntry& entry = (*boards)[i];
        auto wanted = goal_of(entry, goal);
        if (!wanted) return fail(wanted.error());
        if (wanted->geometry() != entry.board.geometry()) {
            return fail(usage_error("the board and the goal differ in size"));
        }
        const SolvabilityReport report = explain_solvability(entry.board, *wanted);
        if (output.as_json()) {
            fmt::print("{}\n", check_json(entry.id, entry.board, *wanted));
        } else {
            if (i > 0) say("\n");
            print_text(entry, *wanted, report, use_colour(output.colour_wish()));
        }
        if (!report.solvable) code = exit_unsolvable;
    }
    return code;
}

}  // namespace

void add_check(CLI::App& app, Action& action) {
    auto command = std::make_shared<CheckCommand>();
    CLI::App* sub =
        app.add_subcommand("check", "is it solvable, for which goals, why not, how to repair it");
    add_board_options(*sub, command->input);
    add_goal_option(*sub, command->goal);
    command->output.add_json(*sub, "board");
    command->output.add_colour(*sub);
    set_examples(
        *sub,
        {{"tessera check \"1 2 3/4 5 6/8 7 0\"", "why it cannot be solved, and what would help"},
         {"tessera check boards.txt --json", "every board of a file, for programs"}});
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
