// tessera compare: all combinations of algorithms and heuristics on the same boards, as a table and in sentences.
#include "compare.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "commands.hpp"
#include "output_file.hpp"
#include "system.hpp"
#include "tessera/api/json.hpp"
#include "tessera/backends/thread_executor.hpp"
#include "tessera/engine/option_table.hpp"
#include "tessera/lab/comparison_tables.hpp"
#include "tessera/lab/export_comparison.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::app {
namespace {

/// Of every run, where nothing else is said: long enough for what is usually compared, short enough to wait for.
constexpr std::string_view default_time_of_run = "10s";
/// Sentences are folded to lines of so many characters.
constexpr std::size_t text_columns = 100;
/// Tables wider than this write their counts short.
constexpr std::size_t widest_table = 120;

// ---- Where an export goes

struct ExportForm {
    std::string_view name;
    std::string (*write)(const lab::ComparisonReport&);
};
constexpr ExportForm export_forms[] = {{"md", lab::comparison_markdown},
                                       {"csv", lab::comparison_csv},
                                       {"json", lab::comparison_json},
                                       {"html", lab::comparison_html}};

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
class CompareProgress final : public lab::ComparisonObserver {
  public:
    explicit CompareProgress(ProgressStyle style) : line_(style), style_(style) {}

    void starting(const lab::ComparisonRequest& request, std::size_t board,
                  std::size_t configuration, std::size_t number, std::size_t total) override {
        const lab::ComparedConfiguration& one = request.configurations[configuration];
        run_ = fmt::format("run {} of {}{}: {}{}{}", number, total,
                           request.boards.size() > 1 ? fmt::format(" (board {})", board + 1) : "",
                           one.algorithm, one.heuristic.empty() ? "" : " with ", one.heuristic);
        request_ = &request;
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
    void finished(const lab::ComparisonRun& run, std::size_t number, std::size_t total) override {
        if (style_ != ProgressStyle::json) return;
        const lab::ComparedConfiguration& one = request_->configurations[run.configuration];
        tell(
            fmt::format("{{\"event\":\"run\",\"run\":{},\"of\":{},\"board\":{},\"algorithm\":{},"
                        "\"heuristic\":{},\"status\":{},\"expanded\":{}}}\n",
                        number, total, run.board, json_string(one.algorithm),
                        one.heuristic.empty() ? "null" : json_string(one.heuristic),
                        run.solution ? json_string(to_string(run.solution->status)) : "\"not-run\"",
                        run.solution ? run.solution->counters.expanded : 0));
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
    std::string run_;
    const lab::ComparisonRequest* request_ = nullptr;
    Clock::time_point last_{};
};

// ---- What is asked

Result<std::vector<lab::ComparedBoard>> boards_of(const CompareCommand& command) {
    auto entries = read_input(command.input, command.goal.empty());
    if (!entries) return entries.error();
    std::vector<lab::ComparedBoard> boards;
    for (const BoardEntry& entry : *entries) {
        auto goal = goal_of(entry, command.goal);
        if (!goal) return goal.error();
        if (goal->geometry() != entry.board.geometry()) {
            return input_error(fmt::format("the goal of {} has another size than the board",
                                           entry.id.empty() ? inline_form(entry.board) : entry.id),
                               "give a goal of the same size, or a goal by name");
        }
        boards.push_back({entry.id, entry.board, *goal});
    }
    return boards;
}

Geometry largest_of(const std::vector<lab::ComparedBoard>& boards) {
    return std::max_element(boards.begin(), boards.end(),
                            [](const lab::ComparedBoard& a, const lab::ComparedBoard& b) {
                                return a.start.geometry().cells() < b.start.geometry().cells();
                            })
        ->start.geometry();
}

/// An option that none of the algorithms has was meant for something else.
std::optional<Error> unused_option(const lab::ComparisonRequest& request) {
    for (const auto& [name, value] : request.options.given()) {
        const bool used = std::any_of(
            request.configurations.begin(), request.configurations.end(), [&](const auto& one) {
                return lab::options_for(one.algorithm, request.options).find(name) != nullptr;
            });
        if (used || name == seed_option.name) continue;
        return usage_error(
            fmt::format("none of the algorithms compared has the option --{}", name),
            fmt::format("it is an option of {}", find_search_option(name)->users_in_words()));
    }
    return std::nullopt;
}

/// An unquoted `a*` reaches the program as the name of a file that begins with an a.
Error with_quoting_hint(Error error, const CompareCommand& command) {
    for (const std::string_view name : split_list(command.algorithms)) {
        if (error.code == ErrorCode::usage && file_exists(std::string(name))) {
            error.hint =
                "the shell replaces an unquoted * by file names: write 'a*,ida*' in quotes, or "
                "astar,idastar";
            error.field.clear();
        }
    }
    return error;
}

Result<lab::ComparisonRequest> request_of(const CompareCommand& command) {
    lab::ComparisonRequest request;
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
    if (!selected) return with_quoting_hint(selected.error(), command);
    for (const std::string& note : selected->notes) print_note(note);
    request.boards = std::move(*boards);
    request.configurations = std::move(selected->list);
    request.cost = command.search.cost_model();
    request.options = *options;
    request.device = command.device;
    request.limits = *allowed;
    if (auto error = unused_option(request)) return *error;
    return request;
}

/// The command that makes the same runs again, for documents.
std::string command_line(const CompareCommand& command) {
    std::string text = "tessera compare";
    for (const std::string& word : command.input.words) text += ' ' + lab::shell_word(word);
    const auto add = [&](std::string_view option, const std::string& value,
                         const std::string& usual) {
        if (value != usual) text += fmt::format(" --{} {}", option, lab::shell_word(value));
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
    lab::Table table = make(lab::CountStyle::full);
    if (lab::text_width(table) > widest_table) table = make(lab::CountStyle::rounded);
    fmt::print("{}", lab::text_table(table, [&](std::string_view text) {
                   return painted(text, Paint::good, colour);
               }));
}

/// Folded to lines of this many characters, the second and later ones indented.
std::string folded(std::string_view text, std::size_t width) {
    std::string result;
    std::size_t column = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (column > 0 && column + 1 + lab::display_width(word) > width) {
            result += "\n  ";
            column = 2;
        } else if (column > 0) {
            result += ' ';
            ++column;
        }
        result += word;
        column += lab::display_width(word);
    }
    return result;
}

void print_unsolvable(const lab::Comparison& comparison, bool colour) {
    for (const lab::UnsolvableBoard& one : comparison.unsolvable) {
        const lab::ComparedBoard& board = comparison.request.boards[one.board];
        fmt::print("{}\ngoal: {} ({})\n{} {}\n{}", board.name(), inline_form(board.goal),
                   goal_name(board.goal), painted("Unsolvable.", Paint::bad, colour),
                   one.report.reason, what_helps(one.report));
    }
}

void print_report(const lab::ComparisonReport& report, const std::string& show, bool colour) {
    const lab::Comparison& comparison = report.comparison;
    print_unsolvable(comparison, colour);
    const std::size_t boards = comparison.request.boards.size() - comparison.unsolvable.size();
    const bool runs = show.empty() ? boards == 1 : show == "runs";
    bool first = comparison.unsolvable.empty();
    const auto gap = [&] {
        if (!first) fmt::print("\n");
        first = false;
    };
    for (std::size_t b = 0; runs && b < comparison.request.boards.size(); ++b) {
        if (comparison.run(b, 0) == nullptr) continue;
        const lab::ComparedBoard& board = comparison.request.boards[b];
        gap();
        if (!board.id.empty()) fmt::print("{}\n", board.id);
        fmt::print("board: {}\ngoal: {} ({})\n", inline_form(board.start), inline_form(board.goal),
                   goal_name(board.goal));
        print_text_table(
            [&](lab::CountStyle style) {
                return lab::runs_table(comparison, report.summary, b, style);
            },
            colour);
    }
    if (!comparison.runs.empty() && (boards > 1 || !runs)) {
        gap();
        fmt::print("{}\n", lab::means_caption(comparison, report.summary));
        print_text_table(
            [&](lab::CountStyle style) {
                return lab::summary_table(comparison, report.summary, style);
            },
            colour);
    }
    if (!report.findings.empty()) gap();
    for (const lab::Finding& finding : report.findings)
        fmt::print("{}\n", folded(finding.text, text_columns));
    for (const auto& [heuristic, seconds] : lab::setup_times(comparison)) {
        fmt::print("Set-up of {}, not part of the times: {}.\n", heuristic,
                   lab::short_seconds(seconds));
    }
    if (comparison.interrupted) {
        const std::size_t all = boards * comparison.request.configurations.size();
        fmt::print("{} after {} of {}.\n", painted("Interrupted", Paint::warning, colour),
                   comparison.runs.size(), counted(all, "run"));
    }
}

/// A limit is a result of a comparison like any other. What could not be run is a row with its reason; only when nothing
/// could, the comparison has failed.
int exit_code_of(const lab::ComparisonReport& report) {
    const lab::Comparison& comparison = report.comparison;
    if (comparison.interrupted) return exit_interrupted;
    if (report.summary.contradiction) return exit_internal;
    bool any = false;
    for (const lab::ComparisonRun& run : comparison.runs) {
        if (run.error && run.error->code == ErrorCode::internal) return exit_internal;
        any |= run.solution.has_value();
    }
    if (!any && !comparison.runs.empty()) return fail(*comparison.runs.front().error);
    return comparison.unsolvable.empty() ? exit_ok : exit_unsolvable;
}

void note_limits(const CompareCommand& command, const lab::ComparisonRequest& request) {
    const bool any = std::any_of(
        request.boards.begin(), request.boards.end(),
        [](const lab::ComparedBoard& board) { return solvable(board.start, board.goal); });
    if (!any) return;
    if (!command.limits.time.empty() && !command.limits.memory.empty()) return;
    print_note(fmt::format("each run may take {} (--time, --memory and --nodes say otherwise)",
                           lab::limits_words(request.limits)));
}

}  // namespace

int CompareCommand::run() const {
    auto form = export_form_of(*this);
    if (!form) return fail(form.error());
    auto request = request_of(*this);
    if (!request) return fail(request.error());
    auto file = OutputFile::open(output_file.empty() ? "-" : output_file);
    if (!file) return fail(file.error());
    note_limits(*this, *request);

    catch_interrupt();
    backends::ThreadExecutor executor(threads);
    Engine engine(this_process(&executor));
    CompareProgress progress(output.progress_style());
    lab::Comparison comparison = lab::compare(engine, std::move(*request), progress);
    progress.clear();

    lab::ComparisonReport report(std::move(comparison));
    report.threads = threads;
    report.facts = {{"command", command_line(*this)}, {"program", version_text()}};
    std::optional<Error> not_written;
    if (*form != nullptr) not_written = file->write((*form)->write(report));
    // A file beside leaves stdout to the reader.
    if (*form == nullptr || !file->is_standard_output())
        print_report(report, show, use_colour(output.colour_wish()));
    if (not_written) return fail(*not_written);
    return exit_code_of(report);
}

void add_compare(CLI::App& app, Action& action) {
    auto command = std::make_shared<CompareCommand>();
    CLI::App* sub = app.add_subcommand(
        "compare", "algorithms × heuristics on the same boards: a table, and what it means");
    add_board_options(*sub, command->input);
    add_goal_option(*sub, command->goal);
    sub->add_option("--algorithm", command->algorithms,
                    "which, separated by commas, or all (default: a selection for the size)")
        ->type_name("NAMES");
    sub->add_option("--heuristic", command->heuristics,
                    "with which, separated by commas, or all (default: a selection for the size)")
        ->type_name("NAMES");
    command->search.add_to(*sub);
    add_device_option(*sub, command->device, command->device);
    sub->add_option("--threads", command->threads,
                    "threads of those that can use several (default 1, so that times compare)")
        ->check(whole_number(1, most_threads))
        ->type_name("N");
    sub->add_option("--show", command->show,
                    "runs (default for one board) or summary (default for several)")
        ->check(one_of({"runs", "summary"}))
        ->type_name("WHAT");
    sub->add_option("--export", command->export_as,
                    "md, csv, json or html, instead of the table (default: as --output ends)")
        ->check(one_of({"md", "csv", "json", "html"}))
        ->type_name("FORM");
    sub->add_option("--output", command->output_file,
                    "write the export to this file, and the table to standard output")
        ->type_name("FILE");
    command->limits.add_to(*sub);
    command->output.add_json(*sub, "comparison");
    command->output.add_progress(*sub);
    command->output.add_colour(*sub);
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
