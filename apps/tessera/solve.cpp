// tessera solve: one board or many, any algorithm, any heuristic.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>

#include "commands.hpp"
#include "options.hpp"
#include "system.hpp"
#include "tessera/backends/thread_executor.hpp"
#include "tessera/engine/json.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::app {
namespace {

struct SolveCommand {
    BoardInput input;
    std::string goal;
    std::string algorithm = "auto";
    std::string heuristic = "auto";
    std::string cost = "unit";
    std::string order = "ULRD";
    std::string moves = "blank";
    std::string show = "path";
    double weight = 0.0;  ///< 0: the algorithm's own
    std::uint64_t seed = 1;
    bool adaptive = false;
    std::uint32_t cycles = 0;
    std::uint32_t sideways = SearchOptions().sideways;
    std::uint32_t width = SearchOptions().width;
    std::uint32_t restarts = SearchOptions().restarts;
    std::uint32_t threads = 0;  ///< 0: all cores
    LimitOptions limits;
    OutputOptions output;

    int run() const;

  private:
    Result<Job> job_for_all() const;
    Error with_shell_hint(Error error) const;
    void print(const Solution& solution, Notation notation) const;
    void print_result(const Solution& solution) const;
};

std::string how_it_ended(const Solution& solution) {
    switch (solution.status) {
        case Status::time_limit:
            return fmt::format("Stopped by the time limit after {}.",
                               readable_seconds(solution.seconds));
        case Status::memory_limit:
            return "Stopped by the memory limit.";
        case Status::node_limit:
            return fmt::format("Stopped by the node limit after {} nodes.",
                               grouped(solution.counters.generated));
        case Status::depth_limit:
            return "Nothing found within the depth limit.";
        case Status::gave_up:
            return "Gave up: every climb ended where no move helps.";
        case Status::interrupted:
            return "Interrupted.";
        default:
            return "No solution exists.";
    }
}

std::string cost_words(const Solution& solution) {
    std::string words = fmt::format("{} ({})", counted(solution.moves.size(), "move"),
                                    counted(solution.slides, "slide"));
    if (solution.cost_model == CostModel::tile) {
        words += fmt::format(", cost {}", grouped(static_cast<std::uint64_t>(solution.cost)));
    }
    return words;
}

void print_statistics(const Solution& solution) {
    const Counters& counters = solution.counters;
    const std::string with =
        solution.heuristic.empty() ? "" : fmt::format(" with {}", solution.heuristic);
    fmt::print("{}{}: expanded {}, generated {}, largest frontier {}, states held {}, depth {}\n",
               solution.algorithm, with, grouped(counters.expanded), grouped(counters.generated),
               grouped(counters.peak_open), grouped(counters.peak_states), counters.max_depth);
    fmt::print("time {} (CPU {}, set-up {}), peak memory {}", readable_seconds(solution.seconds),
               readable_seconds(solution.cpu_seconds), readable_seconds(solution.setup_seconds),
               readable_bytes(solution.peak_memory_bytes));
    // A rate measured over less than this says nothing.
    constexpr double long_enough = 0.01;
    if (const double searching = solution.seconds - solution.setup_seconds;
        searching > long_enough) {
        fmt::print(", {:.1f} M nodes/s", static_cast<double>(counters.generated) / searching / 1e6);
    }
    fmt::print("\n");
}

bool is_pair(const Stage& stage, const Stage::Step& step) {
    return stage.kind == Stage::Kind::line && step.tiles.size() == 2 && step.moves > 0;
}

/// "row 1: 2 is there, 1, then 3 and 4 together, in 37 moves"
std::string stage_words(const Stage& stage) {
    std::vector<std::string> parts;
    for (const Stage::Step& step : stage.steps) {
        std::vector<std::size_t> numbers;
        numbers.reserve(step.tiles.size());
        for (const Tile tile : step.tiles) numbers.push_back(index(tile));
        if (stage.kind == Stage::Kind::block) {
            parts.push_back(fmt::format("{} by the shortest way", fmt::join(numbers, " ")));
        } else if (is_pair(stage, step)) {
            parts.push_back(fmt::format("{} together", fmt::join(numbers, " and ")));
        } else {
            parts.push_back(fmt::format("{}{}", fmt::join(numbers, " and "),
                                        step.moves > 0        ? ""
                                        : numbers.size() == 1 ? " is there"
                                                              : " are there"));
        }
    }
    if (stage.moves == 0) return fmt::format("{}: all there", stage.name);
    if (parts.size() > 1) parts.back().insert(0, "then ");
    return fmt::format("{}: {}, in {}", stage.name, fmt::join(parts, ", "),
                       counted(stage.moves, "move"));
}

/// How a solution that was built in stages can be followed.
void print_stages(const Solution& solution) {
    bool pairs = false;
    fmt::print("stages, with the tiles in the order of placing:\n");
    for (const Stage& stage : solution.stages) {
        fmt::print("  {}\n", stage_words(stage));
        for (const Stage::Step& step : stage.steps) pairs |= is_pair(stage, step);
    }
    if (pairs) {
        fmt::print(
            "  (together: one waits in the other's cell, the other comes right behind it, and "
            "both slide into the line round the corner)\n");
    }
}

void print_boards(const Solution& solution) {
    DynamicBoard board = solution.start;
    fmt::print("{}", draw(board));
    auto stage = solution.stages.begin();
    for (std::size_t i = 0; i < solution.moves.size(); ++i) {
        for (; stage != solution.stages.end() && stage->first <= i; ++stage) {
            fmt::print("{}\n", stage_words(*stage));
        }
        board.slide(solution.moves[i]);
        fmt::print("After move {}: {}\n{}", i + 1, to_string(solution.moves[i]), draw(board));
    }
}

/// One line: how it ended, what was found and what is proven about it.
void SolveCommand::print_result(const Solution& solution) const {
    const bool colour = use_colour(output.colour_wish());
    const std::string bound_words =
        fmt::format("{} {}",
                    solution.cost_model == CostModel::tile ? "the cheapest costs at least"
                                                           : "the shortest needs at least",
                    solution.lower_bound);
    if (solution.status != Status::solved) {
        fmt::print("{} ", painted(how_it_ended(solution), Paint::warning, colour));
    }
    if (!solution.found) {
        fmt::print("No solution found; {}.\n", bound_words);
    } else if (solution.optimal) {
        fmt::print("{} in {}, proven optimal.\n", painted("Solved", Paint::good, colour),
                   cost_words(solution));
    } else {
        fmt::print("{} in {}; not proven optimal, {} (gap {:.1f} %).\n",
                   painted("Solved", Paint::good, colour), cost_words(solution), bound_words,
                   100.0 * gap(solution).value_or(0.0));
    }
}

void SolveCommand::print(const Solution& solution, Notation notation) const {
    if (!solution.id.empty()) fmt::print("{}\n", solution.id);
    fmt::print("board: {}\n", inline_form(solution.start));
    fmt::print("goal: {} ({})\n", inline_form(solution.goal), goal_name(solution.goal));
    if (solution.unsolvable) {
        fmt::print("{} {}\n{}",
                   painted("Unsolvable.", Paint::bad, use_colour(output.colour_wish())),
                   solution.unsolvable->reason, what_helps(*solution.unsolvable));
        return;
    }
    print_result(solution);
    if (solution.found && show == "boards") print_boards(solution);
    if (solution.found && show != "none") {
        fmt::print("moves ({}): {}\n", to_string(notation),
                   format_moves(solution.moves, solution.start, notation));
        if (!solution.stages.empty()) print_stages(solution);
    }
    print_statistics(solution);
}

Result<Job> SolveCommand::job_for_all() const {
    Job job;
    job.algorithm = algorithm;
    job.heuristic = heuristic;
    job.cost = cost == "tile" ? CostModel::tile : CostModel::unit;
    auto moves_in_order = parse_order(order);
    if (!moves_in_order) return moves_in_order.error();
    job.options.order = *moves_in_order;
    job.options.weight = weight;
    job.options.seed = seed;
    job.options.adaptive = adaptive;
    job.options.cycles = cycles;
    job.options.sideways = sideways;
    job.options.width = width;
    job.options.restarts = restarts;
    auto allowed = limits.limits();
    if (!allowed) return allowed.error();
    job.limits = *allowed;
    return job;
}

/// An unquoted `a*` reaches the program as the name of a file that begins with an a.
Error SolveCommand::with_shell_hint(Error error) const {
    if (error.code == ErrorCode::usage && file_exists(algorithm)) {
        error.hint =
            "the shell replaces an unquoted * by file names: write 'a*' in quotes, or astar";
    }
    return error;
}

int SolveCommand::run() const {
    auto notation = notation_named(moves);
    if (!notation) return fail(notation.error());
    auto job = job_for_all();
    if (!job) return fail(job.error());
    auto boards = read_input(input, goal.empty());
    if (!boards) return fail(boards.error());

    catch_interrupt();
    backends::ThreadExecutor executor(threads);
    Host host = this_process();
    host.executor = &executor;
    Engine engine(host);
    int code = exit_ok;
    for (std::size_t i = 0; i < boards->size() && !interrupted(); ++i) {
        const BoardEntry& entry = (*boards)[i];
        auto wanted = goal_of(entry, goal);
        if (!wanted) return fail(wanted.error());
        job->id = entry.id;
        job->start = entry.board;
        job->goal = *wanted;
        ProgressLine line(output.progress_style());
        auto solution = engine.solve(*job, line);
        line.clear();
        if (!solution) return fail(with_shell_hint(solution.error()));
        if (output.as_json()) {
            fmt::print("{}\n", to_json(*solution));
        } else {
            if (i > 0) fmt::print("\n");
            for (const std::string& note : solution->notes) print_note(note);
            print(*solution, *notation);
        }
        if (!flush_answer()) return exit_internal;
        if (code == exit_ok) code = exit_code(solution->status);
    }
    return interrupted() ? static_cast<int>(exit_interrupted) : code;
}

}  // namespace

