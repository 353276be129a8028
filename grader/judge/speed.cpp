#include "judge/speed.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "judge/blas_threads.h"
#include "judge/contest.h"
#include "judge/speed_rounds.h"
#include "lab/fault.h"
#include "lab/parallel_for.h"
#include "score/speed_points.h"

namespace warpgrade {
namespace {

/// No kernel is faster than the device by more than this; ceilings are measured, not promised.
constexpr double above_ceiling = 1.25;
/// Tensor cores multiply at most so many times as fast as the other units.
constexpr double tensor_f32 = 8, tensor_f64 = 2.5;

}  // namespace

class SpeedMeter::Impl {
 public:
  explicit Impl(const SpeedPlan& plan)
      : plan_(plan),
        baselines_({plan.root, plan.lab, plan.real, plan.sandbox, plan.toolkit, plan.capability,
                    plan.work, plan.child}) {}

  void build() {
    std::set<std::string> seen;
    std::vector<std::function<void()>> jobs;
    for (const Task& task : plan_.lab.tasks) {
      for (const Performance& p : task.performance) {
        // The solution also shows what a window costs by itself.
        for (const Opponent& opponent : {Opponent(Against::solution), Opponent(p)}) {
          const bool none = opponent.against == Against::roofline;
          if (none || !baselines_.why_missing(opponent).empty()) continue;
          if (!seen.insert(Baselines::key_of(task, opponent, p.on.constants)).second) continue;
          jobs.emplace_back([this, &task, opponent, constants = p.on.constants] {
            baselines_.get(task, opponent, constants);
          });
        }
      }
    }
    if (jobs.empty()) return;
    jobs.emplace_back([this] {
      executable_ = build_referee(plan_.root, plan_.lab, plan_.real, plan_.work / "referee",
                                  plan_.sandbox, plan_.toolkit, plan_.capability);
    });
    run_all(jobs);
    built_ = true;
    pose_all();
  }

  void open() {
    if (!built_ || referee_) return;
    referee_ = std::make_unique<Referee>(plan_.sandbox, executable_, plan_.child.environment);
    rounds_.emplace(plan_.sandbox, plan_.seed, referee_.get());
  }

  void measure(const std::vector<SpeedTask>& tasks, const Variants& builds, int device,
               const std::function<void(const std::string&)>& on_step) {
    std::deque<Entry> entries;
    for (const SpeedTask& each : tasks) {
      for (std::size_t i = 0; i < each.task.performance.size(); ++i)
        add(entries, each.task, i, each.results[i], builds);
    }
    if (entries.empty()) return;
    open();
    rounds_->watch(device);
    if (!ceilings_) ceilings_ = referee_->ceilings();
    // What is played by the same processes comes together.
    std::vector<Entry*> order;
    for (Entry& entry : entries) order.push_back(&entry);
    std::stable_sort(order.begin(), order.end(), [](const Entry* a, const Entry* b) {
      return a->performance.on.constants < b->performance.on.constants;
    });
    for (Entry* const next : order) {
      Entry& entry = *next;
      on_step(entry.run.task.entry + " in " + entry.performance.on.name);
      measure(entry, *ceilings_);
    }
  }

  double kernel_seconds() const { return rounds_ ? rounds_->kernel_seconds() : 0; }
  double verification_seconds() const { return rounds_ ? rounds_->verification_seconds() : 0; }

 private:
  /// One measurement that can be made.
  struct Entry {
    TaskRun run;
    const Performance& performance;
    PerformanceResult& result;
    const Baseline* baseline;  // null: the roofline
    const Baseline& own;
    Contest& contest;
  };

  TaskRun task_run(const Task& task, const Variants& builds) const {
    return {plan_.lab,       task,
            plan_.oracle,    plan_.real,
            plan_.seed,      plan_.sandbox,
            plan_.toolchain, builds,
            plan_.child,     [](const std::string&) {}};
  }

  const Baseline* baseline_of(const Task& task, const Performance& p) {
    return p.against == Against::roofline ? nullptr : &baselines_.get(task, p, p.on.constants);
  }

  /// How many of the task's measurements before number `index` are in the same case: each has
  /// values of its own.
  static std::size_t series_of(const Task& task, std::size_t index) {
    std::size_t earlier = 0;
    for (std::size_t i = 0; i < index; ++i)
      earlier += task.performance[i].on.name == task.performance[index].on.name ? 1 : 0;
    return earlier;
  }

  /// Tasks that pose the same problems share them, one after the other.
  std::string key_of(const TaskRun& run, std::size_t index) {
    const Performance& p = run.task.performance[index];
    const Baseline* const baseline = baseline_of(run.task, p);
    return Contest::key_of(run, p.on, baseline != nullptr ? &baseline->task() : nullptr,
                           run.task.device_pointers, series_of(run.task, index));
  }

  std::unique_ptr<Contest> make_contest(const TaskRun& run, std::size_t index) {
    const Performance& p = run.task.performance[index];
    const Baseline* const baseline = baseline_of(run.task, p);
    return std::make_unique<Contest>(run, p.on, baseline != nullptr ? &baseline->task() : nullptr,
                                     run.task.device_pointers, series_of(run.task, index));
  }

