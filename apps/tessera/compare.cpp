// tessera compare: all combinations of algorithms and heuristics on the same boards, as a table and in sentences.
#include "compare.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "help_text.hpp"
#include "lab_machine.hpp"
#include "output_file.hpp"
#include "system.hpp"
#include "tessera/backends/thread_executor.hpp"
#include "tessera/base/json.hpp"
#include "tessera/engine/option_table.hpp"
#include "tessera/lab/export_comparison.hpp"
#include "tessera/lab/report.hpp"
#include "tessera/lab/result_tables.hpp"
#include "tessera/lab/selection.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::app {
namespace {

/// Of every run, where nothing else is said: long enough for what is usually compared, short enough to wait for.
constexpr std::string_view default_time_of_run = "10s";

// ---- Where an export goes

using Json = nlohmann::ordered_json;
using lab::Comparison;

struct ExportForm {
    std::string_view name;
    std::string (*write)(const Comparison&, const lab::ReportFacts&);
};
constexpr ExportForm export_forms[] = {
    {"md",
     [](const Comparison& made, const lab::ReportFacts& facts) {
         return lab::report_markdown(std::span(&made.results, 1), facts);
     }},
    {"csv", [](const Comparison& made, const lab::ReportFacts&) { return comparison_csv(made); }},
    {"json", [](const Comparison& made, const lab::ReportFacts&) { return comparison_json(made); }},
    {"html", [](const Comparison& made, const lab::ReportFacts& facts) {
         return lab::report_html(std::span(&made.results, 1), facts);
     }}};

const ExportForm* find_export_form(std::string_view name) {
    for (const ExportForm& form : export_forms) {
        if (form.name == name) return &form;
    }
    return nullptr;
}

/// The form that was asked for, or that the name of the file tells; null for none.
Result<const ExportForm*> export_form_of(const CompareCommand& command) {
    if (command.output.as_json()) {
        if (!command.export_as.empty() && command.export_as != "json") {
            return usage_error(
                fmt::format("--json and --export {} exclude each other", command.export_as),
                "--json is short for --export json");
        }
        return find_export_form("json");
    }
    if (!command.export_as.empty()) return find_export_form(command.export_as);
    if (command.output_file.empty()) return static_cast<const ExportForm*>(nullptr);
    const std::size_t dot = command.output_file.rfind('.');
    const std::string ending = dot == std::string::npos ? "" : command.output_file.substr(dot + 1);
    if (const ExportForm* form = find_export_form(ending)) return form;
    return usage_error(
        fmt::format("the name '{}' does not say in which form to write", command.output_file),
        "give --export md, csv, json or html, or a name that ends so");
}

// ---- How it goes

/// The run under way on the progress line, or every run as a JSON line on stderr.
class CompareProgress final : public lab::ExperimentObserver {
  public:
    CompareProgress(ProgressStyle style, bool several_boards)
        : line_(style), style_(style), several_boards_(several_boards) {}

    void starting(const lab::RunTask& task, std::size_t place, std::size_t number,
                  std::size_t total) override {
        run_ = fmt::format("run {} of {}{}: {}", number, total,
                           several_boards_ ? fmt::format(" (board {})", place + 1) : "",
                           task.configuration.name);
        show(run_);
    }
    void progress(const Progress& progress) override {
        if (style_ == ProgressStyle::json) {
            line_.progress(progress);
            return;
        }
        show(
            fmt::format("{} · {} nodes · {} · {}", run_, grouped(progress.counters.generated),
                        readable_bytes(progress.bytes),
                        readable_seconds(std::chrono::duration<double>(progress.elapsed).count())));
    }
    void finished(const lab::RunTask& task, std::size_t place, const lab::ExperimentRun& run,
                  std::size_t number, std::size_t total) override {
        if (style_ != ProgressStyle::json) return;
        const lab::RunConfiguration& one = task.configuration;
        const Json heuristic = one.heuristic == "auto" ? Json() : Json(one.heuristic);
        tell(one_line(
                 {{"event", "run"},
                  {"run", number},
                  {"of", total},
                  {"board", place},
                  {"algorithm", one.algorithm},
                  {"heuristic", heuristic},
                  {"status", run.solution ? to_string(run.solution->outcome.status) : "not-run"},
                  {"expanded", run.record.measured.counters.expanded}}) +
             "\n");
    }
    bool cancelled() override { return interrupted(); }
    void clear() { line_.clear(); }

