// tessera play: a game in the terminal, with hints and undo.
#include <fmt/format.h>

#include <random>

#include "commands.hpp"
#include "options.hpp"
#include "play_session.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::app {
namespace {

struct PlayCommand {
    BoardInput input;
    std::string goal;
    std::string difficulty = "medium";
    std::string keys = "tile";
    std::uint64_t seed = 0;
    CLI::Option* seed_given = nullptr;
    OutputOptions output;

    int run() const;

  private:
    Result<std::vector<Deal>> given_boards() const;
    bool reads_standard_input() const {
        return input.words.size() == 1 && input.words.front() == "-";
    }
};

/// The boards the player asked for, each known to be solvable; none when a shuffled one is wanted.
Result<std::vector<Deal>> PlayCommand::given_boards() const {
    std::vector<Deal> deals;
    if (input.words.empty()) return deals;
    auto boards = read_input(input, goal.empty());
    if (!boards) return boards.error();
    for (const BoardEntry& entry : *boards) {
        auto wanted = goal_of(entry, goal);
        if (!wanted) return wanted.error();
        if (wanted->geometry() != entry.board.geometry()) {
            return usage_error("the board and the goal differ in size");
        }
        const SolvabilityReport report = explain_solvability(entry.board, *wanted);
        if (!report.solvable) {
            std::string help = what_helps(report);
            while (help.ends_with('\n')) help.pop_back();
            if (const std::size_t line = help.find('\n'); line != std::string::npos) {
                help.replace(line, 1, " ");
            }
            return Error{ErrorCode::unsolvable,
                         fmt::format("{}this board cannot be solved. {}",
                                     entry.id.empty() ? "" : entry.id + ": ", report.reason),
                         help};
        }
        deals.push_back({entry.board, *wanted, entry.id, std::nullopt});
    }
    return deals;
}

int PlayCommand::run() const {
    auto level = difficulty_named(difficulty);
    if (!level) return fail(level.error());
    auto given = given_boards();
    if (!given) return fail(given.error());
    Geometry geometry{4, 4};
    if (!given->empty()) {
        geometry = given->front().start.geometry();
    } else if (!input.size.empty()) {
        auto size = parse_size(input.size);
        if (!size) return fail(size.error());
        geometry = *size;
    }
    auto target = given->empty() ? goal_for(geometry, goal) : given->front().goal;
    if (!target) return fail(target.error());

    // Six digits are easier to write down than ten, and no two games will soon be the same.
    constexpr std::uint64_t seeds = 1'000'000;
    std::uint64_t next_seed =
        seed_given->count() > 0 ? seed : std::uint64_t{std::random_device()()} % seeds;
    std::size_t next_board = 0;
    PlaySettings settings;
    settings.difficulty = *level;
    settings.arrows = keys == "blank" ? ArrowKeys::blank : ArrowKeys::tile;
    settings.deal = [&](Difficulty wanted) -> Deal {
        if (next_board < given->size()) return (*given)[next_board++];
        Random random(next_seed);
        return {board_to_play(*target, wanted, random), *target, "", next_seed++};
    };

    std::vector<std::string> lines;
    int code = exit_ok;
    {
        auto screen = terminal::Screen::open("play", output.colour_wish(), reads_standard_input());
        if (!screen) return fail(screen.error());
        PlaySession session(**screen, std::move(settings));
        code = session.run();
        lines = session.summaries();
        screen->reset();  // the terminal is the shell's again before the searches have stopped
    }
    for (const std::string& line : lines) say("{}\n", line);
    return code;
}

}  // namespace

void add_play(CLI::App& app, Action& action) {
    auto command = std::make_shared<PlayCommand>();
    CLI::App* sub = app.add_subcommand("play", "play in the terminal, with hints and undo");
    add_board_options(*sub, command->input);
    add_goal_option(*sub, command->goal);
    completed(sub->add_option(
                  "--difficulty", command->difficulty,
                  "of shuffled boards: easy, medium (default), hard (any solvable board), expert"),
              {{difficulty_names.begin(), difficulty_names.end()}})
        ->type_name("LEVEL");
    command->seed_given = add_seed_option(*sub, command->seed);
    one_of(sub->add_option("--keys", command->keys,
                           "what the arrows move: the tile (default), or the blank; t changes it"),
           {"tile", "blank"})
        ->type_name("WHAT");
    command->output.add_colour(*sub);
    set_examples(*sub, {{"tessera play", "a shuffled 4x4 board"},
                        {"tessera play --size 3x3 --difficulty easy", "a short game"},
                        {"tessera play korf:12", "a board of a collection"}});
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
