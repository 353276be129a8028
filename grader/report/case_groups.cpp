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
