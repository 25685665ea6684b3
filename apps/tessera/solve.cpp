// tessera solve: one board or many, any algorithm, any heuristic.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <new>

#include "commands.hpp"
#include "options.hpp"
#include "output_file.hpp"
#include "solution_text.hpp"
#include "system.hpp"
#include "tables.hpp"
#include "tessera/api/json.hpp"
#include "tessera/backends/checkpoint_file.hpp"
#include "tessera/backends/thread_executor.hpp"
#include "tessera/base/nearest.hpp"
#include "tessera/certificates/certificate.hpp"
#include "tessera/courses/reports.hpp"
#include "tessera/lessons/trace.hpp"
#include "tessera/search/all_shortest.hpp"
#include "tessera/search/human.hpp"

namespace tessera::app {
namespace {

struct SolveCommand {
    BoardInput input;
    std::string goal;
    std::string algorithm = "auto";
    std::string heuristic = "auto";
    std::string moves = "blank";
    std::string show = "path";
    std::string report;
    bool keep_going = false;
    bool all = false;
    bool count = false;
    std::string certificate;  ///< a file for it
    std::string checkpoint;   ///< a file for it
    std::string trace;        ///< a file for it
    std::optional<std::uint32_t> trace_steps;
    SearchArguments search;
    std::uint32_t threads = 0;  ///< 0: all cores
    std::string device{any_device};
    LimitOptions limits;
    OutputOptions output;

    int run() const;

