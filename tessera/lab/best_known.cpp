// The best-known solutions of sets of boards: a file for each set, with moves that can be replayed. Only a shorter
// solution or a higher bound changes them.
#include "tessera/lab/best_known.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tessera/api/json.hpp"
#include "tessera/base/text.hpp"
#include "tessera/lab/json_fields.hpp"
#include "tessera/lab/text_file.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/manhattan.hpp"

namespace tessera::lab {
namespace {

namespace fs = std::filesystem;

constexpr BestKnownSet known_sets[] = {
    {"korf24", "Korf and Felner's 50 24-puzzles"},
    {"deepcubea-15", "the first 100 of DeepCubeA's 15-puzzles"},
    {"deepcubea-24", "the first 100 of DeepCubeA's 24-puzzles"},
    {"deepcubea-35", "the first 100 of DeepCubeA's 35-puzzles"},
    {"deepcubea-48", "the first 100 of DeepCubeA's 48-puzzles"},
    {"random17", "the first 100 of hog2's uniform 6x3 boards"},
    {"random19", "the first 100 of hog2's uniform 5x4 boards"},
    {"random35", "the first 100 of hog2's uniform 6x6 boards"},
    {"random48", "the first 100 of hog2's uniform 7x7 boards"},
    {"uniform-5x5", "20 uniform boards of 5x5 from seed 5", true},
    {"uniform-6x6", "20 uniform boards of 6x6 from seed 6", true},
    {"uniform-7x7", "20 uniform boards of 7x7 from seed 7", true},
    {"uniform-8x8", "20 uniform boards of 8x8 from seed 8", true},
    {"uniform-9x9", "20 uniform boards of 9x9 from seed 9", true},
    {"uniform-10x10", "20 uniform boards of 10x10 from seed 10", true},
};

/// The number at the end of a board's name: korf24-5 and 5 are 5.
std::optional<std::uint64_t> number_of(std::string_view id) {
    id.remove_prefix(id.rfind('-') + 1);
    std::uint64_t number = 0;
    const auto [rest, error] = std::from_chars(id.data(), id.data() + id.size(), number);
    if (error != std::errc() || rest != id.data() + id.size()) return std::nullopt;
    return number;
}

/// One line, which must be as it was written: nothing left out, added or in another order.
std::optional<BestKnown> read_line(std::string_view line) {
    const nlohmann::json json = nlohmann::json::parse(line, nullptr, false);
    if (!json.is_object()) return std::nullopt;
    BestKnown known;
    const auto read = [&](const char* name, auto& field) {
        const auto member = json.find(name);
        return member != json.end() && read_field(*member, field);
    };
    if (!read("number", known.number) || !read("length", known.length) ||
        !read("lower_bound", known.lower_bound) || !read("proof", known.proof) ||
        !read("found", known.found) || !read("how", known.how) || !read("moves", known.moves)) {
        return std::nullopt;
    }
    if (json.contains("board") && !read("board", known.board)) return std::nullopt;
    if (to_json(known) != line) return std::nullopt;
    return known;
}

bool is_day(std::string_view text) {
    if (text.size() != 10) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool dash = i == 4 || i == 7;
        if (dash ? text[i] != '-' : text[i] < '0' || text[i] > '9') return false;
    }
    return true;
}

/// The bound that needs no search.
struct PlainBound {
    std::uint64_t value = 0;
    std::string_view proof;
};
PlainBound plain_bound(const RunBoard& board) {
    if (board.optimal) return {static_cast<std::uint64_t>(*board.optimal), published_proof};
    return {static_cast<std::uint64_t>(manhattan_distance(board.start, board.goal)),
            manhattan_proof};
}

/// What is wrong with the figures of a line, whether its board is here or not; empty: nothing.
std::string fault_of_figures(const BestKnown& known, bool ours) {
    // Directions do not depend on the board.
    const auto moves = parse_moves(known.moves, DynamicBoard(), Notation::compact);
    if (!moves) return moves.error().message;
    if (format_moves(*moves, DynamicBoard(), Notation::compact) != known.moves)
        return "the moves are not written with run lengths, as in U2RDL3";
    if (moves->size() != known.length)
        return fmt::format("the length is given as {} and is {}", known.length, moves->size());
    if (known.lower_bound > known.length)
        return fmt::format("the lower bound {} is above the length {}", known.lower_bound,
                           known.length);
    if ((known.lower_bound ^ known.length) & 1)
        return fmt::format("the lower bound {} has not the parity of the length {}",
                           known.lower_bound, known.length);
    if (known.proof.empty()) return "nothing is said to prove the lower bound";
    if (known.how.empty()) return "nothing is said about how it was found";
    if (!is_day(known.found)) return "the day is not written as in 2026-11-18";
    if (ours == known.board.empty()) {
        return ours ? "the board is missing"
                    : "boards of other projects are referred to and not copied";
    }
    return {};
}

/// What is wrong with a line, given its board; empty: nothing.
std::string fault_of_solution(const BestKnown& known, const RunBoard& board) {
    if (!known.board.empty() && known.board != inline_form(board.start))
        return fmt::format("board {} is {}", known.number, inline_form(board.start));
    const auto moves = parse_moves(known.moves, board.start, Notation::compact);
    const auto end = replay(board.start, *moves);
    if (!end) return end.error().message;
    if (!(*end == board.goal)) return "the moves do not lead to the goal";
    const PlainBound plain = plain_bound(board);
    if (known.proof == plain.proof && known.lower_bound != plain.value)
        return fmt::format("the lower bound ({}) is given as {} and is {}", plain.proof,
                           known.lower_bound, plain.value);
    if (known.lower_bound < plain.value)
        return fmt::format("the lower bound {} is below {} ({})", known.lower_bound, plain.value,
                           plain.proof);
    if (board.optimal && known.lower_bound > plain.value)
        return fmt::format("the lower bound {} is above the optimal length {}", known.lower_bound,
                           plain.value);
    if (!board.optimal && known.proof == published_proof)
        return "no optimal length of this board was published";
    return {};
}

}  // namespace

