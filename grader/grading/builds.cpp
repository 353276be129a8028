#include "grading/builds.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <set>
#include <vector>

#include "base/parallel_for.h"
#include "findings/compiler_message.h"

namespace warpgrade {
namespace {

void add_uses(LibraryUses& to, const LibraryUses& more) {
  for (const auto& [entry, uses] : more)
    to[entry].insert(to[entry].end(), uses.begin(), uses.end());
}

/// A function of CUDA's libraries, which the engine may lack.
bool is_cuda_name(std::string_view name) {
  return name.rfind("cu", 0) == 0 || name.rfind("__cu", 0) == 0 || name.rfind("nv", 0) == 0;
}

/// Whether the program links on no machine: it has a main, or needs a symbol that nvcc's object
/// needs too and that is not CUDA's. The linker's text only chooses between two verdicts without
/// points.
bool links_nowhere(const Build& build, const Build& gate) {
  const auto messages = compiler_messages(build.output);
  return std::any_of(messages.begin(), messages.end(), [&](const CompilerMessage& m) {
    const std::string symbol = m.cause.fact("symbol");
    if (m.cause.id == "link.main") return true;
    return m.cause.id == "link.undefined" && !is_cuda_name(symbol) &&
           gate.wanted.count(symbol) != 0;
  });
}

/// nvcc's link may have resolved names in our runner, which students must not use. The build for
/// the check hides the runner's names and shows that.
void refuse_runner_names(Build& build, const Build& check) {
  if (build.verdict != Verdict::ok || check.verdict != Verdict::compile_error ||
      !links_nowhere(check, build))
    return;
  build.verdict = Verdict::compile_error;
  build.output = check.output;
}

/// Valid CUDA that the engine does not build: where and why.
Finding gap_in_engine(const std::string& output) {
  for (const CompilerMessage& message : compiler_messages(output))
    if (message.error && !message.file.empty())
      return {"unsupported",
              "error",
              message.file,
              message.line,
              because("engine.gap", {{"what", describe(message.cause)}}),
              1};
  return {"unsupported", "error", "", 0, because("engine.gap"), 1};
}

/// Applies nvcc's verdict to a build for the CPU.
void apply_gate(Build& build, Build gate) {
  build.resources = std::move(gate.resources);
  add_uses(build.libraries, gate.libraries);
  // The engine's headers accept what nvcc refuses.
  if (gate.verdict == Verdict::compile_error && build.verdict != Verdict::compile_error) {
    build.verdict = Verdict::compile_error;
    build.output = std::move(gate.output);
  } else if (gate.verdict == Verdict::ok && build.verdict == Verdict::compile_error &&
             !links_nowhere(build, gate)) {
    // Valid CUDA that the engine cannot build is the grader's gap, not the student's mistake.
    build.verdict = Verdict::pending;
    build.findings.push_back(gap_in_engine(build.output));
  }
}

/// Removes text that would reveal the constants of hidden cases.
Build without_constants(Build build) {
  build.output = "Compiled with the constants of a hidden case, it does not build as it should.\n";
  for (Finding& finding : build.findings) finding = {finding.kind, finding.level, "", 0, {}, 1};
  return build;
}

/// The first failed build and its constants, or else the first build. Constants in `shown` come
/// first.
Build first_to_fail(const ConstantBuilds& builds, const std::set<Constants>& shown) {
  if (builds.builds.empty()) return {};
  for (const auto& [constants, build] : builds.builds) {
    if (build.verdict == Verdict::ok || shown.count(constants) == 0) continue;
    Build failed = build;
    std::string with;
    for (const auto& [name, value] : constants)
      with += (with.empty() ? "" : ", ") + name + " = " + std::to_string(value);
    if (!with.empty()) failed.output = "Compiled with " + with + ":\n" + failed.output;
    return failed;
  }
  const auto first_shown = std::find_if(builds.builds.begin(), builds.builds.end(),
                                        [&](const auto& b) { return shown.count(b.first) != 0; });
  for (const auto& [constants, build] : builds.builds)
    if (build.verdict != Verdict::ok && shown.count(constants) == 0)
      return without_constants(build);
  return first_shown == builds.builds.end() ? builds.builds.begin()->second : first_shown->second;
}

bool all_ok(const ConstantBuilds& builds) {
  return std::all_of(builds.builds.begin(), builds.builds.end(),
                     [](const auto& each) { return each.second.verdict == Verdict::ok; });
}

/// The sets of constants to compile with: those of cases, of timed calls, and of visible ones of
/// either.
struct ConstantSets {
  std::set<Constants> cases, timed, shown;
};

ConstantSets constant_sets(const Lab& lab, bool speed) {
  ConstantSets sets;
  for (const Task& task : lab.tasks) {
    for (const Case& c : task.cases) {
      sets.cases.insert(c.constants);
      if (!c.hidden) sets.shown.insert(c.constants);
    }
    if (!speed) continue;
    for (const Performance& p : task.performance) sets.timed.insert(p.on.constants);
  }
  sets.shown.insert(sets.timed.begin(), sets.timed.end());
  // A request for hidden cases only comes from someone who has them.
  if (sets.shown.empty()) sets.shown = sets.cases;
  return sets;
}

/// Builds in parallel.
class BuildJobs {
 public:
  BuildJobs(const Machine& machine, const Toolchain& toolchain, const Lab& lab,
            const GradeRequest& request, const BuildPlan& plan, const ConstantSets& sets)
      : machine_(machine),
        toolchain_(toolchain),
        lab_(lab),
        request_(request),
        plan_(plan),
        left_for_check_(sets.cases.size() * (plan.engine_too ? 2 : 1)) {
    // Start the longest builds first, so that no core is idle at the end.
    if (plan.backend == Backend::cpu && machine.toolkit && request.with_nvcc && !sets.cases.empty())
      add_gate(*sets.shown.begin());
    for (const Constants& constants : sets.timed)
      if (sets.cases.count(constants) == 0) add_for_device(constants);
    for (const Constants& constants : sets.cases) {
      if (plan.backend == Backend::cuda)
        add_for_device(constants);
      else if (!request.check_only)
        add_on_engine(builds_.run, constants, CpuMode::fast);
      if (plan.engine_too) add_on_engine(builds_.engine, constants, CpuMode::fast);
      if (request.check || request.check_only)
        add_on_engine(builds_.check, constants, CpuMode::check);
    }
  }

