// The process in which a task's cases are called with every access watched.
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

/// One process after the other: a new one for each build, after each bad end, and for those cases
/// that are hidden.
class CheckWorker {
 public:
  explicit CheckWorker(const TaskRun& run) : run_(run), settings_(run.worker) {}

  /// As the first call of a grade gets them.
  CallImage compose_image(const Case& c, const GeneratedCase& generated) const;

  /// The case whose calls come next, by its index.
  void serve(std::size_t index);

  /// Calls it. Where blocks talk to each other the engine asks for one thread: then the calls of
  /// this process are made again with one, and so are all that follow.
  CheckedAttempt call(const GeneratedCase& generated, const CallImage& image);

  /// It was served: what goes wrong in a later case may need what it left.
  void note_served() { served_.push_back(index_); }

  /// The next call is made in a new process.
  void renew();

  /// Ends the process, if there is one.
  void end();

  /// Of all calls.
  double seconds() const { return seconds_; }
  /// Processor time that one of them has.
  double most_cpu_seconds() const { return settings_.limits.cpu_seconds; }

  /// What the processes printed, and while a hidden case ran; for once, at the end.
  std::string take_printed();
  std::string take_hidden_printed();

 private:
  CallOutcome call_in_process(const CallImage& image);
  void replay(const std::vector<std::size_t>& cases);
  void keep_output();

  const TaskRun& run_;
  Worker::Settings settings_;
  const Build* build_ = nullptr;  // of the process
  std::unique_ptr<Worker> worker_;
  bool hidden_ = false;              // it serves hidden cases
  std::vector<std::size_t> served_;  // by it, in this order
  std::size_t index_ = 0;            // of the case
  std::uint32_t sampling_ = 0;
  bool serial_ = false;
  double seconds_ = 0;
  std::string printed_, hidden_printed_;
};

}  // namespace warpgrade
