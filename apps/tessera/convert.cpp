// tessera convert: boards from any form to any other.
#include <fmt/format.h>

#include "commands.hpp"
#include "options.hpp"

namespace tessera::app {
namespace {

struct ConvertCommand {
    BoardInput input;
    std::string goal;
    std::string to;

    int run() const {
        auto boards = read_input(input, false);
        if (!boards) return fail(boards.error());
        for (BoardEntry& entry : *boards) {
            if (goal.empty()) break;
            auto wanted = goal_of(entry, goal);
            if (!wanted) return fail(wanted.error());
            set_goal(entry, *wanted);
        }
        auto text = write_boards(*boards, to);
        if (!text) return fail(text.error());
        note_lost_goals(*boards, to);
        fmt::print("{}", *text);
        return exit_ok;
    }
};

}  // namespace

void add_convert(CLI::App& app, Action& action) {
    auto command = std::make_shared<ConvertCommand>();
    CLI::App* sub = app.add_subcommand("convert", "boards from any form to any other");
    add_board_options(*sub, command->input);
    add_goal_option(*sub, command->goal);
    completed(
        sub->add_option("--to", command->to, "the form to write: one of 'tessera list formats'"),
        {names_in(board_formats())})
        ->required()
        ->type_name("FORMAT");
    set_examples(
        *sub,
        {{"tessera convert korf:1-10 --to csv", "boards of a collection, one a line"},
         {"tessera convert puzzle.txt --to json", "a file in any form, as JSON with its goal"}});
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
