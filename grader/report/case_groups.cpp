#include "report/case_groups.h"

#include <algorithm>

namespace warpgrade {

std::vector<CaseGroup> failing_groups(const TaskResult& task) {
  std::vector<CaseGroup> groups;
  for (const CaseResult& c : task.cases) {
    if (!is_students_fault(c.verdict)) continue;
    const auto same = [&](const CaseGroup& group) {
      return group.verdict == c.verdict && group.detail == c.detail;
    };
    auto group = std::find_if(groups.begin(), groups.end(), same);
    if (group == groups.end())
      group = groups.insert(groups.end(), CaseGroup{c.verdict, c.detail, c.reproduce, {}});
    group->names.push_back(c.hidden ? c.name + " (hidden)" : c.name);
  }
  return groups;
}

Causes left_unchecked(const CheckResult& check) {
  // Open points are told with their whole reason, and so is a check that was broken off.
  if (!is_students_fault(check.verdict) || check.broken_off) return {};
  Causes causes;
  for (const Cause& cause : check.detail)
    for (const char* id : {"check.out-of-time", "check.endless-call", "check.bad-ends",
                           "check.not-run", "check.hidden-not-run", "check.left-out-too-slow"})
      if (cause.id == id) causes.push_back(cause);
  return causes;
}

std::string listed(const std::vector<std::string>& names, std::size_t at_most) {
  // "and 1 more" would take the room of the name that it hides.
  const std::size_t shown = names.size() <= at_most + 1 ? names.size() : at_most;
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  if (shown < names.size()) text += " and " + std::to_string(names.size() - shown) + " more";
  return text;
}

}  // namespace warpgrade
