// Records of runs as files for other programs: CSV, JSON lines (which can be read back), and the table of the first origin.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/base/result.hpp"
#include "tessera/lab/run.hpp"

namespace tessera::lab {

/// A column of the CSV form, which is also a member of the JSON form.
struct RecordColumn {
    std::string name;
    std::string meaning;  ///< one line
};
/// One for every field of RunRecord, named and ordered as the columns of the result store (record_fields.hpp).
std::vector<RecordColumn> record_columns();

/// Every field of a record as text, by the name of its column.
std::map<std::string_view, std::string> record_texts(const RunRecord& record);

/// One row per run under the names of `record_columns`; RFC 4180, lines end with CR LF, what a run does not have is
/// empty.
std::string records_csv(std::span<const RunRecord> records);

/// `tessera.run/1`: one object per line with the names of `record_columns`; what a run does not have is null.
inline constexpr std::string_view run_schema = "tessera.run/1";
std::string record_json(const RunRecord& record);
std::string records_jsonl(std::span<const RunRecord> records);
/// Back again: equal records. Errors name the line; members that this program does not know are not looked at.
Result<std::vector<RunRecord>> parse_records_jsonl(std::string_view text);

/// The columns of the first origin's results.csv: `Initial State,Heuristic,Expanded Nodes,Max Fringe Size,Depth,Execution
/// Time`. Its names h1 … h4 stand for A* with misplaced, euclidean, manhattan and row-column; other configurations keep
/// their own name. A run that a limit ended has `Timeout` in all four figures, as there; one that ended without an
/// explanation `Error`, an unsolvable board `Unsolvable`.
std::string records_origin_csv(std::span<const RunRecord> records);

}  // namespace tessera::lab