  private:
    struct Run;
    Result<BoardStream> boards_to_solve() const;
    Result<Job> job_for_all() const;
    Result<const ReportFormat*> chosen_report() const;
    bool goal_of_report(const ReportFormat* report, const BoardEntry& entry) const;
    Result<std::vector<Job>> jobs(const Job& common, const ReportFormat* report,
                                  const BoardEntry& entry) const;
    std::optional<Error> trace_objection(std::size_t boards) const;
    std::optional<Error> certificate_objection() const;
    std::optional<Error> checkpoint_objection(std::size_t boards) const;
    std::optional<Error> write_trace(Engine& engine, const Job& job, Observer& observer,
                                     OutputFile& file) const;
};

Result<Job> SolveCommand::job_for_all() const {
    Job job;
    job.algorithm = algorithm;
    job.heuristic = heuristic;
    job.cost = search.cost_model();
    job.device = device;
    auto options = search.options();
    if (!options) return options.error();
    job.options = *options;
    if (all || count) {
        const AlgorithmInfo* info = algorithm_info(algorithm);
        // All solutions are found by deepening with a heuristic.
        const bool searched_so =
            algorithm == "auto" || (info != nullptr && info->deepens && info->uses_heuristic);
        if (!searched_so) {
            return usage_error(fmt::format("--{} is a search of its own, not one of {}",
                                           all ? "all" : "count", algorithm),
                               "leave --algorithm out");
        }
        job.algorithm = search::all_shortest::info.name;
        job.options.set(search::all_shortest::keep_all, OptionValue(all));
    }
    auto allowed = limits.limits();
    if (!allowed) return allowed.error();
    job.limits = *allowed;
    return job;
}

/// Null where none is asked for.
Result<const ReportFormat*> SolveCommand::chosen_report() const {
    if (report.empty()) return static_cast<const ReportFormat*>(nullptr);
    auto found = find_report(report);
    if (!found) return found;
    if (output.as_json() || all || count) {
        return usage_error("--report is an answer of its own, without --json, --all and --count",
                           "leave one of them out");
    }
    return found;
}

/// Whether the report decides on the goal, because neither the board nor the user names one.
bool SolveCommand::goal_of_report(const ReportFormat* format, const BoardEntry& entry) const {
    return format != nullptr && !format->goal.empty() && goal.empty() && !entry.goal &&
           !entry.goal_name;
}

/// The jobs for one board: one job, or one for each run of the report.
Result<std::vector<Job>> SolveCommand::jobs(const Job& common, const ReportFormat* format,
                                            const BoardEntry& entry) const {
    Job job = common;
    job.id = entry.id;
    job.start = entry.board;
    auto wanted = goal_of(entry, goal);
    if (goal_of_report(format, entry)) {
        // The goal of a report may be a board, which boards of other sizes cannot have.
        auto own = goal_of(entry, std::string(format->goal));
        if (own && own->geometry() == entry.board.geometry()) wanted = own;
    }
    if (!wanted) return wanted.error();
    job.goal = *wanted;
    if (format == nullptr) return std::vector<Job>{job};
    if (search.order.empty() && !format->order.empty()) {
        job.options.order = *parse_order(std::string(format->order));
    }
    for (const CountedAs& rule : format->counted_as) {
        auto entry_of = find_algorithm(job.algorithm);
        if (!entry_of || (*entry_of)->info->name != rule.algorithm) continue;
        job.algorithm = rule.counted;
        if (job.heuristic == "auto") job.heuristic = rule.heuristic;
        break;
    }
    if (format->runs.empty() || algorithm != "auto") return std::vector<Job>{job};
    std::vector<Job> list;
    for (const ReportRun& run : format->runs) {
        list.push_back(job);
        list.back().algorithm = run.algorithm;
        const bool heuristic_wanted = heuristic != "auto" && format->runs.size() == 1;
        if (run.heuristic != "auto" && !heuristic_wanted) list.back().heuristic = run.heuristic;
        if (search.order.empty() && !run.order.empty()) {
            list.back().options.order = *parse_order(std::string(run.order));
        }
        if (!limits.max_depth) list.back().limits.depth = run.depth;
    }
    return list;
}

/// Explains on stderr why a report says nothing, or less than it should, about a board.
void explain_on_stderr(const Solution& solution) {
    if (solution.proof.unsolvable) {
        print_note(fmt::format("unsolvable: {}", solution.proof.unsolvable->reason));
    } else if (!solution.outcome.found) {
        print_note(fmt::format("no solution was found: {}", to_string(solution.outcome.status)));
    } else if (!solution.proof.optimal) {
        print_note(fmt::format("the solution of {} moves is not proven shortest (at least {})",
                               solution.outcome.moves.size(), solution.proof.lower_bound));
    }
}

/// An error if there cannot be a trace.
std::optional<Error> SolveCommand::trace_objection(std::size_t boards) const {
    if (trace.empty()) {
        if (!trace_steps) return std::nullopt;
        return usage_error("--trace-steps is for --trace FILE", "name the file");
    }
    if (auto error = objection_to_trace(algorithm, search.given)) return error;
    if (boards != 1) {
        return usage_error(fmt::format("--trace follows one board, and there are {}", boards),
                           "solve them one by one, each with a file of its own");
    }
    if (!report.empty() || all || count) {
        return usage_error("--trace follows one search, without --report, --all and --count",
                           "leave one of them out");
    }
    if (search.cost_model() != CostModel::unit) {
        return usage_error("--trace counts moves, without --cost tile", "leave one of them out");
    }
    if (trace == "-" && output.as_json()) {
        return usage_error("--trace - and --json both want standard output",
                           "give the trace a file");
    }
    return std::nullopt;
}

/// An error if there cannot be certificates.
std::optional<Error> SolveCommand::certificate_objection() const {
    if (certificate.empty()) return std::nullopt;
    if (!report.empty()) {
        return usage_error("--certificate proves one search a board, without --report",
                           "leave one of them out");
    }
    if (certificate == "-" && (output.as_json() || trace == "-")) {
        return usage_error(fmt::format("--certificate - and {} both want standard output",
                                       trace == "-" ? "--trace -" : "--json"),
                           "give the certificate a file");
    }
    if (certificate == trace && certificate != "-") {
        return usage_error("--certificate and --trace both want the same file",
                           "give each a file of its own");
    }
    return std::nullopt;
}

/// An error if there cannot be a checkpoint.
std::optional<Error> SolveCommand::checkpoint_objection(std::size_t boards) const {
    if (checkpoint.empty()) return std::nullopt;
    if (boards != 1) {
        return usage_error(
            fmt::format("--checkpoint keeps the search of one board, and there are {}", boards),
            "solve them one by one, each with a file of its own");
    }
    if (!report.empty() || all || count || !trace.empty()) {
        return usage_error(
            "--checkpoint keeps one search, without --report, --all, --count and "
            "--trace",
            "leave one of them out");
    }
    if (checkpoint == certificate) {
        return usage_error("--checkpoint and --certificate both want the same file",
                           "give each a file of its own");
    }
    return std::nullopt;
}

/// Searches again and writes each step.
std::optional<Error> SolveCommand::write_trace(Engine& engine, const Job& job, Observer& observer,
                                               OutputFile& file) const {
    TraceRequest request = trace_request(job);
    request.steps = trace_steps.value_or(request.steps);
    auto made = tessera::trace(engine, request, observer);
    if (!made) return made.error();
    if (!made->complete && !interrupted()) {
        print_note(fmt::format("the trace ends after {} steps, before the search does",
                               made->steps.size()));
    }
    return file.write(fmt::format("{}\n", to_json(*made)));
}

/// With a trace or a checkpoint there is one board, and what is wrong with that is said before anything is solved.
Result<BoardStream> SolveCommand::boards_to_solve() const {
    if (trace.empty() && !trace_steps && checkpoint.empty()) {
        return BoardStream::open(input, goal.empty(), keep_going);
    }
    auto boards = read_input(input, goal.empty());
    if (!boards) return boards.error();
    if (auto error = trace_objection(boards->size())) return with_shell_hint(*error, algorithm);
    if (auto error = checkpoint_objection(boards->size())) return *error;
    return BoardStream(std::move(*boards));
}

/// What can be said without memory for a search: where the choice is ours, a solution as people find it.
Solution without_memory(const Job& job) {
    Solution answer = unanswered(job, Status::memory_limit);
    if (job.algorithm != "auto" || job.cost != CostModel::unit) return answer;
    Job by_hand = job;
    by_hand.algorithm = search::human::info.name;
    by_hand.heuristic = "auto";
    by_hand.options = {};
    by_hand.limits = {};
    if (auto found = Engine().solve(by_hand); found && found->outcome.found) {
        answer = std::move(*found);
        answer.outcome.status = Status::memory_limit;
    }
    return answer;
}

/// The boards in turn, and what is written about each.
struct SolveCommand::Run {
    const SolveCommand& command;
    const Job& common;
    const ReportFormat* format;
    SolutionStyle style;
    std::optional<OutputFile> certificate_file = std::nullopt;
    std::optional<OutputFile> trace_file = std::nullopt;
    std::unique_ptr<backends::CheckpointFile> checkpoint_file = nullptr;
    backends::ThreadExecutor executor = backends::ThreadExecutor(command.threads);
    Engine engine = Engine(this_process(&executor));
    /// Enough for an answer where the system itself has no more memory.
    std::unique_ptr<char[]> put_aside = std::make_unique_for_overwrite<char[]>(4 << 20);
    bool exhausted = false;
    bool goal_told = false;
    std::size_t answered = 0;
    int code = exit_ok;  ///< the first that is none of success

