// Reasons to distrust a task's check although it found nothing wrong.
#pragma once

#include <optional>
#include <utility>

#include "causes/cause.h"
#include "lab/manifest.h"
#include "memcheck/check_report.h"
#include "process/worker.h"
#include "toolchain/build.h"

namespace warpgrade {

/// Keeps the first reason (check_trust.h).
class CheckDoubt {
 public:
  /// Examines a checked call of `c`, or one whose process tampered with the report.
  void examine_call(const Case& c, const Build& build, const CheckReport& report,
                    const CallImage& image, const CallOutcome& outcome, const Task& task);

  /// Adds a reason found elsewhere, in `c`.
  void add(Cause reason, const Case& c);

  /// Notes whether a case with work launched a kernel.
  void note_work(bool launched) { launched_ = launched_.value_or(false) || launched; }

  /// The reason, if any, and whether it concerns a hidden case. Called after all cases.
  std::pair<Cause, bool> combined() const;

 private:
  Cause reason_;
  bool hidden_ = false;
  bool hosts_work_ = false;       // the reason is work done by the host
  std::optional<bool> launched_;  // a case with work launched a kernel
};

}  // namespace warpgrade
