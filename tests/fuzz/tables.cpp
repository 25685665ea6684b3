// Table files of pattern databases: a damaged one is refused, and one that is taken has only entries that can be looked at.
//
// An input is a file as it is, or, where it begins with `!`, what stands behind that: the bytes 8 … 63 of a header (byte
// order, version, shape, tiles, numbers) and the payload. Then magic and checksums are made to fit, and the number of
// bytes and of states where the header has 0, because no fuzzer would find them.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "tessera/backends/table_files.hpp"
#include "tessera/base/hash.hpp"
#include "tessera/pdb/check_entries.hpp"
#include "tessera/pdb/file_format.hpp"
#include "tests/fuzz/fuzzing.hpp"

namespace tessera::fuzz {
namespace {

using FileBytes = std::vector<std::byte>;

constexpr std::size_t fields_begin = 8;
constexpr std::size_t fields_end = 64;
constexpr std::size_t states_at = 40;
constexpr std::size_t payload_bytes_at = 48;
constexpr std::size_t payload_checksum_at = 56;
constexpr std::size_t header_checksum_at = pdb::header_bytes - 8;

/// A folder in memory of this process's own, where there is such a file system.
class TableFolder {
  public:
    TableFolder() {
        std::string name = std::filesystem::exists("/dev/shm")
                               ? "/dev/shm/tessera-fuzz-XXXXXX"
                               : std::filesystem::temp_directory_path() / "tessera-fuzz-XXXXXX";
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
        folder_ = name;
    }
    ~TableFolder() {
        std::error_code error;
        std::filesystem::remove_all(folder_, error);
    }
    TableFolder(const TableFolder&) = delete;
    TableFolder& operator=(const TableFolder&) = delete;

    const std::string& folder() const { return folder_; }

    static void write(const std::string& path, const FileBytes& bytes) {
        const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        const ssize_t count = ::write(file, bytes.data(), bytes.size());
        close(file);
        if (count != static_cast<ssize_t>(bytes.size())) throw std::runtime_error("cannot write");
    }

  private:
    std::string folder_;
};

template <class T>
T get(const FileBytes& bytes, std::size_t offset) {
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}
template <class T>
void put(FileBytes& bytes, std::size_t offset, T value) {
    std::memcpy(bytes.data() + offset, &value, sizeof value);
}

/// As many states as a table of this shape has, where it has few enough for an index of its own.
std::shared_ptr<const pdb::PlacementIndex> small_index(Geometry geometry, std::size_t tiles) {
    constexpr std::uint64_t most_states = 20'000;
    const std::size_t cells = geometry.cells();
    if (geometry.rows < 2 || geometry.cols < 2 || geometry.rows > 16 || geometry.cols > 16 ||
        cells > pdb::most_cells || tiles == 0 || tiles > pdb::most_tiles || tiles >= cells ||
        pdb::table_states(geometry, tiles) > most_states) {
        return nullptr;
    }
    // Making one takes longer than everything else.
    static std::vector<std::shared_ptr<const pdb::PlacementIndex>> known;
    for (const auto& index : known) {
        if (index->geometry() == geometry && index->tiles() == tiles) return index;
    }
    known.push_back(std::make_shared<const pdb::PlacementIndex>(geometry, tiles));
    return known.back();
}

/// The file that fields and payload stand for.
FileBytes file_of(Bytes input) {
    FileBytes bytes(pdb::header_bytes);
    const pdb::HeaderBytes sample =
        pdb::write_header({{{2, 2}, make_cell(0), {make_tile(1)}}, 0, 0, 0});
    std::copy_n(sample.begin(), fields_begin, bytes.begin());
    const Bytes fields = input.first(std::min(input.size(), fields_end - fields_begin));
    if (!fields.empty()) std::memcpy(bytes.data() + fields_begin, fields.data(), fields.size());
    const auto payload = std::as_bytes(input.subspan(fields.size()));
    bytes.insert(bytes.end(), payload.begin(), payload.end());
    if (get<std::uint64_t>(bytes, states_at) == 0) {
        const auto index =
            small_index({get<std::uint16_t>(bytes, 16), get<std::uint16_t>(bytes, 18)},
                        get<std::uint16_t>(bytes, 22));
        if (index != nullptr) {
            put(bytes, states_at, index->states());
            const std::size_t words = pdb::BitTable::total_words(*index);
            if (get<std::uint64_t>(bytes, payload_bytes_at) == 0) {
                bytes.resize(pdb::header_bytes + 8 * words);
            }
        }
    }
    const auto content = std::span(bytes).subspan(pdb::header_bytes);
    if (get<std::uint64_t>(bytes, payload_bytes_at) == 0) {
        put(bytes, payload_bytes_at, static_cast<std::uint64_t>(content.size()));
    }
    put(bytes, payload_checksum_at, checksum(content));
    put(bytes, header_checksum_at, checksum(std::span(bytes).first(header_checksum_at)));
    return bytes;
}

void must_name_the_file(const Error& error, const std::string& path) {
    must_be_helpful(error);
    must(error.message.find(path) != std::string::npos, "which file? {}", error.message);
}

/// A file that was taken: every entry can be looked up, whatever its content, and every walk ends.
void look_up(const std::string& path, const backends::MappedTable& mapped) {
    const pdb::Pattern& pattern = mapped.header.pattern;
    const auto index = small_index(pattern.geometry, pattern.tiles.size());
    if (index == nullptr) return;
    const auto table = backends::mapped_table(path, mapped, pattern, index);
    if (!table) return must_name_the_file(table.error(), path);
    constexpr std::uint64_t entries = 4;
    constexpr std::size_t searched = 200;
    const auto check = pdb::check_entries(**table, 1, entries, searched, [] { return false; });
    must(check.entries <= entries && check.recomputed <= check.entries, "more checks than entries");
    must(!has_control_characters(check.fault), "control characters in: {}", check.fault);
}

}  // namespace

void tables(Bytes input) {
    static const TableFolder folder;
    static const std::string path = folder.folder() + "/pdb-fuzz.table";
    const bool raw = input.empty() || input[0] != '!';
    FileBytes bytes;
    if (raw) {
        const auto given = std::as_bytes(input);
        bytes.assign(given.begin(), given.end());
    } else {
        bytes = file_of(input.subspan(1));
    }
    const auto header = pdb::read_header(bytes, bytes.size());
    TableFolder::write(path, bytes);
    const auto from_file = backends::read_table_header(path);
    must(header.ok() == from_file.ok(), "the header in memory and in a file differ");
    const auto mapped = backends::map_table(path, backends::PayloadCheck::always);
    if (!header) {
        must_be_helpful(header.error());
        must_name_the_file(from_file.error(), path);
        must(!mapped, "a table was mapped whose header is wrong");
        return must_name_the_file(mapped.error(), path);
    }
    must(*header == *from_file, "the header in memory and in a file differ");
    must(bytes.size() == pdb::header_bytes + header->payload_bytes, "a file of another length");
    const pdb::HeaderBytes written = pdb::write_header(*header);
    const auto back = pdb::read_header(written, bytes.size());
    must(back && *back == *header, "the header reads differently after it was written");
    const bool whole = !pdb::check_payload(*header, std::span(bytes).subspan(pdb::header_bytes));
    must(mapped.ok() == whole, "the checksum of the payload was {} and the table was {}",
         whole ? "right" : "wrong", mapped ? "taken" : "refused");
    if (!mapped) return must_name_the_file(mapped.error(), path);
    must(mapped->payload.size() == header->payload_bytes, "the payload has another length");
    look_up(path, *mapped);
}

}  // namespace tessera::fuzz
