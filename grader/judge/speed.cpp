#include "judge/speed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <thread>

#include "judge/contest.h"
#include "judge/verify.h"
#include "lab/fault.h"
#include "lab/parallel_for.h"
#include "lab/random.h"
#include "measure/ceilings.h"
#include "measure/compare.h"
#include "score/speed_points.h"

namespace warpgrade {
namespace {

namespace fs = std::filesystem;

/// No kernel is faster than the device by more than this; ceilings are measured, not promised.
constexpr double above_ceiling = 1.25;
/// Tensor cores multiply so many times as fast as the other units.
constexpr double tensor_f32 = 8, tensor_f64 = 2.5;

/// Our own work on the device before each call takes as long every time, if nothing else runs.
constexpr double control_median = 1.2, control_worst = 4;

/// That submissions run on, as the driver counts.
constexpr int device = 0;

/// A device that is too hot gets so long to cool down.
constexpr double cooling_seconds = 20;

}  // namespace

class SpeedMeter::Impl {
 public:
  explicit Impl(const SpeedPlan& plan)
      : plan_(plan),
        baselines_({plan.root, plan.lab, plan.real, plan.sandbox, plan.toolkit, plan.capability,
                    plan.work, plan.child}),
        random_(derive_seed(plan.seed, "speed/order")),
        nvml_(Nvml::open()) {}

