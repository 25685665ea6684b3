// The file of a result store: whether it can be opened, its tables, and the columns that one of an earlier program lacks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/lab/database.hpp"

namespace tessera::lab {

/// Why the store cannot be opened; nothing if SQLite is to try. SQLite would call a file missing if its folder cannot
/// be written.
std::optional<Error> objection_to_store(const std::string& path, bool write);
/// Makes it where it is not there, and gives one of an earlier program what it lacks.
Result<Database> open_store_for_writing(const std::string& path);
/// The file and its folder may be write-protected.
Result<Database> open_store_for_reading(const std::string& path);

/// Columns that the first stores of this schema lack, and what their rows have there. They have a default, so that the
/// programs of that time can still add rows.
struct LaterColumn {
    std::string_view name;
    std::string_view usual;  ///< as SQL
};
/// The later columns that this store lacks.
Result<std::vector<LaterColumn>> missing_columns(Database& database);

/// One number that a query gives.
Result<std::int64_t> number_of(Database& database, std::string_view query);

}  // namespace tessera::lab
