#include "import/student_names.h"

#include "import/folding.h"

namespace warpgrade {
namespace {

/// Each id once; what an earlier entry knows of a student is kept.
std::vector<Student> with_members(const std::vector<Student>& students) {
  std::vector<Student> all;
  std::set<std::string> known;
  const auto add = [&](const Student& student) {
    if (known.insert(student.id).second) all.push_back(student);
  };
  for (const Student& student : students) add(student);
  for (const Student& student : students)
    for (const Student& member : other_members(student)) add(member);
  return all;
}

}  // namespace

StudentNames::StudentNames(const std::vector<Student>& students)
    : roster_(with_members(students)) {
  for (const Student& student : roster_.students()) ids_.insert(student.id);
}

NamedStudents StudentNames::find(const std::string& word) const {
  if (ids_.count(word) != 0) return {{word}};
  Student who;
  who.id = word;
  RosterMatch match = roster_.find(who);
  if (match.student == nullptr) return {{}, std::move(match)};
  return {{match.student->id}};
}

NamedStudents StudentNames::find_with_teams(const std::string& word) const {
  if (ids_.count(word) != 0) return {{word}};
  Student who;
  who.id = word;
  const std::vector<Student> team = roster_.team(who);
  if (team.empty()) return find(word);
  NamedStudents named;
  for (const Student& member : team) named.ids.insert(member.id);
  RosterMatch match = roster_.find(who);
  const bool is_other = match.student == nullptr ? !match.several.empty()
                                                 : named.ids.count(match.student->id) == 0;
  if (is_other) return {{}, std::move(match)};
  return named;
}

}  // namespace warpgrade
