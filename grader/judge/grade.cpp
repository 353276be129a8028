#include "judge/grade.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <thread>
#include <utility>

#include "base/fault.h"
#include "base/parallel_for.h"
#include "base/utf8.h"
#include "judge/advice.h"
#include "judge/before_running.h"
#include "judge/builds.h"
#include "judge/child_settings.h"
#include "judge/efficiency.h"
#include "judge/endless_loop.h"
#include "judge/environment.h"
#include "judge/hypotheses.h"
#include "judge/occupancy.h"
#include "judge/reproduce.h"
#include "judge/run_task.h"
#include "judge/select.h"
#include "judge/settle_check.h"
#include "judge/sources.h"
#include "judge/speed.h"
#include "judge/tell.h"
#include "judge/tolerance_check.h"
#include "judge/try_remedies.h"
#include "lab/oracle.h"
#include "measure/held_gpus.h"
#include "score/task_points.h"
#include "toolchain/installation.h"
#include "toolchain/nvml.h"
#include "toolchain/resource_usage.h"
#include "toolchain/source_check.h"

namespace warpgrade {
namespace {

std::uint64_t secret_seed() {
  std::random_device device;
  return (static_cast<std::uint64_t>(device()) << 32) | device();
}

/// The lab as the request wants it.
Lab asked_for(const GradeRequest& request) {
  Lab lab = load_lab(request.root, request.lab);
  const Oracle& oracle = oracle_of(request.lab);
  check_tolerances(lab, oracle, request.real);
  select(lab, request);
  return lab;
}

/// A lab that was selected before, for some of its tasks.
Lab of_these(Lab lab, const std::vector<std::string>& tasks) {
  if (tasks.empty()) return lab;
  std::erase_if(lab.tasks, [&](const Task& task) {
    return std::find(tasks.begin(), tasks.end(), task.entry) == tasks.end();
  });
  return lab;
}

// Small cases are posed for their calls and for the check. Large ones would only take memory.
constexpr std::size_t largest_of_one_grade = 32 << 20, most_of_one_grade = 256 << 20;
// For many grades, and where a GPU would wait, it pays to keep what costs seconds to make.
constexpr std::size_t most_kept = 1 << 30;

}  // namespace

class Grader {
 public:
  Grader(const GradeRequest& request, const Sandbox& sandbox, const OnProgress& progress,
         const Preparation* preparation, const OnKnown& on_known)
      : request_(request),
        progress_(progress),
        on_known_(on_known),
        gpus_(find_gpus()),
        sandbox_(sandbox.showing(view_of(gpus_.gpus))),
        lab_(preparation ? of_these(preparation->lab_, request.tasks) : asked_for(request)),
        oracle_(oracle_of(request.lab)),
        toolchain_(request.root, workspace_.path(), sandbox_),
        toolkit_(preparation ? preparation->toolkit_ : find_cuda_toolkit()),
        posed_(preparation ? preparation->posed_ : nullptr) {}

