// The process in which a task's cases are called with the check.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cases/run_task.h"
#include "cases/verify.h"
#include "memcheck/check_report.h"

namespace warpgrade {

/// A call in the check.
struct CheckedAttempt {
  CallOutcome outcome;
  CheckReport report;
  CallVerdict found;
};

/// Runs one process at a time: a new one for each build, after each bad end, and for hidden cases.
class CheckWorker {
 public:
  /// `costs`: whether costs are counted, besides findings.
  explicit CheckWorker(const TaskRun& run, bool costs = true)
      : run_(run), settings_(run.worker), costs_(costs) {}

  /// The arguments as in the first call of a grade.
  CallImage compose_image(const Case& c, const GeneratedCase& generated) const;

  /// Selects the case of the next calls.
  void serve(std::size_t index);

  /// Calls the case. If blocks communicate, the engine requests a single thread: then this
  /// process's calls are repeated with one, and later ones use one, too.
  CheckedAttempt call(const GeneratedCase& generated, const CallImage& image);

  /// The call succeeded: a later case may depend on what it left.
  void note_served() { served_.push_back(index_); }

  /// Makes the next call run in a new process.
  void renew();

  /// Ends the process, if there is one.
  void end();

  /// The time of all calls.
  double seconds() const { return seconds_; }
  /// The CPU time limit of a call.
  double most_cpu_seconds() const { return settings_.limits.cpu_seconds; }

  /// The processes' output, and that of hidden cases. Call once, at the end.
  std::string take_printed();
  std::string take_hidden_printed();

 private:
  CallOutcome call_in_process(const CallImage& image);
  void replay(const std::vector<std::size_t>& cases);
  void keep_output();

  const TaskRun& run_;
  Worker::Settings settings_;
  bool costs_;
  const Build* build_ = nullptr;  // of the running process
  std::unique_ptr<Worker> worker_;
  bool hidden_ = false;              // the process serves hidden cases
  std::vector<std::size_t> served_;  // cases that the process served, in order
  std::size_t index_ = 0;            // the selected case
  std::uint32_t sampling_ = 0;
  bool serial_ = false;
  double seconds_ = 0;
  std::string printed_, hidden_printed_;
};

}  // namespace warpgrade
