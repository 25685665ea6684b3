// The boards of a suite: read from texts and files, taken from shipped sets, or generated.
#include "tessera/lab/suite_boards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <limits>
#include <set>

#include "tessera/base/nearest.hpp"
#include "tessera/engine/generate_at_distance.hpp"
#include "tessera/lab/text_file.hpp"
#include "tessera/puzzle/collections.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/generate.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::lab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view sources[] = {"boards", "suite", "file", "external", "generate"};
constexpr std::string_view board_keys[] = {
    "boards", "suite", "file", "external", "generate", "name",   "goal",    "count",     "size",
    "seed",   "moves", "undo", "unique",   "distance", "format", "columns", "keep_going"};
constexpr std::uint64_t most_boards = 1'000'000;

/// `wanted` is a goal's name or a board; empty: the entry's own, else blank-last.
Result<DynamicBoard> goal_for(const BoardEntry& entry, const std::string& wanted) {
    const Geometry geometry = entry.board.geometry();
    if (wanted.empty()) {
        if (entry.goal) return *entry.goal;
        return make_goal(entry.goal_name.value_or("blank-last"), geometry);
    }
    if (wanted.find_first_of("0123456789") == std::string::npos) return make_goal(wanted, geometry);
    auto read = read_boards(wanted, {geometry, "", "goal"});
    if (!read) return read.error();
    if (read->boards.size() != 1 || read->boards.front().board.geometry() != geometry) {
        return usage_error("the goal has another size than the boards",
                           "give a goal's name, or one board of their size");
    }
    return read->boards.front().board;
}

// ---- Tables of other people -----------------------------------------------------------------

std::vector<std::string_view> fields_of(std::string_view line) {
    const std::string_view separators = line.find(',') != std::string_view::npos ? "," : " \t";
    std::vector<std::string_view> fields;
    while (!line.empty()) {
        const std::size_t end = line.find_first_of(separators);
        const std::string_view field = line.substr(0, end);
        // Several spaces separate as one does; between commas an empty field is a field.
        if (separators == "," || !field.empty()) fields.push_back(field);
        line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
    }
    return fields;
}

/// Lines that are neither empty nor a comment, with their numbers.
template <class Visit>
void for_each_line(std::string_view text, const Visit& visit) {
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.find_first_not_of(" \t") == std::string_view::npos || line[0] == '#') continue;
        visit(line, number);
    }
}

std::optional<Cost> cost_of(std::string_view text) {
    std::uint16_t value = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || rest != text.data() + text.size()) return std::nullopt;
    return static_cast<Cost>(value);
}

/// The columns by position; `tiles` are `cells` fields, unless commas separate the fields.
class ColumnReader {
  public:
    ColumnReader(PlacedList<std::string> columns, Geometry size, std::string_view source)
        : columns_(std::move(columns)), size_(size), source_(source) {}

    /// Lines that are no board are left out and their faults added to `left_out`, where it is given.
    Result<std::vector<BoardEntry>> read(std::string_view text,
                                         std::vector<std::string>* left_out) const {
        std::vector<BoardEntry> entries;
        bool heading_may_come = true;
        std::optional<Error> first_fault;
        for_each_line(text, [&](std::string_view line, std::size_t number) {
            std::optional<Error> bad_length;
            auto entry = entry_of(line, number, bad_length);
            const bool heading = heading_may_come && !entry && !bad_length;
            heading_may_come = false;
            if (entry && !bad_length) {
                entries.push_back(std::move(*entry));
            } else if (!heading) {
                const Error& fault = bad_length ? *bad_length : entry.error();
                if (!first_fault) first_fault = fault;
                if (left_out != nullptr) left_out->push_back(fault.message);
            }
        });
        if (first_fault && left_out == nullptr) return *first_fault;
        if (entries.empty()) {
            return input_error(fmt::format("{}: there is no board in it", source_),
                               "'columns' must name its columns in their order");
        }
        return entries;
    }