  GradeResult grade() {
    const Tell tell = told(lab_, request_.tell, request_.instructors);
    make_missing_data(lab_, request_, progress_);
    choose_backend();
    if (!posed_)
      posed_ = backend_ == Backend::cuda
                   ? std::make_shared<PosedCases>(most_kept, most_kept)
                   : std::make_shared<PosedCases>(largest_of_one_grade, most_of_one_grade);
    result_.lab = lab_.name;
    result_.title = lab_.title;
    result_.submission = request_.submission.string();
    result_.backend = name(backend_);
    result_.real = request_.real;
    result_.seed = request_.seed.value_or(secret_seed());
    result_.checked_only = request_.check_only;
    result_.environment = describe_environment(sandbox_, toolkit_, gpus_);

    witness_ = std::make_unique<Witness>(request_.root, lab_, request_.real, sandbox_,
                                         workspace_.path() / "witness", toolkit_, capability());
    timed("build", [&] { build(); });
    result_.compiler_output = builds_.submission.output;
    for (const Task& task : lab_.tasks) result_.tasks.push_back(begin_task(task));
    if (backend_ == Backend::cuda) {
      ask_for_resources();
      timed("waiting", [&] { hold_gpus(); });
      timed("held", [&] {
        if (meter_) open_device();
        timed("cases", [&] { run_cases(Backend::cuda); });
        take_resources();
        if (meter_) timed("speed", [&] { measure_speed(); });
        // Whoever gets the device next finds nothing of this submission's on it, and nothing of
        // ours.
        if (meter_) meter_->close();
      });
      if (meter_) result_.seconds.insert(meter_->seconds().begin(), meter_->seconds().end());
      held_.reset();
    }
    timed("cases", [&] { run_cases(Backend::cpu); });
    tell_what_is_known(tell);
    // Neither needs the GPU, nor the other.
    run_all({[&] {
               if (meter_) timed("verification", [&] { meter_->verify(); });
             },
             [&] { timed("check", [&] { check_tasks(); }); }});
    if (meter_) note_timed_verdicts();
    if (request_.remedy_seconds > 0 && tell == Tell::tried) {
      tell_what_is_known(tell);
      timed("remedies", [&] { try_all_remedies(); });
    }
    for (std::size_t t = 0; t < lab_.tasks.size(); ++t) settle(lab_.tasks[t], t);
    add_sources();
    tell_only(result_, tell);
    return std::move(result_);
  }

 private:
  /// While nothing else works on the result.
  void tell_what_is_known(Tell tell) {
    if (!on_known_) return;
    GradeResult kept = result_;
    for (std::size_t t = 0; t < lab_.tasks.size(); ++t) settle(lab_.tasks[t], t);
    add_sources();
    tell_only(result_, tell);
    known_ = std::exchange(result_, std::move(kept));
    tell_ = tell;
    on_known_(known_);
  }

  /// While other tasks are checked.
  void tell_first_errors(std::size_t t, std::vector<Finding> findings) {
    const std::lock_guard lock(known_mutex_);
    add_errors_so_far(known_.tasks[t], std::move(findings));
    tell_only(known_, tell_);
    on_known_(known_);
  }

  /// What the rest of a task's grade needs to know of its run.
  struct Ran {
    bool started = false;  // cases were called
    std::vector<bool> has_work;
    std::vector<std::string> kernels;
  };

  /// Notes how long `work` takes.
  void timed(const std::string& name, const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    const std::lock_guard lock(seconds_mutex_);
    result_.seconds[name] += took.count();
  }

  void hold_gpus() {
    int most = 1;
    for (const Task& task : lab_.tasks)
      if (backend_of(task) == Backend::cuda) most = std::max(most, task.devices);
    held_.emplace(gpus_.gpus, most, [&] { progress_(waiting_for_gpu, 0, 0); });
    if (const std::string ids = view_of(held_->gpus()).visible; !ids.empty())
      result_.environment["gpu_uuid"] = ids;
    const Gpu& first = held_->gpus().front();
    free_bytes_ = first.memory_bytes;
    const std::optional<Nvml> nvml = Nvml::open();
    if (nvml && first.number < nvml->devices())
      free_bytes_ -= std::min(free_bytes_, nvml->state(first.number).memory_used_bytes.value_or(0));
  }

  /// The referee opens the device while cases run.
  void open_device() {
    sandbox_ = held_->shown_by(sandbox_, 1);
    if (is_roomy()) meter_->open();
  }

  /// Whether the GPU has free memory for a dozen processes: each that opens CUDA takes up to half a
  /// GB.
  bool is_roomy() const {
    constexpr unsigned long long enough = 12ull << 30;
    return backend_ == Backend::cuda && free_bytes_ >= enough;
  }

  void choose_backend() {
    const bool gpu = !gpus_.gpus.empty() && toolkit_;
    backend_ = request_.backend.value_or(gpu ? Backend::cuda : Backend::cpu);
    if (backend_ == Backend::cpu) return;
    if (gpus_.gpus.empty()) {
      throw GraderError(
          "no GPU to grade on: " + gpus_.why_none,
          "Use --backend cpu (BACKEND=cpu with make): correctness is graded in full there.");
    }
    if (!toolkit_) {
      throw GraderError("no nvcc to build for the GPU with",
                        "Put nvcc on PATH or set CUDA_HOME, or use --backend cpu.");
    }
  }

