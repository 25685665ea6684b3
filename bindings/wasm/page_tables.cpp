// Pattern databases that the page keeps from one visit to the next.
#include "page_tables.hpp"

#include <cstring>
#include <string>
#include <vector>

#include "tessera/base/hash.hpp"
#include "tessera/pdb/file_format.hpp"

namespace tessera::wasm {
namespace {

// The page's side, by the table's name; web/src/engine/module.ts.
__attribute__((import_module("tessera"), import_name("table_bytes"))) extern "C" std::size_t
page_table_bytes(const char* name, std::size_t length);
__attribute__((import_module("tessera"), import_name("read_table"))) extern "C" void
page_read_table(const char* name, std::size_t length, std::byte* to);
__attribute__((import_module("tessera"), import_name("keep_table"))) extern "C" void
page_keep_table(const char* name, std::size_t length, const std::byte* from, std::size_t bytes);

/// A smaller table is built faster than the page can look for it.
constexpr std::uint64_t least_states = 100'000;

void keep(const pdb::BitTable& table) {
    const std::span<const std::byte> payload = std::as_bytes(table.words());
    const pdb::HeaderBytes header = pdb::write_header(
        {table.pattern(), table.index().states(), payload.size(), checksum(payload)});
    std::vector<std::byte> file(header.begin(), header.end());
    file.insert(file.end(), payload.begin(), payload.end());
    const std::string name = table.pattern().picture();
    page_keep_table(name.data(), name.size(), file.data(), file.size());
}

}  // namespace

bool PageTables::at_hand(const pdb::Pattern& pattern) {
    const std::string name = pattern.picture();
    return MemoryTables::at_hand(pattern) || page_table_bytes(name.data(), name.size()) > 0;
}

Result<pdb::SharedTable> PageTables::table(const pdb::Pattern& pattern, std::size_t memory_bytes,
                                           pdb::BuildObserver& observer) {
    if (pdb::SharedTable known = find(pattern)) return known;
    if (pdb::SharedTable from_page = kept(pattern, memory_bytes)) return from_page;
    auto built = build(pattern, memory_bytes, observer);
    if (built && (*built)->index().states() >= least_states) keep(**built);
    return built;
}

pdb::SharedTable PageTables::kept(const pdb::Pattern& pattern, std::size_t memory_bytes) {
    // 1. Does the page have something under this name?
    const std::string name = pattern.picture();
    const std::size_t bytes = page_table_bytes(name.data(), name.size());
    if (bytes <= pdb::header_bytes || bytes > memory_bytes) return nullptr;
    std::vector<std::byte> file(bytes);
    page_read_table(name.data(), name.size(), file.data());

    // 2. Is it this table, and intact? If not, it is built again.
    const auto header = pdb::read_header(file, bytes);
    if (!header || pdb::check_pattern(*header, pattern)) return nullptr;
    const std::span<const std::byte> payload = std::span(file).subspan(pdb::header_bytes);
    if (pdb::check_payload(*header, payload)) return nullptr;
    auto index = index_for(pattern.geometry, pattern.tiles.size());
    const std::uint64_t words = pdb::BitTable::total_words(*index);
    if (payload.size() != words * sizeof(std::uint64_t)) return nullptr;

    // 3. Its words, where words may lie.
    auto copy = std::make_shared<std::vector<std::uint64_t>>(static_cast<std::size_t>(words));
    std::memcpy(copy->data(), payload.data(), payload.size());
    auto table = std::make_shared<const pdb::BitTable>(pattern, index, *copy, copy);
    remember(table);
    return table;
}

}  // namespace tessera::wasm
