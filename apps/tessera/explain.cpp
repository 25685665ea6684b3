// tessera explain: every heuristic's value on a board, and where it comes from.
#include "tessera/lessons/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "commands.hpp"
#include "options.hpp"
#include "output_file.hpp"
#include "path_text.hpp"
#include "system.hpp"
#include "tables.hpp"
#include "tessera/api/json.hpp"
#include "tessera/backends/thread_executor.hpp"
#include "tessera/drawing/explain_picture.hpp"
#include "tessera/lessons/audit.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::app {
namespace {

struct ExplainCommand {
    BoardInput input;
    std::string goal;
    std::string heuristics;
    std::string cost = "unit";
    std::string svg;
    bool exact = false;
    std::string time;
    std::string memory;
    OutputOptions output;

    int run() const;

  private:
    Result<std::vector<HeuristicSpec>> chosen_heuristics(Geometry geometry) const;
    Result<ExplainOptions> options() const;
    bool all() const { return heuristics.empty() || heuristics == "all"; }
    void print(const BoardExplanation& explained) const;
};

/// Shown in detail where nothing was chosen: what people compare, each of another kind.
constexpr std::string_view main_heuristics[] = {"linear-conflict", "walking-distance", "pdb"};

bool is_main(std::string_view name) {
    return std::find(std::begin(main_heuristics), std::end(main_heuristics), name) !=
           std::end(main_heuristics);
}

std::string value_text(double value) {
    if (!std::isfinite(value)) return "∞";
    if (value == std::floor(value)) return fmt::format("{:.0f}", value);
    return fmt::format("{:.4f}", value);
}

/// "8 9 blank".
std::string tile_names(const std::vector<Tile>& tiles, std::string_view separator = " ") {
    std::vector<std::string> names;
    names.reserve(tiles.size());
    for (const Tile tile : tiles) {
        names.push_back(tile == blank_tile ? "blank" : fmt::to_string(index(tile)));
    }
    return fmt::format("{}", fmt::join(names, separator));
}

void print_parity(const BoardExplanation& explained, bool colour) {
    const SolvabilityReport& report = explained.solvability;
    say("{} {}\n",
        report.solvable ? painted("Solvable.", Paint::good, colour)
                        : painted("Unsolvable.", Paint::bad, colour),
        report.reason);
    const Parity& parity = explained.parity;
    if (!parity.cycles.empty()) {
        constexpr std::size_t most_cells = 100;
        std::vector<std::string> cycles;
        cycles.reserve(parity.cycles.size());
        for (const std::vector<Tile>& cycle : parity.cycles) {
            cycles.push_back(fmt::format("({})", tile_names(cycle)));
        }
        const bool shown = explained.start.geometry().cells() <= most_cells;
        say("{}, so {}: {} permutation; {}.\n",
            shown ? fmt::format("Cycles {}", fmt::join(cycles, " "))
                  : counted(cycles.size(), "cycle"),
            counted(parity.swaps, "swap"), parity.swaps % 2 == 1 ? "an odd" : "an even",
            counted(parity.inversions, "inversion"));
    }
    if (!report.solvable) say("{}", what_helps(report));
}

void print_truth(const BoardExplanation& explained) {
    if (!explained.truth) return;
    const TrueDistance& truth = *explained.truth;
    const std::string_view noun = explained.cost == CostModel::tile ? "cheapest" : "shortest";
    const std::string_view verb = explained.cost == CostModel::tile ? "costs" : "takes";
    const auto worded = [&](Cost cost) {
        return explained.cost == CostModel::tile
                   ? fmt::to_string(cost)
                   : counted(static_cast<std::uint64_t>(cost), "move");
    };
    if (truth.proven()) {
        say("The truth: the {} solution {} {}.\n", noun, verb, worded(*truth.best));
    } else if (truth.best) {
        say("The truth: the {} solution {} between {} and {}.\n", noun, verb, truth.lower_bound,
            worded(*truth.best));
    } else {
        say("The truth: the {} solution {} at least {}.\n", noun, verb, worded(truth.lower_bound));
    }
}

/// The strongest first.
void print_estimates(const BoardExplanation& explained, bool colour) {
    std::vector<const HeuristicExplanation*> rows;
    std::size_t width = 9;
    for (const HeuristicExplanation& row : explained.heuristics) {
        rows.push_back(&row);
        width = std::max(width, row.name.size());
    }
    std::sort(rows.begin(), rows.end(), [](const auto* a, const auto* b) {
        return a->explanation.value != b->explanation.value
                   ? a->explanation.value > b->explanation.value
                   : a->name < b->name;
    });
    const bool proven = explained.truth && explained.truth->proven();
    say("\n{:<{}}  {:>10}{}  {}\n", "heuristic", width, "value", proven ? "  of truth" : "",
        "admissible");
    for (const HeuristicExplanation* row : rows) {
        const double value = row->explanation.value;
        std::string verdict = row->spec.admissible() ? "yes" : "no";
        std::string share;
        if (proven) {
            const double truth = *explained.truth->best;
            share = truth > 0.0 ? fmt::format("{:>8.0f} %", 100.0 * value / truth)
                                : fmt::format("{:>10}", "");
            if (value > truth) {
                verdict += ", " + painted("too high here", Paint::warning, colour);
            } else if (value == truth) {
                verdict += ", " + painted("exact here", Paint::good, colour);
            }
        }
        say("{:<{}}  {:>10}{}  {}\n", row->name, width, value_text(value), share, verdict);
    }
}

void print_matrix(const LineMatrix& matrix, std::size_t indent) {
    const std::string_view noun = matrix.of_rows ? "row" : "column";
    say("{:>{}}{:<12}", "", indent, "belonging to");
    for (std::size_t j = 0; j < matrix.lines; ++j) say(" {:>3}", j + 1);
    say("\n");
    for (std::size_t i = 0; i < matrix.lines; ++i) {
        say("{:>{}}{:<12}", "", indent, fmt::format("in {} {}", noun, i + 1));
        for (std::size_t j = 0; j < matrix.lines; ++j) say(" {:>3}", matrix.count(i, j));
        say("{}\n", i == matrix.blank_line ? "  and the blank" : "");
    }
}

/// The board with what each tile counts: `8+3`.
void print_tiles(const BoardExplanation& explained, const Explanation& explanation) {
    constexpr std::size_t most_columns = 12;
    const Geometry geometry = explained.start.geometry();
    if (geometry.cols > most_columns) return;
    const std::vector<double> values = values_by_tile(explanation, geometry);
    std::vector<std::string> texts;
    std::size_t width = 1;
    for (std::size_t c = 0; c < geometry.cells(); ++c) {
        const Tile tile = explained.start.tile_at(make_cell(c));
        const double value = values[index(tile)];
        texts.push_back(tile == blank_tile ? "."
                        : value == 0.0     ? fmt::to_string(index(tile))
                        : value == std::floor(value)
                            ? fmt::format("{}+{:.0f}", index(tile), value)
                            : fmt::format("{}+{:.2f}", index(tile), value));
        width = std::max(width, texts.back().size());
    }
    say("  tile by tile:\n");
    for (std::size_t row = 0; row < geometry.rows; ++row) {
        say("   ");
        for (std::size_t col = 0; col < geometry.cols; ++col) {
            say(" {:<{}}", texts[index(geometry.cell(row, col))],
                col + 1 < geometry.cols ? width : 0);
        }
        say("\n");
    }
}

/// Tiles that are shown on the board need no lines of their own, unless everything is asked for.
struct DetailStyle {
    bool every_tile = false;
    std::size_t most_parts = 0;
};

bool is_on_board(const Explanation& part) {
    return part.kind == PartKind::tile || part.kind == PartKind::inversion;
}

void print_parts(const Explanation& whole, std::size_t indent, const DetailStyle& style) {
    std::size_t shown = 0;
    for (std::size_t i = 0; i < whole.parts.size(); ++i) {
        const Explanation& part = whole.parts[i];
        if (is_on_board(part) && !style.every_tile) continue;
        if (++shown > style.most_parts) {
            say("{:>{}}… and {} more; --heuristic shows all, and so does --json\n", "", indent,
                whole.parts.size() - i);
            return;
        }
        const bool chosen = whole.combination == Combination::largest && whole.parts.size() > 1 &&
                            i == whole.largest_part();
        std::string reason = part.reason.text();
        if (!part.leaving.empty() && part.kind == PartKind::line) {
            reason +=
                fmt::format("; {} must leave it and come back", tile_names(part.leaving, " and "));
        }
        const std::string times = part.factor == 1.0 || part.combination == Combination::none
                                      ? ""
                                      : fmt::format(" (times {:g})", part.factor);
        // What is said of one tile begins with its number.
        const bool one_tile = is_on_board(part) || part.kind == PartKind::conflict;
        say("{:>{}}{:>5}  {}{}{}\n", "", indent, value_text(part.value),
            one_tile ? "" : fmt::format("{}{}: ", part.title.text(), times), reason,
            chosen ? "  ← counts" : "");
        if (part.matrix) print_matrix(*part.matrix, indent + 7);
        const bool told = !part.leaving.empty() || part.kind == PartKind::cycle;
        if (!told) print_parts(part, indent + 4, style);
    }
}

bool has_tiles(const Explanation& explanation) {
    return is_on_board(explanation) ||
           std::any_of(explanation.parts.begin(), explanation.parts.end(), has_tiles);
}

void print_details(const BoardExplanation& explained, const HeuristicExplanation& heuristic,
                   bool full) {
    const Explanation& explanation = heuristic.explanation;
    say("\n{} = {}", heuristic.name, value_text(explanation.value));
    if (heuristic.estimate && explanation.value != *heuristic.estimate) {
        say(", rounded up to {}", *heuristic.estimate);
    }
    say(" · {}\n", heuristic.spec.entry->info->synopsis);
    if (!explanation.reason.words.empty()) say("  {}\n", explanation.reason.text());
    if (explanation.factor != 1.0) {
        say("  the parts are multiplied by {:g}\n", explanation.factor);
    }
    if (has_tiles(explanation)) print_tiles(explained, explanation);
    constexpr std::size_t few = 24;
    print_parts(explanation, 2, {full, full ? std::numeric_limits<std::size_t>::max() : few});
}

void ExplainCommand::print(const BoardExplanation& explained) const {
    const bool colour = use_colour(output.colour_wish());
    if (!explained.id.empty()) say("{}\n", explained.id);
    if (explained.start.geometry().cols <= 20) {
        say("{}", drawn(explained.start));
    } else {
        say("board: {}\n", inline_form(explained.start));
    }
    say("goal: {} ({})\n", inline_form(explained.goal), goal_name(explained.goal));
    print_parity(explained, colour);
    print_truth(explained);
    print_estimates(explained, colour);
    for (const HeuristicExplanation& heuristic : explained.heuristics) {
        if (heuristics.empty() && !is_main(heuristic.name)) continue;
        print_details(explained, heuristic, !heuristics.empty());
    }
    if (heuristics.empty()) {
        say("\n'--heuristic NAME' explains any of them in full, '--heuristic all' all.\n");
    }
}

Result<std::vector<HeuristicSpec>> ExplainCommand::chosen_heuristics(Geometry geometry) const {
    if (all()) return default_heuristics();
    std::vector<HeuristicSpec> specs;
    for (const std::string_view name : split_list(heuristics)) {
        auto spec = parse_heuristic(name == "auto" ? choose_strategy(geometry).heuristic : name);
        if (!spec) return spec.error();
        specs.push_back(std::move(*spec));
    }
    return specs;
}

Result<ExplainOptions> ExplainCommand::options() const {
    LimitOptions given;
    given.time = time;
    given.memory = memory;
    auto limits = given.limits();
    if (!limits) return limits.error();
    ExplainOptions options;
    options.cost = *cost_named(cost);
    options.exact = exact;
    options.limits = *limits;
    constexpr auto patience = std::chrono::seconds(60);
    if (time.empty()) options.limits.time = patience;
    options.build_observer = &build_line();
    return options;
}

int ExplainCommand::run() const {
    auto options = this->options();
    if (!options) return fail(options.error());
    auto known = chosen_heuristics({4, 4});
    if (!known) return fail(known.error());
    auto boards = read_input(input, goal.empty());
    if (!boards) return fail(boards.error());
    std::optional<OutputFile> picture;
    if (!svg.empty()) {
        if (boards->size() > 1) {
            return fail(
                usage_error(fmt::format("--svg draws one board, and there are {}", boards->size()),
                            "explain them one by one, each with a file of its own"));
        }
        if (svg == "-" && output.as_json()) {
            return fail(usage_error("--svg - and --json both want standard output",
                                    "give the picture a file"));
        }
        auto file = OutputFile::open(svg);
        if (!file) return fail(file.error());
        picture = std::move(*file);
    }

    catch_interrupt();
    backends::ThreadExecutor executor(0);
    Engine engine(this_process(&executor));
    int code = exit_ok;
    for (std::size_t i = 0; i < boards->size() && !interrupted(); ++i) {
        const BoardEntry& entry = (*boards)[i];
        auto wanted = goal_of(entry, goal);
        if (!wanted) return fail(wanted.error());
        auto specs = chosen_heuristics(entry.board.geometry());
        if (!specs) return fail(specs.error());
        options->id = entry.id;
        ProgressLine line(output.progress_style());
        auto explained = explain(engine, entry.board, *wanted, *specs, *options, line);
        line.clear();
        if (!explained) return fail(explained.error());
        if (!output.as_json()) {
            for (const auto& [name, reason] : explained->left_out) {
                print_note(fmt::format("{} left out: {}", name, reason));
            }
        }
        if (explained->heuristics.empty()) {
            return fail({ErrorCode::memory_limit, "none of these heuristics has tables for it",
                         "leave --heuristic out to see those that do"});
        }
        if (picture) {
            const std::string drawn =
                draw_explanation(*explained, all() ? default_panels() : every_panel(*explained));
            if (auto error = picture->write(drawn)) return fail(*error);
        }
        if (output.as_json()) {
            fmt::print("{}\n", to_json(*explained));
        } else if (!picture || !picture->is_standard_output()) {
            if (i > 0) say("\n");
            print(*explained);
        }
        if (!flush_answer()) return exit_internal;
        if (!explained->solvability.solvable) code = exit_unsolvable;
    }
    return interrupted() ? static_cast<int>(exit_interrupted) : code;
}

}  // namespace