std::span<const BestKnownSet> best_known_sets() {
    return known_sets;
}

std::string to_json(const BestKnown& known) {
    const std::string board =
        known.board.empty() ? "" : fmt::format("\"board\":{},", json_string(known.board));
    return fmt::format(
        "{{\"number\":{},\"length\":{},\"lower_bound\":{},\"proof\":{},\"found\":{},\"how\":{},{}"
        "\"moves\":{}}}",
        known.number, known.length, known.lower_bound, json_string(known.proof),
        json_string(known.found), json_string(known.how), board, json_string(known.moves));
}

std::string BestKnownFault::text() const {
    if (line == 0) return fmt::format("{}: {}", file, message);
    return fmt::format("{}, line {}: {}", file, line, message);
}

// ---- Reading --------------------------------------------------------------------------------

std::string BestKnownSolutions::file_of(std::string_view set) const {
    return (fs::path(folder_) / fmt::format("{}.jsonl", set)).string();
}

Result<BestKnownSolutions> BestKnownSolutions::of_nothing() {
    auto suite = load_suite("best-known");
    if (!suite) return suite.error();
    BestKnownSolutions solutions;
    for (RunBoard& board : suite->boards) {
        const auto number = number_of(board.id);
        if (!number) {
            return input_error(fmt::format("{}: '{}' is not the number of a board", board.set,
                                           formats::excerpt(board.id)),
                               "the file of boards is not the one that is meant");
        }
        solutions.contents_[board.set].boards.emplace(*number, std::move(board));
    }
    return solutions;
}

void BestKnownSolutions::read(std::string_view set, std::string_view text) {
    Content& content = contents_[std::string(set)];
    std::size_t number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        const auto fault = [&](std::string message) {
            faults_.push_back({file_of(set), number, std::move(message)});
        };
        auto known = read_line(line);
        if (!known) {
            fault("it is not a line of the form of these files");
        } else if (!content.known.empty() && content.known.back().number >= known->number) {
            fault(fmt::format("board {} stands behind board {}", known->number,
                              content.known.back().number));
        } else {
            known->line = number;
            content.known.push_back(std::move(*known));
        }
    }
}

Result<BestKnownSolutions> BestKnownSolutions::open(const std::string& folder) {
    std::error_code unreadable;
    const fs::directory_iterator files(folder, unreadable);
    if (unreadable) {
        return input_error(
            fmt::format("cannot read the folder '{}': {}", folder, unreadable.message()),
            "name the folder of the best-known solutions");
    }
    auto solutions = of_nothing();
    if (!solutions) return solutions;
    solutions->folder_ = folder;
    for (const BestKnownSet& set : known_sets) {
        const std::string path = solutions->file_of(set.name);
        std::error_code ignored;
        if (!fs::exists(path, ignored)) continue;
        auto text = text_of_file(path, "check the permissions");
        if (!text) return text.error();
        solutions->read(set.name, *text);
    }
    for (const fs::directory_entry& file : files) {
        const std::string name = file.path().stem().string();
        if (file.path().extension() != ".jsonl") continue;
        if (std::ranges::none_of(known_sets, [&](const auto& set) { return set.name == name; }))
            solutions->faults_.push_back({file.path().string(), 0, "there is no such set"});
    }
    return solutions;
}

const std::vector<BestKnown>& BestKnownSolutions::of(std::string_view set) const {
    static const std::vector<BestKnown> none;
    const auto found = contents_.find(set);
    return found == contents_.end() ? none : found->second.known;
}

const std::map<std::uint64_t, RunBoard>& BestKnownSolutions::boards(std::string_view set) const {
    static const std::map<std::uint64_t, RunBoard> none;
    const auto found = contents_.find(set);
    return found == contents_.end() ? none : found->second.boards;
}

// ---- Checking -------------------------------------------------------------------------------

