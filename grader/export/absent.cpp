#include "export/absent.h"

#include <set>
#include <utility>

namespace warpgrade {

std::vector<Absence> absences(const std::vector<Student>& roster, const std::vector<Absence>& who) {
  std::set<std::string> labs;
  std::set<std::pair<std::string, std::string>> present;
  for (const auto& [student, lab] : who) {
    labs.insert(lab);
    present.emplace(student.id, lab);
    for (const std::string& other : student.others) present.emplace(other, lab);
  }
  std::vector<Absence> absent;
  for (const Student& student : roster)
    for (const std::string& lab : labs)
      if (present.count({student.id, lab}) == 0) absent.push_back({student, lab});
  return absent;
}

std::vector<Absence> absences(const std::vector<Student>& roster,
                              const std::vector<GradebookRow>& grades) {
  std::vector<Absence> who;
  for (const GradebookRow& row : grades) who.push_back({row.student, row.grade.lab});
  return absences(roster, who);
}

std::vector<Absence> absences(const std::vector<Student>& roster,
                              const std::vector<CountedGrade>& grades) {
  std::vector<Absence> who;
  for (const CountedGrade& g : grades) who.push_back({g.student, g.lab});
  return absences(roster, who);
}

}  // namespace warpgrade
