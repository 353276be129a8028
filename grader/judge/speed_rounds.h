// Rounds of samples: a submission's child and its baseline's take turns on the device.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "judge/baseline.h"
#include "judge/contest.h"
#include "judge/result.h"
#include "lab/random.h"
#include "measure/compare.h"
#include "measure/device_watch.h"
#include "measure/frame.h"

namespace warpgrade {

/// The submission failed in a timed call.
struct FailedCall {
  Verdict verdict;
  std::string detail;
};

/// What is the student's fault loses the points, what is our trouble leaves them open.
void note_failure(PerformanceResult& result, const FailedCall& failed);

class SpeedRounds {
 public:
  SpeedRounds(const Sandbox& sandbox, std::uint64_t seed);

  /// The device that is measured on, as the driver counts; before all else.
  void watch(int device) {
    if (!watch_) watch_.emplace(device);
  }

  /// Looks at what a window takes beside its calls; `own` is the course's solution.
  void look_at_frame(const Baseline& own, bool device_pointers);

  /// One round, in new processes. Without a baseline its times are all `floor` seconds. Every
  /// result of the submission is verified. Throws FailedCall, and GraderError.
  SampleRound take(const TaskRun& run, const Case& c, const Contest& contest,
                   const Baseline* baseline, double floor);

  /// Seconds that functions ran, and that results were verified, so far.
  double kernel_seconds() const { return kernel_seconds_; }
  double verification_seconds() const { return verification_seconds_; }

 private:
  struct Sample {
    MeasuredOutcome outcome;
    std::size_t window = 0;
  };

  std::unique_ptr<Child> submissions_child(const TaskRun& run, const Case& c);
  MeasuredOutcome take_baseline(Child& child, const Baseline& baseline, const MeasuredSets& sets);
  std::vector<double> times(const std::vector<Sample>& samples, const Frame& frame) const;
  static void verify_all(const TaskRun& run, const Case& c, const Contest& contest,
                         std::vector<Sample>& samples);

  const Sandbox& sandbox_;
  Random random_;
  std::optional<DeviceWatch> watch_;
  std::map<bool, Frame> frames_;  // by whether the function gets device pointers
  bool test_device_ = false;      // a process of a submission was ended
  int usual_threads_ = 0;         // the most that a child of ours had
  double kernel_seconds_ = 0, verification_seconds_ = 0;
};

}  // namespace warpgrade