  void build() {
    progress_("building " + lab_.name + ".cu", 0, 0);
    const std::string problem = why_unreadable(request_.submission, lab_.name + ".cu");
    if (!problem.empty()) {
      builds_.submission.verdict = Verdict::compile_error;
      builds_.submission.output = problem + "\n";
      return;
    }
    const bool engine_too =
        std::any_of(lab_.tasks.begin(), lab_.tasks.end(),
                    [&](const Task& task) { return backend_of(task) != backend_; });
    const bool speed = backend_ == Backend::cuda && request_.speed && !request_.check_only &&
                       std::any_of(lab_.tasks.begin(), lab_.tasks.end(),
                                   [](const Task& task) { return !task.performance.empty(); });
    if (speed) {
      const auto folder = workspace_.path() / "speed";
      std::filesystem::create_directories(folder);
      meter_ = std::make_unique<SpeedMeter>(
          SpeedPlan{request_.root, lab_, oracle_, request_.real, result_.seed, sandbox_, toolchain_,
                    *toolkit_, capability(), folder,
                    settings_for_run(request_, lab_, Backend::cuda), task_seconds()});
    }
    BuildPlan plan{backend_, toolkit_, capability(), engine_too, speed};
    // Who waits for what is known first gets it in its order.
    if (backend_ == Backend::cuda && !request_.check_only && !on_known_)
      plan.on_check_built = [&](const Variants& check, const Variants& engine) {
        timed("check", [&] { check_ahead(check, engine); });
      };
    run_all({[&] { builds_ = build_all(toolchain_, lab_, request_, plan); },
             [&] {
               if (meter_) meter_->build();
             },
             // Compilers leave a core idle now and then, and nobody is to wait for a GPU while
             // problems are made.
             [&] {
               if (!request_.check_only) pose_cases();
             }});
  }

  /// The check needs no GPU, and nvcc takes longer than the engine's builds.
  void check_ahead(const Variants& check, const Variants& engine) {
    builds_.check = check;
    builds_.engine = engine;
    ahead_.resize(lab_.tasks.size());
    std::vector<std::size_t> chosen;
    for (std::size_t t = 0; t < lab_.tasks.size(); ++t)
      if (backend_of(lab_.tasks[t]) == Backend::cuda) chosen.push_back(t);
    const std::size_t workers = workers_of_each(chosen.size());
    std::vector<std::function<void()>> jobs;
    for (const std::size_t t : chosen)
      jobs.emplace_back([&, t] { ahead_[t] = check_outcome(t, workers, false); });
    run_all(jobs);
  }

  void ask_for_resources() {
    if (builds_.submission.verdict != Verdict::ok) return;
    // Where there is no other thread to be had, it is done when it is asked for. Meanwhile the
    // grade's sandbox changes: it shows other GPUs.
    resources_ = std::async([this, sandbox = sandbox_] {
      const Toolchain tools(request_.root, workspace_.path(), sandbox);
      return tools.resources_of(lab_, submitted(lab_, request_.submission, builds_.constants),
                                *toolkit_, capability());
    });
  }

  /// Before anything is timed: then the cores are idle.
  void take_resources() {
    if (resources_.valid()) builds_.submission.resources = resources_.get();
  }

  void pose_cases() {
    // Made ahead in vain once; tasks share most cases.
    std::set<std::string> too_large;
    for (const Task& task : lab_.tasks) {
      for (const Case& c : task.cases) {
        // A large file of somebody's own is not kept: read again, it takes longer than all builds.
        if (backend_ == Backend::cpu && !c.data.empty()) continue;
        for (std::uint64_t variant = 0; variant < variants_of(c); ++variant) {
          if (too_large.count(c.name) != 0) continue;
          posed_->get(lab_, oracle_, task, c, request_.real, result_.seed, variant);
          if (!posed_->keeps(task, c, variant)) too_large.insert(c.name);
        }
      }
    }
  }

  /// A task that uses two devices is graded on the engine where there is one GPU.
  Backend backend_of(const Task& task) const {
    const bool enough = static_cast<std::size_t>(task.devices) <= gpus_.gpus.size();
    return backend_ == Backend::cuda && !enough ? Backend::cpu : backend_;
  }