void add_explain(CLI::App& app, Action& action) {
    auto command = std::make_shared<ExplainCommand>();
    CLI::App* sub = app.add_subcommand(
        "explain", "every heuristic's value on a board, and where it comes from");
    add_board_options(*sub, command->input);
    add_goal_option(*sub, command->goal);
    completed(sub->add_option("--heuristic", command->heuristics,
                              "only these, separated by commas, in full; all: every one in full"),
              {heuristic_words()})
        ->type_name("NAMES");
    add_cost_option(*sub, command->cost, "unit (default): a move costs 1; tile: its tile's number");
    sub->add_flag("--exact", command->exact,
                  "find the true distance on boards of more than 12 cells as well");
    sub->add_option("--time", command->time, "look for it at most this long (default 60s)")
        ->type_name("T");
    sub->add_option("--memory", command->memory, "use at most this much, e.g. 4G")->type_name("M");
    sub->add_option("--svg", command->svg, "draw it into this file; - for standard output")
        ->type_name("FILE");
    command->output.add_json(*sub, "board");
    command->output.add_progress(*sub);
    command->output.add_colour(*sub);
    set_examples(*sub, {{"tessera explain \"8 6 7/2 5 4/3 0 1\"",
                         "what every heuristic says, and where it comes from"},
                        {"tessera explain korf:1 --heuristic linear-conflict --svg picture.svg",
                         "one heuristic in full, drawn"}});
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
