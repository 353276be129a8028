#include "profile/profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <random>
#include <set>
#include <sstream>

#include "base/fault.h"
#include "base/parallel_for.h"
#include "cases/run_task.h"
#include "cases/select.h"
#include "diagnosis/explain.h"
#include "diagnosis/occupancy.h"
#include "grading/builds.h"
#include "grading/runnable.h"
#include "grading/sources.h"
#include "lab/problem_file.h"
#include "lab/reference.h"
#include "measure/held_gpus.h"
#include "memcheck/check_task.h"
#include "memcheck/resolve_check.h"
#include "model/environment.h"
#include "objects/source_check.h"
#include "process/worker_settings.h"
#include "profile/measure.h"
#include "profile/profiled_task.h"
#include "toolchain/installation.h"
#include "toolchain/resource_usage.h"

namespace warpgrade {
namespace {

namespace fs = std::filesystem;

/// A profiled call may be slow: that is why it is profiled.
constexpr double patience_seconds = 120;

std::string base_name(const std::string& kernel) { return kernel.substr(0, kernel.find('<')); }

class Profiler {
 public:
  Profiler(const ProfileRequest& request, const Sandbox& sandbox, const Sandbox& trusted,
           const OnProgress& progress)
      : request_(request),
        gpus_(find_gpus()),
        sandbox_(sandbox),
        trusted_(trusted),
        progress_(progress),
        subject_(load_profiled_task(request)),
        reference_(find_reference(request.lab)),
        toolkit_(find_cuda_toolkit()) {
    as_grade_.root = request.root;
    as_grade_.lab = request.lab;
    as_grade_.submission = request.submission;
    as_grade_.real = request.real;
    as_grade_.call_seconds = patience_seconds;
  }

  ProfileResult run() {
    const Lab& lab = subject_.lab;
    make_missing_data(lab, as_grade_, progress_);
    result_.lab = lab.name;
    result_.title = lab.title;
    result_.task = subject_.task().entry;
    result_.variant = subject_.variant;
    result_.submission = request_.variant.empty()
                             ? request_.submission.string()
                             : "solutions/" + lab.name + "/" + subject_.source.file;
    result_.real = request_.real;
    result_.seed = request_.seed ? *request_.seed : std::random_device{}();
    result_.environment = describe_environment(sandbox_, toolkit_, gpus_);
    const Backend backend = choose_backend();
    result_.backend = name(backend);
    if (!readable()) return std::move(result_);
    if (backend == Backend::cuda) measure();
    const bool nothing_yet =
        result_.verdict == Verdict::ok && !result_.not_written && result_.measured.empty();
    if (nothing_yet) count();
    // The call worked on the GPU, so failing to count is not an error.
    if (nothing_yet && !result_.samples.empty() && result_.counted.empty()) {
      result_.note = "The CPU engine counts nothing either. " + result_.detail;
      result_.verdict = Verdict::ok;
      result_.detail.clear();
      result_.not_written = false;
    }
    add_files();
    return std::move(result_);
  }

 private:
  Backend choose_backend() {
    const bool gpu = !gpus_.gpus.empty() && toolkit_;
    const Backend backend = request_.backend.value_or(gpu ? Backend::cuda : Backend::cpu);
    if (backend == Backend::cpu) return backend;
    if (!gpu)
      throw GraderError(gpus_.gpus.empty() ? "no GPU to profile on: " + gpus_.why_none
                                           : "no nvcc to build for the GPU with",
                        "Use --backend cpu: the CPU engine counts what accesses cost.");
    // A variant can run with one device.
    const auto needed = static_cast<std::size_t>(subject_.task().devices);
    if (needed <= gpus_.gpus.size() || !subject_.variant.empty()) return backend;
    result_.note = fmt::format(
        "It uses {} devices and this machine has {}: counted on the CPU engine, which "
        "has two.",
        needed, gpus_.gpus.size());
    return Backend::cpu;
  }

  bool readable() {
    if (!subject_.variant.empty()) return true;
    const std::string problem = why_unreadable(request_.submission, subject_.lab.name + ".cu");
    if (problem.empty()) return true;
    result_.verdict = Verdict::compile_error;
    result_.detail = problem;
    return false;
  }

  Toolchain toolchain(const std::string& folder) const {
    const fs::path work = workspace_.path() / folder;
    fs::create_directories(work);
    return subject_.variant.empty() ? Toolchain(request_.root, work, sandbox_)
                                    : Toolchain::for_grader_programs(request_.root, work, sandbox_);
  }

  Source source_for(const Toolchain& toolchain, const Constants& constants) const {
    Source source = subject_.source;
    source.constants = constants;
    if (!subject_.variant.empty())
      source.binding = toolchain.build_binding(subject_.lab, request_.real);
    return source;
  }