    int all(BoardStream& boards);

  private:
    /// A code: that is the end.
    std::optional<int> answer(const BoardEntry& entry);
    Result<Solution> solve(const Job& job, ProgressLine& line);
    Result<std::vector<Solution>> solve_each(const std::vector<Job>& list);
    void tell_goal(const BoardEntry& entry, const DynamicBoard& chosen);
    void write(const Job& job, const std::vector<Solution>& solutions);
    void note_code(int found) {
        if (code == exit_ok) code = found;
    }
};

int SolveCommand::Run::all(BoardStream& boards) {
    std::size_t bad = 0;
    while (!interrupted() && !exhausted) {
        auto entry = boards.next();
        if (!entry) {
            const int why = fail(entry.error());
            if (!command.keep_going) return why;
            note_code(why);
            ++bad;
            continue;
        }
        if (!*entry) break;
        if (const auto end = answer(**entry)) return *end;
        ++answered;
    }
    if (bad > 0) {
        print_note(fmt::format("{} {} could not be read; all others are answered", bad,
                               bad == 1 ? "line" : "lines"));
    }
    return interrupted() ? static_cast<int>(exit_interrupted) : code;
}

std::optional<int> SolveCommand::Run::answer(const BoardEntry& entry) {
    auto list = command.jobs(common, format, entry);
    if (!list) return fail(list.error());
    list->front().checkpoint = checkpoint_file.get();
    const Job& job = list->front();
    tell_goal(entry, job.goal);
    auto solutions = solve_each(*list);
    if (!solutions) return fail(with_shell_hint(solutions.error(), command.algorithm));
    if (solutions->size() < list->size()) return std::nullopt;
    if (trace_file && !exhausted) {
        ProgressLine line(command.output.progress_style());
        if (auto error = command.write_trace(engine, job, line, *trace_file)) return fail(*error);
        if (trace_file->is_standard_output()) return std::nullopt;
    }
    if (certificate_file) {
        auto made = certify(job, solutions->front(), engine.tables(), version_text());
        if (!made) return fail(made.error());
        if (auto error = certificate_file->append(fmt::format("{}\n", to_json(*made)))) {
            return fail(*error);
        }
    }
    if (!certificate_file || !certificate_file->is_standard_output()) write(job, *solutions);
    if (!flush_answer()) return exit_internal;
    return std::nullopt;
}

/// Where the system itself has no more memory, in spite of all limits, that is said of this board, and is the end: what the
/// search held cannot be had back (the core is compiled without exceptions).
Result<Solution> SolveCommand::Run::solve(const Job& job, ProgressLine& line) {
    try {
        auto solution = engine.solve(job, line);
        if (solution || solution.error().code != ErrorCode::memory_limit ||
            !command.output.as_json()) {
            return solution;
        }
        Solution nothing = unanswered(job, Status::memory_limit);
        nothing.notes.push_back(
            fmt::format("{}: {}", solution.error().message,
                        remedy(with_shell_hint(solution.error(), command.algorithm))));
        return nothing;
    } catch (const std::bad_alloc&) {
        exhausted = true;
        put_aside.reset();
    }
    Solution answer = without_memory(job);
    answer.notes.emplace_back("the system has no more memory to give; set a limit with --memory");
    return answer;
}

/// Fewer than asked for: Ctrl-C.
Result<std::vector<Solution>> SolveCommand::Run::solve_each(const std::vector<Job>& list) {
    std::vector<Solution> solutions;
    for (const Job& job : list) {
        if (interrupted()) break;
        ProgressLine line(command.output.progress_style());
        auto solution = solve(job, line);
        line.clear();
        if (!solution) return solution.error();
        note_code(exit_code(solution->outcome.status));
        solutions.push_back(std::move(*solution));
    }
    return solutions;
}

/// Says once that a report has a goal of its own.
void SolveCommand::Run::tell_goal(const BoardEntry& entry, const DynamicBoard& chosen) {
    if (goal_told || !command.goal_of_report(format, entry) || goal_name(chosen) == "blank-last") {
        return;
    }
    print_note(
        fmt::format("the goal is that of the report, {}; --goal names another", format->goal));
    goal_told = true;
}

void SolveCommand::Run::write(const Job& job, const std::vector<Solution>& solutions) {
    const Solution& solution = solutions.front();
    if (format != nullptr) {
        if (answered == 0 && format->header != nullptr) fmt::print("{}", format->header());
        const std::string text = format->write({answered + 1, solutions, job.limits.depth});
        fmt::print("{}", text);
        if (solutions.size() == 1) explain_on_stderr(solution);
        if (text.empty()) note_code(exit_time_limit);
    } else if (command.output.as_json()) {
        fmt::print("{}\n", to_json(solution));
    } else {
        if (answered > 0) say("\n");
        for (const std::string& note : solution.notes) print_note(note);
        print_solution(solution, style);
    }
}

int SolveCommand::run() const {
    auto notation = notation_named(moves);
    if (!notation) return fail(notation.error());
    auto format = chosen_report();
    if (!format) return fail(format.error());
    auto common = job_for_all();
    if (!common) return fail(common.error());
    auto boards = boards_to_solve();
    if (!boards) return fail(boards.error());
    if (auto error = certificate_objection()) return fail(*error);
    const SolutionStyle style{*notation,
                              show == "boards"  ? Show::boards
                              : show == "stats" ? Show::stats
                              : show == "none"  ? Show::none
                                                : Show::path,
                              use_colour(output.colour_wish())};
    Run run{*this, *common, *format, style};
    for (const auto& [name, file] :
         {std::pair(&certificate, &run.certificate_file), std::pair(&trace, &run.trace_file)}) {
        if (name->empty()) continue;
        auto opened = OutputFile::open(*name);
        if (!opened) return fail(opened.error());
        *file = std::move(*opened);
    }
    if (!checkpoint.empty()) {
        auto opened = backends::CheckpointFile::open(checkpoint, notices_on_stderr());
        if (!opened) return fail(opened.error());
        run.checkpoint_file = std::move(*opened);
    }
    catch_interrupt();
    return run.all(*boards);
}

}  // namespace

void add_solve(CLI::App& app, Action& action) {
    auto command = std::make_shared<SolveCommand>();
    CLI::App* sub = app.add_subcommand("solve", "solve one board, or every board of a file");
    add_board_options(*sub, command->input);
    add_goal_option(*sub, command->goal);
    sub->add_flag("--keep-going", command->keep_going,
                  "read every line by itself: say which ones are no boards, and solve the others")
        ->disable_flag_override()
        ->group(option_group::boards);
    // Like every other name, in any spelling.
    const auto automatic = [](std::string name) {
        return same_name(name, "auto") ? std::string("auto") : name;
    };
    completed(sub->add_option("--algorithm", command->algorithm,
                              "auto (default), anytime, or one of 'tessera list algorithms'"),
              {algorithm_words()})
        ->transform(automatic)
        ->type_name("NAME")
        ->group(option_group::search);
    completed(sub->add_option("--heuristic", command->heuristic,
                              "auto (default), or one of 'tessera list heuristics'"),
              {heuristic_words()})
        ->transform(automatic)
        ->type_name("NAME")
        ->group(option_group::search);
    command->search.add_to(*sub);
    Words notations;
    for (const Notation notation : all_notations) notations.emplace_back(to_string(notation));
    completed(sub->add_option("--moves", command->moves,
                              "how the path is written: blank (default), tile, "
                              "numbers, compact or arrows"),
              {notations})
        ->type_name("NOTATION")
        ->group(option_group::output);
    one_of(
        sub->add_option("--show", command->show,
                        "path (default), boards (every step drawn), stats (path, and every figure "
                        "with its meaning) or none"),
        {"path", "boards", "stats", "none"})
        ->type_name("WHAT")
        ->group(option_group::output);
    completed(
        sub->add_option(
            "--report", command->report,
            "the answer in the words of a course or an origin: one of 'tessera list reports'"),
        {names_in(report_formats())})
        ->type_name("NAME")
        ->group(option_group::output);
    sub->add_option("--trace", command->trace,
                    fmt::format("write every step of the search to this file as tessera.trace/1 "
                                "(-: to stdout, instead of the answer); with {}",
                                fmt::join(traceable_algorithms(), ", ")))
        ->type_name("FILE")
        ->group(option_group::output);
    sub->add_option("--certificate", command->certificate,
                    "write what proves the answer to this file as tessera.certificate/1, a line "
                    "for each board (-: to stdout, instead of the answer); 'tessera verify' "
                    "checks it")
        ->type_name("FILE")
        ->group(option_group::output);
    constexpr std::uint32_t most_steps = 1'000'000;
    sub->add_option("--checkpoint", command->checkpoint,
                    "keep in this file what the search has finished, so that the same command goes "
                    "on after it was stopped or killed; for ida* with any heuristic")
        ->type_name("FILE")
        ->group(option_group::search);
    sub->add_option("--trace-steps", command->trace_steps,
                    "states that a trace follows at most (default 2000)")
        ->check(whole_number(1, most_steps))
        ->type_name("N")
        ->group(option_group::output);
    sub->add_flag("--all", command->all, "every shortest solution")
        ->disable_flag_override()
        ->group(option_group::output);
    sub->add_flag("--count", command->count, "how many shortest solutions there are")
        ->disable_flag_override()
        ->group(option_group::output);
    add_device_option(*sub, command->device, command->device);
    sub->add_option(
           "--threads", command->threads,
           fmt::format("threads of {} (default: all cores); ida* counts the same nodes with any "
                       "number",
                       algorithms_with(&AlgorithmInfo::shares_work)))
        ->check(whole_number(1, most_threads))
        ->type_name("N")
        ->group(option_group::search);
    command->limits.add_to(*sub);
    command->output.add_json(*sub, "board");
    command->output.add_progress(*sub);
    command->output.add_colour(*sub);
    set_most_used(*sub, {"--goal", "--algorithm", "--heuristic", "--show", "--time", "--json"});
    set_examples(*sub, {{"tessera solve \"1 2 3/4 5 6/7 0 8\"", "the shortest solution of a board"},
                        {"tessera solve puzzle.txt --goal snail --show boards",
                         "a file, another goal, every step drawn"},
                        {"tessera solve korf:12 --algorithm astar --heuristic manhattan --json",
                         "a shipped board, a chosen search, for programs"},
                        {"tessera generate 5x5 | tessera solve - --time 30s",
                         "a large random board, the best solution of half a minute"}});
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

int welcome() {
    SolveCommand sample;
    sample.input.words = {"5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15"};
    say("Tessera solves sliding-tile puzzles of any size. For example:\n\n");
    const int code = sample.run();
    say("\nWhat to try next:\n");
    constexpr std::pair<std::string_view, std::string_view> suggestions[] = {
        {"tessera serve --open", "play and watch in the browser"},
        {"tessera play", "a game in the terminal, with hints and undo"},
        {"tessera menu", "everything, step by step"},
        {"tessera solve \"8 6 7/2 5 4/3 0 1\" --show boards", "every step drawn"},
        {"tessera compare \"8 6 7/2 5 4/3 0 1\"", "algorithms and heuristics side by side"},
        {"tessera explain \"8 6 7/2 5 4/3 0 1\"", "where a heuristic's value comes from"},
        {"tessera solve korf:12 --heuristic manhattan",
         "a famous board, a heuristic of your choice"},
        {"tessera generate 4x4 --seed 7 | tessera solve -", "a random board"},
        {"tessera check \"1 2 3/4 5 6/8 7 0\"", "why it cannot be solved"},
        {"tessera list algorithms", "and: heuristics, goals, formats, reports"},
        {"tessera audit 3x3", "heuristics against exact distances"},
        {"tessera --help", "all commands"},
    };
    for (const auto& [line, meaning] : suggestions) say("  {:<49}  {}\n", line, meaning);
    return code;
}

}  // namespace tessera::app
