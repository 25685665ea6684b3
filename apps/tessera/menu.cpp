// tessera menu: the guided, numbered menu for beginners.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <random>

#include "commands.hpp"
#include "compare.hpp"
#include "dialogue.hpp"
#include "options.hpp"
#include "solution_text.hpp"
#include "system.hpp"
#include "tessera/backends/thread_executor.hpp"
#include "tessera/engine/registry.hpp"
#include "tessera/puzzle/difficulty.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::app {
namespace {

/// Answers with several numbers: blanks, commas and the bars of drawings separate them.
std::vector<std::string> cells_of(const std::string& answer) {
    constexpr std::string_view separators = " \t,;|[]()";
    std::vector<std::string> cells;
    std::string cell;
    for (const char c : answer + " ") {
        if (separators.find(c) == std::string_view::npos) {
            cell += c;
        } else if (!cell.empty()) {
            cells.push_back(std::exchange(cell, {}));
        }
    }
    return cells;
}

/// One row of a board that is typed in; `known` are the rows above it.
Result<std::vector<Tile>> read_row(const std::string& answer, Geometry geometry,
                                   const std::vector<Tile>& known) {
    const std::vector<std::string> cells = cells_of(answer);
    if (cells.size() != geometry.cols) {
        return input_error(
            fmt::format("this row has {}, but needs {}", counted(cells.size(), "number"),
                        geometry.cols),
            fmt::format("type {} numbers with blanks between them, 0 for the empty cell",
                        geometry.cols));
    }
    std::vector<Tile> row;
    for (const std::string& cell : cells) {
        std::size_t number = 0;
        const char* end = cell.data() + cell.size();
        const auto [rest, error] = std::from_chars(cell.data(), end, number);
        const bool is_number = error == std::errc() && rest == end;
        const bool is_blank = cell == "_" || cell == "." || cell == "x" || cell == "-";
        if (!is_number && !is_blank) {
            return input_error(fmt::format("'{}' is not a number", cell.substr(0, 20)),
                               fmt::format("use the numbers 0 to {}", geometry.cells() - 1));
        }
        if (number >= geometry.cells()) {
            return input_error(fmt::format("{} is not on a {}×{} board", cell.substr(0, 20),
                                           geometry.rows, geometry.cols),
                               fmt::format("use the numbers 0 to {}", geometry.cells() - 1));
        }
        const Tile tile = make_tile(number);
        const auto above = std::find(known.begin(), known.end(), tile);
        if (above != known.end()) {
            return input_error(fmt::format("{} is already in row {}", number,
                                           (above - known.begin()) / geometry.cols + 1),
                               "every number stands on the board once");
        }
        if (std::find(row.begin(), row.end(), tile) != row.end()) {
            return input_error(fmt::format("{} stands twice in this row", number),
                               "every number stands on the board once");
        }
        row.push_back(tile);
    }
    return row;
}

struct Way {
    std::string algorithm = "auto";
    std::string heuristic = "auto";
};

struct MenuCommand {
    LimitOptions limits;
    OutputOptions output;
    std::string show = "boards";
    std::uint64_t seed = 0;
    CLI::Option* seed_given = nullptr;

    int run() const;
};

/// The menu while it runs. A function that asks returns nothing, or false, when the input has ended.
class Menu {
  public:
    Menu(const MenuCommand& command, Limits limits, std::uint64_t seed)
        : command_(command), limits_(limits), random_(seed), engine_(this_process(&executor_)) {}

    int run();

  private:
    using Choice = bool (Menu::*)();

    bool solve_typed();
    bool solve_file();
    bool solve_random();
    bool compare_all();
    bool compare_classic();

    std::optional<Geometry> ask_size();
    std::optional<DynamicBoard> ask_goal(Geometry geometry);
    std::optional<DynamicBoard> ask_rows(Geometry geometry);
    std::optional<BoardEntry> ask_random();
    std::optional<Way> ask_way();
    /// False: the board stays unsolvable, or the input has ended.
    bool mend(DynamicBoard& board, const DynamicBoard& goal);

