#include "speed/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/fault.h"
#include "speed/compiled_solution.h"

namespace warpgrade {
namespace {

namespace fs = std::filesystem;

const Variant* variant_for(const VariantSet& variants, const Competitor& competitor) {
  const std::string wanted = competitor.against == Against::cpu ? "cpu" : "library";
  const auto found = std::find_if(variants.all.begin(), variants.all.end(), [&](const Variant& v) {
    return competitor.variant.empty() ? v.baseline == wanted : v.name == competitor.variant;
  });
  return found == variants.all.end() ? nullptr : &*found;
}

/// Tasks of a solution share a build, but each has a function of its own.
std::string function_key(const Task& task, const Competitor& competitor,
                         const Constants& constants) {
  return Baselines::build_key(task, competitor, constants) +
         (competitor.against == Against::solution ? "/" + task.entry : "");
}

}  // namespace

std::string Baselines::build_key(const Task& task, const Competitor& competitor,
                                 const Constants& constants) {
  std::string key = competitor.against == Against::solution ? "solution"
                    : competitor.against == Against::cpu    ? "cpu"
                                                            : "library";
  if (!competitor.variant.empty()) key += ":" + competitor.variant;
  // The solutions of all tasks are in one file, and a variant is one program for all tasks.
  key += competitor.against == Against::solution
             ? ""
             : "/" + std::string(task.device_pointers ? "device" : "host");
  for (const auto& [name, value] : constants) key += fmt::format(",{}={}", name, value);
  return key;
}

std::string why_missing(const fs::path& root, const std::string& lab,
                        const Competitor& competitor) {
  if (competitor.against == Against::roofline) return {};
  if (competitor.against == Against::solution) return why_solution_missing(root, lab);
  if (!list_of_variants(root, lab).empty() &&
      variant_for(load_variants(root, load_lab(root, lab)), competitor) != nullptr)
    return {};
  if (!has_solution(root, lab)) return why_left_out(root);
  return fmt::format("{} has no variant {}.",
                     (root / "solutions" / lab / "variants/variants.json").string(),
                     !competitor.variant.empty()          ? "\"" + competitor.variant + "\""
                     : competitor.against == Against::cpu ? "that is the baseline \"cpu\""
                                                          : "that is the baseline \"library\"");
}

Baselines::Baselines(Machine machine, const Lab& lab, Real real, Worker::Settings worker)
    : machine_(std::move(machine)), lab_(lab), real_(real), worker_(std::move(worker)) {
  if (has_solution(machine_.root, lab_.name)) return;
  const fs::path compiled = compiled_solutions(machine_.root, lab_.name);
  if (!fs::is_directory(compiled)) return;
  const fs::directory_iterator programs(compiled);
  if (programs != end(programs)) why_not_running_ = why_not_running(machine_, programs->path());
}

Lab Baselines::single_function_lab(const Task& task, const Competitor& competitor) const {
  if (competitor.against == Against::solution) {
    Lab lab = lab_;
    lab.tasks = {task};
    return lab;
  }
  // With all tasks: variants refer to tasks that this grade may leave out.
  const Lab lab = load_lab(machine_.root, lab_.name);
  const VariantSet variants = load_variants(machine_.root, lab);
  return single_variant_lab(machine_.root, lab, *variant_for(variants, competitor));
}

std::string Baselines::why_missing(const Competitor& competitor) const {
  const std::string why = warpgrade::why_missing(machine_.root, lab_.name, competitor);
  return why.empty() && competitor.against == Against::solution ? why_not_running_ : why;
}

Baseline Baselines::make(const Task& task, const Competitor& competitor,
                         const Constants& constants) const {
  const fs::path folder = machine_.work / build_key(task, competitor, constants);
  fs::create_directories(folder);
  const auto toolchain = Toolchain::for_grader_programs(machine_.root, folder, machine_.sandbox);
  const fs::path solutions = machine_.root / "solutions" / lab_.name;
  Baseline baseline;
  baseline.worker = worker_;
  baseline.lab = single_function_lab(task, competitor);
  if (competitor.against == Against::solution) {
    baseline.label = "solution";
    if (has_solution(machine_.root, lab_.name))
      baseline.build = toolchain.build_cuda(lab_, submitted(lab_, solutions, constants), real_,
                                            *machine_.toolkit, machine_.capability, true);
    else
      baseline.build.executable =
          compiled_solutions(machine_.root, lab_.name) / compiled_name(real_, constants);
  } else {
    const VariantSet variants = load_variants(machine_.root, load_lab(machine_.root, lab_.name));
    const Variant& variant = *variant_for(variants, competitor);
    baseline.label = variant.name;
    baseline.gpu = !variant.host_only();
    Source source{solutions, variant.file.string(), constants,
                  toolchain.build_binding(baseline.lab, real_), variant.libraries};
    if (variant.host_only()) {
      source.libraries.push_back("openblas");
      baseline.build = toolchain.build_host(baseline.lab, source, real_);
      baseline.worker.gpu = false;
      if (fs::exists(machine_.root / ".deps/usr"))
        baseline.worker.libraries = {{machine_.root / ".deps/usr", deps_inside, false}};
    } else {
      baseline.build = toolchain.build_cuda(baseline.lab, source, real_, *machine_.toolkit,
                                            machine_.capability, true);
    }
  }
  if (baseline.build.verdict != Verdict::ok)
    throw GraderError("the program that speed is compared with (" + baseline.label +
                      ") does not compile:\n" + baseline.build.output);
  baseline.worker.run(baseline.build);
  return baseline;
}

const Baseline& Baselines::get(const Task& task, const Competitor& competitor,
                               const Constants& constants) {
  const std::string key = function_key(task, competitor, constants);
  {
    const std::lock_guard lock(mutex_);
    const auto found = baselines_.find(key);
    if (found != baselines_.end()) return found->second;
    if (competitor.against == Against::solution) {
      // Reuse the program of another function of the same file.
      for (const auto& [other, baseline] : baselines_) {
        if (other.rfind(build_key(task, competitor, constants) + "/", 0) != 0) continue;
        Baseline again = baseline;
        again.lab.tasks = {task};
        return baselines_.emplace(key, std::move(again)).first->second;
      }
    }
  }
  Baseline baseline = make(task, competitor, constants);
  const std::lock_guard lock(mutex_);
  return baselines_.emplace(key, std::move(baseline)).first->second;
}

const Task& Baselines::function(const Task& task, const Competitor& competitor) {
  const std::string key = function_key(task, competitor, {});
  const std::lock_guard lock(mutex_);
  const auto found = functions_.find(key);
  if (found != functions_.end()) return found->second;
  return functions_.emplace(key, single_function_lab(task, competitor).tasks.front()).first->second;
}

}  // namespace warpgrade
