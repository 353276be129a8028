#include "judge/builds.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <set>
#include <vector>

#include "base/parallel_for.h"
#include "lab/compiler_message.h"

namespace warpgrade {
namespace {

void add_uses(LibraryUses& to, const LibraryUses& more) {
  for (const auto& [entry, uses] : more)
    to[entry].insert(to[entry].end(), uses.begin(), uses.end());
}

/// A function of CUDA's libraries, which the engine may lack.
bool is_of_cuda(std::string_view name) {
  return name.rfind("cu", 0) == 0 || name.rfind("__cu", 0) == 0 || name.rfind("nv", 0) == 0;
}

/// The linker looked in vain for something that nvcc's object wants too, and that is not CUDA's: no
/// machine has it. The linker's text only chooses between two verdicts without points.
bool wants_what_nobody_has(const Build& build, const Build& gate) {
  const auto messages = compiler_messages(build.output);
  return std::any_of(messages.begin(), messages.end(), [&](const CompilerMessage& m) {
    const std::string symbol = m.cause.fact("symbol");
    return m.cause.id == "link.undefined" && !is_of_cuda(symbol) && gate.wanted.count(symbol) != 0;
  });
}

/// What nvcc linked may have found names in our runner. It is not the students': the build for the
/// check, which shows them nothing of ours, tells.
void refuse_names_of_ours(Build& build, const Build& check) {
  if (build.verdict != Verdict::ok || check.verdict != Verdict::compile_error ||
      !wants_what_nobody_has(check, build))
    return;
  build.verdict = Verdict::compile_error;
  build.output = check.output;
}

/// nvcc's word on a build for the CPU.
void apply_gate(Build& build, Build gate) {
  build.resources = std::move(gate.resources);
  add_uses(build.libraries, gate.libraries);
  // The engine's headers accept what nvcc refuses.
  if (gate.verdict == Verdict::compile_error && build.verdict != Verdict::compile_error) {
    build.verdict = Verdict::compile_error;
    build.output = std::move(gate.output);
  } else if (gate.verdict == Verdict::ok && build.verdict == Verdict::compile_error &&
             !wants_what_nobody_has(build, gate)) {
    // Valid CUDA that the engine cannot build is our gap, not the student's mistake.
    build.verdict = Verdict::pending;
    build.findings.push_back({"unsupported", "error", "", 0, because("engine.gap"), 1});
  }
}

/// Of a build with constants that only hidden cases have, nothing that tells them.
Build covered(Build build) {
  build.output = "Compiled with the constants of a hidden case, it does not build as it should.\n";
  for (Finding& finding : build.findings) finding = {finding.kind, finding.level, "", 0, {}, 1};
  return build;
}

/// The one that did not succeed, with the constants that it was compiled with; else the first.
/// Those in `shown` come before others.
Build first_to_fail(const Variants& variants, const std::set<Constants>& shown) {
  if (variants.builds.empty()) return {};
  for (const auto& [constants, build] : variants.builds) {
    if (build.verdict == Verdict::ok || shown.count(constants) == 0) continue;
    Build failed = build;
    std::string with;
    for (const auto& [name, value] : constants)
      with += (with.empty() ? "" : ", ") + name + " = " + std::to_string(value);
    if (!with.empty()) failed.output = "Compiled with " + with + ":\n" + failed.output;
    return failed;
  }
  const auto first_shown = std::find_if(variants.builds.begin(), variants.builds.end(),
                                        [&](const auto& b) { return shown.count(b.first) != 0; });
  for (const auto& [constants, build] : variants.builds)
    if (build.verdict != Verdict::ok && shown.count(constants) == 0) return covered(build);
  return first_shown == variants.builds.end() ? variants.builds.begin()->second
                                              : first_shown->second;
}

bool all_ok(const Variants& variants) {
  return std::all_of(variants.builds.begin(), variants.builds.end(),
                     [](const auto& each) { return each.second.verdict == Verdict::ok; });
}

}  // namespace

Builds build_all(const Toolchain& toolchain, const Lab& lab, const GradeRequest& request,
                 const BuildPlan& plan) {
  std::set<Constants> sets, timed, shown;
  for (const Task& task : lab.tasks) {
    for (const Case& c : task.cases) {
      sets.insert(c.constants);
      if (!c.hidden) shown.insert(c.constants);
    }
    if (!plan.speed) continue;
    for (const Performance& p : task.performance) timed.insert(p.on.constants);
  }
  shown.insert(timed.begin(), timed.end());
  // Where hidden cases alone are asked for, it is by somebody who has them.
  if (shown.empty()) shown = sets;

  Builds builds;
  Build gate;
  bool gated = false;
  std::vector<std::function<void()>> jobs;
  std::mutex mutex;
  std::size_t left_for_check = sets.size() * (plan.engine_too ? 2 : 1);
  const auto later = [&](Variants& to, const Constants& constants, auto make) {
    jobs.emplace_back([&, make, source = submitted(lab, request.submission, constants)] {
      Build build = make(source);
      {
        const std::lock_guard lock(mutex);
        to.builds[source.constants] = std::move(build);
        if (&to == &builds.run || --left_for_check > 0) return;
      }
      if (plan.on_check_built && all_ok(builds.check) && all_ok(builds.engine))
        plan.on_check_built(builds.check, builds.engine);
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
  // What takes longest comes first: else one core idles at the end.
  if (plan.backend == Backend::cpu && plan.toolkit && request.gate && !sets.empty()) {
    gated = true;
    jobs.emplace_back([&] {
      gate = toolchain.build_cuda(lab, submitted(lab, request.submission, *shown.begin()),
                                  request.real, *plan.toolkit, usual_capability, false);
    });
  }
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
  run_all(jobs);

  if (request.check_only) builds.run = builds.check;
  builds.submission = first_to_fail(builds.run, shown);
  if (!shown.empty()) builds.constants = *shown.begin();
  builds.engine_state = first_to_fail(builds.engine, shown);
  builds.check_state = first_to_fail(builds.check, shown);
  // A constant may decide what is compiled: all that may run counts.
  builds.submission.libraries.clear();
  for (const auto& [constants, build] : builds.run.builds) {
    LibraryUses uses = build.libraries;
    if (shown.count(constants) == 0)  // the line could tell the constants
      for (auto& [entry, all] : uses)
        for (LibraryUse& use : all) use.place.clear();
    add_uses(builds.submission.libraries, uses);
  }
  if (gated) apply_gate(builds.submission, std::move(gate));
  if (plan.backend == Backend::cuda) refuse_names_of_ours(builds.submission, builds.check_state);
  return builds;
}

}  // namespace warpgrade
