// The grade as JSON, for other programs. Its schema is docs/grade.schema.json.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "model/result.h"

namespace warpgrade {

/// All strings are valid UTF-8 (other bytes became U+FFFD), so dump() cannot throw. Unknown values
/// (a ratio not measured, the resources of a CPU build) are null.
nlohmann::ordered_json to_json(const GradeResult& grade);

/// The content of the file that --json writes.
std::string json_text(const GradeResult& grade);

/// The same without what students must not see (students_copy.h).
std::string students_json_text(const GradeResult& grade);

/// Removes that from a grade's JSON.
std::string students_json_text(const std::string& json);

}  // namespace warpgrade
