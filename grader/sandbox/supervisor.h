// A running sandbox and the loop that watches it.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "sandbox/launch.h"
#include "sandbox/process_tree.h"

namespace warpgrade {

class Supervisor final : public Process {
 public:
  Supervisor(Launched launched, const Command& command, std::stop_token stop = {});
  /// In a sandbox that is kept, it ends the command, and the sandbox only if the command does not
  /// end.
  Supervisor(std::shared_ptr<Launched> kept, const Command& command, std::stop_token stop);
  ~Supervisor() override;

  std::optional<Ended> supervise(int fd, const Limits& limits) override;
  Ended wait() override;
  Ended kill() override;
  std::optional<Ended> freeze() override;
  void thaw() override;
  int threads() const override;
  double cpu_seconds() const override;
  std::string take_output() override;

 private:
  using Clock = std::chrono::steady_clock;

  std::optional<Ended> watch(int fd);
  std::optional<Ended::How> beyond() const;
  std::optional<Ended::How> used_too_much() const;
  std::chrono::nanoseconds until_next_sample() const;
  void sample_usage();
  void drain();
  void end_command();
  Ended conclude(Ended::How how);

  std::shared_ptr<Launched> shared_;
  Launched& sandbox_ = *shared_;
  bool kept_;
  std::stop_token stop_;
  Limits limits_;  // the command's, or those of the latest supervise()
  ProcessTree tree_;
  Clock::time_point started_ = Clock::now();

  Usage usage_;  // at the latest sample
  std::size_t peak_bytes_ = 0;
  int samples_ = 0;

  // The time limits count from here: the start, or the latest supervise().
  Clock::time_point wall_mark_ = started_;
  double cpu_mark_ = 0;

  Clock::time_point last_sample_ = started_;
  // Time since the command last used a noticeable share of a processor, and its CPU time then.
  Clock::duration stalled_{0};
  double stall_cpu_ = 0;

  std::string output_;
  std::size_t dropped_ = 0;   // bytes of output, since the latest take_output()
  bool output_over_ = false;  // the output limit was exceeded

  std::optional<control::Report> last_report_;  // from the helper: how the command ended by itself
  std::optional<Ended> ended_;
};

}  // namespace warpgrade
