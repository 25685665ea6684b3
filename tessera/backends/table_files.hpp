// Pattern databases in files: a cache folder that is shared, checked, and never in the way.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tessera/pdb/file_format.hpp"
#include "tessera/pdb/table_source.hpp"

namespace tessera::backends {

/// Told what a person should know: a file that was damaged, a disk that takes no more.
class TableNotices {
  public:
    virtual ~TableNotices() = default;
    virtual void note(std::string_view text) = 0;
};

/// Where tables are kept: $TESSERA_CACHE, else $XDG_CACHE_HOME/tessera, else $HOME/.cache/tessera;
/// empty where none of them is set.
std::string cache_folder();

/// The name of the file of a normalised pattern, e.g. "pdb-4x4-_xxx-xxxx-oooo-oooo.table".
std::string table_file_name(const pdb::Pattern& pattern);

/// The paths of all files in the folder that have the name of a table, in order; none where there is no folder.
std::vector<std::string> table_files_in(const std::string& folder);

/// A table's content, mapped read-only: processes that use the same file share the memory. Valid
/// while `owner` lives, also when the file is replaced or removed in the meantime; a file that
/// somebody *shortens* while it is in use ends the process (SIGBUS), so files are only ever replaced.
struct MappedTable {
    pdb::TableHeader header;
    std::span<const std::byte> payload;
    std::shared_ptr<const void> owner;
};

/// How sure to be of the payload. Reading all of a large file takes longer than solving a board, so
/// a file that was found whole is remembered by its size, times and inode in a small file beside it
/// ("….verified"): `when_changed` reads everything again only if one of them is another.
enum class PayloadCheck { when_changed, always };

/// The header of a file, checked; the error names the file and what is wrong with it.
Result<pdb::TableHeader> read_table_header(const std::string& path);
Result<MappedTable> map_table(const std::string& path, PayloadCheck check);
/// The table of `pattern`, whose numbering is `index`, in what was mapped from `path`; an error where that
/// has another size.
Result<pdb::SharedTable> mapped_table(const std::string& path, const MappedTable& mapped,
                                      const pdb::Pattern& pattern,
                                      std::shared_ptr<const pdb::PlacementIndex> index);

/// Removes a table and what is remembered about it.
std::optional<Error> remove_table(const std::string& path);

/// Tables from the files of a folder, built and written there where they are missing or damaged.
///
/// A file appears complete or not at all: it is written under a name of its own and renamed, so any
/// number of processes may build the same table at once. No fault of the disk is a failure:
/// the table is then used from memory, and the notices say so.
class FileTables final : public pdb::MemoryTables {
  public:
    /// Without a folder (empty) everything is built in memory. `notices` and `executor` must outlive this.
    FileTables(std::string folder, TableNotices& notices, Executor* executor = nullptr)
        : MemoryTables(executor), folder_(std::move(folder)), notices_(notices) {}

    Result<pdb::SharedTable> table(const pdb::Pattern& pattern, std::size_t memory_bytes,
                                   pdb::BuildObserver& observer) override;
    /// A file with the right header counts; whether its content is whole shows when it is used.
    bool at_hand(const pdb::Pattern& pattern) override;

    const std::string& folder() const { return folder_; }
    std::string path_of(const pdb::Pattern& pattern) const;
    /// Whether a table of this many states is written to a file. Below, building takes less time than
    /// the disk takes to confirm a file (191,520 states: 1.5 ms against 16 ms).
    static bool worth_a_file(std::uint64_t states) { return states >= 500'000; }

  private:
    Result<pdb::SharedTable> load(const pdb::Pattern& pattern, std::size_t memory_bytes);
    /// False when the observer cancelled; any other failure is only noted.
    bool save(const pdb::BitTable& table, pdb::BuildObserver& observer);

    std::string folder_;
    TableNotices& notices_;
    bool lack_of_folder_noted_ = false;
};

}  // namespace tessera::backends
