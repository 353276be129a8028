#include "profile/subject.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/fault.h"
#include "judge/select.h"
#include "lab/oracle.h"
#include "lab/problem_file.h"

namespace warpgrade {
namespace {

std::string name_of_sizes(const Sizes& sizes) {
  std::string text;
  for (const auto& [name, value] : sizes)
    text += (text.empty() ? "" : ",") + name + "=" + std::to_string(value);
  return text;
}

/// The cases of a task that a name can mean: its own, and those for speed.
std::vector<Case> cases_of(const Task& task) {
  std::vector<Case> cases = task.cases;
  for (const Performance& performance : task.performance) {
    const bool there = std::any_of(cases.begin(), cases.end(),
                                   [&](const Case& c) { return c.name == performance.on.name; });
    if (!there) cases.push_back(performance.on);
  }
  return cases;
}

double work_of(const Lab& lab, const Case& c) {
  const Oracle& oracle = oracle_of(lab.name);
  Random random(1);
  const Work work = oracle.work(pose_case(lab, oracle, c, Real::f32, random), Real::f32);
  return work.flops;
}

/// One of sensible size: the first that speed is graded in, else the one with the most work.
Case case_for_speed(const Lab& lab, const Task& task) {
  if (!task.performance.empty()) return task.performance.front().on;
  if (task.cases.empty()) throw UsageError("task " + task.entry + " has no cases", "Use --size.");
  const Case* largest = nullptr;
  double most = -1;
  for (const Case& c : task.cases) {
    if (c.hidden || !c.data.empty()) continue;
    const double work = work_of(lab, c);
    if (work > most) largest = &c, most = work;
  }
  return largest != nullptr ? *largest : task.cases.front();
}

/// `--size`: as the ladder understands it where there is one, else name=value pairs.
/// `lab` has all its tasks.
Sizes sizes_in(const ProfileRequest& request, const Lab& lab) {
  Ladder ladder;
  try {
    ladder = load_ladder(request.root, lab);
  } catch (const UsageError&) {
    if (request.size.find('=') == request.size.npos)
      throw UsageError("--size " + request.size + ": name the sizes",
                       "Example: --size m=1000,n=1000.");
  }
  return parse_size(ladder, request.size);
}

void set_sizes(const Lab& lab, Case& c, const Sizes& sizes) {
  const Signature& signature = lab.tasks.front().signature;
  for (const auto& [name, value] : sizes) {
    const auto is = [&, wanted = name](const Parameter& p) { return p.name == wanted; };
    const bool known = c.sizes.count(name) > 0 || c.constants.count(name) > 0 ||
                       std::any_of(signature.parameters.begin(), signature.parameters.end(), is);
    if (!known)
      throw UsageError(fmt::format("lab {} has no size '{}'", lab.name, name),
                       fmt::format("Example: --size {}.", name_of_sizes(c.sizes)));
    c.sizes[name] = value;
  }
  for (const std::string& constant : lab.constants) c.constants[constant] = c.sizes[constant];
  c.data.clear();
  c.hidden = false;
}

Case version_case(const Lab& lab, const Ladder& ladder, const Version& version, const Sizes& size) {
  Case c;
  c.input = ladder.input;
  c.sizes = ladder.defaults;
  for (const auto& [name, value] : ladder.small) c.sizes.emplace(name, value);
  for (const auto& [name, value] : version.arguments) c.sizes[name] = value;
  set_sizes(lab, c, size);
  c.name = name_of_sizes(size);
  return c;
}

const Version& wanted_version(const Ladder& ladder, const std::string& name) {
  for (const Version& version : ladder.versions)
    if (version.name == name) return version;
  std::string names;
  for (const Version& version : ladder.versions)
    names += (names.empty() ? "" : ", ") + version.name;
  throw UsageError("there is no version '" + name + "'", "The versions are: " + names + ".");
}

/// What speed is graded at, else what courses report, else the small one: the first that the
/// version is not too slow for.
Sizes size_for_speed(const Lab& lab, const Ladder& ladder, const Version& version,
                     const Case* speed) {
  std::vector<Sizes> candidates;
  if (speed != nullptr) {
    candidates.emplace_back();
    for (const auto& [name, value] : speed->sizes)
      if (ladder.small.count(name) > 0) candidates.back()[name] = value;
  }
  candidates.insert(candidates.end(), ladder.sizes.begin(), ladder.sizes.end());
  for (const Sizes& size : candidates) {
    const Case c = version_case(lab, ladder, version, size);
    if (!version.most_work || work_of(lab, c) <= *version.most_work) return size;
  }
  return ladder.small;
}

Subject subject_of_version(const ProfileRequest& request, const Lab& lab) {
  const Ladder ladder = load_ladder(request.root, lab);
  const Version& version = wanted_version(ladder, request.version);
  if (version.host_only())
    throw UsageError("version " + version.name + " runs on the CPU alone: it has no kernel",
                     "'warpgrade run " + lab.name + " --list' names the others.");
  if (!request.case_name.empty())
    throw UsageError("a version has no cases", "Use --size instead of --case.");
  Subject subject;
  subject.version = version.name;
  subject.lab = lab_of(request.root, lab, version);
  subject.source = {
      request.root / "solutions" / lab.name, version.file.string(), {}, {}, version.libraries};
  subject.libraries = version.libraries;
  const auto task = std::find_if(lab.tasks.begin(), lab.tasks.end(),
                                 [&](const Task& t) { return t.entry == version.as; });
  const Sizes large =
      size_for_speed(subject.lab, ladder, version,
                     task->performance.empty() ? nullptr : &task->performance.front().on);
  const Sizes asked = request.size.empty() ? Sizes{} : parse_size(ladder, request.size);
  subject.named = !request.size.empty();
  subject.measured = version_case(subject.lab, ladder, version, subject.named ? asked : large);
  subject.counted = {
      version_case(subject.lab, ladder, version, subject.named ? asked : ladder.small)};
  return subject;
}

}  // namespace

Subject subject_of(const ProfileRequest& request) {
  Lab lab = load_lab(request.root, request.lab);
  if (!request.version.empty()) return subject_of_version(request, lab);
  const Sizes sizes = request.size.empty() ? Sizes{} : sizes_in(request, lab);
  GradeRequest as_grade;
  as_grade.root = request.root;
  as_grade.lab = request.lab;
  as_grade.submission = request.submission;
  as_grade.tasks = {request.task};
  select(lab, as_grade);
  Subject subject;
  subject.lab = lab;
  const Task& task = subject.lab.tasks.front();
  subject.source = submitted(lab, request.submission, {});
  subject.named = !request.case_name.empty() || !request.size.empty();
  if (!request.case_name.empty()) {
    const std::vector<Case> cases = cases_of(task);
    const auto found = std::find_if(cases.begin(), cases.end(),
                                    [&](const Case& c) { return c.name == request.case_name; });
    if (found == cases.end()) {
      std::string names;
      for (const Case& c : cases) names += (names.empty() ? "" : ", ") + c.name;
      throw UsageError(task.entry + " has no case '" + request.case_name + "'",
                       "Its cases are: " + names + ".");
    }
    subject.measured = *found;
  } else {
    subject.measured = case_for_speed(lab, task);
  }
  if (!request.size.empty()) {
    set_sizes(subject.lab, subject.measured, sizes);
    subject.measured.name = name_of_sizes(sizes);
  }
  subject.counted = subject.named ? std::vector<Case>{subject.measured} : task.cases;
  return subject;
}

Sizes sizes_of(const Subject& subject, const Case& c) {
  Sizes sizes = c.constants;
  for (const Parameter& parameter : subject.task().signature.parameters)
    if (const auto at = c.sizes.find(parameter.name); at != c.sizes.end()) sizes.insert(*at);
  return sizes;
}

}  // namespace warpgrade
