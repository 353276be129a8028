// Finds the student that an instructor names: by id, name, login or address.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "import/submission.h"

namespace warpgrade {

/// The id of the student called `name`, among `students` and their group members. Exact ids
/// match first, then what StudentNames include. Nothing: no match. UsageError that begins with
/// `option`: ambiguous.
std::optional<std::string> find_student(const std::string& name,
                                        const std::vector<Student>& students,
                                        const std::string& option);

/// True if `id` is that student or a member of the group.
bool includes_student(const Student& student, const std::string& id);

}  // namespace warpgrade