  /// True if the task can run; otherwise reports why not.
  bool can_run(const Build& build) {
    Task task = subject_.task();
    task.entry = task.signature.entry;
    TaskResult why;
    result_.verdict = check_runnable(subject_.lab, task, build, true, why);
    if (result_.verdict == Verdict::ok) return true;
    result_.detail = describe(why.detail);
    for (const Finding& finding : why.findings)
      result_.detail += fmt::format(
          " {}{}",
          finding.line > 0 ? fmt::format("{}:{}: ", finding.file, finding.line) : std::string(),
          describe(finding));
    result_.compiler_output = build.output;
    result_.not_written = why.not_defined();
    return false;
  }

  void measure() {
    const Case& c = subject_.measured;
    result_.case_name = c.name;
    result_.sizes = task_sizes(subject_, c);
    progress_("building for the GPU", 0, 0);
    const Toolchain tools = toolchain("gpu");
    ConstantBuilds builds;
    builds.builds[c.constants] =
        tools.build_cuda(subject_.lab, source_for(tools, c.constants), request_.real, *toolkit_,
                         gpus_.gpus.front().capability(), true);
    if (!can_run(builds.of(c))) return;
    builds.builds[c.constants].resources =
        tools.read_resources(subject_.lab, source_for(tools, c.constants), *toolkit_, capability());
    Worker::Settings settings = settings_for_run(as_grade_, subject_.lab, Backend::cuda);
    settings.run(builds.of(c));
    settings.limits.memory_bytes = 512ull << 30;
    const TaskRun run{.exercise = {subject_.lab, reference_, request_.real, result_.seed},
                      .task = subject_.task(),
                      .sandbox = sandbox_,
                      .toolchain = tools,
                      .builds = builds,
                      .worker = settings};
    Random random(derive_seed(result_.seed, subject_.lab.name + "/" + c.name));
    progress_("making the input of " + c.name, 0, 0);
    Problem problem = generate_case(subject_.lab, reference_, c, request_.real, random);
    round_values(problem, request_.real);
    result_.work = reference_.work(problem, request_.real);
    const CallImage image = compose_call(run, problem, Poison::finite, result_.seed);
    const HeldGpus held(gpus_.gpus, subject_.task().devices,
                        [&](const std::string& what) { progress_(what, 0, 0); });
    sandbox_ = held.sandbox_with(sandbox_, subject_.task().devices);
    const Sandbox trusted = held.sandbox_with(trusted_, subject_.task().devices);
    progress_("running it without the profiler", 0, 0);
    if (!call_once(run, image)) return;
    add_resources(builds.of(c));
    measure_kernels(
        {request_, subject_, settings, image, toolkit_, trusted, workspace_.path(), progress_},
        symbols_, result_);
  }

  /// Calls the task in the sandbox, to learn whether it works, how long it takes and what it
  /// launches.
  bool call_once(const TaskRun& run, const CallImage& image) {
    constexpr std::uint32_t calls = 9, not_verified = 1;
    Worker worker(sandbox_, run.worker);
    const CallOutcome outcome =
        worker.call(subject_.task().signature.entry, subject_.task().device_pointers, image,
                    std::nullopt, {calls, not_verified, 0, 1.0});
    const Explanation ended = explain(outcome, run.worker.limits, [&](std::uint64_t address) {
      return run.toolchain.find_line(run.builds.of(subject_.measured), address);
    });
    result_.verdict = ended.verdict;
    result_.detail = describe(ended.detail);
    if (!outcome.reply || result_.verdict != Verdict::ok) return false;
    const protocol::Reply& reply = *outcome.reply;
    result_.samples.assign(reply.samples, reply.samples + reply.sample_count);
    for (std::uint32_t i = 0; i < reply.kernel_count; ++i) {
      const std::string symbol = reply.kernels[i].name;
      symbols_.push_back(symbol);
      result_.launched.push_back({symbol[0] == '_' ? kernel_name(symbol) : symbol,
                                  static_cast<long long>(reply.kernels[i].launches)});
    }
    result_.not_written = result_.launched.empty();
    return !result_.not_written;
  }

  /// Counts on the CPU engine.
  void count() {
    if (!subject_.libraries.empty()) {
      result_.verdict = Verdict::pending;
      result_.detail = fmt::format("{} needs a GPU: it calls {}.", subject_.variant,
                                   fmt::join(subject_.libraries, " and "));
      return;
    }
    progress_("building for the CPU engine", 0, 0);
    const Toolchain tools = toolchain("cpu");
    ConstantBuilds builds;
    Build resources;
    build_for_engine(tools, builds, resources);
    for (const auto& [constants, build] : builds.builds)
      if (!can_run(build)) return;
    TaskResult checked = checked_cases(tools, builds);
    result_.errors = static_cast<std::size_t>(
        std::count_if(checked.findings.begin(), checked.findings.end(),
                      [](const Finding& f) { return f.level == "error"; }));
    result_.counted = std::move(checked.metrics);
    if (result_.launched.empty())
      for (const KernelCosts& kernel : result_.counted)
        result_.launched.push_back({kernel.kernel, kernel.launches});
    add_resources(resources);
    for (KernelCosts& kernel : result_.counted)
      kernel.occupancy = compute_occupancy(kernel, result_.resources, capability());
    if (result_.counted.empty()) {
      result_.not_written = result_.verdict == Verdict::ok;
      return;
    }
    result_.verdict = Verdict::ok;  // one working case is enough to count
    result_.detail.clear();
    if (!result_.samples.empty()) return;  // the GPU's case has been reported already
    const auto in =
        std::find_if(subject_.counted.begin(), subject_.counted.end(),
                     [&](const Case& c) { return c.name == result_.counted.front().measured_in; });
    if (in == subject_.counted.end()) return;
    result_.case_name = in->name;
    result_.sizes = task_sizes(subject_, *in);
  }