  private:
    /// A line without a board may be a heading; one with a board and a wrong length is a fault in any case.
    Result<BoardEntry> entry_of(std::string_view line, std::size_t number,
                                std::optional<Error>& bad_length) const {
        const std::vector<std::string_view> fields = fields_of(line);
        const bool by_commas = line.find(',') != std::string_view::npos;
        BoardEntry entry;
        std::size_t next = 0;
        std::string tiles;
        std::string_view no_length;
        const auto length = [&](std::string_view text) {
            const std::optional<Cost> cost = cost_of(text);
            if (!cost && !text.empty() && text != "unsolvable") no_length = text;
            return cost;
        };
        for (const Placed<std::string>& column : columns_) {
            const std::size_t width = column.value == "tiles" && !by_commas ? size_.cells() : 1;
            if (next + width > fields.size()) break;
            if (column.value == "tiles") {
                tiles = fmt::format(
                    "{}",
                    fmt::join(fields.begin() + static_cast<std::ptrdiff_t>(next),
                              fields.begin() + static_cast<std::ptrdiff_t>(next + width), " "));
            } else if (column.value == "id") {
                entry.id = std::string(fields[next]);
            } else if (column.value == "optimal") {
                entry.optimal = length(fields[next]);
            } else if (column.value == "reference") {
                entry.reference = length(fields[next]);
            }
            next += width;
        }
        const std::string where = fmt::format("{}, line {}", source_, number);
        if (tiles.empty()) {
            return input_error(fmt::format("{}: there are too few fields for a board", where),
                               "'columns' must name its columns in their order");
        }
        auto read = read_boards(tiles, {size_, "flat", where});
        if (!read) return read.error();
        entry.board = read->boards.front().board;
        if (!no_length.empty()) {
            bad_length = input_error(
                fmt::format("{}: '{}' is not the length of a solution", where, no_length),
                "'columns' must name its columns in their order");
        }
        return entry;
    }

    PlacedList<std::string> columns_;
    Geometry size_;
    std::string source_;
};

// ---- Generated boards -----------------------------------------------------------------------

/// How one set of boards is to be made.
struct Recipe {
    std::string kind;
    std::uint64_t moves = 0;
    bool undo = false;
    int distance = 0;
    std::uint64_t count = 1;
    std::uint64_t seed = 1;
    bool unique = false;
};

Result<std::vector<BoardEntry>> generated(const Recipe& recipe, const DynamicBoard& goal) {
    Engine engine;
    Limits limits;
    limits.time = std::chrono::seconds(60);
    DistanceGenerator at_distance(engine, goal, limits);
    Observer nobody;
    Random random(recipe.seed);
    std::set<std::vector<Tile>> seen;
    std::vector<BoardEntry> made;
    const std::uint64_t patience = 1000 + 100 * recipe.count;
    for (std::uint64_t tries = 0; made.size() < recipe.count; ++tries) {
        if (tries == patience) {
            return input_error(
                fmt::format("only {} different boards were found in {} tries, not {}", made.size(),
                            tries, recipe.count),
                "ask for fewer, or leave out 'unique'");
        }
        BoardEntry entry;
        if (recipe.kind == "distance") {
            auto board = at_distance.make(recipe.distance, random, nobody);
            if (!board) return board.error();
            entry.board = std::move(*board);
            entry.optimal = static_cast<Cost>(recipe.distance);
        } else if (recipe.kind == "walk") {
            entry.board = recipe.undo ? random_passes(goal, recipe.moves, true, random)
                                      : random_walk(goal, recipe.moves, random);
        } else {
            entry.board = recipe.kind == "unsolvable" ? random_unsolvable(goal, random)
                                                      : random_solvable(goal, random);
        }
        if (recipe.unique && !seen.insert(tiles_of(entry.board)).second) continue;
        made.push_back(std::move(entry));
    }
    return made;
}

// ---- One [[boards]] table -------------------------------------------------------------------

class BoardSets {
  public:
    BoardSets(const toml::table& table, const SuiteSurroundings& surroundings, SuiteFaults& faults,
              LabSuite& suite)
        : table_(table, "[[boards]]", faults, board_keys),
          surroundings_(surroundings),
          faults_(faults),
          suite_(suite) {}

    void read() {
        std::string source;
        for (const std::string_view one : sources) {
            if (!table_.has(one)) continue;
            if (!source.empty()) {
                table_.fault(one, fmt::format("'{}' and '{}' exclude each other", source, one),
                             "write one [[boards]] for each source");
            }
            source = one;
        }
        goal_ = table_.text("goal").value_or("");
        sizes_ = table_.texts("size");
        if (source.empty()) {
            table_.fault("", "this [[boards]] names no source of boards",
                         fmt::format("give one of {}", fmt::join(sources, ", ")));
        } else if (source == "generate") {
            generate();
        } else {
            forbid({"seed", "moves", "undo", "unique", "distance"}, "generated boards");
            if (source == "boards" || source == "suite")
                forbid({"format", "columns", "keep_going"}, "files");
            take(source);
        }
    }

  private:
    void forbid(std::initializer_list<std::string_view> keys, std::string_view what) {
        for (const std::string_view key : keys) {
            if (table_.has(key))
                table_.fault(key, fmt::format("'{}' is for {}", key, what), "leave it out here");
        }
    }

    std::optional<Geometry> one_size() {
        if (sizes_.empty()) return std::nullopt;
        if (sizes_.size() > 1) {
            faults_.add(sizes_[1].place, "several sizes are for generated boards",
                        "write one [[boards]] for each size");
        }
        auto size = parse_size(sizes_.front().value);
        if (size) return *size;
        faults_.add(sizes_.front().place, size.error());
        return std::nullopt;
    }

