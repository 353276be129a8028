#include "profile/profiled_task.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/fault.h"
#include "cases/select.h"
#include "lab/problem_file.h"
#include "lab/reference.h"

namespace warpgrade {
namespace {

std::string name_of_sizes(const Sizes& sizes) {
  std::string text;
  for (const auto& [name, value] : sizes)
    text += (text.empty() ? "" : ",") + name + "=" + std::to_string(value);
  return text;
}

/// The cases of a task that can be named: its own, and those for speed.
std::vector<Case> nameable_cases(const Task& task) {
  std::vector<Case> cases = task.cases;
  for (const Performance& performance : task.performance) {
    const bool there = std::any_of(cases.begin(), cases.end(),
                                   [&](const Case& c) { return c.name == performance.on.name; });
    if (!there) cases.push_back(performance.on);
  }
  return cases;
}

double compute_work(const Lab& lab, const Case& c) {
  const Reference& reference = find_reference(lab.name);
  Random random(1);
  const Work work = reference.work(generate_case(lab, reference, c, Real::f32, random), Real::f32);
  return work.flops;
}

/// A case of sensible size: the first one for speed, else the one with the most work.
Case case_for_speed(const Lab& lab, const Task& task) {
  if (!task.performance.empty()) return task.performance.front().on;
  if (task.cases.empty()) throw UsageError("task " + task.entry + " has no cases", "Use --size.");
  const Case* largest = nullptr;
  double most = -1;
  for (const Case& c : task.cases) {
    if (c.hidden || !c.data.empty()) continue;
    const double work = compute_work(lab, c);
    if (work > most) largest = &c, most = work;
  }
  return largest != nullptr ? *largest : task.cases.front();
}

/// `--size`: parsed for the variant if there is one, else name=value pairs. `lab` has all its
/// tasks.
Sizes sizes_in(const ProfileRequest& request, const Lab& lab) {
  VariantSet variants;
  try {
    variants = load_variants(request.root, lab);
  } catch (const UsageError&) {
    if (request.size.find('=') == request.size.npos)
      throw UsageError("--size " + request.size + ": name the sizes",
                       "Example: --size m=1000,n=1000.");
  }
  return parse_size(variants, request.size);
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

Case variant_case(const Lab& lab, const VariantSet& variants, const Variant& variant,
                  const Sizes& size) {
  Case c;
  c.input = variants.input;
  c.sizes = variants.defaults;
  for (const auto& [name, value] : variants.small) c.sizes.emplace(name, value);
  for (const auto& [name, value] : variant.arguments) c.sizes[name] = value;
  set_sizes(lab, c, size);
  c.name = name_of_sizes(size);
  return c;
}

const Variant& wanted_variant(const VariantSet& variants, const std::string& name) {
  for (const Variant& variant : variants.all)
    if (variant.name == name) return variant;
  std::string names;
  for (const Variant& variant : variants.all) names += (names.empty() ? "" : ", ") + variant.name;
  throw UsageError("there is no variant '" + name + "'", "The variants are: " + names + ".");
}

/// The size for speed, else one reported by courses, else the small one: the first for which the
/// variant is not too slow.
Sizes size_for_speed(const Lab& lab, const VariantSet& variants, const Variant& variant,
                     const Case* speed) {
  std::vector<Sizes> candidates;
  if (speed != nullptr) {
    candidates.emplace_back();
    for (const auto& [name, value] : speed->sizes)
      if (variants.small.count(name) > 0) candidates.back()[name] = value;
  }
  candidates.insert(candidates.end(), variants.sizes.begin(), variants.sizes.end());
  for (const Sizes& size : candidates) {
    const Case c = variant_case(lab, variants, variant, size);
    if (!variant.most_work || compute_work(lab, c) <= *variant.most_work) return size;
  }
  return variants.small;
}

ProfiledTask load_profiled_variant(const ProfileRequest& request, const Lab& lab) {
  const VariantSet variants = load_variants(request.root, lab);
  const Variant& variant = wanted_variant(variants, request.variant);
  if (variant.host_only())
    throw UsageError("variant " + variant.name + " runs on the CPU alone: it has no kernel",
                     "'warpgrade run " + lab.name + " --list' names the others.");
  if (!request.case_name.empty())
    throw UsageError("a variant has no cases", "Use --size instead of --case.");
  ProfiledTask subject;
  subject.variant = variant.name;
  subject.lab = single_variant_lab(request.root, lab, variant);
  subject.source = {
      request.root / "solutions" / lab.name, variant.file.string(), {}, {}, variant.libraries};
  subject.libraries = variant.libraries;
  const auto task = std::find_if(lab.tasks.begin(), lab.tasks.end(),
                                 [&](const Task& t) { return t.entry == variant.as; });
  const Sizes large =
      size_for_speed(subject.lab, variants, variant,
                     task->performance.empty() ? nullptr : &task->performance.front().on);
  const Sizes asked = request.size.empty() ? Sizes{} : parse_size(variants, request.size);
  subject.named = !request.size.empty();
  subject.measured = variant_case(subject.lab, variants, variant, subject.named ? asked : large);
  subject.counted = {
      variant_case(subject.lab, variants, variant, subject.named ? asked : variants.small)};
  return subject;
}

}  // namespace

ProfiledTask load_profiled_task(const ProfileRequest& request) {
  Lab lab = load_lab(request.root, request.lab);
  if (!request.variant.empty()) return load_profiled_variant(request, lab);
  const Sizes sizes = request.size.empty() ? Sizes{} : sizes_in(request, lab);
  GradeRequest as_grade;
  as_grade.root = request.root;
  as_grade.lab = request.lab;
  as_grade.submission = request.submission;
  as_grade.tasks = {request.task};
  select(lab, as_grade);
  ProfiledTask subject;
  subject.lab = lab;
  const Task& task = subject.lab.tasks.front();
  subject.source = submitted(lab, request.submission, {});
  subject.named = !request.case_name.empty() || !request.size.empty();
  if (!request.case_name.empty()) {
    const std::vector<Case> cases = nameable_cases(task);
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

Sizes task_sizes(const ProfiledTask& subject, const Case& c) {
  Sizes sizes = c.constants;
  for (const Parameter& parameter : subject.task().signature.parameters)
    if (const auto at = c.sizes.find(parameter.name); at != c.sizes.end()) sizes.insert(*at);
  return sizes;
}

}  // namespace warpgrade
