// Compares tables of pattern databases: bits with bytes, one thread with several, a built table with one read from a file.
#include "tessera/selftest/selftest_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

#include "tessera/backends/table_files.hpp"
#include "tessera/pdb/builder.hpp"
#include "tessera/pdb/byte_table.hpp"
#include "tessera/pdb/placement.hpp"
#include "tessera/puzzle/random.hpp"

namespace tessera::lab {
namespace {

constexpr std::size_t plenty_of_memory = std::size_t{1} << 30;
constexpr std::uint64_t entries_drawn = 20'000;

class KeptNotes final : public backends::TableNotices {
  public:
    void note(std::string_view text) override { text_ = text; }
    const std::string& text() const { return text_; }

  private:
    std::string text_;
};

/// A folder of its own, gone with the object.
class ScratchFolder {
  public:
    ScratchFolder() {
        std::error_code ignored;
        const auto base = std::filesystem::temp_directory_path(ignored);
        std::string name = (base / "tessera-selftest-XXXXXX").string();
        if (mkdtemp(name.data()) != nullptr) path_ = name;
    }
    ~ScratchFolder() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    const std::string& path() const { return path_; }

  private:
    std::string path_;
};

/// Calls `visit(cells, blank)` for every way the tiles can lie and every place of the blank; stops when it says false.
template <class Visit>
bool for_every_state(std::size_t board, std::size_t tiles, std::vector<Cell>& cells, Visit& visit) {
    for (std::size_t c = 0; c < board; ++c) {
        const Cell cell = make_cell(c);
        if (std::find(cells.begin(), cells.end(), cell) != cells.end()) continue;
        if (cells.size() == tiles) {
            if (!visit(cells, cell)) return false;
            continue;
        }
        cells.push_back(cell);
        const bool go_on = for_every_state(board, tiles, cells, visit);
        cells.pop_back();
        if (!go_on) return false;
    }
    return true;
}

std::uint64_t number_of_states(std::size_t board, std::size_t tiles) {
    std::uint64_t states = 1;
    for (std::size_t i = 0; i <= tiles; ++i) states *= board - i;
    return states;
}

pdb::Pattern random_pattern(Geometry geometry, std::size_t tiles, Random& random) {
    pdb::Pattern pattern{geometry, make_cell(random.below(geometry.cells())), {}};
    std::vector<Tile> all;
    all.reserve(geometry.cells() - 1);
    for (std::size_t t = 1; t < geometry.cells(); ++t) all.push_back(make_tile(t));
    random.shuffle(std::span(all));
    pattern.tiles.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(tiles));
    std::sort(pattern.tiles.begin(), pattern.tiles.end());
    return pattern;
}

std::string compare_with_file(const pdb::BitTable& table, pdb::BuildObserver& observer) {
    const ScratchFolder folder;
    if (folder.path().empty()) return "no temporary folder could be made";
    KeptNotes notes;
    for (const std::string_view source : {"written to a file", "read from a file"}) {
        backends::FileTables files(folder.path(), notes);
        if (files.at_hand(table.pattern()) != (source == "read from a file")) {
            return fmt::format("the table {} is not where it should be: {}", source, notes.text());
        }
        const auto other = files.table(table.pattern(), plenty_of_memory, observer);
        if (!other) return other.error().message;
        if (!std::ranges::equal((*other)->words(), table.words())) {
            return fmt::format("the table {} differs from that built in memory", source);
        }
    }
    return {};
}

}  // namespace

TableComparison compare_with_bytes(const pdb::BitTable& table, std::uint64_t seed,
                                   std::uint64_t most) {
    TableComparison result;
    result.pattern = table.pattern();
    const std::size_t board = table.pattern().geometry.cells();
    const std::size_t tiles = table.pattern().tiles.size();
    const pdb::ByteTable bytes(table.pattern());
    const auto agrees = [&](const std::vector<Cell>& cells, Cell blank) {
        const std::uint8_t expected = bytes.distance(cells, blank);
        if (expected == pdb::ByteTable::unreached) return true;
        ++result.entries;
        const Cost found = table.distance(pdb::placement_of(cells), blank);
        if (found == Cost{expected}) return true;
        std::string where;
        for (const Cell cell : cells) where += fmt::format(" {}", index(cell));
        result.fault = fmt::format(
            "bit table {}, byte table {}, with the tiles on cells{} and the blank on {}", found,
            expected, where, index(blank));
        return false;
    };
    if (number_of_states(board, tiles) <= most) {
        std::vector<Cell> cells;
        for_every_state(board, tiles, cells, agrees);
        return result;
    }
    Random random(seed);
    std::vector<Cell> cells(board);
    for (std::size_t c = 0; c < board; ++c) cells[c] = make_cell(c);
    for (std::uint64_t i = 0; i < most; ++i) {
        random.shuffle(std::span(cells));
        const std::vector<Cell> chosen(cells.begin(),
                                       cells.begin() + static_cast<std::ptrdiff_t>(tiles));
        if (!agrees(chosen, cells.back())) break;
    }
    return result;
}

TableComparison compare_tables(std::uint64_t seed, std::uint64_t number, Executor& several,
                               const std::function<bool()>& cancelled) {
    static constexpr std::array<Geometry, 12> sizes{{{2, 2},
                                                     {2, 3},
                                                     {3, 2},
                                                     {2, 4},
                                                     {4, 2},
                                                     {3, 3},
                                                     {2, 5},
                                                     {5, 2},
                                                     {3, 4},
                                                     {4, 3},
                                                     {2, 6},
                                                     {6, 2}}};
    Random random(seed + 0x51ed270b * (number + 1));
    const bool for_file = number % 10 == 9;
    const Geometry geometry = for_file ? Geometry{4, 4} : sizes[number % sizes.size()];
    const std::size_t most_tiles = std::min<std::size_t>(geometry.cells() - 1, 4);
    const std::size_t tiles = for_file ? 5 : 1 + static_cast<std::size_t>(random.below(most_tiles));
    // Files hold normalised patterns only, so that is what is compared.
    const pdb::Pattern pattern = pdb::normalise(random_pattern(geometry, tiles, random)).pattern;

    TableComparison result;
    result.pattern = pattern;
    const auto numbering = std::make_shared<const pdb::PlacementIndex>(geometry, tiles);
    BuildUntil observer([&] { return cancelled && cancelled(); });
    Executor alone;
    const auto one = pdb::build_table(pattern, numbering, alone, observer, plenty_of_memory);
    const auto many = pdb::build_table(pattern, numbering, several, observer, plenty_of_memory);
    if (!one || !many) {
        result.fault = (!one ? one.error() : many.error()).message;
        return result;
    }
    if (!std::ranges::equal((*one)->words(), (*many)->words())) {
        result.fault = fmt::format("{} threads build another table than one", several.workers());
        return result;
    }
    if (for_file) {
        result.from_file = true;
        result.fault = compare_with_file(**one, observer);
        return result;
    }
    return compare_with_bytes(**one, seed, entries_drawn);
}

}  // namespace tessera::lab