    Result<std::vector<BoardEntry>> entries_of_file(const fs::path& path) {
        auto text = text_of_file(path, "files are looked for relative to the suite's own");
        if (!text) return text.error();
        const std::optional<Geometry> size = one_size();
        const bool keep_going = table_.flag("keep_going").value_or(false);
        if (PlacedList<std::string> columns = table_.texts("columns"); !columns.empty()) {
            const bool tiles = std::any_of(columns.begin(), columns.end(),
                                           [](const auto& one) { return one.value == "tiles"; });
            if (!size || !tiles) {
                return input_error("'columns' needs a 'size', and a column called 'tiles'",
                                   "for example size = \"4x4\", columns = [\"id\", \"tiles\"]");
            }
            std::vector<std::string> left_out;
            auto entries = ColumnReader(std::move(columns), *size, path.string())
                               .read(*text, keep_going ? &left_out : nullptr);
            if (entries) note_left_out(left_out);
            return entries;
        }
        const std::string format = table_.text("format").value_or("");
        auto read = read_boards(*text, {size, format, path.string()});
        if (read) return std::move(read->boards);
        if (!keep_going) return read.error();
        return entries_of_lines(*text, size, format, path.string(), read.error());
    }

    /// The lines of a file that has a board on each, without those that are none. Where most lines are no board, it has
    /// another form: then `fault`, that of the whole file, stands.
    Result<std::vector<BoardEntry>> entries_of_lines(std::string_view text,
                                                     const std::optional<Geometry>& size,
                                                     const std::string& format,
                                                     const std::string& source,
                                                     const Error& fault) {
        std::vector<BoardEntry> entries;
        std::vector<std::string> left_out;
        for_each_line(text, [&](std::string_view line, std::size_t number) {
            auto read = read_boards(line, {size, format, source});
            if (!read) {
                // Once more at its place, for the message.
                const std::string placed = std::string(number - 1, '\n').append(line);
                const auto again = read_boards(placed, {size, format, source});
                left_out.push_back((again ? read : again).error().message);
                return;
            }
            for (BoardEntry& entry : read->boards) {
                // Boards keep the numbers that they have in the file.
                if (entry.id.empty())
                    entry.id = fmt::format("{}", entries.size() + left_out.size() + 1);
                entries.push_back(std::move(entry));
            }
        });
        if (entries.size() < left_out.size()) return fault;
        note_left_out(left_out);
        return entries;
    }

    void note_left_out(const std::vector<std::string>& faults) {
        for (const std::string& fault : faults)
            suite_.notes.push_back(fmt::format("left out: {}", fault));
    }

    Result<std::vector<BoardEntry>> entries_of_texts() {
        std::vector<BoardEntry> entries;
        const std::optional<Geometry> size = one_size();
        for (const Placed<std::string>& one : table_.texts("boards")) {
            auto read = read_boards(one.value, {size, "", "board"});
            if (!read) {
                faults_.add(one.place, read.error());
                break;
            }
            std::move(read->boards.begin(), read->boards.end(), std::back_inserter(entries));
        }
        return entries;
    }

    /// Boards that exist: from the suite itself, the program, or a file.
    void take(std::string_view source) {
        const std::string word = source == "boards" ? "" : table_.text(source).value_or("");
        std::string name = table_.text("name").value_or("");
        Result<std::vector<BoardEntry>> entries{std::vector<BoardEntry>()};
        if (source == "boards") {
            entries = entries_of_texts();
            if (name.empty()) name = "boards";
        } else if (source == "suite") {
            entries = suite_boards(word);
            if (name.empty()) name = word.substr(0, word.find(':'));
        } else {
            const fs::path path =
                fs::path(source == "file" ? surroundings_.folder : surroundings_.data_folder) /
                word;
            std::error_code ignored;
            if (name.empty()) name = path.stem().string();
            if (source == "external" && !fs::exists(path, ignored)) {
                suite_.notes.push_back(fmt::format(
                    "the boards of {} are left out: there is no {}; set TESSERA_DATA to the folder "
                    "that holds the reference data of other projects",
                    name, path.string()));
                suite_.missing.push_back(path.string());
                return;
            }
            entries = entries_of_file(path);
        }
        if (!entries) {
            faults_.add(table_.place(source), entries.error());
            return;
        }
        const std::uint64_t most = table_.whole("count", 1, most_boards).value_or(most_boards);
        if (entries->size() > most) entries->resize(static_cast<std::size_t>(most));
        add(name, *entries, goal_);
    }

