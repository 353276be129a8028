// Whom an instructor means: a student by id, name, login or address.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "import/submission.h"

namespace warpgrade {

/// The id of whom `name` calls, among `students` and the members of their groups: an id first, then
/// a name, a login, an address. Nothing: nobody. UsageError, that begins with `option`: it may be
/// several.
std::optional<std::string> student_called(const std::string& name,
                                          const std::vector<Student>& students,
                                          const std::string& option);

/// True of that student, and of whoever handed in together with them.
bool is_of(const Student& student, const std::string& id);

}  // namespace warpgrade
