// tessera audit: check every heuristic's claims against exact distances of every state.
// This folder is the command-line program: one file for each command, and what the commands share.
#include "tessera/lessons/audit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "commands.hpp"
#include "options.hpp"
#include "system.hpp"
#include "tessera/api/json.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::app {
namespace {

struct AuditCommand {
    std::string size;
    std::string goal;
    std::string heuristics;
    std::string memory;
    OutputOptions output;

    int run() const;
};

std::string verdict(bool is, bool claimed) {
    if (claimed && !is) return "FALSE";
    return is ? "yes" : "no";
}

std::string tiles_text(const std::vector<Tile>& tiles) {
    return fmt::format("{}", fmt::join(tile_numbers(tiles), " "));
}

void print_table(const Audit& audit, bool colour) {
    say("{}×{}, goal {}: {} states, mean distance {:.6f}, largest {} ({})\n\n", audit.geometry.rows,
        audit.geometry.cols, goal_name(audit.goal), grouped(audit.states), audit.mean_distance,
        audit.histogram.size() - 1, counted(audit.histogram.back(), "state"));
    say("{:<26}{:>11}{:>11}{:>12}{:>8}{:>12}{:>10}{:>7}{:>12}{:>8}\n", "heuristic", "admissible",
        "consistent", "too high", "by", "bad moves", "mean h", "max h", "exact", "corr.");
    for (const AuditRow& row : audit.rows) {
        say("{:<26}{:>11}{:>11}{:>12}{:>8.4g}{:>12}{:>10.4f}{:>7.4g}{:>12}{:>8.4f}\n", row.name,
            verdict(row.admissible, row.claims_admissible),
            verdict(row.consistent, row.claims_consistent), grouped(row.over_states),
            row.worst_over, grouped(row.inconsistent_moves), row.mean_h, row.largest_h,
            grouped(row.exact_states), row.correlation);
    }
    const auto overestimates = [](const AuditRow& row) { return row.over_states > 0; };
    if (std::any_of(audit.rows.begin(), audit.rows.end(), overestimates)) {
        say("\nWorst overestimates:\n");
    }
    for (const AuditRow& row : audit.rows) {
        if (!overestimates(row)) continue;
        say("  {:<24} h = {:g} where the distance is {}: {}\n", row.name, row.worst_h,
            row.worst_distance, tiles_text(row.worst_board));
    }
    for (const auto& [name, reason] : audit.left_out) say("  {} left out: {}\n", name, reason);
    say("\n{}\n", audit.claims_hold() ? painted("Every claim holds.", Paint::good, colour)
                                      : painted("A claim is false: see the rows marked FALSE.",
                                                Paint::bad, colour));
}

int AuditCommand::run() const {
    auto geometry = parse_size(size);
    if (!geometry) return fail(geometry.error());
    BoardEntry entry;
    entry.board = *make_goal("blank-last", *geometry);
    auto target = goal_of(entry, goal);
    if (!target) return fail(target.error());
    if (target->geometry() != *geometry) {
        return fail(usage_error("the goal has another size than the board"));
    }
    std::vector<HeuristicSpec> specs = default_heuristics();
    if (!heuristics.empty()) {
        specs.clear();
        for (const std::string_view name : split_list(heuristics)) {
            auto spec = parse_heuristic(name);
            if (!spec) return fail(spec.error());
            specs.push_back(std::move(*spec));
        }
    }
    AuditOptions options;
    const auto allowed = memory_allowed(memory);
    if (!allowed) return fail(allowed.error());
    options.memory_bytes = *allowed;
    catch_interrupt();
    ProgressLine line(output.progress_style());
    options.progress = [&](std::string_view what, double fraction) {
        return line.show(fmt::format("{} · {:.0f} %", what, fraction * 100.0));
    };
    Engine engine(this_process());
    auto audited = audit(engine, *target, specs, options);
    line.clear();
    if (!audited) return fail(audited.error());
    if (output.as_json()) {
        fmt::print("{}\n", to_json(*audited));
    } else {
        print_table(*audited, use_colour(output.colour_wish()));
    }
    return audited->claims_hold() ? exit_ok : exit_internal;
}

}  // namespace

void add_audit(CLI::App& app, Action& action) {
    auto command = std::make_shared<AuditCommand>();
    CLI::App* sub = app.add_subcommand(
        "audit", "check every heuristic's claims against exact distances of every state");
    sub->add_option("SIZE", command->size, "rows and columns, up to 12 cells, e.g. 3x3")
        ->required()
        ->type_name("");
    add_goal_option(*sub, command->goal);
    completed(
        sub->add_option("--heuristic", command->heuristics, "only these, separated by commas"),
        {heuristic_words()})
        ->type_name("NAMES");
    sub->add_option("--memory", command->memory, "use at most this much, e.g. 4G")->type_name("M");
    command->output.add_json(*sub, "audit");
    command->output.add_progress(*sub);
    command->output.add_colour(*sub);
    set_examples(*sub, {{"tessera audit 3x3", "every heuristic against all 181,440 states"},
                        {"tessera audit 3x3 --heuristic manhattan,linear-conflict --goal snail",
                         "two of them, for another goal"}});
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
