// tessera generate: random boards (uniform, random walk, exact distance, unsolvable), seeded.
#include <fmt/format.h>

#include <optional>
#include <random>

#include "commands.hpp"
#include "options.hpp"
#include "system.hpp"
#include "tessera/engine/generate_at_distance.hpp"
#include "tessera/puzzle/generate.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::app {
namespace {

struct GenerateCommand {
    std::string size;
    std::string goal;
    std::string format = "inline";
    std::uint64_t count = 1;
    std::uint64_t seed = 0;
    CLI::Option* seed_given = nullptr;
    std::optional<std::uint64_t> walk;
    std::optional<int> distance;
    bool solvable = false;
    bool unsolvable = false;
    std::optional<std::uint64_t> iterations;
    LimitOptions limits;
    OutputOptions output;

    int run() const;

  private:
    /// How often 42 school's generator moves the blank where -i does not say.
    static constexpr std::uint64_t passes_of_42 = 10'000;

    /// Like that generator: its goal, its walk, solvable or not by chance unless -s or -u is given.
    bool like_42() const { return !output.as_json() && format == "42"; }
    std::optional<Error> contradiction() const;
    Result<std::vector<BoardEntry>> boards(const DynamicBoard& target,
                                           std::uint64_t used_seed) const;
};

Result<std::vector<BoardEntry>> GenerateCommand::boards(const DynamicBoard& target,
                                                        std::uint64_t used_seed) const {
    auto allowed = limits.limits();
    if (!allowed) return allowed.error();
    Engine engine(this_process());
    DistanceGenerator at_distance(engine, target, *allowed);
    ProgressLine line(output.progress_style());
    Random random(used_seed);
    const std::string_view name = goal_name(target);
    std::vector<BoardEntry> made;
    for (std::uint64_t i = 0; i < count; ++i) {
        if (interrupted()) return Error{ErrorCode::interrupted, "interrupted", ""};
        BoardEntry entry;
        if (distance) {
            auto board = at_distance.make(*distance, random, line);
            if (!board) return board.error();
            entry.board = std::move(*board);
            entry.optimal = static_cast<Cost>(*distance);
        } else if (walk) {
            entry.board = random_walk(target, *walk, random);
        } else if (iterations || like_42()) {
            const bool either = like_42() && !solvable && !unsolvable;
            const bool wanted = either ? random.below(2) == 0 : !unsolvable;
            entry.board = random_passes(target, iterations.value_or(passes_of_42), wanted, random);
        } else {
            entry.board =
                unsolvable ? random_unsolvable(target, random) : random_solvable(target, random);
        }
        if (name == "custom") {
            entry.goal = target;
        } else if (name != "blank-last") {
            entry.goal_name = std::string(name);
        }
        made.push_back(std::move(entry));
    }
    return made;
}

std::optional<Error> GenerateCommand::contradiction() const {
    const std::string hint = "give only one of them";
    if (solvable && unsolvable) {
        return usage_error("a board cannot be both solvable and unsolvable", hint);
    }
    if (walk.has_value() + distance.has_value() + unsolvable > 1) {
        return usage_error("--walk, --distance and --unsolvable exclude each other", hint);
    }
    if (iterations && (walk || distance)) {
        return usage_error("--iterations, --walk and --distance exclude each other", hint);
    }
    return std::nullopt;
}

int GenerateCommand::run() const {
    auto geometry = parse_size(size);
    if (!geometry) return fail(geometry.error());
    auto target = goal_for(*geometry, goal.empty() && like_42() ? "snail" : goal);
    if (!target) return fail(target.error());
    if (const auto error = contradiction()) return fail(*error);
    const std::string wanted_format = output.as_json() ? "jsonl" : format;
    if (auto known = write_boards({}, wanted_format); !known) return fail(known.error());
    catch_interrupt();
    const std::uint64_t used_seed =
        seed_given->count() > 0 ? seed : std::uint64_t{std::random_device()()};
    auto made = boards(*target, used_seed);
    if (!made) return fail(made.error());
    auto text = write_boards(*made, wanted_format);
    if (!text) return fail(text.error());
    note_lost_goals(*made, wanted_format);
    print_note(fmt::format("seed {}", used_seed));
    fmt::print("{}", *text);
    return exit_ok;
}

}  // namespace

void add_generate(CLI::App& app, Action& action) {
    auto command = std::make_shared<GenerateCommand>();
    CLI::App* sub = app.add_subcommand(
        "generate", "random boards: uniform, random walk or exact distance; seeded");
    sub->add_option("SIZE", command->size, "rows and columns, e.g. 4x4")->required()->type_name("");
    sub->add_option("-n,--count", command->count, "how many boards (default 1)")
        ->check(whole_number(1, 10'000'000))
        ->type_name("N");
    command->seed_given = add_seed_option(*sub, command->seed);
    sub->add_option("--walk", command->walk, "random walk of K moves from the goal, never undoing")
        ->check(whole_number(0, 1'000'000'000))
        ->type_name("K");
    sub->add_option("--distance", command->distance, "boards whose shortest solution has D moves")
        ->check(whole_number(0, 1'000'000))
        ->type_name("D");
    sub->add_flag("-s,--solvable", command->solvable,
                  "boards that can reach the goal (the default, but for --format 42, which has "
                  "either by chance)")
        ->disable_flag_override();
    sub->add_flag("-u,--unsolvable", command->unsolvable, "boards that cannot reach the goal")
        ->disable_flag_override();
    sub->add_option("-i,--iterations", command->iterations,
                    "random walk of N moves that may undo each other, as 42 school's generator "
                    "makes it (default of --format 42: 10000)")
        ->check(whole_number(0, 1'000'000'000))
        ->type_name("N");
    add_goal_option(*sub, command->goal);
    sub->add_option(
           "--format", command->format,
           "how the boards are written (default inline); csv makes the seeds' scenario file, 42 "
           "replaces 42 school's generator")
        ->type_name("FORMAT");
    command->limits.add_to(*sub);
    command->output.add_json(*sub, "board");
    command->output.add_progress(*sub);
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
