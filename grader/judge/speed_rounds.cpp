#include "judge/speed_rounds.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <limits>
#include <mutex>
#include <numeric>

#include "judge/device_test.h"
#include "judge/verify.h"
#include "lab/fault.h"
#include "lab/parallel_for.h"

namespace warpgrade {
namespace {

bool came_back(const MeasuredOutcome& outcome) {
  return outcome.whole.reply && outcome.whole.reply->error == 0 &&
         outcome.whole.reply->status == protocol::Reply::done;
}

double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

double least_of(const std::vector<double>& values) {
  return values.empty() ? 0 : *std::min_element(values.begin(), values.end());
}

}  // namespace

void note_failure(PerformanceResult& result, const FailedCall& failed) {
  result.verdict = failed.verdict;
  result.detail = "in a timed call: " + failed.detail;
  if (is_open(failed.verdict)) result.pending = result.max_points;
}

SpeedRounds::SpeedRounds(const Sandbox& sandbox, std::uint64_t seed)
    : sandbox_(sandbox), random_(derive_seed(seed, "speed/order")) {}

std::unique_ptr<Child> SpeedRounds::submissions_child(const TaskRun& run, const Case& c) {
  Child::Settings settings = run.child;
  settings.executable = run.builds.of(c).executable;
  if (test_device_) test_device(sandbox_, settings);
  test_device_ = false;
  return std::make_unique<Child>(sandbox_, settings);
}

void SpeedRounds::look_at_frame(const Baseline& own, bool device_pointers) {
  if (frames_.count(device_pointers) > 0) return;
  std::vector<double> one, many, control;
  Child child(sandbox_, own.child);
  constexpr int times = 7;
  for (int i = 0; i < times + 1; ++i) {
    for (const std::size_t calls : {std::size_t{1}, Contest::most_calls}) {
      const MeasuredOutcome outcome =
          child.measure("", device_pointers, MeasuredSets(calls), true, false);
      if (!came_back(outcome))
        throw GraderError("the GPU does not answer to the grader's own program",
                          "Run `nvidia-smi`; until it shows a healthy device, grade with "
                          "--backend cpu.");
      usual_threads_ = std::max(usual_threads_, outcome.threads);
      if (i == 0) continue;  // it wakes the device
      (calls == 1 ? one : many).push_back(outcome.window);
      control.insert(control.end(), outcome.control.begin(), outcome.control.end());
    }
  }
  watch_->add_usual(control);
  frames_[device_pointers] = frame_of(one, many, Contest::most_calls);
}

MeasuredOutcome SpeedRounds::take_baseline(Child& child, const Baseline& baseline,
                                           const MeasuredSets& sets) {
  const Task& task = baseline.task();
  MeasuredOutcome outcome =
      child.measure(task.signature.entry, task.device_pointers, sets, true, false);
  if (!came_back(outcome))
    throw GraderError("the program that speed is compared with (" + baseline.label +
                          ") failed where the submission is timed",
                      "Run `warpgrade doctor`: does the GPU work, and has it enough memory?");
  if (baseline.gpu) usual_threads_ = std::max(usual_threads_, outcome.threads);
  kernel_seconds_ += sum_of(outcome.claimed);
  return outcome;
}

SampleRound SpeedRounds::take(const TaskRun& run, const Case& c, const Contest& contest,
                              const Baseline* baseline, double floor) {
  watch_->wait_until_cool();
  std::vector<std::size_t> order(Contest::windows);
  std::iota(order.begin(), order.end(), std::size_t{1});
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(
        order[i - 1],
        order[static_cast<std::size_t>(random_.integer(0, static_cast<std::int64_t>(i) - 1))]);
  // Number 0 warms both up, shows how long a call takes, and counts for neither.
  order.insert(order.begin(), 0);
  double shortest = std::numeric_limits<double>::infinity();
  std::size_t calls = Contest::most_calls;

  // Both are as old, and meet each problem for the first time. Who has no turn stands still.
  const std::unique_ptr<Child> mine = submissions_child(run, c);
  const auto other = baseline != nullptr ? std::make_unique<Child>(sandbox_, baseline->child)
                                         : std::unique_ptr<Child>();
  std::vector<Sample> samples;
  std::vector<Window> theirs;
  std::vector<double> control;
  const auto take_mine = [&](std::size_t window) {
    const MeasuredSets sets = contest.mine(window).first(calls);
    samples.push_back(
        {mine->measure(run.task.signature.entry, run.task.device_pointers, sets, true, true),
         window});
    const MeasuredOutcome& outcome = samples.back().outcome;
    if (!came_back(outcome)) {
      test_device_ = !mine->alive();
      TaskRun together = run;  // which tells of the time that all had
      together.child.limits = Child::limits_for(run.child.limits, sets.count());
      const CallVerdict found = verify(together, c, Posed{}, CallImage{}, outcome.whole);
      throw FailedCall{found.verdict, found.detail};
    }
    kernel_seconds_ += sum_of(outcome.claimed);
    return least_of(outcome.claimed);
  };
  const auto take_theirs = [&](std::size_t window) {
    if (baseline == nullptr) return std::numeric_limits<double>::infinity();
    const MeasuredOutcome outcome =
        take_baseline(*other, *baseline, contest.theirs(window).first(calls));
    if (window > 0) theirs.push_back({outcome.window, outcome.claimed});
    if (window > 0 && baseline->gpu)
      control.insert(control.end(), outcome.control.begin(), outcome.control.end());
    return least_of(outcome.claimed);
  };
  for (const std::size_t window : order) {
    for (const bool me :
         random_.bits() % 2 == 0 ? std::array{true, false} : std::array{false, true})
      shortest = std::min(shortest, me ? take_mine(window) : take_theirs(window));
    if (window == 0) calls = Contest::calls_for(shortest);
  }

  SampleRound round;
  round.disturbed = watch_->disturbance(control);
  const auto verification = std::chrono::steady_clock::now();
  verify_all(run, c, contest, samples);
  verification_seconds_ +=
      std::chrono::duration<double>(std::chrono::steady_clock::now() - verification).count();
  const Frame& frame = frames_.at(run.task.device_pointers);
  round.submission = times(samples, frame);
  if (baseline == nullptr) {
    round.baseline.assign(round.submission.size(), floor);
    return round;
  }
  // Claims of our own are true; they are treated alike, so that nothing favours either side.
  const bool same_frame =
      baseline->gpu && baseline->task().device_pointers == run.task.device_pointers;
  const double factor = same_frame ? claims_fall_short(theirs, frame) : 1;
  for (const Window& window : theirs)
    for (const double seconds : window.claimed) round.baseline.push_back(factor * seconds);
  return round;
}

std::vector<double> SpeedRounds::times(const std::vector<Sample>& samples,
                                       const Frame& frame) const {
  std::vector<Window> windows;
  for (const Sample& sample : samples) {
    if (sample.window != 0) windows.push_back({sample.outcome.window, sample.outcome.claimed});
  }
  const double factor = claims_fall_short(windows, frame);
  std::vector<double> seconds;
  for (const Sample& sample : samples) {
    if (sample.window == 0) continue;
    const MeasuredOutcome& outcome = sample.outcome;
    // Threads that our own programs do not have may still have worked after the last call: then the
    // clock ran until the results were here.
    const bool still_working = outcome.threads > usual_threads_;
    const double least =
        still_working ? outcome.until_back / static_cast<double>(outcome.claimed.size()) : 0;
    for (const double claim : outcome.claimed) seconds.push_back(std::max(factor * claim, least));
  }
  return seconds;
}

void SpeedRounds::verify_all(const TaskRun& run, const Case& c, const Contest& contest,
                             std::vector<Sample>& samples) {
  std::vector<std::function<void()>> jobs;
  std::mutex mutex;
  std::optional<FailedCall> failed;
  for (Sample& sample : samples) {
    const std::vector<std::size_t>& problems = contest.problems(sample.window);
    for (std::size_t k = 0; k < sample.outcome.sets.size(); ++k) {
      jobs.emplace_back([&, k, problem = problems[k]] {
        CallOutcome call;
        call.reply = sample.outcome.whole.reply;
        call.returned = std::move(sample.outcome.sets[k]);
        CallVerdict found = verify(run, c, contest.posed(problem), contest.image(problem), call);
        if (found.verdict == Verdict::ok) return;
        const std::lock_guard lock(mutex);
        if (!failed) failed = FailedCall{found.verdict, std::move(found.detail)};
      });
    }
  }
  run_all(jobs);
  if (failed) throw *failed;
}

}  // namespace warpgrade
