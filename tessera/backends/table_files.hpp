// Pattern databases in files: a shared cache folder. A fault of the disk never stops a search.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tessera/pdb/file_format.hpp"
#include "tessera/pdb/table_source.hpp"

namespace tessera::backends {

/// Receives notices for the user, such as a damaged file or a full disk.
class TableNotices {
  public:
    virtual ~TableNotices() = default;
    virtual void note(std::string_view text) = 0;
};

/// The folder of the tables: $TESSERA_CACHE, else $XDG_CACHE_HOME/tessera, else $HOME/.cache/tessera; empty if none of
/// these variables is set.
std::string cache_folder();

/// The name of the file of a normalised pattern, e.g. "pdb-4x4-_xxx-xxxx-oooo-oooo.table".
std::string table_file_name(const pdb::Pattern& pattern);

/// The paths of all files in the folder whose names are names of tables, in order; none if there is no folder.
std::vector<std::string> table_files_in(const std::string& folder);

/// A table's content, mapped read-only: processes that use the same file share the memory. It is valid while `owner`
/// lives, even if the file is replaced or removed. If a file in use is *shortened*, the process ends (SIGBUS), so
/// this program only ever replaces files.
struct MappedTable {
    pdb::TableHeader header;
    std::span<const std::byte> payload;
    std::shared_ptr<const void> owner;
};

/// How thoroughly the payload is checked. To read all of a large file takes longer than to solve a board. So the size,
/// times and inode of a file that was found intact are kept in a small file beside it ("….verified"), and
/// `when_changed` reads everything again only if one of them has changed.
enum class PayloadCheck { when_changed, always };

/// Reads and checks the header of a file; the error names the file and the fault.
Result<pdb::TableHeader> read_table_header(const std::string& path);
Result<MappedTable> map_table(const std::string& path, PayloadCheck check);
/// The table of `pattern`, numbered by `index`, in the content mapped from `path`; an error if the size is wrong.
Result<pdb::SharedTable> mapped_table(const std::string& path, const MappedTable& mapped,
                                      const pdb::Pattern& pattern,
                                      std::shared_ptr<const pdb::PlacementIndex> index);

/// Removes a table file and the file that says it was verified.
std::optional<Error> remove_table(const std::string& path);

/// Takes tables from the files of a folder. A table that is missing or damaged is built and written there.
///
/// A file appears complete or not at all: it is written under a temporary name and then renamed, so any number of
/// processes may build the same table at once. A fault of the disk is not a failure: the table is then used from
/// memory, and a notice says so.
class FileTables final : public pdb::MemoryTables {
  public:
    /// Without a folder (empty) everything is built in memory. `notices` and `executor` must outlive this.
    FileTables(std::string folder, TableNotices& notices, Executor* executor = nullptr)
        : MemoryTables(executor), folder_(std::move(folder)), notices_(notices) {}

    Result<pdb::SharedTable> table(const pdb::Pattern& pattern, std::size_t memory_bytes,
                                   pdb::BuildObserver& observer) override;
    /// True if there is a file with the right header; its content is checked when it is used.
    bool at_hand(const pdb::Pattern& pattern) override;

    const std::string& folder() const { return folder_; }
    std::string path_of(const pdb::Pattern& pattern) const;
    /// Whether a table of this many states is written to a file. A smaller table is built faster than the disk confirms
    /// a file (191,520 states: 1.5 ms against 16 ms).
    static bool worth_a_file(std::uint64_t states) { return states >= 500'000; }

  private:
    Result<pdb::SharedTable> load(const pdb::Pattern& pattern, std::size_t memory_bytes);
    /// Returns false if the observer cancelled; any other failure is only a notice.
    bool save(const pdb::BitTable& table, pdb::BuildObserver& observer);

    std::string folder_;
    TableNotices& notices_;
    bool lack_of_folder_noted_ = false;
};

}  // namespace tessera::backends