  int capability() const {
    return backend_ == Backend::cuda ? gpus_.gpus.front().capability() : usual_capability;
  }

  /// What is known of a task before any of its cases runs.
  TaskResult begin_task(const Task& task) {
    TaskResult result;
    result.task = task.entry;
    result.title = task.title;
    ran_.emplace_back();
    if (!request_.check_only) {
      result.max_points = Points::hundredths(task.max_points_hundredths());
      result.check.max_points = Points::hundredths(task.checks_hundredths);
      result.efficiency = efficiency_of(task);
      for (const auto& performance : task.performance) {
        PerformanceResult p;
        p.name = performance.on.name;
        p.max_points = Points::hundredths(performance.points_hundredths);
        constexpr const char* names[] = {"cpu", "library", "solution", "roofline"};
        p.against = names[static_cast<int>(performance.against)];
        p.curve = performance.curve_for(request_.real);
        result.performance.push_back(p);
      }
    }
    result.verdict = before_running(lab_, task, builds_.submission, request_.check_only, result);
    // What nvcc has built may be more than the engine supports, which runs this one.
    if (result.verdict == Verdict::ok && backend_of(task) != backend_)
      result.verdict =
          before_running(lab_, task, builds_.engine_state, request_.check_only, result);
    if (result.verdict != Verdict::ok) return result;
    ran_.back().started = true;
    if (request_.check_only) {
      for (const Case& c : task.cases) {
        result.cases.emplace_back();
        result.cases.back().name = c.name;
        result.cases.back().hidden = c.hidden;
      }
    }
    return result;
  }

  /// The cases of those tasks that are graded there.
  void run_cases(Backend backend) {
    if (request_.check_only) return;
    std::map<int, std::vector<std::size_t>> by_devices;
    for (std::size_t t = 0; t < lab_.tasks.size(); ++t) {
      if (ran_[t].started && backend_of(lab_.tasks[t]) == backend)
        by_devices[lab_.tasks[t].devices].push_back(t);
    }
    for (const auto& [devices, tasks] : by_devices) {
      if (backend == Backend::cuda) sandbox_ = held_->shown_by(sandbox_, devices);
      std::vector<TaskRun> runs;
      for (const std::size_t t : tasks) runs.push_back(run_of_cases(t));
      std::vector<TaskOutcome> outcomes = run_tasks(runs);
      for (std::size_t i = 0; i < tasks.size(); ++i) note(tasks[i], std::move(outcomes[i]));
    }
  }

  TaskRun task_run(const Task& task, const Variants& builds, Child::Settings settings,
                   std::function<void(const std::string&, double)> on_case) const {
    return {lab_,         task,           oracle_,       request_.real,       result_.seed,
            sandbox_,     toolchain_,     builds,        std::move(settings), std::move(on_case),
            posed_.get(), witness_.get(), task_seconds()};
  }

  double task_seconds() const { return request_.task_seconds.value_or(lab_.task_seconds); }

  TaskRun run_of_cases(std::size_t index) {
    const Task& task = lab_.tasks[index];
    const Backend backend = backend_of(task);
    if (backend != backend_) {
      result_.tasks[index].note = fmt::format(
          "It uses {} devices and this machine has {}: graded on the CPU engine, which has two.",
          task.devices, gpus_.gpus.size());
    }
    int calls = 0;
    for (const Case& c : task.cases) calls += c.calls;
    const std::string what = fmt::format("{} ({} of {})", task.entry, index + 1, lab_.tasks.size());
    return task_run(
        task, backend == backend_ ? builds_.run : builds_.engine,
        settings_for_run(request_, lab_, backend),
        [this, &task, what, calls, started = 0](const std::string& name, double seconds) mutable {
          constexpr double long_wait = 3;
          progress_(seconds < long_wait
                        ? what
                        : fmt::format("{}, {}: about {:.0f} s", task.entry, name, seconds),
                    std::min(started++, calls), calls);
        });
  }

