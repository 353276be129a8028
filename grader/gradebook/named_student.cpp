#include "gradebook/named_student.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/fault.h"
#include "import/student_names.h"

namespace warpgrade {

bool includes_student(const Student& student, const std::string& id) {
  return student.id == id ||
         std::find(student.others.begin(), student.others.end(), id) != student.others.end();
}

std::optional<std::string> find_student(const std::string& name,
                                        const std::vector<Student>& students,
                                        const std::string& option) {
  std::set<std::string> ids;
  for (const Student& student : students) {
    if (includes_student(student, name)) return name;
    if (StudentNames(student).include(name)) ids.insert(student.id);
  }
  if (ids.size() > 1)
    throw UsageError(fmt::format("{}: {} is ambiguous: {}.", option, name, fmt::join(ids, " or ")),
                     "Give one of these ids.");
  if (ids.empty()) return std::nullopt;
  return *ids.begin();
}

}  // namespace warpgrade
