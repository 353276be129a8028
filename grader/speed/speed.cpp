#include "speed/speed.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "base/fault.h"
#include "base/parallel_for.h"
#include "base/random.h"
#include "process/referee_build.h"
#include "score/speed_points.h"
#include "speed/speed_rounds.h"
#include "speed/timing_workload.h"

namespace warpgrade {
namespace {

/// A kernel faster than the device by more than this is implausible; ceilings are measured, not
/// guaranteed.
constexpr double above_ceiling = 1.25;
/// Upper bounds for the speedup of tensor cores over other units.
constexpr double tensor_f32 = 8, tensor_f64 = 2.5;

}  // namespace

class SpeedMeter::Impl {
 public:
  explicit Impl(const SpeedPlan& plan)
      : plan_(plan), baselines_(plan.machine, plan.exercise.lab, plan.exercise.real, plan.worker) {}

  void build() {
    std::set<std::string> seen;
    // Problems are generated meanwhile: compilers leave cores idle.
    std::vector<std::function<void()>> jobs = {[this] { generate_all(); }};
    const auto build = [&](const Task& task, const Competitor& competitor,
                           const Constants& constants) {
      if (seen.insert(Baselines::build_key(task, competitor, constants)).second)
        jobs.emplace_back([=, this, &task] { baselines_.get(task, competitor, constants); });
    };
    const std::optional<GraderProgram> own = grader_program();
    if (!own) return;
    build(own->task, own->competitor, own->constants);
    for (const Task& task : plan_.exercise.lab.tasks) {
      for (const Performance& p : task.performance) {
        if (p.against != Against::roofline && baselines_.why_missing(p).empty())
          build(task, p, p.on.constants);
      }
    }
    jobs.emplace_back([this] {
      executable_ =
          build_referee(plan_.machine.in("referee"), plan_.exercise.lab, plan_.exercise.real);
    });
    run_all(jobs);
    built_ = true;
  }

  void open(const GpusInUse& gpus) {
    if (!built_ || referee_) return;
    referee_ =
        std::make_unique<Referee>(gpus.sandbox_for(1), executable_, plan_.worker.environment);
    rounds_.emplace(gpus, plan_.exercise.seed, referee_.get());
    for (const Task& task : plan_.exercise.lab.tasks) {
      if (task.devices > 1) continue;
      for (const Performance& p : task.performance)
        if (baselines_.why_missing(p).empty()) start(task, p);
    }
  }

  void measure(const std::vector<TimedTask>& tasks, const ConstantBuilds& builds,
               const GpusInUse& gpus, const std::function<void(const std::string&)>& on_step) {
    if (tasks.empty() || !can_measure(tasks)) return;
    timed("starting", [&] {
      open(gpus);
      rounds_->processes().wait_until_idle();
    });
    std::vector<Entry*> chosen;
    for (const TimedTask& each : tasks) {
      for (std::size_t i = 0; i < each.task.performance.size(); ++i) {
        if (Entry* const entry = add(each.task, i, each.results[i], builds))
          chosen.push_back(entry);
      }
    }
    // Trusted programs run before any process of the submission exists.
    timed("alone", [&] {
      if (!ceilings_) ceilings_ = referee_->ceilings();
      for (Entry* const entry : chosen) prepare(*entry);
    });
    timed("starting", [&] {
      std::uint64_t largest = 0;
      for (const Entry* const entry : chosen)
        largest = std::max(largest, entry->workload->lent_bytes());
      rounds_->processes().reserve(largest);
      for (Entry* const entry : chosen) start_submission(*entry);
      rounds_->processes().wait_until_idle();
    });
    timed("rounds", [&] {
      for (Entry* const entry : chosen) {
        on_step(entry->setup.run.task.entry + " in " + entry->setup.on.name);
        measure(*entry);
      }
    });
  }

  void verify() {
    std::vector<std::function<void()>> jobs;
    for (Entry& entry : entries_) {
      if (entry.setup.unverified.empty()) continue;
      jobs.emplace_back([&entry] {
        try {
          verify_rest(entry.setup);
        } catch (const FailedCall& failed) {
          entry.result = entry.blank;
          entry.result.ran = true;
          note_failure(entry.result, failed);
        }
      });
    }
    run_all(jobs);
    entries_.clear();
  }

  void close() {
    if (rounds_) seconds_["kernels"] = rounds_->kernel_seconds();
    if (rounds_) rounds_->processes().close();
    rounds_.reset();
    referee_.reset();
  }

  const std::map<std::string, double>& seconds() const { return seconds_; }