  private:
    using Clock = std::chrono::steady_clock;

    /// At most ten times a second.
    void show(std::string_view text) {
        const auto now = Clock::now();
        if (now - last_ < std::chrono::milliseconds(100)) return;
        last_ = now;
        line_.show(text);
    }

    ProgressLine line_;
    ProgressStyle style_;
    bool several_boards_;
    std::string run_;
    Clock::time_point last_{};
};

// ---- What is asked

Result<std::vector<lab::RunBoard>> boards_of(const CompareCommand& command) {
    auto entries = read_input(command.input, command.goal.empty());
    if (!entries) return entries.error();
    std::vector<lab::RunBoard> boards;
    for (const BoardEntry& entry : *entries) {
        auto goal = goal_of(entry, command.goal);
        if (!goal) return goal.error();
        if (goal->geometry() != entry.board.geometry()) {
            return input_error(fmt::format("the goal of {} has another size than the board",
                                           entry.id.empty() ? inline_form(entry.board) : entry.id),
                               "give a goal of the same size, or a goal by name");
        }
        // What a source states of a board is about its own goal.
        const std::optional<Cost> optimal = command.goal.empty() ? entry.optimal : std::nullopt;
        boards.push_back({"", entry.id, entry.board, *goal, optimal});
    }
    return boards;
}

Geometry largest_of(const std::vector<lab::RunBoard>& boards) {
    return std::max_element(boards.begin(), boards.end(),
                            [](const lab::RunBoard& a, const lab::RunBoard& b) {
                                return a.start.geometry().cells() < b.start.geometry().cells();
                            })
        ->start.geometry();
}

/// An option that none of the algorithms has was meant for something else.
std::optional<Error> unused_option(const lab::LabSuite& suite, const SearchOptions& asked) {
    for (const auto& [name, value] : asked.given()) {
        const bool used =
            std::any_of(suite.configurations.begin(), suite.configurations.end(),
                        [&](const auto& one) { return one.options.find(name) != nullptr; });
        if (used || name == seed_option.name) continue;
        return usage_error(
            fmt::format("none of the algorithms compared has the option --{}", name),
            fmt::format("it is an option of {}", find_search_option(name)->users_in_words()));
    }
    return std::nullopt;
}

/// What is asked for is a suite like any other, made here instead of read from a file.
Result<lab::LabSuite> suite_of(const CompareCommand& command) {
    auto options = command.search.options();
    if (!options) return options.error();
    LimitOptions limits = command.limits;
    if (limits.time.empty()) limits.time = default_time_of_run;
    auto allowed = limits.limits();
    if (!allowed) return allowed.error();
    auto boards = boards_of(command);
    if (!boards) return boards.error();
    auto selected =
        lab::select_configurations(command.algorithms, command.heuristics, largest_of(*boards));
    if (!selected) return with_shell_hint(selected.error(), command.algorithms);
    for (const std::string& note : selected->notes) print_note(note);
    lab::LabSuite suite;
    suite.name = "compare";
    suite.title = boards->size() != 1
                      ? fmt::format("Comparison on {}", counted(boards->size(), "board"))
                      : fmt::format("Comparison on {}", boards->front().name());
    suite.boards = std::move(*boards);
    suite.configurations = std::move(selected->list);
    for (lab::RunConfiguration& one : suite.configurations) {
        one.cost = command.search.cost_model();
        one.options = lab::options_for(one.algorithm, *options);
        one.device = command.device;
    }
    suite.limits = *allowed;
    if (auto error = unused_option(suite, *options)) return *error;
    return suite;
}

/// The command that makes the same runs again, for documents.
std::string command_line(const CompareCommand& command) {
    std::string text = "tessera compare";
    for (const std::string& word : command.input.words) text += ' ' + shell_word(word);
    const auto add = [&](std::string_view option, const std::string& value,
                         const std::string& usual) {
        if (value != usual) text += fmt::format(" --{} {}", option, shell_word(value));
    };
    const CompareCommand usual;
    const auto number = [](auto value) { return fmt::format("{}", value); };
    add("size", command.input.size, "");
    add("format", command.input.format, "");
    add("goal", command.goal, "");
    add("algorithm", command.algorithms, "");
    add("heuristic", command.heuristics, "");
    add("cost", command.search.cost, usual.search.cost);
    add("order", command.search.order, usual.search.order);
    for (const auto& [name, value] : command.search.given.given()) {
        if (std::holds_alternative<bool>(value)) {
            text += fmt::format(" --{}", name);
        } else {
            add(name, to_text(value), "");
        }
    }
    add("threads", number(command.threads), number(usual.threads));
    add("device", command.device, usual.device);
    add("time", command.limits.time, "");
    add("memory", command.limits.memory, "");
    if (command.limits.nodes) add("nodes", number(*command.limits.nodes), "");
    if (command.limits.max_depth) add("max-depth", number(*command.limits.max_depth), "");
    return text;
}

// ---- What comes out

void print_text_table(const std::function<lab::Table(lab::CountStyle)>& make, bool colour) {
    say("{}", lab::fitting_text(
                  make, [&](std::string_view text) { return painted(text, Paint::good, colour); }));
}

void print_unsolvable(const lab::Experiment& experiment, bool colour) {
    for (const lab::UnsolvableBoard& one : experiment.unsolvable) {
        say("{}\ngoal: {} ({})\n{} {}\n{}", one.board.name(), inline_form(one.board.goal),
            goal_name(one.board.goal), painted("Unsolvable.", Paint::bad, colour),
            one.report.reason, what_helps(one.report));
    }
}

void print_report(const Comparison& comparison, const std::string& show, bool colour) {
    const lab::Experiment& experiment = comparison.experiment;
    const lab::SuiteResults& results = comparison.results;
    print_unsolvable(experiment, colour);
    const std::size_t boards = results.boards.size();
    const bool runs = show.empty() ? boards == 1 : show == "runs";
    // Sentences have lines of 100 columns where no terminal says otherwise.
    const auto columns = static_cast<std::size_t>(terminal_width(Stream::out).value_or(100));
    bool first = experiment.unsolvable.empty();
    const auto gap = [&] {
        if (!first) say("\n");
        first = false;
    };
    for (std::size_t b = 0; runs && b < boards; ++b) {
        if (!results.cell(b, 0).ran()) continue;
        const lab::RunBoard& board = experiment.suite.boards[b];
        gap();
        if (!board.id.empty()) say("{}\n", board.id);
        say("board: {}\ngoal: {} ({})\n", inline_form(board.start), inline_form(board.goal),
            goal_name(board.goal));
        print_text_table(
            [&](lab::CountStyle style) {
                return with_algorithms(board_table(results, b, style), results);
            },
            colour);
    }
    if (results.runs > 0 && (boards > 1 || !runs)) {
        const auto tables = [&](lab::CountStyle style) {
            return means_tables(results, all_boards(results), style);
        };
        for (std::size_t i = 0; i < tables(lab::CountStyle::full).size(); ++i) {
            gap();
            say("{}\n", lab::folded(tables(lab::CountStyle::full)[i].caption, columns));
            print_text_table(
                [&](lab::CountStyle style) {
                    return with_algorithms(tables(style)[i].table, results);
                },
                colour);
        }
    }
    if (!comparison.said.empty()) gap();
    for (const lab::Finding& finding : comparison.said)
        say("{}\n", lab::folded(finding.text, columns));
    for (const auto& [heuristic, seconds] : setup_times(results)) {
        say("Set-up of {}, not part of the times: {}.\n", heuristic, short_seconds(seconds));
    }
    if (experiment.interrupted) {
        say("{} after {} of {}.\n", painted("Interrupted", Paint::warning, colour),
            experiment.runs.size(), counted(results.cells.size(), "run"));
    }
}

/// A limit is a result of a comparison like any other. What could not be run is a row with its reason; only when nothing
/// could, the comparison has failed.
int exit_code_of(const Comparison& comparison) {
    const lab::Experiment& experiment = comparison.experiment;
    if (experiment.interrupted) return exit_interrupted;
    if (!comparison.results.contradictions.empty()) return exit_internal;
    bool any = false;
    for (const lab::ExperimentRun& run : experiment.runs) {
        if (run.error && run.error->code == ErrorCode::internal) return exit_internal;
        any |= run.solution.has_value();
    }
    if (!any && !experiment.runs.empty()) return fail(*experiment.runs.front().error);
    return experiment.unsolvable.empty() ? exit_ok : exit_unsolvable;
}

void note_limits(const CompareCommand& command, const lab::LabSuite& suite) {
    const bool any =
        std::any_of(suite.boards.begin(), suite.boards.end(),
                    [](const lab::RunBoard& board) { return solvable(board.start, board.goal); });
    if (!any) return;
    if (!command.limits.time.empty() && !command.limits.memory.empty()) return;
    print_note(fmt::format("each run may take {} (--time, --memory and --nodes say otherwise)",
                           lab::limits_words(suite.limits)));
}

lab::ReportFacts facts_of(const CompareCommand& command, const Comparison& comparison) {
    lab::ReportFacts facts{"", version_text(), comparison.experiment.suite.title,
                           command_line(command)};
    for (const lab::UnsolvableBoard& one : comparison.experiment.unsolvable) {
        facts.notes.push_back(
            fmt::format("{} is unsolvable: {}", one.board.name(), one.report.reason));
    }
    facts.date = lab::today();
    return facts;
}

}  // namespace

