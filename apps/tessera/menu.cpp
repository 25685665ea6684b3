// tessera menu: the guided, numbered menu for beginners.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <functional>
#include <random>

#include "command_line.hpp"
#include "commands.hpp"
#include "compare.hpp"
#include "dialogue.hpp"
#include "options.hpp"
#include "path_text.hpp"
#include "solution_text.hpp"
#include "system.hpp"
#include "tessera/backends/thread_executor.hpp"
#include "tessera/base/text.hpp"
#include "tessera/engine/registry.hpp"
#include "tessera/puzzle/difficulty.hpp"
#include "tessera/puzzle/generate.hpp"
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

/// A file's name, or a board, as people type or paste it: in quotes, or with ~ for the home folder.
std::string as_meant(std::string answer) {
    const bool quoted = answer.size() >= 2 && answer.front() == answer.back() &&
                        (answer.front() == '"' || answer.front() == '\'');
    if (quoted) answer = answer.substr(1, answer.size() - 2);
    const char* home = std::getenv("HOME");
    if (home != nullptr && (answer == "~" || answer.starts_with("~/"))) {
        answer.replace(0, 1, home);
    }
    return answer;
}

Result<std::vector<BoardEntry>> read_answer(const std::string& answer) {
    if (answer.empty() || answer == "-") {
        return input_error("no file was named", "type its name, or a board");
    }
    BoardInput input;
    input.words = {as_meant(answer)};
    return read_input(input, true);
}

/// "near, centre, far": names of cases, as many as fit a line or two.
std::string names_of(const std::vector<BoardEntry>& boards) {
    constexpr std::size_t most = 10;
    std::vector<std::string> names;
    for (const BoardEntry& entry : boards) {
        if (!entry.id.empty()) names.push_back(entry.id);
    }
    if (names.size() < 2) return {};
    const std::size_t others = names.size() - std::min(most, names.size());
    names.resize(names.size() - others);
    return fmt::format(": {}{}", fmt::join(names, ", "),
                       others > 0 ? fmt::format(" and {} more", others) : "");
}

/// What beginners know comes first; the order of the others is that of the registry.
void bring_forward(std::vector<Dialogue::Item>& items, std::span<const std::string_view> names) {
    auto place = items.begin();
    for (const std::string_view name : names) {
        const auto found =
            std::find_if(place, items.end(), [&](const auto& item) { return item.name == name; });
        if (found != items.end()) std::rotate(place++, found, found + 1);
    }
}

struct MenuCommand {
    LimitOptions limits;
    OutputOptions output;
    std::string show = "boards";
    std::uint64_t seed = 0;
    CLI::Option* seed_given = nullptr;

    int run() const;
};

/// The menu while it runs. A function that asks returns false when there is no answer: the user goes back, or leaves.
class Menu {
  public:
    Menu(const MenuCommand& command, Limits limits, std::uint64_t seed)
        : command_(command), limits_(limits), next_seed_(seed), engine_(this_process(&executor_)) {}

    int run();

  private:
    using Choice = void (Menu::*)();

    void solve_typed();
    void solve_file();
    void solve_random();
    void compare_all();
    void compare_classic();
    void play();
    void show_page();

    /// One of several questions; `needed` says whether the earlier answers leave it open.
    struct Question {
        std::function<bool()> ask;
        std::function<bool()> needed = [] { return true; };
    };
    /// Asks one after the other, and the one before again when the user goes back.
    bool ask_all(const std::vector<Question>& questions);

    bool ask_size(Geometry& size);
    bool ask_goal(Geometry size, DynamicBoard& goal);
    bool ask_rows(Geometry size, DynamicBoard& board);
    bool ask_boards(std::string_view question, std::vector<BoardEntry>& boards);
    bool ask_algorithm(Way& way);
    bool ask_heuristic(Way& way);
    static bool takes_heuristic(const Way& way);
    /// False, too, if the board is to stay unsolvable.
    bool mend(DynamicBoard& board, const DynamicBoard& goal);

    /// What a random board is made from.
    struct Shuffle {
        Geometry size{3, 3};
        std::optional<Difficulty> difficulty = Difficulty::easy;  ///< none: so many random moves
        std::uint64_t moves = 0;
        std::optional<BoardEntry> made = std::nullopt;  ///< from these, once all are known
    };
    bool ask_difficulty(Shuffle& shuffle);
    bool ask_moves(Shuffle& shuffle);
    std::vector<Question> questions_about(Shuffle& shuffle);
    /// Makes it, and says how to make it again.
    BoardEntry shuffled(const Shuffle& shuffle);