    void generate() {
        forbid({"format", "columns", "keep_going"}, "files");
        const std::optional<Recipe> recipe = this->recipe();
        if (!recipe) return;
        if (sizes_.empty()) {
            table_.fault("generate", "generated boards need a size", "for example size = \"4x4\"");
        }
        const std::string given = table_.text("name").value_or("");
        for (const Placed<std::string>& text : sizes_) {
            const auto size = parse_size(text.value);
            if (!size) {
                faults_.add(text.place, size.error());
                return;
            }
            BoardEntry any;
            any.board = *make_goal("blank-last", *size);
            const auto goal = goal_for(any, goal_);
            if (!goal) {
                faults_.add(table_.place("goal"), goal.error());
                return;
            }
            auto entries = generated(*recipe, *goal);
            if (!entries) {
                faults_.add(table_.place("generate"), entries.error());
                return;
            }
            for (BoardEntry& entry : *entries) entry.goal = *goal;
            const std::string size_name = fmt::format("{}x{}", size->rows, size->cols);
            std::string name = given;
            if (given.empty()) name = fmt::format("{} {}", recipe->kind, size_name);
            if (!given.empty() && sizes_.size() > 1) name = fmt::format("{} {}", given, size_name);
            add(name, *entries, "");
        }
    }

    std::optional<Recipe> recipe() {
        static constexpr std::string_view kinds[] = {"uniform", "walk", "distance", "unsolvable"};
        Recipe recipe;
        recipe.kind = table_.text("generate").value_or("");
        if (std::find(std::begin(kinds), std::end(kinds), recipe.kind) == std::end(kinds)) {
            const std::string_view nearest = nearest_name(recipe.kind, kinds);
            table_.fault("generate", fmt::format("there is no generator '{}'", recipe.kind),
                         nearest.empty() ? fmt::format("generators: {}", fmt::join(kinds, ", "))
                                         : fmt::format("did you mean '{}'?", nearest));
            return std::nullopt;
        }
        needs("walk", recipe.kind, "moves", "for example moves = 100");
        needs("distance", recipe.kind, "distance", "for example distance = 20");
        if (recipe.kind != "walk") forbid({"undo"}, "generate = \"walk\"");
        constexpr std::uint64_t most_moves = 1'000'000'000;
        recipe.moves = table_.whole("moves", 0, most_moves).value_or(0);
        recipe.undo = table_.flag("undo").value_or(false);
        constexpr std::uint64_t most_distance = 1'000'000;
        recipe.distance = static_cast<int>(table_.whole("distance", 0, most_distance).value_or(0));
        recipe.count = table_.whole("count", 1, most_boards).value_or(1);
        recipe.seed = table_.whole("seed", 0, std::numeric_limits<std::int64_t>::max()).value_or(1);
        recipe.unique = table_.flag("unique").value_or(false);
        return recipe;
    }

    /// The key belongs to this kind of generator, and to no other.
    void needs(std::string_view kind, std::string_view chosen, std::string_view key,
               std::string hint) {
        if (kind == chosen && !table_.has(key)) {
            table_.fault("generate", fmt::format("generate = \"{}\" needs '{}'", kind, key),
                         std::move(hint));
        } else if (kind != chosen && table_.has(key)) {
            table_.fault(key, fmt::format("'{}' is for generate = \"{}\"", key, kind),
                         "leave it out here");
        }
    }

    void add(const std::string& set, const std::vector<BoardEntry>& entries,
             const std::string& goal) {
        const bool taken = std::any_of(suite_.boards.begin(), suite_.boards.end(),
                                       [&](const RunBoard& board) { return board.set == set; });
        if (taken) {
            table_.fault("name", fmt::format("there are two sets of boards called '{}'", set),
                         "give one of them another 'name'");
        }
        std::set<std::string, std::less<>> ids;
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const BoardEntry& entry = entries[i];
            const auto target = goal_for(entry, goal);
            if (!target) {
                faults_.add(table_.place("goal"), target.error());
                return;
            }
            RunBoard board;
            board.set = set;
            board.id = entry.id.empty() ? fmt::format("{}", i + 1) : entry.id;
            if (!ids.insert(board.id).second) board.id = fmt::format("{} ({})", board.id, i + 1);
            board.start = entry.board;
            board.goal = *target;
            board.optimal = entry.optimal;
            board.reference = entry.reference;
            suite_.boards.push_back(std::move(board));
        }
    }

    SuiteTable table_;
    const SuiteSurroundings& surroundings_;
    SuiteFaults& faults_;
    LabSuite& suite_;
    std::string goal_;
    PlacedList<std::string> sizes_;
};

}  // namespace

void add_boards(const toml::table& table, const SuiteSurroundings& surroundings,
                SuiteFaults& faults, LabSuite& suite) {
    BoardSets(table, surroundings, faults, suite).read();
}

}  // namespace tessera::lab