  /// `gate`: nvcc's build for the CPU backend, if there is one.
  Builds run(std::optional<Build>& gate) {
    run_all(jobs_);
    gate = std::move(gate_);
    return std::move(builds_);
  }

 private:
  void add_gate(const Constants& constants) {
    jobs_.emplace_back([this, constants] {
      gate_ = toolchain_.build_cuda(lab_, submitted(lab_, request_.submission, constants),
                                    request_.real, *machine_.toolkit, usual_capability, false);
    });
  }

  void add_for_device(const Constants& constants) {
    jobs_.emplace_back([this, source = submitted(lab_, request_.submission, constants)] {
      Build build = toolchain_.build_cuda(lab_, source, request_.real, *machine_.toolkit,
                                          machine_.capability, true);
      const std::lock_guard lock(mutex_);
      builds_.run.builds[source.constants] = std::move(build);
    });
  }

  void add_on_engine(ConstantBuilds& to, const Constants& constants, CpuMode mode) {
    jobs_.emplace_back([this, &to, mode, source = submitted(lab_, request_.submission, constants)] {
      Build build = toolchain_.build_cpu(lab_, source, request_.real, mode);
      {
        const std::lock_guard lock(mutex_);
        to.builds[source.constants] = std::move(build);
        if (&to == &builds_.run || --left_for_check_ > 0) return;
      }
      if (plan_.on_check_built && all_ok(builds_.check) && all_ok(builds_.engine))
        plan_.on_check_built(builds_.check, builds_.engine);
    });
  }

  const Machine& machine_;
  const Toolchain& toolchain_;
  const Lab& lab_;
  const GradeRequest& request_;
  const BuildPlan& plan_;
  std::vector<std::function<void()>> jobs_;
  std::mutex mutex_;            // guards the members below
  std::size_t left_for_check_;  // builds that the check waits for
  Builds builds_;
  std::optional<Build> gate_;
};

/// The uses in all builds: constants may decide which code is compiled.
LibraryUses all_library_uses(const ConstantBuilds& builds, const std::set<Constants>& shown) {
  LibraryUses all;
  for (const auto& [constants, build] : builds.builds) {
    LibraryUses uses = build.libraries;
    if (shown.count(constants) == 0)  // the line could reveal the constants
      for (auto& [entry, of_entry] : uses)
        for (LibraryUse& use : of_entry) use.place.clear();
    add_uses(all, uses);
  }
  return all;
}

}  // namespace

Builds build_all(const Machine& machine, const Toolchain& toolchain, const Lab& lab,
                 const GradeRequest& request, const BuildPlan& plan) {
  const ConstantSets sets = constant_sets(lab, plan.speed);
  std::optional<Build> gate;
  Builds builds = BuildJobs(machine, toolchain, lab, request, plan, sets).run(gate);
  if (request.check_only) builds.run = builds.check;
  builds.submission = first_to_fail(builds.run, sets.shown);
  if (!sets.shown.empty()) builds.constants = *sets.shown.begin();
  builds.engine_state = first_to_fail(builds.engine, sets.shown);
  builds.check_state = first_to_fail(builds.check, sets.shown);
  builds.submission.libraries = all_library_uses(builds.run, sets.shown);
  if (gate) apply_gate(builds.submission, std::move(*gate));
  if (plan.backend == Backend::cuda) refuse_runner_names(builds.submission, builds.check_state);
  return builds;
}

}  // namespace warpgrade