void add_solve(CLI::App& app, Action& action) {
    auto command = std::make_shared<SolveCommand>();
    CLI::App* sub = app.add_subcommand("solve", "solve one board, or every board of a file");
    add_board_options(*sub, command->input);
    add_goal_option(*sub, command->goal);
    sub->add_option("--algorithm", command->algorithm,
                    "auto (default), anytime, or one of 'tessera list algorithms'")
        ->type_name("NAME");
    sub->add_option("--heuristic", command->heuristic,
                    "auto (default), or one of 'tessera list heuristics'")
        ->type_name("NAME");
    sub->add_option("--weight", command->weight,
                    "weight of h in weighted-a* and in the first round of anytime-a*, from 1 (A*) "
                    "up to 1000")
        ->check(number_from(1.0, 1000.0))
        ->type_name("W");
    sub->add_flag("--adaptive", command->adaptive,
                  "anytime-a*: the weight follows the progress of the search");
    sub->add_option("--cost", command->cost,
                    "unit (default): a move costs 1; tile: its tile's number")
        ->check(one_of({"unit", "tile"}))
        ->type_name("MODEL");
    sub->add_option("--order", command->order,
                    "the order in which moves of the blank are tried (default ULRD)")
        ->type_name("UDLR");
    sub->add_option("--moves", command->moves,
                    "how the path is written: blank (default), tile, "
                    "numbers, compact or arrows")
        ->type_name("NOTATION");
    sub->add_option("--show", command->show, "path (default), boards (every step drawn) or none")
        ->check(one_of({"path", "boards", "none"}))
        ->type_name("WHAT");
    add_seed_option(*sub, command->seed);
    sub->add_option("--cycles", command->cycles,
                    "ida*: leave out move sequences of up to N moves (2 to 14) where another one "
                    "does the same (default 0: off, as in published node counts)")
        ->check(whole_number(0, 14))
        ->type_name("N");
    sub->add_option("--width", command->width,
                    "beam: how many states of each level are kept (default 10000)")
        ->check(whole_number(1, 500'000'000))
        ->type_name("N");
    sub->add_option("--sideways", command->sideways,
                    "hill-climbing: moves on a plateau before it counts as stuck")
        ->check(whole_number(0, 1'000'000'000))
        ->type_name("N");
    sub->add_option("--restarts", command->restarts, "hill-climbing: how often to start again")
        ->check(whole_number(0, 1'000'000'000))
        ->type_name("N");
    sub->add_option("--threads", command->threads,
                    "threads of ida* and hda* (default: all cores); ida* counts the same nodes "
                    "with any number")
        ->check(whole_number(1, 1024))
        ->type_name("N");
    command->limits.add_to(*sub);
    command->output.add_json(*sub, "board");
    command->output.add_progress(*sub);
    command->output.add_colour(*sub);
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

int welcome() {
    SolveCommand sample;
    sample.input.words = {"5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15"};
    fmt::print("Tessera solves sliding-tile puzzles of any size. For example:\n\n");
    const int code = sample.run();
    fmt::print(
        "\nWhat to try next:\n"
        "  tessera solve \"8 6 7/2 5 4/3 0 1\" --show boards      every step drawn\n"
        "  tessera solve korf:12 --algorithm ida* --heuristic manhattan --json\n"
        "  tessera generate 4x4 --seed 7 | tessera solve -      a random board\n"
        "  tessera check \"1 2 3/4 5 6/8 7 0\"                    why it cannot be solved\n"
        "  tessera list algorithms                              and: heuristics, goals, formats\n"
        "  tessera audit 3x3                                    heuristics against exact "
        "distances\n"
        "  tessera --help\n");
    return code;
}

}  // namespace tessera::app