    void solve(const BoardEntry& entry, const DynamicBoard& goal, const Way& way);
    std::string ask_step();
    void show_path(const Solution& solution);
    void compare(const BoardEntry& entry, const std::string& algorithms,
                 const std::string& heuristics);
    /// Does what `tessera` with these words does.
    static void run_command(const std::vector<std::string>& words);

    const MenuCommand& command_;
    Limits limits_;
    std::uint64_t next_seed_;
    Dialogue dialogue_;
    backends::ThreadExecutor executor_{0};
    Engine engine_;
};

int Menu::run() {
    // Scripts know the first six by their numbers.
    const std::vector<std::pair<Dialogue::Item, Choice>> choices = {
        {{"solve", "a board that you type in, row by row"}, &Menu::solve_typed},
        {{"load", "boards from a file, in any form"}, &Menu::solve_file},
        {{"random", "a random board of a size and difficulty of your choice"}, &Menu::solve_random},
        {{"compare", "many algorithms and heuristics on one board"}, &Menu::compare_all},
        {{"classic", "A*, BFS, DFS and UCS on a random board"}, &Menu::compare_classic},
        {{"quit", ""}, nullptr},
        {{"play", "a game in this terminal, with hints"}, &Menu::play},
        {{"page", "play, watch and compare in the browser"}, &Menu::show_page},
    };
    std::vector<Dialogue::Item> items;
    items.reserve(choices.size());
    for (const auto& choice : choices) items.push_back(choice.first);
    say("Tessera: sliding-tile puzzles\n"
        "Answer with a number or a name; b goes back one question, q leaves.\n");
    while (!dialogue_.ended()) {
        const auto chosen = dialogue_.choose("\nWhat would you like to do?", items, {});
        if (!chosen) continue;
        const Choice action = choices[*chosen].second;
        if (action == nullptr) break;
        (this->*action)();
        if (!flush_answer()) return exit_internal;
    }
    say("Goodbye!\n");
    return interrupted() ? exit_interrupted : exit_ok;
}

bool Menu::ask_all(const std::vector<Question>& questions) {
    std::size_t i = 0;
    while (i < questions.size()) {
        if (!questions[i].needed() || questions[i].ask()) {
            ++i;
            continue;
        }
        if (!dialogue_.went_back()) return false;
        do {
            if (i == 0) return false;
            --i;
        } while (!questions[i].needed());
    }
    return true;
}

bool Menu::ask_size(Geometry& size) {
    const auto answer =
        dialogue_.ask_until<Geometry>("Size, rows x columns [3x3]: ", [](const std::string& text) {
            note_puzzle_name(text);
            return parse_size(text.empty() ? "3x3" : text);
        });
    if (answer) size = *answer;
    return answer.has_value();
}

bool Menu::ask_goal(Geometry size, DynamicBoard& goal) {
    std::string names;
    for (const NamedGoal& named : named_goals()) {
        names += fmt::format("{}{}", names.empty() ? "" : ", ", named.name);
    }
    say("Goals: {}, or a board such as {}\n", names, inline_form(*make_goal("blank-last", size)));
    const auto answer = dialogue_.ask_until<DynamicBoard>(
        "Goal [blank-last]: ",
        [&](const std::string& text) { return goal_for(size, as_meant(text)); });
    if (answer) goal = *answer;
    return answer.has_value();
}

bool Menu::ask_rows(Geometry size, DynamicBoard& board) {
    say("Type the rows, {} numbers each; 0 is the empty cell.\n", size.cols);
    std::vector<Tile> tiles;
    while (tiles.size() < size.cells()) {
        const auto row = dialogue_.ask_until<std::vector<Tile>>(
            fmt::format("Row {}: ", tiles.size() / size.cols + 1),
            [&](const std::string& answer) { return read_row(answer, size, tiles); });
        if (row) {
            tiles.insert(tiles.end(), row->begin(), row->end());
        } else if (dialogue_.went_back() && !tiles.empty()) {
            tiles.resize(tiles.size() - size.cols);
        } else {
            return false;
        }
    }
    board = DynamicBoard::from_tiles(size, tiles);
    return true;
}

