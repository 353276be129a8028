// The grade as JSON: what other programs read. Its schema is docs/grade.schema.json.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "model/result.h"

namespace warpgrade {

/// Every string in it is valid UTF-8 (other bytes became U+FFFD), so that dump() cannot throw. What
/// is not known (a ratio that was not measured, the resources of a CPU build) is null.
nlohmann::ordered_json to_json(const GradeResult& grade);

/// The text of the file that --json writes.
std::string json_text(const GradeResult& grade);

/// The same without what students must not see (students_copy.h).
std::string students_json_text(const GradeResult& grade);

/// Takes it out of a grade's JSON.
std::string students_json_text(const std::string& json);

}  // namespace warpgrade
