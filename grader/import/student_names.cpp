#include "import/student_names.h"

#include "import/folding.h"

namespace warpgrade {
namespace {

std::vector<Student> with_members(std::vector<Student> students) {
  std::vector<Student> members;
  for (const Student& student : students)
    for (Student& member : other_members(student)) members.push_back(std::move(member));
  students.insert(students.end(), members.begin(), members.end());
  return students;
}

}  // namespace

StudentNames::StudentNames(const std::vector<Student>& students) : roster_(with_members(students)) {
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
  const bool is_other =
      match.student == nullptr ? !match.several.empty() : named.ids.count(match.student->id) == 0;
  if (is_other) return {{}, std::move(match)};
  return named;
}

}  // namespace warpgrade
