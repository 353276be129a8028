#include "judge/speed.h"

#include <cblas.h>
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <set>
#include <utility>

#include "judge/contest.h"
#include "judge/speed_rounds.h"
#include "lab/fault.h"
#include "lab/parallel_for.h"
#include "measure/ceilings.h"
#include "score/speed_points.h"

namespace warpgrade {
namespace {

/// No kernel is faster than the device by more than this; ceilings are measured, not promised.
constexpr double above_ceiling = 1.25;
/// Tensor cores multiply at most so many times as fast as the other units.
constexpr double tensor_f32 = 8, tensor_f64 = 2.5;

/// Problems are made and verified side by side: more threads of OpenBLAS would only wait for each
/// other, and spin while something is timed.
class OneBlasThread {
 public:
  OneBlasThread() : before_(openblas_get_num_threads()) { openblas_set_num_threads(1); }
  ~OneBlasThread() { openblas_set_num_threads(before_); }
  OneBlasThread(const OneBlasThread&) = delete;
  OneBlasThread& operator=(const OneBlasThread&) = delete;

 private:
  int before_;
};

}  // namespace

class SpeedMeter::Impl {
 public:
  explicit Impl(const SpeedPlan& plan)
      : plan_(plan),
        baselines_({plan.root, plan.lab, plan.real, plan.sandbox, plan.toolkit, plan.capability,
                    plan.work, plan.child}),
        rounds_(plan.sandbox, plan.seed) {}

  void build() {
    std::set<std::string> seen;
    std::vector<std::function<void()>> jobs;
    for (const Task& task : plan_.lab.tasks) {
      for (const Performance& p : task.performance) {
        // The solution also shows what the frame of a window costs.
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
      build_ceilings(plan_.root, plan_.work / "ceilings", plan_.sandbox, plan_.toolkit,
                     plan_.capability);
    });
    run_all(jobs);
    built_ = true;
  }

  void measure(const std::vector<SpeedTask>& tasks, const Variants& builds, int device,
               const std::function<void(const std::string&)>& on_step) {
    rounds_.watch(device);
    std::deque<Entry> entries;
    for (const SpeedTask& each : tasks) {
      for (std::size_t i = 0; i < each.task.performance.size(); ++i)
        add(entries, each.task, each.task.performance[i], each.results[i], builds);
    }
    if (entries.empty()) return;
    if (!ceilings_) ceilings_ = run_ceilings(plan_.work / "ceilings", plan_.sandbox);
    const OneBlasThread alone;
    // Tasks that pose the same share a contest, one after the other: each has a process of its own.
    std::vector<Entry*> order;
    for (Entry& entry : entries) order.push_back(&entry);
    std::stable_sort(order.begin(), order.end(),
                     [](const Entry* a, const Entry* b) { return a->contest < b->contest; });
    for (Entry* const next : order) {
      Entry& entry = *next;
      on_step(entry.run.task.entry + " in " + entry.performance.on.name);
      if (!contest_ || entry.contest != contest_is_) {
        contest_.reset();  // before the next is made: it holds much memory
        // Not while something is timed: what else runs on the CPU delays launches.
        contest_.emplace(
            entry.run, entry.performance.on, entry.other(), entry.same(), entry.series,
            [&](const Work& work) { return ceilings_->seconds_for(work, plan_.real); });
        contest_is_ = entry.contest;
        posing_seconds_ += contest_->seconds();
      }
      measure(entry, *contest_, *ceilings_);
    }
  }

  double kernel_seconds() const { return rounds_.kernel_seconds(); }
  double problem_seconds() const { return posing_seconds_ + rounds_.verification_seconds(); }

 private:
  /// One measurement that can be made.
  struct Entry {
    TaskRun run;
    const Performance& performance;
    PerformanceResult& result;
    const Baseline* baseline;  // null: the roofline
    std::size_t series;  // which of the task's measurements of this case: each has its own values
    std::string contest = {};  // where it is equal, the problems are

    const Task* other() const { return baseline != nullptr ? &baseline->task() : nullptr; }
    bool same() const { return performance.against == Against::solution; }
  };

  void add(std::deque<Entry>& entries, const Task& task, const Performance& performance,
           PerformanceResult& result, const Variants& builds) {
    const std::string missing = baselines_.why_missing(performance);
    if (!missing.empty() || !built_) {
      result.detail = missing.empty() ? baselines_.why_missing(Against::solution) : missing;
      return;
    }
    const Baseline* baseline = performance.against == Against::roofline
                                   ? nullptr
                                   : &baselines_.get(task, performance, performance.on.constants);
    rounds_.look_at_frame(baselines_.get(task, Against::solution, performance.on.constants),
                          task.device_pointers);
    const auto series = std::count_if(entries.begin(), entries.end(), [&](const Entry& earlier) {
      return earlier.run.task.entry == task.entry &&
             earlier.performance.on.name == performance.on.name;
    });
    entries.push_back({{plan_.lab, task, plan_.oracle, plan_.real, plan_.seed, plan_.sandbox,
                        plan_.toolchain, builds, plan_.child, [](const std::string&) {}},
                       performance,
                       result,
                       baseline,
                       static_cast<std::size_t>(series)});
    Entry& entry = entries.back();
    entry.contest =
        Contest::key_of(entry.run, performance.on, entry.other(), entry.same(), entry.series);
  }

  void measure(Entry& entry, const Contest& contest, const Ceilings& ceilings) {
    PerformanceResult& result = entry.result;
    const Work work = plan_.oracle.work(contest.posed(0).problem, plan_.real);
    const double roofline = ceilings.seconds_for(work, plan_.real);
    const Curve curve(entry.performance.curve_for(plan_.real));
    const auto points = [&](const SpeedRatio& speed) {
      return speed_points(curve, result.max_points, speed.low, speed.high);
    };
    Comparison found;
    result.ran = true;
    try {
      found = compare(
          [&] {
            return rounds_.take(entry.run, entry.performance.on, contest, entry.baseline, roofline);
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
  SpeedRounds rounds_;
  bool built_ = false;
  std::optional<Ceilings> ceilings_;
  std::optional<Contest> contest_;  // the last one, and what it is
  std::string contest_is_;
  double posing_seconds_ = 0;
};

SpeedMeter::SpeedMeter(const SpeedPlan& plan) : impl_(std::make_unique<Impl>(plan)) {}
SpeedMeter::~SpeedMeter() = default;
void SpeedMeter::build() { impl_->build(); }
void SpeedMeter::measure(const std::vector<SpeedTask>& tasks, const Variants& builds, int device,
                         const std::function<void(const std::string&)>& on_step) {
  impl_->measure(tasks, builds, device, on_step);
}
double SpeedMeter::kernel_seconds() const { return impl_->kernel_seconds(); }
double SpeedMeter::problem_seconds() const { return impl_->problem_seconds(); }

}  // namespace warpgrade
