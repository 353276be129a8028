#include "judge/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/fault.h"

namespace warpgrade {
namespace {

namespace fs = std::filesystem;

const Version* version_for(const Ladder& ladder, const Opponent& opponent) {
  const std::string wanted = opponent.against == Against::cpu ? "cpu" : "library";
  const auto found =
      std::find_if(ladder.versions.begin(), ladder.versions.end(), [&](const Version& v) {
        return opponent.version.empty() ? v.baseline == wanted : v.name == opponent.version;
      });
  return found == ladder.versions.end() ? nullptr : &*found;
}

}  // namespace

std::string Baselines::key_of(const Task& task, const Opponent& opponent,
                              const Constants& constants) {
  std::string key = opponent.against == Against::solution ? "solution"
                    : opponent.against == Against::cpu    ? "cpu"
                                                          : "library";
  if (!opponent.version.empty()) key += ":" + opponent.version;
  // One file holds the solutions of all tasks, a ladder's version is a program for all of them.
  key += opponent.against == Against::solution
             ? ""
             : "/" + std::string(task.device_pointers ? "device" : "host");
  for (const auto& [name, value] : constants) key += fmt::format(",{}={}", name, value);
  return key;
}

Lab Baselines::whole_lab() const { return load_lab(plan_.root, plan_.lab.name); }

std::string Baselines::why_missing(const Opponent& opponent) const {
  const fs::path folder = plan_.root / "solutions" / plan_.lab.name;
  if (opponent.against == Against::roofline) return {};
  if (!fs::exists(folder / (plan_.lab.name + ".cu")))
    return "the course's own programs, with which speed is compared, are not here: it is graded "
           "where they are.";
  if (opponent.against == Against::solution) return {};
  if (!fs::exists(folder / "versions/ladder.json") ||
      version_for(load_ladder(plan_.root, whole_lab()), opponent) == nullptr)
    return fmt::format("{} has no version {}.", (folder / "versions/ladder.json").string(),
                       !opponent.version.empty()          ? "\"" + opponent.version + "\""
                       : opponent.against == Against::cpu ? "that is the baseline \"cpu\""
                                                          : "that is the baseline \"library\"");
  return {};
}

Baseline Baselines::make(const Task& task, const Opponent& opponent,
                         const Constants& constants) const {
  const fs::path folder = plan_.work / key_of(task, opponent, constants);
  fs::create_directories(folder);
  const auto toolchain = Toolchain::for_own_programs(plan_.root, folder, plan_.sandbox);
  const fs::path solutions = plan_.root / "solutions" / plan_.lab.name;
  Baseline baseline;
  baseline.child = plan_.child;
  if (opponent.against == Against::solution) {
    baseline.lab = plan_.lab;
    baseline.lab.tasks = {task};
    baseline.label = "solution";
    baseline.build = toolchain.build_cuda(plan_.lab, submitted(plan_.lab, solutions, constants),
                                          plan_.real, plan_.toolkit, plan_.capability, true);
  } else {
    const Lab lab = whole_lab();
    const Ladder ladder = load_ladder(plan_.root, lab);
    const Version& version = *version_for(ladder, opponent);
    baseline.lab = lab_of(plan_.root, lab, version);
    baseline.label = version.name;
    baseline.gpu = !version.host_only();
    Source source{solutions, version.file.string(), constants,
                  toolchain.build_binding(baseline.lab, plan_.real), version.libraries};
    if (version.host_only()) {
      source.libraries.push_back("openblas");
      baseline.build = toolchain.build_host(baseline.lab, source, plan_.real);
      baseline.child.gpu = false;
      if (fs::exists(plan_.root / ".deps/usr"))
        baseline.child.libraries = {{plan_.root / ".deps/usr", deps_inside, false}};
    } else {
      baseline.build = toolchain.build_cuda(baseline.lab, source, plan_.real, plan_.toolkit,
                                            plan_.capability, true);
    }
  }
  if (baseline.build.verdict != Verdict::ok)
    throw GraderError("the program that speed is compared with (" + baseline.label +
                      ") does not compile:\n" + baseline.build.output);
  baseline.child.run(baseline.build);
  return baseline;
}

const Baseline& Baselines::get(const Task& task, const Opponent& opponent,
                               const Constants& constants) {
  const std::string key = key_of(task, opponent, constants) +
                          (opponent.against == Against::solution ? "/" + task.entry : "");
  {
    const std::lock_guard lock(mutex_);
    const auto found = baselines_.find(key);
    if (found != baselines_.end()) return found->second;
    if (opponent.against == Against::solution) {
      // The same program, another of its functions.
      for (const auto& [other, baseline] : baselines_) {
        if (other.rfind(key_of(task, opponent, constants) + "/", 0) != 0) continue;
        Baseline again = baseline;
        again.lab.tasks = {task};
        return baselines_.emplace(key, std::move(again)).first->second;
      }
    }
  }
  Baseline baseline = make(task, opponent, constants);
  const std::lock_guard lock(mutex_);
  return baselines_.emplace(key, std::move(baseline)).first->second;
}

}  // namespace warpgrade