  void note(std::size_t index, TaskOutcome outcome) {
    TaskResult& result = result_.tasks[index];
    for (const CaseResult& c : outcome.cases) result.verdict = worse(result.verdict, c.verdict);
    result.cases = std::move(outcome.cases);
    result.printed = std::move(outcome.printed);
    result.hidden_printed = std::move(outcome.hidden_printed);
    ran_[index].has_work = std::move(outcome.has_work);
    ran_[index].kernels = std::move(outcome.kernels);
  }

  /// What is right is timed.
  void measure_speed() {
    std::map<int, std::vector<SpeedTask>> by_devices;
    int done = 0, total = 0;
    for (std::size_t t = 0; t < lab_.tasks.size(); ++t) {
      const Task& task = lab_.tasks[t];
      TaskResult& result = result_.tasks[t];
      if (!ran_[t].started || result.verdict != Verdict::ok || backend_of(task) != backend_)
        continue;
      by_devices[task.devices].push_back({task, result.performance});
      total += static_cast<int>(task.performance.size());
    }
    try {
      for (const auto& [devices, tasks] : by_devices) {
        sandbox_ = held_->shown_by(sandbox_, devices);
        meter_->measure(
            tasks, builds_.run, held_->gpus().front().number,
            [&](const std::string& what) { progress_("measuring " + what, done++, total); });
      }
    } catch (const GraderError& error) {
      if (is_roomy()) throw;
      leave_speed_open(error);
    }
  }

  /// Where other programs hold the GPU's memory, the rest of the grade is worth having. What was
  /// measured before stands, and is verified like any other.
  void leave_speed_open(const GraderError& error) {
    for (TaskResult& result : result_.tasks) {
      for (PerformanceResult& p : result.performance) {
        if (p.ran || !p.detail.empty()) continue;
        p.detail = {
            because("speed.little-memory",
                    {{"free", fmt::format("{:.1f}", static_cast<double>(free_bytes_) / 0x1p30)},
                     {"text", error.what()}})};
      }
    }
  }

  void note_timed_verdicts() {
    for (TaskResult& result : result_.tasks) {
      for (const PerformanceResult& p : result.performance)
        if (p.ran && is_students_fault(p.verdict))
          result.verdict = worse(result.verdict, p.verdict);
    }
  }

  /// Why a task is not checked though it was run.
  Causes why_unchecked() const {
    if (!request_.check) return {because("check.left-out")};
    const Build& build = builds_.check_state;
    if (build.verdict == Verdict::pending) {
      const std::string what =
          build.findings.empty() ? "" : build.findings.front().cause.fact("what");
      return {because("check.not-supported", {{"what", what}})};
    }
    if (build.verdict != Verdict::ok) return {because("check.not-built")};
    return {};
  }

  /// Nothing is written yet: there is nothing to look at.
  bool is_untouched(std::size_t t) const {
    const std::vector<bool>& has_work = ran_[t].has_work;
    bool any = false;
    for (std::size_t i = 0; i < has_work.size(); ++i) {
      if (!has_work[i]) continue;
      if (!result_.tasks[t].cases[i].untouched) return false;
      any = true;
    }
    return any;
  }

  /// Seconds, without the check.
  static double longest_call(const TaskResult& result) {
    double seconds = 0;
    for (const CaseResult& c : result.cases) seconds = std::max(seconds, c.seconds);
    return seconds;
  }

  /// So many threads has the engine of each of `count` tasks that are checked at a time.
  static std::size_t workers_of_each(std::size_t count) {
    const auto cores = std::max<std::size_t>(1, std::thread::hardware_concurrency());
    return std::max<std::size_t>(1, cores / std::max<std::size_t>(1, count));
  }