    bool solve(const BoardEntry& entry, const DynamicBoard& goal, const Way& way);
    void show_path(const Solution& solution);
    void compare(const BoardEntry& entry, const std::string& algorithms,
                 const std::string& heuristics);

    const MenuCommand& command_;
    Limits limits_;
    Random random_;
    Dialogue dialogue_;
    backends::ThreadExecutor executor_{0};
    Engine engine_;
};

int Menu::run() {
    const std::vector<std::pair<Dialogue::Item, Choice>> choices = {
        {{"solve", "a board that you type in, row by row"}, &Menu::solve_typed},
        {{"load", "boards from a file, in any form"}, &Menu::solve_file},
        {{"random", "a random board of a size and difficulty of your choice"}, &Menu::solve_random},
        {{"compare", "many algorithms and heuristics on one board"}, &Menu::compare_all},
        {{"classic", "A*, BFS, DFS and UCS on a random board"}, &Menu::compare_classic},
        {{"quit", ""}, nullptr},
    };
    std::vector<Dialogue::Item> items;
    items.reserve(choices.size());
    for (const auto& choice : choices) items.push_back(choice.first);
    say("Tessera: sliding-tile puzzles\n");
    while (const auto chosen = dialogue_.choose("\nWhat would you like to do?", items)) {
        const Choice action = choices[*chosen].second;
        if (action == nullptr || !(this->*action)()) break;
        if (!flush_answer()) return exit_internal;
    }
    say("Goodbye!\n");
    return interrupted() ? exit_interrupted : exit_ok;
}

std::optional<Geometry> Menu::ask_size() {
    return dialogue_.ask_until<Geometry>("Size, rows x columns [3x3]: ",
                                         [](const std::string& answer) {
                                             note_puzzle_name(answer);
                                             return parse_size(answer.empty() ? "3x3" : answer);
                                         });
}

std::optional<DynamicBoard> Menu::ask_goal(Geometry geometry) {
    std::string names;
    for (const NamedGoal& goal : named_goals()) {
        names += fmt::format("{}{}", names.empty() ? "" : ", ", goal.name);
    }
    say("Goals: {}, or a board such as {}\n", names,
        inline_form(*make_goal("blank-last", geometry)));
    return dialogue_.ask_until<DynamicBoard>("Goal [blank-last]: ", [&](const std::string& answer) {
        return goal_for(geometry, answer);
    });
}

std::optional<DynamicBoard> Menu::ask_rows(Geometry geometry) {
    say("Type the rows, {} numbers each; 0 is the empty cell.\n", geometry.cols);
    std::vector<Tile> tiles;
    for (std::size_t i = 1; i <= geometry.rows; ++i) {
        const auto row = dialogue_.ask_until<std::vector<Tile>>(
            fmt::format("Row {}: ", i),
            [&](const std::string& answer) { return read_row(answer, geometry, tiles); });
        if (!row) return std::nullopt;
        tiles.insert(tiles.end(), row->begin(), row->end());
    }
    return DynamicBoard::from_tiles(geometry, tiles);
}

std::optional<BoardEntry> Menu::ask_random() {
    const auto size = ask_size();
    if (!size) return std::nullopt;
    std::vector<Dialogue::Item> items;
    for (const Difficulty difficulty : all_difficulties()) {
        items.push_back({std::string(to_string(difficulty)), std::string(synopsis(difficulty))});
    }
    const auto chosen = dialogue_.choose("How difficult?", items, 0);
    if (!chosen) return std::nullopt;
    BoardEntry entry;
    entry.board =
        board_to_play(*make_goal("blank-last", *size), all_difficulties()[*chosen], random_);
    return entry;
}

std::optional<Way> Menu::ask_way() {
    Way way;
    std::vector<Dialogue::Item> algorithms{{"auto", "what suits the size best"}};
    for (const auto* entry : registry::all_algorithms()) {
        algorithms.push_back({std::string(entry->info->name), std::string(entry->info->synopsis)});
    }
    const auto algorithm = dialogue_.choose("Which algorithm?", algorithms, 0);
    if (!algorithm) return std::nullopt;
    way.algorithm = algorithms[*algorithm].name;
    if (*algorithm == 0 || !registry::all_algorithms()[*algorithm - 1]->info->uses_heuristic) {
        return way;
    }
    std::vector<Dialogue::Item> heuristics{{"auto", "what suits the size best"}};
    for (const auto* entry : registry::all_heuristics()) {
        heuristics.push_back({std::string(entry->info->name),
                              fmt::format("{}{}", entry->info->synopsis,
                                          entry->info->admissible ? "" : " (not admissible)")});
    }
    const auto heuristic = dialogue_.choose("Which heuristic?", heuristics, 0);
    if (!heuristic) return std::nullopt;
    way.heuristic = heuristics[*heuristic].name;
    return way;
}

bool Menu::mend(DynamicBoard& board, const DynamicBoard& goal) {
    const SolvabilityReport report = explain_solvability(board, goal);
    if (report.solvable) return true;
    say("This puzzle cannot be solved. {}\n{}", report.reason, what_helps(report));
    if (!dialogue_.confirm("Swap these two and go on?").value_or(false)) return false;
    std::vector<Tile> tiles = tiles_of(board);
    std::iter_swap(std::find(tiles.begin(), tiles.end(), report.swap_a),
                   std::find(tiles.begin(), tiles.end(), report.swap_b));
    board = DynamicBoard::from_tiles(board.geometry(), tiles);
    return true;
}

bool Menu::solve_typed() {
    const auto size = ask_size();
    const auto goal = size ? ask_goal(*size) : std::nullopt;
    auto board = goal ? ask_rows(*size) : std::nullopt;
    if (!board) return false;
    if (!mend(*board, *goal)) return !dialogue_.ended();
    const auto way = ask_way();
    BoardEntry entry;
    entry.board = *board;
    return way && solve(entry, *goal, *way);
}

bool Menu::solve_file() {
    const auto boards = dialogue_.ask_until<std::vector<BoardEntry>>(
        "File (or a suite such as korf:12): ",
        [](const std::string& answer) -> Result<std::vector<BoardEntry>> {
            if (answer.empty() || answer == "-") {
                return input_error("no file was named", "type its name");
            }
            BoardInput input;
            input.words = {answer};
            return read_input(input, true);
        });
    if (!boards) return false;
    say("{} found.\n", counted(boards->size(), "board"));
    const auto way = ask_way();
    if (!way) return false;
    for (const BoardEntry& entry : *boards) {
        auto goal = goal_of(entry, "");
        if (!goal) {
            print_error(goal.error());
            continue;
        }
        if (!entry.id.empty()) say("\n{}\n", entry.id);
        if (!solve(entry, *goal, *way)) return false;
    }
    return true;
}

bool Menu::solve_random() {
    const auto entry = ask_random();
    if (!entry) return false;
    say("Random puzzle:\n{}", draw(entry->board));
    const auto way = ask_way();
    return way && solve(*entry, *make_goal("blank-last", entry->board.geometry()), *way);
}

bool Menu::compare_all() {
    const auto boards = dialogue_.ask_until<std::vector<BoardEntry>>(
        "Board, file or suite [a random 3x3]: ",
        [&](const std::string& answer) -> Result<std::vector<BoardEntry>> {
            if (answer == "-") return input_error("that is no board", "type one, or a file's name");
            if (answer.empty()) {
                BoardEntry entry;
                entry.board =
                    board_to_play(*make_goal("blank-last", {3, 3}), Difficulty::hard, random_);
                return std::vector<BoardEntry>{entry};
            }
            BoardInput input;
            input.words = {answer};
            return read_input(input, true);
        });
    if (!boards) return false;
    for (const BoardEntry& entry : *boards) compare(entry, "", "");
    return true;
}

bool Menu::compare_classic() {
    const auto entry = ask_random();
    if (!entry) return false;
    compare(*entry, "a*,bfs,dfs,ucs", "manhattan");
    return true;
}

bool Menu::solve(const BoardEntry& entry, const DynamicBoard& goal, const Way& way) {
    Job job;
    job.id = entry.id;
    job.start = entry.board;
    job.goal = goal;
    job.algorithm = way.algorithm;
    job.heuristic = way.heuristic;
    job.limits = limits_;
    say("{}Searching{}; Ctrl-C stops it.\n", draw(entry.board),
        way.algorithm == "auto"   ? std::string()
        : way.heuristic == "auto" ? fmt::format(" by {}", way.algorithm)
                                  : fmt::format(" by {} with {}", way.algorithm, way.heuristic));
    std::fflush(stdout);
    ProgressLine line(command_.output.progress_style());
    auto solution = engine_.solve(job, line);
    line.clear();
    forget_interrupt();
    if (!solution) {
        print_error(solution.error());
        return true;
    }
    for (const std::string& note : solution->notes) print_note(note);
    if (solution->outcome.found && command_.show == "boards") show_path(*solution);
    if (dialogue_.ended()) return false;
    print_solution(*solution, {Notation::blank, command_.show == "none" ? Show::none : Show::path,
                               use_colour(command_.output.colour_wish())});
    say("{}\n",
        solution->outcome.found ? "Congratulations! The puzzle is solved." : "No solution found.");
    return true;
}

/// Step by step on a terminal, all at once for a script.
void Menu::show_path(const Solution& solution) {
    DynamicBoard board = solution.asked.start;
    bool paged = dialogue_.on_terminal() && solution.outcome.moves.size() > 1;
    for (std::size_t i = 0; i < solution.outcome.moves.size(); ++i) {
        board.slide(solution.outcome.moves[i]);
        say("After move {}: {}\n{}", i + 1, to_string(solution.outcome.moves[i]), draw(board));
        if (!paged || i + 1 == solution.outcome.moves.size()) continue;
        const auto answer =
            dialogue_.ask("Enter: next step; a: all the others; q: no more steps: ");
        if (!answer || *answer == "q") return;
        if (*answer == "a") paged = false;
    }
}

void Menu::compare(const BoardEntry& entry, const std::string& algorithms,
                   const std::string& heuristics) {
    say("{}", draw(entry.board));
    std::fflush(stdout);
    CompareCommand command;
    command.input.words = {inline_form(entry.board)};
    if (auto goal = goal_of(entry, "")) command.goal = inline_form(*goal);
    command.algorithms = algorithms;
    command.heuristics = heuristics;
    command.limits = command_.limits;
    command.output = command_.output;
    command.run();
    forget_interrupt();
}

int MenuCommand::run() const {
    auto allowed = limits.limits();
    if (!allowed) return fail(allowed.error());
    catch_interrupt();
    const std::uint64_t used =
        seed_given->count() > 0 ? seed : std::uint64_t{std::random_device()()};
    Menu menu(*this, *allowed, used);
    return menu.run();
}

}  // namespace

void add_menu(CLI::App& app, Action& action) {
    auto command = std::make_shared<MenuCommand>();
    command->limits.time = "1m";
    CLI::App* sub = app.add_subcommand("menu", "the guided, numbered menu for beginners");
    sub->add_option("--show", command->show,
                    "what is shown of a solution: boards (default, every step), path or none")
        ->check(one_of({"path", "boards", "none"}))
        ->type_name("WHAT");
    command->seed_given = add_seed_option(*sub, command->seed);
    command->limits.add_to(*sub);
    command->output.add_progress(*sub);
    command->output.add_colour(*sub);
    set_examples(*sub, {{"tessera menu", "choose by number, or type a name"},
                        {"tessera menu --show path --seed 7",
                         "no step by step, and the same random boards every time"}});
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
