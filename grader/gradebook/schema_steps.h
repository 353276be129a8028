// The gradebook's tables, and how an older gradebook gets to them.
#pragma once

#include <string>
#include <vector>

#include "gradebook/sqlite.h"

namespace warpgrade {

/// Step i leads from version i to i + 1; version 0 is an empty file. A step that was ever released
/// is never changed: what is new is a further step.
const std::vector<std::string>& gradebook_steps();

/// Takes the steps that `database` has not taken yet, all or none; user_version tells. A file that
/// holds other tables, or is of a later version than the steps lead to, is a GraderError.
void migrate(Database& database, const std::vector<std::string>& steps);

}  // namespace warpgrade
