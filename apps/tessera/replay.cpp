// tessera replay: a written solution, checked and then played step by step.
#include <fmt/format.h>
#include <unistd.h>

#include "commands.hpp"
#include "options.hpp"
#include "path_text.hpp"
#include "replay_session.hpp"
#include "system.hpp"
#include "tessera/engine/verify.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::app {
namespace {

struct ReplayCommand {
    std::string file;
    bool print = false;
    OutputOptions output;

    int run() const;

  private:
    std::string source() const { return file == "-" ? "standard input" : file; }
    Result<std::vector<Recording>> recordings() const;
};

/// Every solution of the file, replayed and found right. Boards called unsolvable have nothing to replay.
Result<std::vector<Recording>> ReplayCommand::recordings() const {
    auto text = read_file(file);
    if (!text) return text.error();
    auto written = read_solutions(*text, source());
    if (!written) return written.error();
    std::vector<Recording> recordings;
    for (std::size_t i = 0; i < written->size(); ++i) {
        WrittenSolution& solution = (*written)[i];
        const std::string place =
            written->size() == 1 ? source() : fmt::format("{}, solution {}", source(), i + 1);
        const Verification found = verify(solution);
        if (!found.holds) {
            return input_error(fmt::format("{}: this solution is wrong: {}", place, found.message),
                               "'tessera verify' checks every solution of a file");
        }
        if (solution.says_unsolvable) {
            print_note(
                fmt::format("{}: the board is unsolvable, so there is nothing to replay", place));
            continue;
        }
        auto moves = parse_moves(solution.moves, solution.start, solution.notation);
        if (!moves) return moves.error();
        recordings.push_back({std::move(solution.id), std::move(solution.start),
                              std::move(solution.goal), std::move(*moves), solution.says_optimal,
                              std::move(solution.stages)});
    }
    if (recordings.empty()) {
        return input_error(fmt::format("{}: there is nothing to replay", source()),
                           "give what 'tessera solve' printed, plain or with --json");
    }
    return recordings;
}

/// As `solve --show boards` prints it.
void print_recording(const Recording& recording) {
    if (!recording.name.empty()) say("{}\n", recording.name);
    say("board: {}\n", inline_form(recording.start));
    say("goal: {} ({})\n", inline_form(recording.goal), goal_name(recording.goal));
    print_boards(recording.start, recording.moves, recording.stages);
    say("moves ({}): {}\n", to_string(Notation::blank),
        format_moves(recording.moves, recording.start, Notation::blank));
}

int ReplayCommand::run() const {
    auto all = recordings();
    if (!all) return fail(all.error());
    if (print || isatty(STDOUT_FILENO) == 0) {
        for (std::size_t i = 0; i < all->size(); ++i) {
            if (i > 0) say("\n");
            print_recording((*all)[i]);
        }
        return exit_ok;
    }
    auto screen = terminal::Screen::open("replay", output.colour_wish(), file == "-");
    if (!screen) {
        Error error = screen.error();
        error.hint = "with --print it writes every board to standard output instead";
        return fail(error);
    }
    ReplaySession session(**screen, std::move(*all), source());
    return session.run();
}

}  // namespace

void add_replay(CLI::App& app, Action& action) {
    auto command = std::make_shared<ReplayCommand>();
    CLI::App* sub = app.add_subcommand(
        "replay", "play a solution (plain or JSON) in the terminal, step by step");
    sub->add_option("FILE", command->file, "what 'tessera solve' printed, or - for standard input")
        ->required()
        ->type_name("");
    sub->add_flag("--print", command->print,
                  "write every board instead, as when standard output is no terminal")
        ->disable_flag_override();
    command->output.add_colour(*sub);
    set_examples(*sub, {{"tessera solve \"8 6 7/2 5 4/3 0 1\" --json | tessera replay -",
                         "watch the solution, step by step"}});
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