bool Menu::ask_boards(std::string_view question, std::vector<BoardEntry>& boards) {
    auto answer = dialogue_.ask_until<std::vector<BoardEntry>>(question, read_answer);
    if (!answer) return false;
    boards = std::move(*answer);
    say("{} found{}.\n", counted(boards.size(), "board"), names_of(boards));
    return true;
}

bool Menu::ask_algorithm(Way& way) {
    static constexpr std::string_view known[] = {"auto",  "a*",  "bfs",    "dfs",
                                                 "iddfs", "ucs", "greedy", "ida*"};
    std::vector<Dialogue::Item> items{{"auto", "what suits the size best"}};
    for (const AlgorithmInfo* info : listed_algorithms()) {
        items.push_back({std::string(info->name), std::string(info->synopsis), aliases_of(*info)});
    }
    for (const Configuration& pair : configurations()) {
        items.push_back({std::string(pair.name), std::string(pair.synopsis)});
    }
    bring_forward(items, known);
    const auto chosen =
        dialogue_.choose("Which algorithm?", items, {std::size_t{0}, std::size(known)});
    if (chosen) way = {items[*chosen].name, "auto"};
    return chosen.has_value();
}

bool Menu::takes_heuristic(const Way& way) {
    const AlgorithmInfo* info = algorithm_info(way.algorithm);
    return info != nullptr && info->uses_heuristic && find_configuration(way.algorithm) == nullptr;
}

bool Menu::ask_heuristic(Way& way) {
    static constexpr std::string_view known[] = {"auto",      "manhattan",        "linear-conflict",
                                                 "misplaced", "walking-distance", "pdb"};
    std::vector<Dialogue::Item> items{{"auto", "what suits the size best"}};
    for (const auto* entry : registry::all_heuristics()) {
        const HeuristicInfo& info = *entry->info;
        items.push_back(
            {std::string(info.name),
             fmt::format("{}{}", info.synopsis, info.admissible ? "" : " (can overestimate)"),
             {info.aliases.begin(), info.aliases.end()}});
    }
    bring_forward(items, known);
    const auto chosen =
        dialogue_.choose("Which heuristic?", items, {std::size_t{0}, std::size(known)});
    if (chosen) way.heuristic = items[*chosen].name;
    return chosen.has_value();
}

bool Menu::mend(DynamicBoard& board, const DynamicBoard& goal) {
    const SolvabilityReport report = explain_solvability(board, goal);
    say("This puzzle cannot be solved. {}\n{}", report.reason, what_helps(report));
    if (!dialogue_.confirm("Swap these two and go on?").value_or(false)) return false;
    std::vector<Tile> tiles = tiles_of(board);
    std::iter_swap(std::find(tiles.begin(), tiles.end(), report.swap_a),
                   std::find(tiles.begin(), tiles.end(), report.swap_b));
    board = DynamicBoard::from_tiles(board.geometry(), tiles);
    return true;
}

bool Menu::ask_difficulty(Shuffle& shuffle) {
    std::vector<Dialogue::Item> items;
    for (const Difficulty level : all_difficulties()) {
        items.push_back({std::string(to_string(level)), std::string(synopsis(level))});
    }
    items.push_back({"moves", "a number of random moves of your choice"});
    const auto chosen = dialogue_.choose("How difficult?", items, {std::size_t{0}});
    if (!chosen) return false;
    shuffle.difficulty.reset();
    shuffle.made.reset();
    if (*chosen < all_difficulties().size()) shuffle.difficulty = all_difficulties()[*chosen];
    return true;
}

bool Menu::ask_moves(Shuffle& shuffle) {
    constexpr std::uint64_t usual = 50;
    constexpr std::uint64_t most = 1'000'000'000;
    const auto answer = dialogue_.ask_until<std::uint64_t>(
        fmt::format("How many random moves [{}]: ", usual),
        [&](const std::string& text) -> Result<std::uint64_t> {
            if (text.empty()) return usual;
            std::uint64_t number = 0;
            const char* end = text.data() + text.size();
            const auto [rest, error] = std::from_chars(text.data(), end, number);
            if (error == std::errc() && rest == end && number <= most) return number;
            return input_error(fmt::format("'{}' is not a number of moves", formats::excerpt(text)),
                               fmt::format("type a whole number up to {}", grouped(most)));
        });
    shuffle.made.reset();
    if (answer) shuffle.moves = *answer;
    return answer.has_value();
}