  void check_tasks() {
    std::vector<std::size_t> chosen;
    for (std::size_t t = 0; t < result_.tasks.size(); ++t) {
      TaskResult& result = result_.tasks[t];
      if (!ran_[t].started) continue;
      result.check.detail = why_unchecked();
      if (result.check.detail.empty() && !is_untouched(t)) chosen.push_back(t);
    }
    const std::size_t workers = workers_of_each(chosen.size());
    std::atomic<int> done{0};
    // What takes longest comes first: else one core idles at the end.
    std::stable_sort(chosen.begin(), chosen.end(), [&](std::size_t a, std::size_t b) {
      return longest_call(result_.tasks[a]) > longest_call(result_.tasks[b]);
    });
    const int total = static_cast<int>(chosen.size());
    if (total > 0) progress_("checking every access", 0, total);
    std::vector<std::function<void()>> jobs;
    for (const std::size_t t : chosen) {
      jobs.emplace_back([&, t] {
        check_task(t, workers);
        progress_("checking every access", ++done, total);
      });
    }
    run_all(jobs);
  }

  /// Who asks for no time waits at most twice as long as without; a short check a little longer.
  double seconds_for_remedies() const {
    constexpr double least = 3;
    if (!request_.remedies_in_time) return request_.remedy_seconds;
    const std::chrono::duration<double> before = std::chrono::steady_clock::now() - start_;
    return std::min(request_.remedy_seconds, std::max(least, before.count()));
  }

  void try_all_remedies() {
    const auto until = std::chrono::steady_clock::now() +
                       std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                           std::chrono::duration<double>(seconds_for_remedies()));
    const std::size_t workers = std::max<std::size_t>(1, std::thread::hardware_concurrency());
    for (std::size_t t = 0; t < result_.tasks.size(); ++t) {
      if (!ran_[t].started || std::chrono::steady_clock::now() >= until) continue;
      TaskResult& result = result_.tasks[t];
      if (!may_be_mended(result)) continue;
      progress_("trying what might help " + result.task, 0, 0);
      const auto work = workspace_.path() / "remedies" / result.task;
      std::filesystem::create_directories(work);
      result.tried = try_remedies(task_run(lab_.tasks[t], builds_.check,
                                           settings_for_check(request_, lab_, false, workers), {}),
                                  result, {request_.root, request_.submission, work, until});
    }
  }

  CheckOutcome check_outcome(std::size_t t, std::size_t workers, bool hung) {
    return check_cases(
        task_run(lab_.tasks[t], builds_.check, settings_for_check(request_, lab_, hung, workers),
                 {}),
        [&](std::size_t i) { return unchecked(t, i); },
        on_known_ ? OnFirstErrors([&](auto findings) { tell_first_errors(t, std::move(findings)); })
                  : OnFirstErrors());
  }

  void check_task(std::size_t t, std::size_t workers) {
    const Task& task = lab_.tasks[t];
    TaskResult& result = result_.tasks[t];
    const bool ahead = t < ahead_.size() && ahead_[t];
    CheckOutcome outcome = ahead ? std::move(*ahead_[t])
                                 : check_outcome(t, workers, result.verdict == Verdict::timeout);
    if (request_.check_only) {
      std::vector<WrongCase> wrong;
      for (const CheckedCase& checked : outcome.cases) {
        CaseResult& c = result.cases[checked.index];
        c.seconds = checked.seconds;
        // This way of running is slow: that it took long says nothing of the code.
        if (checked.found.verdict == Verdict::timeout && !is_endless(outcome, c.name)) continue;
        c.verdict = checked.found.verdict;
        c.detail = checked.found.verdict == Verdict::ok ? Causes{} : checked.found.detail;
        c.untouched = checked.found.untouched;
        result.verdict = worse(result.verdict, c.verdict);
        wrong.push_back({c.detail, checked.found.readings, c.hidden});
      }
      tell_what_explains_most(wrong);
      result.printed = as_student_knows(plain_lines(outcome.printed, 4096));
      result.hidden_printed = as_student_knows(plain_lines(outcome.hidden_printed, 4096));
    }
    add_check(result, std::move(outcome), backend_ == Backend::cpu);
    if (!result.findings.empty())
      result.check.reproduce =
          command_for(request_, "check", task) + " --seed " + std::to_string(result_.seed);
    add_resources(result, t);
    for (KernelCosts& kernel : result.metrics)
      kernel.occupancy = occupancy_of(kernel, result.resources, capability());
    add_advice(result, task.expected_costs);
    if (request_.check_only) drop_unchecked_cases(result);
  }