  /// The check's results for the counted cases.
  TaskResult checked_cases(const Toolchain& tools, const ConstantBuilds& builds) {
    Lab lab = subject_.lab;
    Task& task = lab.tasks.front();
    task.cases = subject_.counted;
    const unsigned cores = thread_share();
    Worker::Settings settings = settings_for_check(as_grade_, lab, false, cores);
    // A named case is used even if it is large.
    if (subject_.named || !subject_.variant.empty()) {
      for (Case& c : task.cases) c.check = true;
      settings.limits.cpu_seconds = patience_seconds * cores;
      settings.limits.wall_seconds = 3 * patience_seconds;
    }
    const int total = static_cast<int>(task.cases.size());
    int begun = 0;
    const auto on_call = [&] { progress_("counting", begun++, total); };
    const TaskRun run{.exercise = {lab, reference_, request_.real, result_.seed},
                      .task = task,
                      .sandbox = sandbox_,
                      .toolchain = tools,
                      .builds = builds,
                      .worker = settings,
                      .on_call = on_call};
    TaskResult checked;
    for (const Case& c : task.cases) {
      checked.cases.emplace_back();
      checked.cases.back().name = c.name;
      checked.cases.back().hidden = c.hidden;
    }
    CheckOutcome outcome = check_cases(run);
    note_bad_end(outcome, task);
    add_check(checked, std::move(outcome), true);
    return checked;
  }

  /// Also with nvcc, if available, for the register counts.
  void build_for_engine(const Toolchain& tools, ConstantBuilds& builds, Build& resources) {
    std::set<Constants> sets;
    for (const Case& c : subject_.counted) sets.insert(c.constants);
    for (const Constants& constants : sets) builds.builds[constants];
    std::vector<std::function<void()>> jobs;
    for (auto& [constants, build] : builds.builds)
      jobs.emplace_back([&, source = source_for(tools, constants), to = &build] {
        *to = tools.build_cpu(subject_.lab, source, request_.real, CpuMode::check);
      });
    const Toolchain nvcc_tools = toolchain("nvcc");
    if (toolkit_ && request_.with_nvcc && !sets.empty())
      jobs.emplace_back([&, source = source_for(tools, *sets.begin())] {
        resources = nvcc_tools.build_cuda(subject_.lab, source, request_.real, *toolkit_,
                                          capability(), false);
      });
    run_all(jobs);
  }

  void note_bad_end(const CheckOutcome& outcome, const Task& task) {
    for (const CheckedCase& c : outcome.cases) {
      if (c.found.completed || c.found.verdict == Verdict::ok) continue;
      result_.verdict = c.found.verdict;
      result_.detail = fmt::format("in {}: {}", task.cases[c.index].name, describe(c.found.detail));
      return;
    }
  }

  int capability() const {
    return gpus_.gpus.empty() ? usual_capability : gpus_.gpus.front().capability();
  }

  /// nvcc's resource usage of the launched kernels.
  void add_resources(const Build& build) {
    result_.resources.clear();
    for (const KernelResources& each : build.resources) {
      if (std::any_of(result_.launched.begin(), result_.launched.end(), [&](const auto& launched) {
            return base_name(launched.kernel) == base_name(each.kernel);
          }))
        result_.resources.push_back(each);
    }
  }

  void add_files() {
    std::set<std::string> files;
    for (const KernelCosts& kernel : result_.counted)
      for (const LineCosts& line : kernel.lines) files.insert(line.file);
    result_.sources = read_sources(subject_.source.folder, files);
  }

  const ProfileRequest& request_;
  const GpuInventory gpus_;
  Sandbox sandbox_;
  const Sandbox& trusted_;
  const OnProgress& progress_;
  Workspace workspace_;
  ProfiledTask subject_;
  const Reference& reference_;
  const std::optional<CudaToolkit> toolkit_;
  GradeRequest as_grade_;
  std::vector<std::string> symbols_;  // of the launched kernels
  ProfileResult result_;
};

}  // namespace

ProfileResult profile(const ProfileRequest& request, const Sandbox& sandbox, const Sandbox& trusted,
                      const OnProgress& progress) {
  return Profiler(request, sandbox, trusted, progress).run();
}

}  // namespace warpgrade
