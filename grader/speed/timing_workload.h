// What one measurement of speed is made with: a problem for each window, none of which a process
// meets twice.
#pragma once

#include <cstddef>
#include <functional>
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
  /// Windows of each contender in a round that count: at least and at most. Before them come two
  /// that do not: number 0 loads the code, number 1 shows how long a call takes.
  static constexpr std::size_t before = 2, least_windows = 9, least_of_short_calls = 15;
  static constexpr std::size_t most_on_device = 31, most_on_host = 11;

  /// `on_device`: the functions get device pointers, and play on the GPU. `other`: the baseline's
  /// task, or null. Another `series`, other values. What it refers to outlives it.
  TimingWorkload(const TaskRun& run, const Case& c, const Task* other, bool on_device,
                 std::size_t series = 0);

  /// What a workload consists of, as a word: where it is equal, another one would be the same.
  static std::string key_of(const TaskRun& run, const Case& c, const Task* other, bool on_device,
                            std::size_t series);

  const Case& on() const { return case_; }
  bool on_device() const { return on_device_; }

  /// Before all else: makes the first problem with its truth, and all of them where they lie in the
  /// host's memory, on all cores.
  void generate();

  /// Bytes of the device's memory that are to be free when it opens.
  std::uint64_t wanted_bytes() const;

  /// Of these, what each process is lent.
  std::uint64_t lent_bytes() const { return on_device_ ? my_layout_.size : 0; }

  /// Before the first round. As many bytes are free.
  void open(Referee& referee);

  /// Windows that a round may have, with those before.
  std::size_t most() const { return before + (on_device_ ? most_on_device : most_on_host); }

  /// A new round begins.
  void next_round();
  /// How many there were.
  std::size_t rounds() const { return rounds_; }
  /// Whether each has problems of its own: those that the device makes.
  bool new_each_round() const { return serves_ && on_device_; }

  /// Makes window number `window` ready.
  void stage(std::size_t window, Referee* referee);

  /// In the host's memory: lets the referee make the same values, to verify results by.
  void make_there(Referee& referee) const;

  /// As it was staged last, for the submission and for the baseline.
  Window mine(const std::string& entry) const;
  Window theirs(const std::string& entry) const;
  const WindowValues& my_values() const { return my_values_[window_]; }
  const WindowValues& their_values() const {
    return their_values_.empty() ? my_values() : their_values_[window_];
  }

  /// The window that was staged last, and its problem: numbers.
  std::size_t window() const { return window_; }
  std::size_t staged() const;
  /// Whether the referee verifies.
  bool verified_there() const { return serves_; }
  /// Whether nobody but the referee verifies a problem; all others have a truth here.
  bool far(std::size_t problem) const { return problem >= first_.size(); }
  /// A problem with its truth; made now where it is far.
  GeneratedCase generated(std::size_t problem) const;
  /// Its arrays as the function got them.
  CallImage image(std::size_t problem) const;
  /// Of the first problem.
  const CallImage& first_image() const { return first_image_; }
  /// Whether the referee made the same values of the first problem as the reference, looked at in
  /// many places.
  bool made_alike(Referee& referee) const;

  /// The work of one call.
  const Problem& problem() const { return first_.front().problem; }

 private:
  std::uint64_t draw(std::size_t problem) const;
  std::uint64_t poison_seed(std::size_t problem) const;
  static Poison poison_of(std::size_t problem);
  void generate_here(std::size_t count);
  void generate_on_host();
  Problem made_here(std::size_t problem) const;

  const TaskRun& run_;
  const Case& case_;
  const Task* other_;
  bool on_device_;
  std::size_t series_;
  CallImage my_layout_;
  std::optional<CallImage> their_layout_;
  std::vector<GeneratedCase> first_;  // the first problems
  std::vector<Problem> values_;       // in the host's memory: all of them
  bool serves_ = false;               // the referee verifies, and makes those on the device
  // What is staged.
  std::size_t rounds_ = 0, round_ = 0, window_ = 0;
  CallImage first_image_;
  // In the host's memory: by window. Theirs are empty where they are the same.
  std::vector<WindowValues> my_values_, their_values_;
};

}  // namespace warpgrade
