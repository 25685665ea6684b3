// tessera generate: random boards (uniform, random walk, exact distance, unsolvable), seeded.
#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <system_error>
#include <utility>

#include "commands.hpp"
#include "options.hpp"
#include "system.hpp"
#include "tessera/base/text.hpp"
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
    std::string distance;  ///< "20", or "5-40"
    std::string blank;     ///< "row,column" or the number of a cell, from 1
    bool unique = false;
    bool solvable = false;
    bool unsolvable = false;
    std::optional<std::uint64_t> iterations;
    LimitOptions limits;
    OutputOptions output;

    int run() const;

  private:
    /// How often 42 school's generator moves the blank where -i does not say.
    static constexpr std::uint64_t passes_of_42 = 10'000;
    /// After this many boards in a row that are known or have their blank elsewhere, hardly any others are left.
    static constexpr std::uint64_t most_refused = 100'000;
    /// Where each takes a search.
    static constexpr std::uint64_t most_known = 50;
    static constexpr std::uint64_t most_elsewhere = 1'000;

    /// Like that generator: its goal, its walk, solvable or not by chance unless -s or -u is given.
    bool like_42() const { return !output.as_json() && format == "42"; }
    std::optional<Error> contradiction() const;
    Result<std::vector<BoardEntry>> boards(const DynamicBoard& target,
                                           std::uint64_t used_seed) const;
};

/// Whether so many moves can bring the blank from the one cell to the other: each moves it one step.
bool reaches(const Geometry& geometry, Cell from, Cell to, int moves) {
    const auto apart = [](std::size_t a, std::size_t b) {
        return std::abs(static_cast<int>(a) - static_cast<int>(b));
    };
    const int steps =
        apart(geometry.row(from), geometry.row(to)) + apart(geometry.col(from), geometry.col(to));
    return moves >= steps && (moves - steps) % 2 == 0;
}

/// The least and the largest distance of "20" or "5-40".
Result<std::pair<int, int>> read_distances(const std::string& text) {
    const std::size_t dash = text.find('-');
    const auto number = [](std::string_view digits) -> std::optional<int> {
        constexpr int most = 1'000'000;
        int value = 0;
        const auto [end, failure] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (failure != std::errc{} || end != digits.data() + digits.size() || value < 0 ||
            value > most) {
            return std::nullopt;
        }
        return value;
    };
    const auto least = number(std::string_view(text).substr(0, dash));
    const auto most =
        dash == std::string::npos ? least : number(std::string_view(text).substr(dash + 1));
    if (!least || !most || *least > *most) {
        return usage_error(fmt::format("'{}' is no distance", formats::excerpt(text)),
                           "give a number of moves, as in --distance 20, or a range, as in "
                           "--distance 5-40");
    }
    return std::pair(*least, *most);
}

/// The cell that "2,3" (row and column) or "7" names, counted from 1.
Result<Cell> read_cell(const std::string& text, Geometry geometry) {
    std::size_t row = 0;
    std::size_t column = 0;
    const char* const end = text.data() + text.size();
    auto [at, failure] = std::from_chars(text.data(), end, row);
    if (failure == std::errc{} && at == end && row >= 1 && row <= geometry.cells()) {
        return make_cell(row - 1);
    }
    if (failure == std::errc{} && at != end && *at == ',') {
        const auto [stop, wrong] = std::from_chars(at + 1, end, column);
        if (wrong == std::errc{} && stop == end && row >= 1 && row <= geometry.rows &&
            column >= 1 && column <= geometry.cols) {
            return make_cell((row - 1) * geometry.cols + column - 1);
        }
    }
    return usage_error(
        fmt::format("'{}' is no cell of a {}x{} board", formats::excerpt(text), geometry.rows,
                    geometry.cols),
        fmt::format("give row and column, as in --blank 1,2, or a number from 1 to {}",
                    geometry.cells()));
}

