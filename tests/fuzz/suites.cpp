// Suites of experiments in TOML: one that is taken is complete, and one that is not says where it is wrong.
//
// An input is the text of a suite.
#include "tessera/lab/suite.hpp"

#include "tessera/engine/registry.hpp"
#include "tessera/lab/suite_table.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tests/fuzz/fuzzing.hpp"

namespace tessera::fuzz {
namespace {

/// No suite of the fuzzer's reads the files of this machine.
bool names_a_place(std::string_view text) {
    const bool reads = text.find("file") != std::string_view::npos ||
                       text.find("external") != std::string_view::npos ||
                       text.find('\\') != std::string_view::npos;
    return reads && text.find_first_of("/\\") != std::string_view::npos;
}

std::int64_t number_at(const toml::table& table, std::string_view key) {
    return table[key].value_or(std::int64_t{0});
}

std::size_t cells_of(const toml::node& size) {
    const auto geometry = parse_size(size.value_or(std::string_view()));
    return geometry ? geometry->cells() : 0;
}

/// Whether making the boards takes a moment at most: what people may ask for takes as long as it takes. For boards at a
/// distance there are tables and searches.
bool is_quick(std::string_view text) {
    const toml::parse_result parsed = toml::parse(text);
    if (!parsed) return true;
    const toml::array* boards = parsed.table()["boards"].as_array();
    if (boards == nullptr) return true;
    for (const toml::node& node : *boards) {
        const toml::table* table = node.as_table();
        if (table == nullptr || !table->contains("generate")) continue;
        if (number_at(*table, "count") > 20 || number_at(*table, "moves") > 1'000 ||
            number_at(*table, "distance") > 6) {
            return false;
        }
        const std::size_t most_cells = table->contains("distance") ? 9 : 36;
        const auto is_small = [&](const toml::node& size) { return cells_of(size) <= most_cells; };
        const toml::node* size = table->get("size");
        if (size == nullptr) continue;
        if (const toml::array* sizes = size->as_array()) {
            if (!std::all_of(sizes->begin(), sizes->end(), is_small)) return false;
        } else if (!is_small(*size)) {
            return false;
        }
    }
    return boards->size() <= 8;
}

bool same(const lab::LabSuite& a, const lab::LabSuite& b) {
    const auto same_board = [](const lab::RunBoard& one, const lab::RunBoard& other) {
        return one.set == other.set && one.id == other.id && one.start == other.start &&
               one.goal == other.goal && one.optimal == other.optimal;
    };
    const auto same_name = [](const lab::RunConfiguration& one,
                              const lab::RunConfiguration& other) {
        return one.name == other.name;
    };
    return a.title == b.title && a.notes == b.notes && a.repetitions == b.repetitions &&
           std::equal(a.boards.begin(), a.boards.end(), b.boards.begin(), b.boards.end(),
                      same_board) &&
           std::equal(a.configurations.begin(), a.configurations.end(), b.configurations.begin(),
                      b.configurations.end(), same_name);
}

}  // namespace

void suites(Bytes input) {
    const std::string_view text = text_of(input);
    if (names_a_place(text) || !is_quick(text)) return;
    const lab::SuiteSurroundings nowhere{"/nonexistent", "/nonexistent"};
    const auto suite = lab::read_suite(text, "fuzz", "fuzz.toml", nowhere);
    if (!suite) {
        must_be_helpful(suite.error());
        must(suite.error().message.find("fuzz.toml: ") == 0 &&
                 suite.error().message.find("(line ") != std::string::npos,
             "without a place: {}", suite.error().message);
        return;
    }
    must(!suite->configurations.empty(), "a suite without configurations");
    must(!suite->boards.empty() || !suite->notes.empty(), "a suite without boards");
    must(suite->repetitions >= 1, "a suite that is never run");
    for (const lab::RunBoard& board : suite->boards) {
        must_be_a_board(board.start);
        must_be_a_board(board.goal);
        must(board.start.geometry() == board.goal.geometry(), "a goal of another size");
        must(!board.id.empty() && !board.set.empty(), "a board without a name");
    }
    for (const lab::RunConfiguration& one : suite->configurations) {
        must(!one.name.empty(), "a configuration without a name");
        const bool known = one.algorithm == "auto" || one.algorithm == "anytime" ||
                           find_algorithm(one.algorithm).ok();
        must(known, "there is no algorithm {}", one.algorithm);
    }
    const std::size_t runs =
        suite->boards.size() * suite->configurations.size() * suite->repetitions;
    if (runs <= 1'000) must(suite->tasks().size() == runs, "more or fewer runs than there are");
    const auto again = lab::read_suite(text, "fuzz", "fuzz.toml", nowhere);
    must(again && same(*suite, *again), "read again, it is another suite");
}

}  // namespace tessera::fuzz
