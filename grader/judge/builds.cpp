#include "judge/builds.h"

#include <functional>
#include <mutex>
#include <set>
#include <vector>

#include "lab/parallel_for.h"

namespace warpgrade {
namespace {

void add_uses(LibraryUses& to, const LibraryUses& more) {
  for (const auto& [entry, uses] : more)
    to[entry].insert(to[entry].end(), uses.begin(), uses.end());
}

/// nvcc's word on a build for the CPU.
void apply_gate(Build& build, Build gate) {
  build.resources = std::move(gate.resources);
  add_uses(build.libraries, gate.libraries);
  // The engine's headers accept what nvcc refuses.
  if (gate.verdict == Verdict::compile_error && build.verdict != Verdict::compile_error) {
    build.verdict = Verdict::compile_error;
    build.output = std::move(gate.output);
  } else if (gate.verdict == Verdict::ok && build.verdict == Verdict::compile_error) {
    // Valid CUDA that the engine cannot build is our gap, not the student's mistake.
    build.verdict = Verdict::pending;
    build.findings.push_back(
        {"unsupported", "error", "", 0, "nvcc accepts this file, the CPU engine does not.", 1});
  }
}

/// The one that did not succeed, with the constants that it was compiled with; else the first.
Build first_to_fail(const Variants& variants) {
  if (variants.builds.empty()) return {};
  for (const auto& [constants, build] : variants.builds) {
    if (build.verdict == Verdict::ok) continue;
    Build failed = build;
    std::string with;
    for (const auto& [name, value] : constants)
      with += (with.empty() ? "" : ", ") + name + " = " + std::to_string(value);
    if (!with.empty()) failed.output = "Compiled with " + with + ":\n" + failed.output;
    return failed;
  }
  return variants.builds.begin()->second;
}

}  // namespace

Builds build_all(const Toolchain& toolchain, const Lab& lab, const GradeRequest& request,
                 const BuildPlan& plan) {
  std::set<Constants> sets, timed;
  for (const Task& task : lab.tasks) {
    for (const Case& c : task.cases) sets.insert(c.constants);
    if (!plan.speed) continue;
    for (const Performance& p : task.performance) timed.insert(p.on.constants);
  }

  Builds builds;
  Build gate;
  bool gated = false;
  std::vector<std::function<void()>> jobs;
  std::mutex mutex;
  const auto later = [&](Variants& to, const Constants& constants, auto make) {
    jobs.emplace_back([&, make, source = submitted(lab, request.submission, constants)] {
      Build build = make(source);
      const std::lock_guard lock(mutex);
      to.builds[source.constants] = std::move(build);
    });
  };
  const auto on_engine = [&](CpuMode mode) {
    return [&, mode](const Source& source) {
      return toolchain.build_cpu(lab, source, request.real, mode);
    };
  };
  const auto for_device = [&](const Source& source) {
    return toolchain.build_cuda(lab, source, request.real, *plan.toolkit, plan.capability, true);
  };
  for (const Constants& constants : timed)
    if (sets.count(constants) == 0) later(builds.run, constants, for_device);
  for (const Constants& constants : sets) {
    if (plan.backend == Backend::cuda) {
      later(builds.run, constants, for_device);
    } else if (!request.check_only) {
      later(builds.run, constants, on_engine(CpuMode::fast));
    }
    if (plan.engine_too) later(builds.engine, constants, on_engine(CpuMode::fast));
    if (request.check || request.check_only)
      later(builds.check, constants, on_engine(CpuMode::check));
  }
  if (plan.backend == Backend::cpu && plan.toolkit && request.gate && !sets.empty()) {
    gated = true;
    jobs.emplace_back([&] {
      gate = toolchain.build_cuda(lab, submitted(lab, request.submission, *sets.begin()),
                                  request.real, *plan.toolkit, usual_capability, false);
    });
  }
  run_all(jobs);

  if (request.check_only) builds.run = builds.check;
  builds.submission = first_to_fail(builds.run);
  builds.engine_state = first_to_fail(builds.engine);
  builds.check_state = first_to_fail(builds.check);
  // A constant may decide what is compiled: all that may run counts.
  builds.submission.libraries.clear();
  for (const auto& [constants, build] : builds.run.builds)
    add_uses(builds.submission.libraries, build.libraries);
  if (gated) apply_gate(builds.submission, std::move(gate));
  return builds;
}

}  // namespace warpgrade
