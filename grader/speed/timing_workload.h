// The problems of one measurement of speed: one per window. No process gets a problem twice.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "cases/run_task.h"
#include "cases/verify.h"
#include "process/referee.h"
#include "process/worker.h"

namespace warpgrade {

class TimingWorkload {
 public:
  /// Counted windows per contender and round: minimum and maximum. Two uncounted ones precede them:
  /// number 0 loads the code, number 1 measures the length of a call.
  static constexpr std::size_t before = 2, least_windows = 9, least_of_short_calls = 15;
  static constexpr std::size_t most_on_device = 31, most_on_host = 11;

  /// `on_device`: the functions get device pointers and run on the GPU. `other`: the baseline's
  /// task, or null. Each `series` has other values. Everything it refers to must outlive it.
  TimingWorkload(const TaskRun& run, const Case& c, const Task* other, bool on_device,
                 std::size_t series = 0);

  /// Workloads with equal keys have equal problems.
  static std::string sharing_key(const TaskRun& run, const Case& c, const Task* other,
                                 bool on_device, std::size_t series);

  const Case& on() const { return case_; }
  bool on_device() const { return on_device_; }

  /// Must be called first. Generates the first problem, and all problems in host memory, on all
  /// cores.
  void generate();

  /// Bytes of device memory that must be free for open().
  std::uint64_t wanted_bytes() const;

  /// Bytes of device memory lent to each process.
  std::uint64_t lent_bytes() const { return on_device_ ? submission_layout_.size : 0; }

  /// Called before the first round, with wanted_bytes() free.
  void open(Referee& referee);

  /// Windows that a round may have, including the uncounted ones.
  std::size_t most() const { return before + (on_device_ ? most_on_device : most_on_host); }

  void next_round();
  std::size_t rounds() const { return rounds_; }
  /// Whether each round has new problems: only those generated on the device.
  bool new_each_round() const { return serves_ && on_device_; }

  /// Prepares the problem of window number `window`.
  void stage(std::size_t window, Referee* referee);

  /// For problems in host memory: the referee generates the same values to verify results.
  void make_there(Referee& referee) const;

  /// The staged window, for the submission and for the baseline.
  Window submission_window(const std::string& entry) const;
  Window baseline_window(const std::string& entry) const;
  const WindowValues& submission_values() const { return submission_values_[window_]; }
  const WindowValues& baseline_values() const {
    return baseline_values_.empty() ? submission_values() : baseline_values_[window_];
  }

  /// The number of the staged window and of its problem.
  std::size_t window() const { return window_; }
  std::size_t staged() const;
  /// Whether the referee verifies results.
  bool verified_there() const { return serves_; }
  /// Whether the reference has no part in the problem.
  bool verified_only_by_referee(std::size_t problem) const { return problem >= first_.size(); }
  /// Solves the first problem, which takes longer than all else; others are solved when needed.
  void solve_first() { solved(0); }
  /// A problem with its truth.
  GeneratedCase generated(std::size_t problem);
  /// The problem's arrays as passed to the function.
  CallImage image(std::size_t problem) const;
  /// The first problem's arrays.
  const CallImage& first_image() const { return first_image_; }
  /// Whether referee and reference generated the same values of the first problem. Compares
  /// samples.
  bool generates_same_inputs(Referee& referee) const;

  /// The problem that determines the work of a call.
  const Problem& problem() const { return first_.front().problem; }

 private:
  /// One of the first problems. Measurements that share the workload share its truth.
  struct Here {
    Problem problem;
    std::once_flag solving;
    Truth truth;
  };

  const Here& solved(std::size_t problem);
  std::uint64_t draw(std::size_t problem) const;
  std::uint64_t poison_seed(std::size_t problem) const;
  static Poison choose_poison(std::size_t problem);
  void generate_here(std::size_t count);
  void generate_on_host();
  Problem made_here(std::size_t problem) const;

  const TaskRun& run_;
  const Case& case_;
  const Task* other_;
  bool on_device_;
  std::size_t series_;
  CallImage submission_layout_;
  std::optional<CallImage> baseline_layout_;
  std::deque<Here> first_;
  std::vector<Problem> values_;  // all problems in host memory
  bool serves_ = false;          // the referee verifies, and generates problems on the device
  // The staged window.
  std::size_t rounds_ = 0, round_ = 0, window_ = 0;
  CallImage first_image_;
  // Problems in host memory, by window. The baseline's are empty if they equal the submission's.
  std::vector<WindowValues> submission_values_, baseline_values_;
};

}  // namespace warpgrade