int CompareCommand::run() const {
    auto form = export_form_of(*this);
    if (!form) return fail(form.error());
    auto suite = suite_of(*this);
    if (!suite) return fail(suite.error());
    auto file = OutputFile::open(output_file.empty() ? "-" : output_file);
    if (!file) return fail(file.error());
    note_limits(*this, *suite);

    catch_interrupt();
    backends::ThreadExecutor executor(threads);
    Engine engine(this_process(&executor));
    CompareProgress progress(output.progress_style(), suite->boards.size() > 1);
    Comparison comparison(lab::run_experiment(engine, std::move(*suite), this_machine(), progress));
    comparison.threads = threads;
    progress.clear();

    std::optional<Error> not_written;
    if (*form != nullptr)
        not_written = file->write((*form)->write(comparison, facts_of(*this, comparison)));
    // A file beside leaves stdout to the reader.
    if (*form == nullptr || !file->is_standard_output())
        print_report(comparison, show, use_colour(output.colour_wish()));
    if (not_written) return fail(*not_written);
    return exit_code_of(comparison);
}

void add_compare(CLI::App& app, Action& action) {
    auto command = std::make_shared<CompareCommand>();
    CLI::App* sub = app.add_subcommand(
        "compare", "algorithms × heuristics on the same boards: a table, and what it means");
    add_board_options(*sub, command->input);
    add_goal_option(*sub, command->goal);
    Words algorithms = algorithm_words();
    Words heuristics = heuristic_words();
    for (Words* words : {&algorithms, &heuristics}) words->emplace_back("all");
    completed(sub->add_option("--algorithm", command->algorithms,
                              "names of algorithms, separated by commas, or all (default: a "
                              "selection for the size)"),
              {algorithms})
        ->type_name("NAMES");
    completed(sub->add_option("--heuristic", command->heuristics,
                              "names of heuristics, separated by commas, or all (default: a "
                              "selection for the size)"),
              {heuristics})
        ->type_name("NAMES");
    command->search.add_to(*sub);
    add_device_option(*sub, command->device, command->device);
    sub->add_option("--threads", command->threads,
                    "threads of those that can use several (default 1, so that times compare)")
        ->check(whole_number(1, most_threads))
        ->type_name("N");
    one_of(sub->add_option("--show", command->show,
                           "runs (default for one board) or summary (default for several)"),
           {"runs", "summary"})
        ->type_name("WHAT");
    one_of(
        sub->add_option("--export", command->export_as,
                        "md, csv, json or html, instead of the table (default: as --output ends)"),
        names_in(export_forms))
        ->type_name("FORM");
    sub->add_option("--output", command->output_file,
                    "write the export to this file, and the table to standard output")
        ->type_name("FILE");
    command->limits.add_to(*sub);
    command->output.add_json(*sub, "comparison");
    command->output.add_progress(*sub);
    command->output.add_colour(*sub);
    set_examples(
        *sub,
        {{"tessera compare \"8 6 7/2 5 4/3 0 1\"", "algorithms and heuristics on the same board"},
         {"tessera compare korf:1-5 --algorithm astar,idastar --heuristic all --export csv",
          "chosen searches on five boards, as a table"}});
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
