#include "report/document/case_groups.h"

#include <algorithm>
#include <cctype>

namespace warpgrade {

namespace {

/// "33x96-uniform (n = 33, block_size = 96)", if the case's name contains its sizes.
std::string with_sizes(const std::string& case_name, const std::vector<std::string>& sizes) {
  std::string text;
  std::size_t at = 0;
  for (const std::string& size : sizes) {
    std::size_t end = at;
    while (end < case_name.size() && std::isdigit(static_cast<unsigned char>(case_name[end])) != 0)
      ++end;
    if (end == at) return case_name;
    text += (text.empty() ? "" : ", ") + size + " = " + case_name.substr(at, end - at);
    const bool last = &size == &sizes.back();
    if (last ? end < case_name.size() && case_name[end] != '-'
             : end == case_name.size() || case_name[end] != 'x')
      return case_name;
    at = end + 1;
  }
  return text.empty() ? case_name : case_name + " (" + text + ")";
}

}  // namespace

std::string hidden_name(const CaseResult& c) {
  // A student's copy says "hidden 1 of 4".
  return c.name.rfind("hidden ", 0) == 0 ? c.name : c.name + " (hidden)";
}

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
    const bool first = groups.size() == 1 && group->names.empty();
    group->names.push_back(c.hidden ? hidden_name(c)
                           : first  ? with_sizes(c.name, task.case_sizes)
                                    : c.name);
  }
  return groups;
}

Causes left_unchecked(const CheckResult& check) {
  // Pending points are reported with their full reason, and so is an aborted check.
  if (!is_students_fault(check.verdict) || check.aborted) return {};
  Causes causes;
  for (const Cause& cause : check.detail)
    for (const char* id : {"check.out-of-time", "check.endless-call", "check.bad-ends",
                           "check.not-run", "check.hidden-not-run", "check.left-out-too-slow"})
      if (cause.id == id) causes.push_back(cause);
  return causes;
}

std::string listed(const std::vector<std::string>& names, std::size_t at_most) {
  // "and 1 more" would take as much room as the name that it hides.
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