std::vector<Menu::Question> Menu::questions_about(Shuffle& shuffle) {
    return {{[this, &shuffle] { return ask_size(shuffle.size); }},
            {[this, &shuffle] { return ask_difficulty(shuffle); }},
            {[this, &shuffle] { return ask_moves(shuffle); },
             [&shuffle] { return !shuffle.difficulty; }},
            {[this, &shuffle] {
                 shuffle.made = shuffled(shuffle);
                 return true;
             },
             [&shuffle] { return !shuffle.made; }}};
}

BoardEntry Menu::shuffled(const Shuffle& shuffle) {
    const DynamicBoard goal = *make_goal("blank-last", shuffle.size);
    const std::uint64_t seed = next_seed_++;
    Random random(seed);
    BoardEntry entry;
    entry.board = shuffle.difficulty ? board_to_play(goal, *shuffle.difficulty, random)
                                     : random_passes(goal, shuffle.moves, true, random);
    const std::string size = fmt::format("{}x{}", shuffle.size.rows, shuffle.size.cols);
    say("Random puzzle, seed {}; the same again: tessera {} --seed {}\n", seed,
        shuffle.difficulty
            ? fmt::format("play --size {} --difficulty {}", size, to_string(*shuffle.difficulty))
            : fmt::format("generate {} -i {}", size, shuffle.moves),
        seed);
    return entry;
}

void Menu::solve_typed() {
    Geometry size{3, 3};
    DynamicBoard goal = *make_goal("blank-last", size);
    BoardEntry entry;
    Way way;
    const bool asked =
        ask_all({{[&] { return ask_size(size); }},
                 {[&] { return ask_goal(size, goal); }},
                 {[&] { return ask_rows(size, entry.board); }},
                 {[&] { return mend(entry.board, goal); },
                  [&] { return !explain_solvability(entry.board, goal).solvable; }},
                 {[&] { return ask_algorithm(way); }},
                 {[&] { return ask_heuristic(way); }, [&] { return takes_heuristic(way); }}});
    if (asked) solve(entry, goal, way);
}

void Menu::solve_file() {
    std::vector<BoardEntry> boards;
    Way way;
    const bool asked =
        ask_all({{[&] { return ask_boards("File (or a collection such as korf:12): ", boards); }},
                 {[&] { return ask_algorithm(way); }},
                 {[&] { return ask_heuristic(way); }, [&] { return takes_heuristic(way); }}});
    if (!asked) return;
    for (const BoardEntry& entry : boards) {
        if (dialogue_.ended()) return;
        if (!entry.id.empty()) say("\n{}\n", entry.id);
        if (auto goal = goal_of(entry, "")) {
            solve(entry, *goal, way);
        } else {
            print_error(goal.error());
        }
    }
}

void Menu::solve_random() {
    Shuffle shuffle;
    Way way;
    std::vector<Question> questions = questions_about(shuffle);
    questions.push_back({[&] {
        say_text(drawn(shuffle.made->board));
        return ask_algorithm(way);
    }});
    questions.push_back({[&] { return ask_heuristic(way); }, [&] { return takes_heuristic(way); }});
    if (ask_all(questions)) solve(*shuffle.made, *make_goal("blank-last", shuffle.size), way);
}

void Menu::compare_all() {
    const auto answer = dialogue_.ask_until<std::vector<BoardEntry>>(
        "Board, file or collection [a random 3x3]: ", [&](const std::string& text) {
            if (!text.empty()) return read_answer(text);
            return Result(std::vector<BoardEntry>{shuffled({{3, 3}, Difficulty::hard})});
        });
    if (!answer) return;
    for (const BoardEntry& entry : *answer) compare(entry, "", "");
}

void Menu::compare_classic() {
    Shuffle shuffle;
    if (ask_all(questions_about(shuffle))) compare(*shuffle.made, "a*,bfs,dfs,ucs", "manhattan");
}

void Menu::run_command(const std::vector<std::string>& words) {
    CommandLine line;
    const auto action = line.understand(words);
    if (!action) {
        print_error(action.error());
        return;
    }
    (*action)();
    forget_interrupt();
}

void Menu::play() {
    Geometry size{4, 4};
    if (!ask_size(size)) return;
    run_command({"play", "--size", fmt::format("{}x{}", size.rows, size.cols), "--seed",
                 fmt::to_string(next_seed_++)});
}