  static bool is_endless(const CheckOutcome& outcome, const std::string& name) {
    const auto& found = outcome.summary.findings;
    return std::any_of(found.begin(), found.end(), [&](const Finding& f) {
      return f.kind == endless_loop && f.cases == std::vector{name};
    });
  }

  /// On a GPU the engine's own gaps may be what ends the check: there it is asked whether it runs
  /// the case at all. Where nothing runs but the check, no other run has told.
  std::optional<Unchecked> unchecked(std::size_t t, std::size_t index) {
    const Task& task = lab_.tasks[t];
    if (backend_of(task) == Backend::cpu && !request_.check_only) {
      const CaseResult& c = result_.tasks[t].cases[index];
      return Unchecked{c.verdict == Verdict::ok, c.seconds};
    }
    const std::lock_guard lock(unchecked_);
    Variants& engine = builds_.engine;
    const Constants& constants = task.cases[index].constants;
    if (engine.builds.count(constants) == 0)
      engine.builds[constants] = toolchain_.build_cpu(
          lab_, submitted(lab_, request_.submission, constants), request_.real, CpuMode::fast);
    if (engine.builds[constants].verdict != Verdict::ok) return std::nullopt;
    Child::Settings settings = settings_for_run(request_, lab_, Backend::cpu);
    if (request_.check_only) settings.limits = settings_for_check(request_, lab_, true, 0).limits;
    return call_unchecked(task_run(task, engine, std::move(settings), {}), index);
  }

  static void drop_unchecked_cases(TaskResult& result) {
    const auto& ran = result.check.cases;
    std::erase_if(result.cases, [&](const CaseResult& c) {
      return std::find(ran.begin(), ran.end(), c.name) == ran.end();
    });
  }

  /// What nvcc says of the kernels that the task launched.
  void add_resources(TaskResult& result, std::size_t t) {
    std::vector<std::string> launched = ran_[t].kernels;
    for (const KernelCosts& kernel : result.metrics) launched.push_back(kernel.kernel);
    const auto base = [](const std::string& text) { return text.substr(0, text.find('<')); };
    result.resources.clear();
    for (const auto& kernel : builds_.submission.resources) {
      if (std::any_of(launched.begin(), launched.end(), [&](const std::string& k) {
            return base(k[0] == '_' ? kernel_name(k) : k) == base(kernel.kernel);
          }))
        result.resources.push_back(kernel);
    }
  }

  /// All points, now that the verdicts of the cases are final.
  void settle(const Task& task, std::size_t t) {
    TaskResult& result = result_.tasks[t];
    if (request_.check_only) return;
    const Points correctness = Points::hundredths(task.points_hundredths);
    TaskPoints points;
    if (!ran_[t].started) {
      points = points_of(correctness, result.verdict);
      result.check.verdict = result.verdict;
      result.check.detail =
          is_open(result.verdict) ? Causes{because("check.not-for-engine")} : result.detail;
    } else {
      points = correctness_of(task, t, correctness);
      add_resources(result, t);
    }
    result.points = points.earned;
    result.pending = points.pending;
    settle_check(result);
    settle_performance(task, result);
  }

  TaskPoints correctness_of(const Task& task, std::size_t t, Points total) {
    TaskResult& result = result_.tasks[t];
    const std::vector<bool>& has_work = ran_[t].has_work;
    std::vector<CaseOutcome> outcomes;
    Verdict values = Verdict::ok;
    for (std::size_t i = 0; i < result.cases.size(); ++i) {
      CaseResult& c = result.cases[i];
      outcomes.push_back({task.cases[i].weight, c.verdict, has_work[i]});
      values = worse(values, c.verdict);
      if (is_students_fault(c.verdict) && !has(c.detail, "case.not-run"))
        c.reproduce = command_for_case(request_, task, c.name, result_.seed, result_.backend);
    }
    const bool any_work = std::find(has_work.begin(), has_work.end(), true) != has_work.end();
    // One edge case alone (--case) says nothing about points.
    return any_work || request_.cases.empty() ? correctness_points(total, outcomes)
                                              : points_of(total, values);
  }

