// A checkpoint in a file: one line for each thing done, written as it is done, so that a killed search can go on.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "tessera/backends/table_files.hpp"
#include "tessera/contracts/checkpoint.hpp"

namespace tessera::backends {

/// What a checkpoint says. The form is text: every line ends with the checksum of what stands before it.
///
///     tessera.checkpoint/1
///     search NAME VALUE            what the search is, one line for each name
///     begin
///     round BOUND EXPANDED GENERATED MAX_DEPTH NEXT_BOUND
///     split BOUND DEPTH PARTS
///     part NUMBER EXPANDED GENERATED MAX_DEPTH NEXT_BOUND
///     solved BOUND EXPANDED GENERATED MAX_DEPTH COMPLETE PATH
struct CheckpointText {
    SearchIdentity identity;
    KeptWork work;
    /// The length of what can be read. The rest is a line that was not written to its end, and is left out.
    std::size_t good_bytes = 0;
};
/// Only the end of a checkpoint may be torn. Any other damage is an error, and so is a text that is none.
Result<CheckpointText> read_checkpoint(std::string_view text);

/// A line with its checksum; the first lines, and the line of a record.
std::string sealed_line(std::string_view text);
std::string checkpoint_head(const SearchIdentity& identity);
std::string checkpoint_line(const KeptRecord& record);

/// One file, which belongs to this process as long as this lives. Lines are only ever added, each by one call of the system, so
/// a process that is killed leaves a file that can be read. A fault of the disk does not stop the search: a notice says so.
class CheckpointFile final : public Checkpoint {
  public:
    /// Reads the file, or makes it. A new file without a search is removed again. `notices` must outlive this.
    static Result<std::unique_ptr<CheckpointFile>> open(const std::string& path,
                                                        TableNotices& notices);
    ~CheckpointFile() override;
    CheckpointFile(const CheckpointFile&) = delete;
    CheckpointFile& operator=(const CheckpointFile&) = delete;

    std::optional<Error> begin(const SearchIdentity& identity) override;
    void add(const KeptRecord& record) override;
    const KeptWork& kept() const override;

  private:
    struct State;
    explicit CheckpointFile(std::unique_ptr<State> state);

    std::unique_ptr<State> state_;
};

}  // namespace tessera::backends
