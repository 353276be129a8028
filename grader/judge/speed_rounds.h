// Rounds of samples: a submission's child and its baseline's take turns on the device.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "judge/baseline.h"
#include "judge/contest.h"
#include "judge/result.h"
#include "lab/random.h"
#include "measure/compare.h"
#include "measure/device_watch.h"

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
  /// Without a referee everything is played on the host's memory.
  SpeedRounds(const Sandbox& sandbox, std::uint64_t seed, Referee* referee);

  /// The device that is measured on, as the driver counts; before all else.
  void watch(int device);

  /// Ends the processes of earlier rounds where less than `bytes` of the device's memory are free:
  /// a submission may hold what others need. Waits for the driver, which frees it a little later.
  void make_room(std::uint64_t bytes);

  /// One round; `again`: of a measurement that has had one. It ends when `enough` says so of its
  /// samples, or when it has all that it may have. Without a baseline its times are all `floor`
  /// seconds. `own`: the course's solution, whose process shows what a window costs by itself.
  /// Every result of the submission is verified. Throws FailedCall, and GraderError.
  SampleRound take(const TaskRun& run, const Case& c, Contest& contest, const Baseline* baseline,
                   const Baseline& own, double floor, bool again,
                   const std::function<bool(const SampleRound&)>& enough);

  /// Seconds that functions ran, and that results were verified, so far.
  double kernel_seconds() const { return kernel_seconds_; }
  double verification_seconds() const { return verification_seconds_; }

 private:
  /// One who plays windows in a round.
  struct Player {
    Child* child = nullptr;
    std::string entry;      // "": shows what a window costs by itself
    bool baseline = false;  // plays with the baseline's arguments
    bool gpu = true;
    std::vector<double> seconds = {};  // of each window that counts
  };
  class Round;

  /// Processes are known by what they do, and by the executable.
  enum class Role { submission, baseline, nothing };
  using Name = std::pair<Role, std::filesystem::path>;

  Child& process(Role role, const Child::Settings& settings);
  void drop(Child& child);
  /// Ends all processes but these; `anew`: these, too.
  void keep(const std::vector<Name>& names, bool anew);

  const Sandbox& sandbox_;
  Referee* referee_;
  Random random_;
  std::optional<DeviceWatch> watch_;
  std::map<Name, std::unique_ptr<Child>> processes_;
  bool test_device_ = false;  // a process of a submission was ended
  double kernel_seconds_ = 0, verification_seconds_ = 0;
};

}  // namespace warpgrade