  void build() {
    std::set<std::string> seen;
    std::vector<std::function<void()>> jobs;
    for (const Task& task : plan_.lab.tasks) {
      for (const Performance& p : task.performance) {
        // The solution also shows what the frame of a window costs.
        for (const Against against : {Against::solution, p.against}) {
          if (against == Against::roofline || !baselines_.why_missing(against).empty()) continue;
          std::string key = std::to_string(static_cast<int>(against));
          if (against != Against::solution) key += task.device_pointers ? "d" : "h";
          for (const auto& [name, value] : p.on.constants)
            key += fmt::format(",{}={}", name, value);
          if (!seen.insert(key).second) continue;
          jobs.emplace_back([this, &task, against, constants = p.on.constants] {
            baselines_.get(task, against, constants);
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
    has_ceilings_ = true;
  }

  void measure(const Task& task, const Variants& builds, std::vector<PerformanceResult>& results,
               const std::function<void(const std::string&)>& on_step) {
    for (std::size_t i = 0; i < task.performance.size(); ++i) {
      const Performance& performance = task.performance[i];
      PerformanceResult& result = results[i];
      const std::string missing = baselines_.why_missing(performance.against);
      if (!missing.empty() || !has_ceilings_) {
        result.verdict = Verdict::pending;
        result.detail = missing.empty() ? baselines_.why_missing(Against::solution) : missing;
        continue;
      }
      on_step(performance.on.name);
      try {
        measure_one(task, performance, builds, result);
      } catch (const Failed& failed) {
        result.verdict = failed.verdict;
        result.ran = true;
        result.detail = "in a timed call: " + failed.detail;
      }
    }
  }

  double kernel_seconds() const { return kernel_seconds_; }

 private:
  struct Sample {
    MeasuredOutcome outcome;
    std::vector<std::size_t> sets;  // of the problems, in the order of the calls
  };

  /// The submission failed in a timed call.
  struct Failed {
    Verdict verdict;
    std::string detail;
  };

  void measure_one(const Task& task, const Performance& performance, const Variants& builds,
                   PerformanceResult& result) {
    if (!ceilings_) ceilings_ = run_ceilings(plan_.work / "ceilings", plan_.sandbox);
    Child::Settings settings = plan_.child;
    const Build& build = builds.of(performance.on);
    settings.executable = build.executable;
    const TaskRun run{plan_.lab,       task,
                      plan_.oracle,    plan_.real,
                      plan_.seed,      plan_.sandbox,
                      plan_.toolchain, builds,
                      settings,        [](const std::string&) {}};
    const Baseline* baseline =
        performance.against == Against::roofline
            ? nullptr
            : &baselines_.get(task, performance.against, performance.on.constants);
    const Contest contest(run, performance.on, baseline != nullptr ? &baseline->task() : nullptr,
                          performance.against == Against::solution);
    const Frame frame = frame_for(task, performance.on.constants);
    const Work work = plan_.oracle.work(contest.posed(0).problem, plan_.real);
    const double floor = ceilings_->seconds_for(work, plan_.real);
    const Curve curve(performance.curve);
    const auto points = [&](const SpeedRatio& speed) {
      return speed_points(curve, result.max_points, speed.low, speed.high);
    };
    const Comparison found =
        compare([&] { return one_round(run, performance.on, contest, baseline, frame, floor); },
                [&](const SpeedRatio& speed) { return points(speed).open == Points{}; });

    result.ran = true;
    if (baseline != nullptr) result.baseline = baseline->label;
    result.samples = found.submission;
    result.rounds = found.rounds;
    if (found.submission.empty()) {
      result.verdict = Verdict::inconclusive;
      result.pending = result.max_points;
      result.detail = found.disturbed;
      return;
    }
    result.ratio = found.speed.ratio;
    result.low = found.speed.low;
    result.high = found.speed.high;
    result.seconds = median(found.submission);
    result.baseline_seconds = median(found.baseline);
    if (result.seconds < floor_with_tensor_cores(work) / above_ceiling) {
      result.verdict = Verdict::implausible;
      result.detail = fmt::format(
          "{:.3g} µs a call would be faster than this device can move the bytes and do the "
          "operations ({:.3g} µs): not all of the work was done in the calls.",
          result.seconds * 1e6, floor_with_tensor_cores(work) * 1e6);
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

  double floor_with_tensor_cores(const Work& work) const {
    const bool f32 = plan_.real == Real::f32;
    const double flops =
        (f32 ? tensor_f32 * ceilings_->flops_f32 : tensor_f64 * ceilings_->flops_f64);
    return std::max(work.bytes / ceilings_->bytes_per_second, work.flops / flops);
  }

  const Frame& frame_for(const Task& task, const Constants& constants) {
    auto& frame = frames_[task.device_pointers];
    if (frame) return *frame;
    const Baseline& own = baselines_.get(task, Against::solution, constants);
    Child child(plan_.sandbox, own.child);
    std::vector<double> one, many;
    constexpr int times = 7;
    for (int i = 0; i < times + 1; ++i) {
      for (const std::size_t calls : {std::size_t{1}, Contest::most_calls}) {
        const MeasuredOutcome outcome = child.measure(
            "", task.device_pointers, MeasuredSets(std::vector<CallImage>(calls)), true, false);
        if (!outcome.whole.reply || outcome.whole.reply->error != 0)
          throw GraderError("the GPU does not answer to the grader's own program",
                            "Run `nvidia-smi`; until it shows a healthy device, grade with "
                            "--backend cpu.");
        if (i > 0) (calls == 1 ? one : many).push_back(outcome.window);
        note_control(outcome.control);
      }
    }
    frame = frame_of(one, many, Contest::most_calls);
    return *frame;
  }

  SampleRound one_round(const TaskRun& run, const Case& c, const Contest& contest,
                        const Baseline* baseline, const Frame& frame, double floor) {
    SampleRound round;
    wait_until_cool();
    std::unique_ptr<Child> mine, theirs;
    run_all({[&] { mine = std::make_unique<Child>(plan_.sandbox, run.child); },
             [&] {
               if (baseline != nullptr)
                 theirs = std::make_unique<Child>(plan_.sandbox, baseline->child);
             }});
    std::vector<std::size_t> order(Contest::windows);
    std::iota(order.begin(), order.end(), std::size_t{1});
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(
          order[i - 1],
          order[static_cast<std::size_t>(random_.integer(0, static_cast<std::int64_t>(i) - 1))]);
    order.insert(order.begin(), 0);

    std::vector<Sample> samples;
    std::vector<double> control;
    int their_threads = 0;
    for (const std::size_t window : order) {
      const auto take_mine = [&] {
        Sample sample;
        sample.outcome = mine->measure(run.task.signature.entry, run.task.device_pointers,
                                       contest.mine(window), true, true);
        sample.sets = contest.problems(window);
        require_return(run, c, sample.outcome);
        samples.push_back(std::move(sample));
      };
      const auto take_theirs = [&] {
        if (!theirs) return;
        const Task& task = baseline->task();
        const MeasuredOutcome outcome = theirs->measure(task.signature.entry, task.device_pointers,
                                                        contest.theirs(window), true, false);
        const bool came_back = outcome.whole.reply && outcome.whole.reply->error == 0 &&
                               outcome.whole.reply->status == protocol::Reply::done;
        if (!came_back)
          throw GraderError("the program that speed is compared with (" + baseline->label +
                            ") failed in " + c.name);
        their_threads = std::max(their_threads, outcome.threads);
        note_kernels(outcome);
        if (window == 0) return;
        control.insert(control.end(), outcome.control.begin(), outcome.control.end());
        round.baseline.insert(round.baseline.end(), outcome.claimed.begin(), outcome.claimed.end());
      };
      if (random_.bits() % 2 == 0) {
        take_mine();
        take_theirs();
      } else {
        take_theirs();
        take_mine();
      }
    }
    mine.reset();
    theirs.reset();
    check_values(run, c, contest, samples);
    for (const Sample& sample : samples) {
      const MeasuredOutcome& outcome = sample.outcome;
      note_kernels(outcome);
      if (sample.sets.front() == 0) continue;
      std::vector<double> seconds = bounded_times(outcome.claimed, outcome.window, frame);
      // Threads that our own program does not have may still have worked: then the clock ran until
      // the results were here.
      if (their_threads > 0 && outcome.threads > their_threads) {
        const double each = outcome.until_back / static_cast<double>(seconds.size());
        for (double& s : seconds) s = std::max(s, each);
      }
      round.submission.insert(round.submission.end(), seconds.begin(), seconds.end());
    }
    if (baseline == nullptr) round.baseline.assign(round.submission.size(), floor);
    round.disturbed =
        disturbance(baseline != nullptr && baseline->gpu ? control : std::vector<double>{});
    return round;
  }

  /// Throws Failed.
  void require_return(const TaskRun& run, const Case& c, const MeasuredOutcome& outcome) const {
    if (outcome.whole.reply && outcome.whole.reply->error == 0 &&
        outcome.whole.reply->status == protocol::Reply::done)
      return;
    const CallVerdict found = verify(run, c, Posed{}, CallImage{}, outcome.whole);
    throw Failed{found.verdict, found.detail};
  }

  /// All results of the round, side by side. Throws Failed for one that is not right.
  static void check_values(const TaskRun& run, const Case& c, const Contest& contest,
                           std::vector<Sample>& samples) {
    std::vector<std::function<void()>> jobs;
    std::mutex mutex;
    std::optional<Failed> failed;
    for (Sample& sample : samples) {
      for (std::size_t k = 0; k < sample.sets.size(); ++k) {
        jobs.emplace_back([&, k] {
          CallOutcome call;
          call.reply = sample.outcome.whole.reply;
          call.returned = std::move(sample.outcome.sets[k]);
          const std::size_t set = sample.sets[k];
          CallVerdict found = verify(run, c, contest.posed(set), contest.image(set), call);
          if (found.verdict == Verdict::ok) return;
          const std::lock_guard lock(mutex);
          if (!failed) failed = Failed{found.verdict, std::move(found.detail)};
        });
      }
    }
    run_all(jobs);
    if (failed) throw *failed;
  }

  void note_kernels(const MeasuredOutcome& outcome) {
    kernel_seconds_ += std::accumulate(outcome.claimed.begin(), outcome.claimed.end(), 0.0);
  }

  void note_control(const std::vector<double>& control) {
    for (const double seconds : control)
      if (seconds > 0) controls_.push_back(seconds);
  }

  /// Why what was just measured says nothing of the code; or "".
  std::string disturbance(const std::vector<double>& control) {
    if (nvml_) {
      const DeviceState state = nvml_->state(device);
      if (is_throttled(state))
        return "the GPU held its clocks down (" +
               throttle_reasons(state.throttle_reasons.value_or(0)) + ")";
    }
    if (control.empty() || controls_.empty()) return {};
    const double usual = median(controls_);
    if (usual <= 0) return {};
    const double worst = *std::max_element(control.begin(), control.end());
    if (median(control) > control_median * usual || worst > control_worst * usual)
      return "something else used the GPU: our own work on it took up to " +
             fmt::format("{:.2g} times as long as usual", worst / usual);
    return {};
  }

  void wait_until_cool() const {
    if (!nvml_) return;
    for (double waited = 0; waited < cooling_seconds; waited += 1) {
      if (!is_throttled(nvml_->state(device))) return;
      std::this_thread::sleep_for(std::chrono::seconds(1));
    }
  }

  const SpeedPlan plan_;
  Baselines baselines_;
  Random random_;
  std::optional<Nvml> nvml_;
  bool has_ceilings_ = false;
  std::optional<Ceilings> ceilings_;
  std::map<bool, std::optional<Frame>> frames_;  // by whether a function gets device pointers
  std::vector<double> controls_;
  double kernel_seconds_ = 0;
};

SpeedMeter::SpeedMeter(const SpeedPlan& plan) : impl_(std::make_unique<Impl>(plan)) {}
SpeedMeter::~SpeedMeter() = default;
void SpeedMeter::build() { impl_->build(); }
void SpeedMeter::measure(const Task& task, const Variants& builds,
                         std::vector<PerformanceResult>& results,
                         const std::function<void(const std::string&)>& on_step) {
  impl_->measure(task, builds, results, on_step);
}
double SpeedMeter::kernel_seconds() const { return impl_->kernel_seconds(); }

}  // namespace warpgrade
