#include "gradebook/named_student.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "base/fault.h"
#include "base/text.h"

namespace warpgrade {

bool includes_student(const Student& student, const std::string& id) {
  return student.id == id ||
         std::find(student.others.begin(), student.others.end(), id) != student.others.end();
}

std::optional<std::string> find_student(const std::string& name, const StudentNames& students,
                                        const std::string& option) {
  const NamedStudents named = students.find(name);
  if (!named.ids.empty()) return *named.ids.begin();
  if (named.none.several.empty() && named.none.contradiction.empty()) return std::nullopt;
  throw UsageError(fmt::format("{}: {} {}.", option, name, named.none.why_none("the class")),
                   "Give the student's id.");
}

ListedStudents find_students(const std::vector<std::string>& lists, const StudentNames& students,
                             const std::string& option) {
  ListedStudents found;
  for (const std::string& list : lists) {
    std::vector<std::string> parts;
    std::istringstream in(list);
    for (std::string part; std::getline(in, part, ',');) parts.push_back(part);
    const auto is_known = [&](const std::string& part) { return !students.find(part).ids.empty(); };
    for (auto part = parts.begin(); part != parts.end();) {
      // The longest name that begins here.
      auto end = parts.end();
      std::optional<std::string> id;
      std::string name;
      for (; end != part; --end) {
        name = trimmed(fmt::format("{}", fmt::join(part, end, ",")));
        if ((id = find_student(name, students, option))) break;
      }
      if (id && end - part > 1 && std::all_of(part, end, is_known))
        throw UsageError(
            fmt::format("{}: {} is a student's name and a list of students.", option, name),
            "Give ids, or repeat the option for each student.");
      if (id)
        found.ids.insert(*id);
      else if (!name.empty())
        found.unknown.push_back(name);
      part = id ? end : part + 1;
    }
  }
  return found;
}

}  // namespace warpgrade