Result<std::vector<BoardEntry>> GenerateCommand::boards(const DynamicBoard& target,
                                                        std::uint64_t used_seed) const {
    auto allowed = limits.limits();
    if (!allowed) return allowed.error();
    std::optional<std::pair<int, int>> distances;
    if (!distance.empty()) {
        auto read = read_distances(distance);
        if (!read) return read.error();
        distances = *read;
    }
    std::optional<Cell> blank_cell;
    if (!blank.empty()) {
        auto read = read_cell(blank, target.geometry());
        if (!read) return read.error();
        blank_cell = *read;
    }
    Engine engine(this_process());
    DistanceGenerator at_distance(engine, target, *allowed);
    ProgressLine line(output.progress_style());
    Random random(used_seed);
    std::vector<BoardEntry> made;
    std::set<std::vector<Tile>> seen;
    std::map<int, std::uint64_t> seen_at;  // by distance
    std::uint64_t refused = 0;             // in a row
    const auto refuse = [&](bool in_place, bool searched) -> std::optional<Error> {
        const std::uint64_t most = !searched  ? most_refused
                                   : in_place ? most_known
                                              : most_elsewhere;
        if (++refused < most) return std::nullopt;
        return usage_error(
            fmt::format("{} boards are made; the next {} of this kind {}", made.size(), most,
                        in_place ? "were all made before" : "did not have their blank there"),
            "ask for fewer boards, or for another kind");
    };
    while (made.size() < count) {
        if (interrupted()) return Error{ErrorCode::interrupted, "interrupted", ""};
        BoardEntry entry;
        bool searched = false;
        if (distances) {
            const auto [least, farthest] = *distances;
            const int wanted =
                least +
                static_cast<int>(random.below(static_cast<std::uint64_t>(farthest - least) + 1));
            const bool there =
                !blank_cell || reaches(target.geometry(), target.blank(), *blank_cell, wanted);
            if (!there || (unique && at_distance.boards_at(wanted) == seen_at[wanted])) {
                if (auto error = refuse(there, searched)) return *error;
                continue;
            }
            auto board = at_distance.make(wanted, random, line);
            if (!board) return board.error();
            entry.board = std::move(*board);
            entry.optimal = static_cast<Cost>(wanted);
            searched = !at_distance.boards_at(wanted);
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
        const bool in_place = !blank_cell || entry.board.blank() == *blank_cell;
        if (!in_place || (unique && !seen.insert(tiles_of(entry.board)).second)) {
            if (auto error = refuse(in_place, searched)) return *error;
            continue;
        }
        refused = 0;
        if (distances) ++seen_at[static_cast<int>(*entry.optimal)];
        set_goal(entry, target);
        made.push_back(std::move(entry));
    }
    return made;
}

std::optional<Error> GenerateCommand::contradiction() const {
    const std::string hint = "give only one of them";
    if (solvable && unsolvable) {
        return usage_error("a board cannot be both solvable and unsolvable", hint);
    }
    if (walk.has_value() + !distance.empty() + unsolvable > 1) {
        return usage_error("--walk, --distance and --unsolvable exclude each other", hint);
    }
    if (iterations && (walk || !distance.empty())) {
        return usage_error("--iterations, --walk and --distance exclude each other", hint);
    }
    return std::nullopt;
}

int GenerateCommand::run() const {
    auto geometry = parse_size(size);
    if (!geometry) return fail(geometry.error());
    note_puzzle_name(size);
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
    if (made->size() > 1) {
        print_note(fmt::format("{} boards{}", made->size(), unique ? ", all different" : ""));
    }
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
    sub->add_option(
           "--distance", command->distance,
           "boards whose shortest solution has D moves; 5-40: a random number from 5 to 40")
        ->type_name("D");
    sub->add_option("--blank", command->blank,
                    "boards with the blank in this cell: row,column or a number, from 1")
        ->type_name("CELL");
    sub->add_flag("--unique", command->unique, "no board twice")->disable_flag_override();
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
    completed(sub->add_option("--format", command->format,
                              "how the boards are written (default inline); csv makes the origins' "
                              "scenario file, 42 replaces 42 school's generator"),
              {names_in(board_formats())})
        ->type_name("FORMAT");
    command->limits.add_to(*sub);
    command->output.add_json(*sub, "board");
    command->output.add_progress(*sub);
    set_examples(*sub, {{"tessera generate 4x4 --seed 7", "a random board, the same everywhere"},
                        {"tessera generate 3x3 -n 100 --distance 5-25 --unique",
                         "a hundred different boards, neither too easy nor too hard"}});
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
