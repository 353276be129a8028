#include "export/ungraded.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace warpgrade {
namespace {

using StudentAndLab = std::pair<std::string, std::string>;

std::vector<std::string> members(const Student& student) {
  std::vector<std::string> ids = student.others;
  ids.insert(ids.begin(), student.id);
  return ids;
}

/// Labs with at least one hand-in. Files that fit several labs do not count.
std::set<std::string> handed_in_labs(const std::vector<UnusableEntry>& unusable,
                                     const Present& present) {
  std::set<std::string> labs;
  for (const auto& [student, lab] : present) labs.insert(lab);
  for (const UnusableEntry& one : unusable)
    if (one.what.labs.size() == 1) labs.insert(one.what.labs.front());
  return labs;
}

}  // namespace

const Student* find_listed(const Student& student, const Roster& class_list) {
  for (const Student& listed : class_list.students())
    if (listed.id == student.id) return &listed;
  return class_list.find(student).student;
}

std::string state_name(const Ungraded& one) { return one.unusable ? "unusable" : "absent"; }

Present present_in(const std::vector<GradebookRow>& grades) {
  Present present;
  for (const GradebookRow& row : grades) present.emplace_back(row.student, row.grade.lab);
  return present;
}

Present present_in(const std::vector<CountedGrade>& grades) {
  Present present;
  for (const CountedGrade& g : grades) present.emplace_back(g.student, g.lab);
  return present;
}

bool is_graded(const Unusable& one, const Present& present) {
  return std::any_of(present.begin(), present.end(), [&](const auto& of) {
    return of.first.id == one.student.id &&
           std::find(one.labs.begin(), one.labs.end(), of.second) != one.labs.end();
  });
}

std::vector<Ungraded> ungraded(const std::vector<Student>& roster,
                               const std::vector<UnusableEntry>& unusable, const Present& present) {
  std::set<StudentAndLab> graded;
  const Roster class_list(roster);
  for (const auto& [student, lab] : present) {
    if (const auto* const listed = find_listed(student, class_list))
      graded.emplace(listed->id, lab);
    for (const std::string& id : members(student)) graded.emplace(id, lab);
  }
  std::map<StudentAndLab, const UnusableEntry*> handed_in;
  std::vector<Student> students = roster;
  std::set<std::string> is_listed;
  for (const Student& student : roster) is_listed.insert(student.id);
  std::set<std::string> known = is_listed;
  for (const UnusableEntry& one : unusable) {
    for (const std::string& id : members(one.what.student)) {
      for (const std::string& lab : one.what.labs) {
        const UnusableEntry*& last = handed_in[{id, lab}];
        if (last == nullptr || last->seen <= one.seen) last = &one;
      }
      if (!known.insert(id).second) continue;
      Student member;  // only the ids of group members are known
      member.id = id;
      students.push_back(id == one.what.student.id ? one.what.student : member);
    }
  }
  const std::set<std::string> labs = handed_in_labs(unusable, present);
  std::vector<Ungraded> all;
  for (const Student& student : students) {
    for (const std::string& lab : labs) {
      if (graded.count({student.id, lab}) > 0) continue;
      const auto found = handed_in.find({student.id, lab});
      if (found != handed_in.end())
        all.push_back({student, lab, true, unusable_cause(found->second->what)});
      else if (is_listed.count(student.id) > 0)
        all.push_back({student, lab, false, "nothing was handed in"});
    }
  }
  return all;
}

std::vector<CountedGrade> with_unusable(std::vector<CountedGrade> grades,
                                        const std::vector<Ungraded>& without) {
  for (const Ungraded& one : without) {
    if (!one.unusable) continue;
    CountedGrade& g = grades.emplace_back();
    g.student = one.student;
    g.lab = one.lab;
    g.state = CountedGrade::State::unusable;
    g.why = one.why;
  }
  std::stable_sort(grades.begin(), grades.end(), [](const CountedGrade& a, const CountedGrade& b) {
    return std::tie(a.student.id, a.lab) < std::tie(b.student.id, b.lab);
  });
  return grades;
}

}  // namespace warpgrade
