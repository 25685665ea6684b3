// tessera check: is a board solvable, for which goals, why not, and how to repair it.
#include <fmt/format.h>

#include "commands.hpp"
#include "options.hpp"
#include "tessera/engine/json.hpp"
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

std::string quoted_list(const std::vector<std::string_view>& names) {
    std::vector<std::string> quoted;
    quoted.reserve(names.size());
    for (const std::string_view name : names) quoted.push_back(json_string(name));
    return fmt::format("[{}]", fmt::join(quoted, ","));
}

void print_json(const BoardEntry& entry, const DynamicBoard& goal,
                const SolvabilityReport& report) {
    fmt::print(
        "{{\"schema\":\"tessera.check/1\",\"id\":{},\"size\":[{},{}],\"board\":{},\"goal\":{},"
        "\"goal_name\":{},\"solvable\":{},\"permutation\":\"{}\",\"blank_distance\":{},"
        "\"inversions\":{},\"solvable_goals\":{},\"repair\":{},\"reason\":{}}}\n",
        json_string(entry.id), entry.board.geometry().rows, entry.board.geometry().cols,
        json_string(inline_form(entry.board)), json_string(inline_form(goal)),
        json_string(goal_name(goal)), report.solvable, report.permutation_odd ? "odd" : "even",
        report.blank_distance, inversions(entry.board), quoted_list(report.reachable_goals),
        report.solvable ? "null"
                        : fmt::format("[{},{}]", index(report.swap_a), index(report.swap_b)),
        json_string(report.reason));
}

void print_text(const BoardEntry& entry, const DynamicBoard& goal, const SolvabilityReport& report,
                bool colour) {
    const Geometry geometry = entry.board.geometry();
    if (!entry.id.empty()) fmt::print("{}\n", entry.id);
    if (geometry.cols <= 20) fmt::print("{}", draw(entry.board));
    fmt::print("{} for the goal {} ({}×{}).\n",
               report.solvable ? painted("Solvable", Paint::good, colour)
                               : painted("Unsolvable", Paint::bad, colour),
               goal_name(goal), geometry.rows, geometry.cols);
    fmt::print("{}\n", report.reason);
    fmt::print("{}", what_helps(report));
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
            print_json(entry, *wanted, report);
        } else {
            if (i > 0) fmt::print("\n");
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
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
