// Finds the students that an instructor names in a command.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "import/student_names.h"
#include "import/submission.h"

namespace warpgrade {

/// The student's id. Nothing: no match. UsageError that begins with `option`: ambiguous.
std::optional<std::string> find_student(const std::string& name, const StudentNames& students,
                                        const std::string& option);

/// Students by id, and the names that match nobody.
struct ListedStudents {
  std::set<std::string> ids;
  std::vector<std::string> unknown;
};

/// Reads lists with commas between, "ada,Doe, Jane": a name may contain commas. UsageError that
/// begins with `option`: ambiguous.
ListedStudents find_students(const std::vector<std::string>& lists, const StudentNames& students,
                             const std::string& option);

/// True if `id` is that student or a member of the group.
bool includes_student(const Student& student, const std::string& id);

}  // namespace warpgrade