 private:
  /// One measurement that can be made.
  struct Entry {
    TaskRun run;
    const Performance& performance;
    PerformanceResult& result;
    const PerformanceResult blank;  // before it is measured
    const std::shared_ptr<TimingWorkload> workload;
    TimingSetup setup;

    Entry(const TaskRun& task_run, const Performance& p, PerformanceResult& into,
          std::shared_ptr<TimingWorkload> problems, const Baseline* baseline, const Baseline& own)
        : run(task_run),
          performance(p),
          result(into),
          blank(into),
          workload(std::move(problems)),
          setup{run, workload->on(), *workload, baseline, own, 0} {}
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;
  };

  void timed(const char* part, const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    seconds_[part] +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  struct GraderProgram {
    const Task& task;
    Competitor competitor;
    const Constants& constants;
  };

  /// A program whose process measures empty windows: the solution of one task, or in a kit without
  /// solutions the library's. Nothing if there is none, or no measurement of speed.
  std::optional<GraderProgram> grader_program() const {
    for (const Against against : {Against::solution, Against::library})
      for (const Task& task : plan_.exercise.lab.tasks)
        for (const Performance& p : task.performance)
          if ((against == Against::solution || p.against == against) &&
              baselines_.why_missing(against).empty())
            return GraderProgram{task, against, p.on.constants};
    return {};
  }

  const Baseline& own() {
    const GraderProgram program = grader_program().value();
    return baselines_.get(program.task, program.competitor, program.constants);
  }

  TaskRun task_run(const Task& task, const ConstantBuilds& builds) const {
    return {.exercise = plan_.exercise,
            .task = task,
            .sandbox = plan_.machine.sandbox,
            .toolchain = plan_.toolchain,
            .builds = builds,
            .worker = plan_.worker,
            .seconds = plan_.task_seconds};
  }

  const Baseline* baseline_for(const Task& task, const Performance& p) {
    return p.against == Against::roofline ? nullptr : &baselines_.get(task, p, p.on.constants);
  }

  /// The function that is timed beside the task's, or null.
  const Task* beside(const Task& task, std::size_t index) {
    const Performance& p = task.performance[index];
    return p.against == Against::roofline ? nullptr : &baselines_.function(task, p);
  }

  /// The number of earlier measurements of the task in the same case. Each gets other values.
  static std::size_t series(const Task& task, std::size_t index) {
    std::size_t earlier = 0;
    for (std::size_t i = 0; i < index; ++i)
      earlier += task.performance[i].on.name == task.performance[index].on.name ? 1 : 0;
    return earlier;
  }

  /// Measurements with equal keys share their problems, one after the other.
  std::string workload_key(const TaskRun& run, std::size_t index) {
    return TimingWorkload::sharing_key(run, run.task.performance[index].on, beside(run.task, index),
                                       run.task.device_pointers, series(run.task, index));
  }

  std::shared_ptr<TimingWorkload> make_workload(const TaskRun& run, std::size_t index,
                                                const Case& on) {
    return std::make_shared<TimingWorkload>(run, on, beside(run.task, index),
                                            run.task.device_pointers, series(run.task, index));
  }

  /// Generates the problems of all measurements, and solves those that the reference will verify.
  void generate_all() {
    std::map<TimingWorkload*, bool> solved;
    for (const Task& task : plan_.exercise.lab.tasks) {
      const TaskRun& run = runs_.emplace_back(task_run(task, no_builds_));
      for (std::size_t i = 0; i < task.performance.size(); ++i) {
        if (!baselines_.why_missing(task.performance[i]).empty()) continue;
        std::shared_ptr<TimingWorkload>& place = workload_[workload_key(run, i)];
        if (!place) place = make_workload(run, i, task.performance[i].on);
        solved[place.get()] |= is_spot_checked(task, i);
      }
    }
    std::vector<std::function<void()>> jobs;
    for (const auto& [workload, now] : solved)
      jobs.emplace_back([workload = workload, now = now] {
        workload->generate();
        if (now) workload->solve_first();
      });
    compute_all(jobs);
  }

  /// Notes why measurements are impossible. True if any is possible.
  bool can_measure(const std::vector<TimedTask>& tasks) {
    bool any = false;
    for (const TimedTask& each : tasks) {
      for (std::size_t i = 0; i < each.task.performance.size(); ++i) {
        const std::string why = why_not(each.task.performance[i]);
        any = any || why.empty();
        if (!why.empty()) each.results[i].detail = {because("speed.no-baseline", {{"text", why}})};
      }
    }
    return any;
  }

  std::string why_not(const Performance& p) const {
    const std::string missing = baselines_.why_missing(p);
    return missing.empty() && !built_ ? baselines_.why_missing(Against::solution) : missing;
  }

  /// One measurement of each task, chosen by the secret seed.
  bool is_spot_checked(const Task& task, std::size_t index) const {
    return derive_seed(plan_.exercise.seed, "speed/spot/" + task.entry) % task.performance.size() ==
           index;
  }

  /// Null if it cannot be measured.
  Entry* add(const Task& task, std::size_t index, PerformanceResult& result,
             const ConstantBuilds& builds) {
    const Performance& performance = task.performance[index];
    if (!why_not(performance).empty()) return nullptr;
    const TaskRun run = task_run(task, builds);
    std::shared_ptr<TimingWorkload>& workload = workload_.at(workload_key(run, index));
    const std::uint64_t free = fit(workload, run, index);
    if (workload->wanted_bytes() > free) {
      result.verdict = Verdict::inconclusive;
      result.pending = result.max_points;
      const auto gib = [](std::uint64_t bytes) {
        return fmt::format("{:.1f}", static_cast<double>(bytes) / 0x1p30);
      };
      result.detail = {because("speed.no-memory",
                               {{"wanted", gib(workload->wanted_bytes())}, {"free", gib(free)}})};
      return nullptr;
    }
    result.name = workload->on().name;
    Entry& entry = entries_.emplace_back(run, performance, result, workload,
                                         baseline_for(task, performance), own());
    entry.setup.spot_checked = is_spot_checked(task, index);
    return &entry;
  }

  /// Replaces a case that is too large for the device's free memory by a smaller one. Returns the
  /// free bytes.
  std::uint64_t fit(std::shared_ptr<TimingWorkload>& workload, const TaskRun& run,
                    std::size_t index) {
    const Performance& p = run.task.performance[index];
    std::uint64_t free = rounds_->processes().free_memory(workload->wanted_bytes());
    for (const Case& smaller : p.smaller) {
      if (workload->wanted_bytes() <= free) break;
      workload = make_workload(runs_.emplace_back(run), index, smaller);
      workload->generate();
      free = rounds_->processes().free_memory(workload->wanted_bytes());
    }
    return free;
  }

  void start(const Task& task, const Performance& p) {
    TimedProcesses& processes = rounds_->processes();
    processes.start(TimedProcesses::Side::empty, own().worker, task.devices);
    const Baseline* const baseline = baseline_for(task, p);
    if (baseline != nullptr && baseline->gpu)
      processes.start(TimedProcesses::Side::baseline, baseline->worker, task.devices);
  }

  void start_submission(const Entry& entry) {
    Worker::Settings settings = entry.run.worker;
    settings.run(entry.run.builds.of(entry.setup.on));
    rounds_->processes().start(TimedProcesses::Side::submission, settings, entry.run.task.devices);
  }

  void open_workload(Entry& entry) {
    rounds_->processes().free_memory(entry.workload->wanted_bytes());
    entry.workload->open(*referee_);
  }

  void prepare(Entry& entry) {
    open_workload(entry);
    entry.setup.floor = ceilings_->seconds_for(work(entry), plan_.exercise.real);
    rounds_->calibrate(entry.setup);
  }

  /// After the referee failed next to a submission, which may hold the memory it needs. Throws if
  /// the referee fails without the submission, too.
  void recalibrate_without_submission(Entry& entry) {
    entry.result.ran = false;
    rounds_->processes().end_all();
    open_workload(entry);
    rounds_->calibrate(entry.setup);
    entry.result.ran = true;
  }

  Work work(const Entry& entry) const {
    return plan_.exercise.reference.work(entry.workload->problem(), plan_.exercise.real);
  }

  void measure(Entry& entry) {
    PerformanceResult& result = entry.result;
    const Curve curve(entry.performance.curve_for(plan_.exercise.real));
    const auto points = [&](const SpeedRatio& speed) {
      return speed_points(curve, result.max_points, speed.low, speed.high);
    };
    Comparison found;
    result.ran = true;
    // Only the first round may end early, once it decides.
    const std::function<bool(const SampleRound&)> never = [](const SampleRound&) { return false; };
    const std::function<bool(const SampleRound&)> enough = [&](const SampleRound& so_far) {
      return points(speed_ratio({so_far})).open == Points{};
    };
    const auto measure_rounds = [&] {
      bool taken = false;
      open_workload(entry);
      found = compare(
          [&] {
            const bool again = std::exchange(taken, true);
            return rounds_->measure_round(entry.setup, again, again ? never : enough);
          },
          [&](const SpeedRatio& speed) {
            const SpeedPoints found_points = points(speed);
            if (found_points.open == Points{}) return Certainty::decided;
            return found_points.one_step ? Certainty::one_step : Certainty::open;
          });
    };
    try {
      try {
        measure_rounds();
      } catch (const RefereeFault&) {
        recalibrate_without_submission(entry);
        measure_rounds();
      }
    } catch (const RefereeFault&) {
      recalibrate_without_submission(entry);
      note_failure(result, {Verdict::memory_limit, {because("speed.memory-kept")}});
      return;
    } catch (const FailedCall& failed) {
      note_failure(result, failed);
      return;
    } catch (const GraderError&) {
      result.ran = false;
      throw;
    }
    if (entry.setup.baseline != nullptr) result.baseline = entry.setup.baseline->label;
    note(found, work(entry), result);
    if (result.verdict != Verdict::ok) return;
    const SpeedPoints earned = points(found.speed);
    result.points = earned.earned;
    if (earned.open == Points{}) return;
    // The ratio lies on a step: measuring for longer would not decide it, nor would another day.
    if (earned.one_step) {
      result.points += earned.open;
      result.detail = {because("speed.in-doubt")};
      return;
    }
    result.pending = earned.open;
    result.verdict = Verdict::inconclusive;
    result.detail = {
        because("speed.undecided", {{"rounds", found.rounds},
                                    {"low", fmt::format("{:.3g}", found.speed.low)},
                                    {"high", fmt::format("{:.3g}", found.speed.high)}})};
  }

  /// Copies the measurement into `result`. The verdict is not ok if it is disturbed or implausible.
  void note(const Comparison& found, const Work& work, PerformanceResult& result) const {
    result.samples = found.submission();
    result.baseline_samples = found.baseline();
    result.rounds = found.rounds;
    result.verdict = Verdict::ok;
    if (found.useful.empty()) {
      result.verdict = Verdict::inconclusive;
      result.pending = result.max_points;
      result.detail = {because("speed.disturbed", {{"text", found.disturbed}})};
      return;
    }
    result.ratio = found.speed.ratio;
    result.low = found.speed.low;
    result.high = found.speed.high;
    result.seconds = median(result.samples);
    result.baseline_seconds = median(result.baseline_samples);
    if (result.seconds < physical_floor(work, *ceilings_) / above_ceiling) {
      result.verdict = Verdict::implausible;
      const auto microseconds = [](double s) { return fmt::format("{:.3g}", s * 1e6); };
      result.detail = {because("speed.implausible",
                               {{"seconds", microseconds(result.seconds)},
                                {"least", microseconds(physical_floor(work, *ceilings_))}})};
    }
  }

  /// Seconds. The roofline is a ceiling for ordinary kernels; tensor cores may pass it.
  double physical_floor(const Work& work, const Ceilings& ceilings) const {
    const double flops = plan_.exercise.real == Real::f32 ? tensor_f32 * ceilings.flops_f32
                                                          : tensor_f64 * ceilings.flops_f64;
    return std::max(work.bytes / ceilings.bytes_per_second, work.flops / flops);
  }

  const SpeedPlan plan_;
  Baselines baselines_;
  bool built_ = false;
  std::filesystem::path executable_;  // the referee's
  std::unique_ptr<Referee> referee_;  // outlives the processes that use its memory
  std::optional<SpeedRounds> rounds_;
  std::map<std::string, double> seconds_;
  std::optional<Ceilings> ceilings_;
  const ConstantBuilds no_builds_;
  std::deque<TaskRun> runs_;                                         // referenced by the workloads
  std::map<std::string, std::shared_ptr<TimingWorkload>> workload_;  // by workload_key()
  std::deque<Entry> entries_;  // until their results are verified
};

SpeedMeter::SpeedMeter(const SpeedPlan& plan) : impl_(std::make_unique<Impl>(plan)) {}
SpeedMeter::~SpeedMeter() = default;
void SpeedMeter::build() { impl_->build(); }
void SpeedMeter::open(const GpusInUse& gpus) { impl_->open(gpus); }
void SpeedMeter::measure(const std::vector<TimedTask>& tasks, const ConstantBuilds& builds,
                         const GpusInUse& gpus,
                         const std::function<void(const std::string&)>& on_step) {
  impl_->measure(tasks, builds, gpus, on_step);
}
void SpeedMeter::close() { impl_->close(); }
void SpeedMeter::verify() { impl_->verify(); }
const std::map<std::string, double>& SpeedMeter::seconds() const { return impl_->seconds(); }

}  // namespace warpgrade