void Menu::show_page() {
    if (!dialogue_.on_terminal()) {
        say("The page stays until Ctrl-C, so it needs a terminal; a script takes 'tessera "
            "serve'.\n");
        return;
    }
    say("The page opens in the browser, at the address below; Ctrl-C ends it.\n");
    run_command({"serve", "--open", "--port", "0"});
}

void Menu::solve(const BoardEntry& entry, const DynamicBoard& goal, const Way& way) {
    Job job;
    job.id = entry.id;
    job.start = entry.board;
    job.goal = goal;
    job.algorithm = way.algorithm;
    job.heuristic = way.heuristic;
    job.limits = limits_;
    if (command_.limits.time.empty()) {
        // As long as `solve` works on a large board.
        constexpr std::size_t large = 16;
        job.limits.time = entry.board.geometry().cells() > large ? std::chrono::seconds(10)
                                                                 : std::chrono::seconds(60);
    }
    const double seconds = std::chrono::duration<double>(job.limits.time).count();
    say_text(drawn(entry.board));
    if (solvable(entry.board, goal)) {
        say("Searching{}, for {:g} s at most; Ctrl-C stops it.\n",
            way.algorithm == "auto"   ? std::string()
            : way.heuristic == "auto" ? fmt::format(" by {}", way.algorithm)
                                      : fmt::format(" by {} with {}", way.algorithm, way.heuristic),
            seconds);
    }
    std::fflush(stdout);
    ProgressLine line(command_.output.progress_style());
    auto solution = engine_.solve(job, line);
    line.clear();
    forget_interrupt();
    if (!solution) {
        print_error(solution.error());
        return;
    }
    for (const std::string& note : solution->notes) print_note(note);
    if (solution->outcome.found && command_.show == "boards") show_path(*solution);
    if (dialogue_.ended()) return;
    print_solution(*solution, {Notation::blank, command_.show == "none" ? Show::none : Show::path,
                               use_colour(command_.output.colour_wish())});
    say("{}\n",
        solution->outcome.found ? "Congratulations! The puzzle is solved." : "No solution found.");
}

/// An empty text, or one of the letters; `q` also at the end of the input.
std::string Menu::ask_step() {
    for (;;) {
        const auto given = dialogue_.ask_for_letter(
            "Enter: next step; b: the one before; a: all the others; q: no more steps: ");
        const std::string answer = given ? formats::lowered(*given) : "q";
        for (const std::string_view word : {"", "b", "back", "a", "all", "q", "quit"}) {
            if (answer == word) return std::string(word.substr(0, 1));
        }
        say("'{}' is none of these.\n", formats::excerpt(answer, 60));
    }
}

/// Step by step on a terminal, all at once for a script.
void Menu::show_path(const Solution& solution) {
    DynamicBoard board = solution.asked.start;
    const auto& moves = solution.outcome.moves;
    say("Solution: {}\n", counted(moves.size(), "move"));
    bool paged = dialogue_.on_terminal() && moves.size() > 1;
    std::size_t made = 0;
    const auto take_back = [&] {
        if (made > 0) board.slide(opposite(moves[--made]));
    };
    while (made < moves.size()) {
        board.slide(moves[made]);
        ++made;
        say("After move {} of {}: {}\n{}", made, moves.size(), to_string(moves[made - 1]),
            drawn(board));
        if (!paged || made == moves.size()) continue;
        const std::string answer = ask_step();
        if (answer == "q") return;
        if (answer == "a") paged = false;
        if (answer != "b") continue;
        take_back();
        take_back();
    }
}

void Menu::compare(const BoardEntry& entry, const std::string& algorithms,
                   const std::string& heuristics) {
    if (!entry.id.empty()) say("\n{}\n", entry.id);
    say_text(drawn(entry.board));
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
    // As in `play`: six digits are easy to write down.
    constexpr std::uint64_t seeds = 1'000'000;
    const std::uint64_t used =
        seed_given->count() > 0 ? seed : std::uint64_t{std::random_device()()} % seeds;
    Menu menu(*this, *allowed, used);
    return menu.run();
}

}  // namespace

void add_menu(CLI::App& app, Action& action) {
    auto command = std::make_shared<MenuCommand>();
    CLI::App* sub = app.add_subcommand("menu", "the guided, numbered menu for beginners");
    one_of(
        sub->add_option("--show", command->show,
                        "what is shown of a solution: boards (default, every step), path or none"),
        {"path", "boards", "none"})
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