BestKnownCheck BestKnownSolutions::check() const {
    BestKnownCheck check;
    check.faults = faults_;
    for (const BestKnownSet& set : known_sets) {
        BestKnownCheck::Count count{set.name};
        const auto& here = boards(set.name);
        for (const BestKnown& known : of(set.name)) {
            std::string message = fault_of_figures(known, set.ours);
            const auto board = here.find(known.number);
            if (message.empty() && here.empty()) {
                ++count.skipped;
            } else if (message.empty() && board == here.end()) {
                message = fmt::format("the set has no board {}", known.number);
            } else if (message.empty()) {
                message = fault_of_solution(known, board->second);
                ++count.replayed;
            }
            if (!message.empty())
                check.faults.push_back({file_of(set.name), known.line, std::move(message)});
        }
        check.sets.push_back(count);
    }
    return check;
}

// ---- Changing -------------------------------------------------------------------------------

std::optional<BestKnownSolutions::Place> BestKnownSolutions::find(const DynamicBoard& start,
                                                                  const DynamicBoard& goal) const {
    for (const BestKnownSet& set : known_sets) {
        for (const auto& [number, board] : boards(set.name)) {
            if (board.start == start && board.goal == goal) return Place{&set, number};
        }
    }
    return std::nullopt;
}

std::uint64_t BestKnownSolutions::bound_of(const DynamicBoard& start,
                                           const DynamicBoard& goal) const {
    const auto place = find(start, goal);
    if (!place) return 0;
    for (const BestKnown& known : of(place->set->name)) {
        if (known.number == place->number) return known.lower_bound;
    }
    return plain_bound(boards(place->set->name).at(place->number)).value;
}

BestKnownDecision BestKnownSolutions::offer(const BestKnownOffer& offer) {
    const auto place = find(offer.start, offer.goal);
    if (!place) return {"", false, "the board is in none of the sets with this goal"};
    Content& content = contents_[std::string(place->set->name)];
    const RunBoard& board = content.boards.at(place->number);
    const auto decided = [&](bool taken, std::string message) {
        return BestKnownDecision{fmt::format("{}:{}", place->set->name, place->number), taken,
                                 std::move(message)};
    };
    const auto end = replay(board.start, offer.moves);
    if (!end) return decided(false, end.error().message);
    if (!(*end == board.goal)) return decided(false, "the moves do not lead to the goal");

    const auto at = std::ranges::lower_bound(content.known, place->number, {}, &BestKnown::number);
    const bool is_new = at == content.known.end() || at->number != place->number;
    const PlainBound plain = plain_bound(board);
    BestKnown now = is_new ? BestKnown{} : *at;
    if (is_new) {
        now.number = place->number;
        now.lower_bound = plain.value;
        now.proof = plain.proof;
        if (place->set->ours) now.board = inline_form(board.start);
    }
    const std::uint64_t length = offer.moves.size();
    const bool shorter = is_new || length < now.length;
    const bool higher = offer.lower_bound > now.lower_bound;
    const std::uint64_t best = shorter ? length : now.length;
    const std::uint64_t bound = std::max(offer.lower_bound, now.lower_bound);
    if (bound > best || (board.optimal && bound > plain.value)) {
        return decided(false, fmt::format("a length of {} and a proven bound of {} cannot both be "
                                          "right",
                                          board.optimal ? plain.value : best, bound));
    }
    if (!shorter && !higher) {
        return decided(
            false, fmt::format("it has {} moves, and the best known has {}", length, now.length));
    }
    const std::string before = is_new ? "the first" : fmt::format("instead of {}", now.length);
    if (shorter) {
        now.length = length;
        now.moves = format_moves(offer.moves, board.start, Notation::compact);
        now.how = offer.how;
        now.found = offer.day;
    }
    if (higher) {
        now.lower_bound = offer.lower_bound;
        now.proof = offer.proof;
    }
    if (is_new) {
        content.known.insert(at, now);
    } else {
        *at = now;
    }
    content.changed = true;
    std::string message = shorter ? fmt::format("{} moves, {}", length, before) : "";
    if (higher) {
        message +=
            fmt::format("{}the bound {} ({})", shorter ? "; " : "", now.lower_bound, now.proof);
    }
    return decided(true, message + (now.optimal() ? ": proven shortest" : ""));
}

std::optional<Error> BestKnownSolutions::save() {
    for (auto& [set, content] : contents_) {
        if (!content.changed) continue;
        // A file is always whole: the new one takes the place of the old one.
        const std::string path = file_of(set);
        const std::string beside = path + ".new";
        std::ofstream stream(beside, std::ios::binary);
        for (const BestKnown& known : content.known) stream << to_json(known) << '\n';
        stream.close();
        std::error_code failure;
        if (stream) fs::rename(beside, path, failure);
        if (!stream || failure) {
            fs::remove(beside, failure);
            return input_error(fmt::format("cannot write '{}'", path),
                               "check the permissions of the folder, and the disk");
        }
        content.changed = false;
    }
    return std::nullopt;
}

}  // namespace tessera::lab