  /// The problems of everything that may be measured.
  void pose_all() {
    std::vector<std::function<void()>> jobs;
    for (const Task& task : plan_.lab.tasks) {
      const TaskRun& run = runs_.emplace_back(task_run(task, no_builds_));
      for (std::size_t i = 0; i < task.performance.size(); ++i) {
        if (!baselines_.why_missing(task.performance[i]).empty()) continue;
        std::unique_ptr<Contest>& place = contests_[key_of(run, i)];
        if (place) continue;
        place = make_contest(run, i);
        jobs.emplace_back([contest = place.get()] { contest->pose(); });
      }
    }
    const BlasThreads threads(jobs.size());
    run_all(jobs);
  }

  void add(std::deque<Entry>& entries, const Task& task, std::size_t index,
           PerformanceResult& result, const Variants& builds) {
    const Performance& performance = task.performance[index];
    const std::string missing = baselines_.why_missing(performance);
    if (!missing.empty() || !built_) {
      result.detail = missing.empty() ? baselines_.why_missing(Against::solution) : missing;
      return;
    }
    const TaskRun run = task_run(task, builds);
    entries.push_back({run, performance, result, baseline_of(task, performance),
                       baselines_.get(task, Against::solution, performance.on.constants),
                       *contests_.at(key_of(run, index))});
  }

  void measure(Entry& entry, const Ceilings& ceilings) {
    PerformanceResult& result = entry.result;
    Contest& contest = entry.contest;
    const Work work = plan_.oracle.work(contest.problem(), plan_.real);
    const double roofline = ceilings.seconds_for(work, plan_.real);
    const Curve curve(entry.performance.curve_for(plan_.real));
    const auto points = [&](const SpeedRatio& speed) {
      return speed_points(curve, result.max_points, speed.low, speed.high);
    };
    Comparison found;
    result.ran = true;
    // A first round may end as soon as it has decided; what is still open then is better served by
    // whole ones.
    const std::function<bool(const SampleRound&)> never = [](const SampleRound&) { return false; };
    const std::function<bool(const SampleRound&)> enough = [&](const SampleRound& so_far) {
      return points(speed_ratio({so_far})).open == Points{};
    };
    bool taken = false;
    try {
      rounds_->make_room(contest.wanted_bytes());
      contest.open(*referee_);
      found = compare(
          [&] {
            const bool again = std::exchange(taken, true);
            return rounds_->take(entry.run, entry.performance.on, contest, entry.baseline,
                                 entry.own, roofline, again, again ? never : enough);
          },
          [&](const SpeedRatio& speed) { return points(speed).open == Points{}; });
    } catch (const FailedCall& failed) {
      note_failure(result, failed);
      return;
    }
    if (entry.baseline != nullptr) result.baseline = entry.baseline->label;
    result.samples = found.submission();
    result.baseline_samples = found.baseline();
    result.rounds = found.rounds;
    if (found.useful.empty()) {
      result.verdict = Verdict::inconclusive;
      result.pending = result.max_points;
      result.detail = found.disturbed;
      return;
    }
    result.ratio = found.speed.ratio;
    result.low = found.speed.low;
    result.high = found.speed.high;
    result.seconds = median(result.samples);
    result.baseline_seconds = median(result.baseline_samples);
    if (result.seconds < physical_floor(work, ceilings) / above_ceiling) {
      result.verdict = Verdict::implausible;
      result.detail = fmt::format(
          "{:.3g} µs a call would be faster than this device can move the bytes and do the "
          "operations ({:.3g} µs): not all of the work was done in the calls.",
          result.seconds * 1e6, physical_floor(work, ceilings) * 1e6);
      return;
    }
    const SpeedPoints earned = points(found.speed);
    result.points = earned.earned;
    result.pending = earned.open;
    result.verdict = earned.open == Points{} ? Verdict::ok : Verdict::inconclusive;
    if (result.verdict == Verdict::inconclusive)
      result.detail = fmt::format("after {} rounds the ratio lies between {:.3g} and {:.3g}",
                                  found.rounds, found.speed.low, found.speed.high);
  }

  /// Seconds. The roofline is a ceiling for ordinary kernels; tensor cores may pass it.
  double physical_floor(const Work& work, const Ceilings& ceilings) const {
    const double flops =
        plan_.real == Real::f32 ? tensor_f32 * ceilings.flops_f32 : tensor_f64 * ceilings.flops_f64;
    return std::max(work.bytes / ceilings.bytes_per_second, work.flops / flops);
  }

  const SpeedPlan plan_;
  Baselines baselines_;
  bool built_ = false;
  std::filesystem::path executable_;  // the referee's
  std::unique_ptr<Referee> referee_;  // outlives those who play by it
  std::optional<SpeedRounds> rounds_;
  std::optional<Ceilings> ceilings_;
  const Variants no_builds_;
  std::deque<TaskRun> runs_;                                  // which the contests refer to
  std::map<std::string, std::unique_ptr<Contest>> contests_;  // by what they consist of
};

SpeedMeter::SpeedMeter(const SpeedPlan& plan) : impl_(std::make_unique<Impl>(plan)) {}
SpeedMeter::~SpeedMeter() = default;
void SpeedMeter::build() { impl_->build(); }
void SpeedMeter::open() { impl_->open(); }
void SpeedMeter::measure(const std::vector<SpeedTask>& tasks, const Variants& builds, int device,
                         const std::function<void(const std::string&)>& on_step) {
  impl_->measure(tasks, builds, device, on_step);
}
double SpeedMeter::kernel_seconds() const { return impl_->kernel_seconds(); }
double SpeedMeter::verification_seconds() const { return impl_->verification_seconds(); }

}  // namespace warpgrade