  Causes why_not_measured(const Task& task) const {
    if (backend_ == Backend::cpu) return {because("speed.on-gpu")};
    if (!request_.speed) return {because("speed.left-out")};
    if (backend_of(task) != backend_)
      return {because("speed.on-more-gpus", {{"count", task.devices}})};
    return {because("speed.results-missing")};
  }

  /// Points for speed: lost with values that are not right, else open until they are measured.
  void settle_performance(const Task& task, TaskResult& result) const {
    Verdict values = result.cases.empty() ? result.verdict : Verdict::ok;
    for (const CaseResult& c : result.cases) values = worse(values, c.verdict);
    for (PerformanceResult& p : result.performance) {
      if (is_students_fault(values)) {
        p.verdict = values;
        p.detail = {because("speed.not-right")};
        continue;
      }
      if (!p.ran) {
        p.verdict = Verdict::pending;
        p.pending = p.max_points;
        if (p.detail.empty()) p.detail = why_not_measured(task);
      }
      result.points += p.points;
      result.pending += p.pending;
    }
  }

  void add_sources() {
    std::set<std::string> files = {lab_.name + ".cu"};
    for (const TaskResult& task : result_.tasks) {
      for (const Finding& finding : task.findings) files.insert({finding.file, finding.other_file});
      for (const KernelCosts& kernel : task.metrics)
        for (const LineCosts& line : kernel.lines) files.insert(line.file);
    }
    result_.sources = read_sources(request_.submission, files);
  }

  const GradeRequest& request_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  const OnProgress& progress_;
  const OnKnown& on_known_;
  const GpuInventory gpus_;
  // Given back last of all, also where a grade fails: until then processes are on the devices.
  std::optional<HeldGpus> held_;
  Sandbox sandbox_;                    // shows as many GPUs as the task is meant to use
  unsigned long long free_bytes_ = 0;  // of the first GPU's memory, before anything of ours ran
  Workspace workspace_;
  Lab lab_;
  const Oracle& oracle_;
  Toolchain toolchain_;
  std::optional<CudaToolkit> toolkit_;
  std::shared_ptr<PosedCases> posed_;
  Backend backend_ = Backend::cpu;
  Builds builds_;
  std::mutex unchecked_;  // one such call at a time, also for its build
  std::unique_ptr<Witness> witness_;
  std::unique_ptr<SpeedMeter> meter_;
  std::vector<Ran> ran_;                            // by task
  std::vector<std::optional<CheckOutcome>> ahead_;  // by task: what was checked while nvcc worked
  std::future<std::vector<KernelResources>> resources_;
  std::mutex seconds_mutex_;  // of result_.seconds
  GradeResult result_;
  std::mutex known_mutex_;  // of known_
  GradeResult known_;       // what was told last, where somebody wants to know
  Tell tell_ = Tell::tried;
};

Preparation::Preparation(const GradeRequest& request)
    : lab_(asked_for(request)),
      toolkit_(find_cuda_toolkit()),
      posed_(std::make_shared<PosedCases>(most_kept, most_kept)) {
  make_missing_data(lab_, request, [](const std::string&, int, int) {});
  const Oracle& oracle = oracle_of(request.lab);
  std::vector<std::function<void()>> jobs;
  for (const Task& task : lab_.tasks) {
    for (const Case& c : task.cases) {
      for (std::uint64_t variant = 0; variant < variants_of(c); ++variant) {
        jobs.emplace_back([&, variant] {
          posed_->get(lab_, oracle, task, c, request.real, request.seed.value(), variant);
        });
      }
    }
  }
  run_all(jobs);
}

Preparation Preparation::as_needed(const GradeRequest& request) {
  Preparation made;
  made.lab_ = asked_for(request);
  made.toolkit_ = find_cuda_toolkit();
  made.posed_ = std::make_shared<PosedCases>(largest_of_one_grade, most_of_one_grade);
  make_missing_data(made.lab_, request, [](const std::string&, int, int) {});
  return made;
}

GradeResult grade(const GradeRequest& request, const Sandbox& sandbox, const OnProgress& progress,
                  const Preparation* preparation, const OnKnown& on_known) {
  return Grader(request, sandbox, progress, preparation, on_known).grade();
}

}  // namespace warpgrade
