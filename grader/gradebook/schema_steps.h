// The gradebook's tables, and the migration of older gradebooks.
#pragma once

#include <string>
#include <vector>

#include "gradebook/sqlite.h"

namespace warpgrade {

/// Step i migrates version i to i + 1; version 0 is an empty file. A released step never changes:
/// new tables are a further step.
const std::vector<std::string>& gradebook_steps();

/// Runs the missing steps, all or none, using user_version. GraderError: the file contains other
/// tables, or has a later version than the last step.
void migrate(Database& database, const std::vector<std::string>& steps);

}  // namespace warpgrade
