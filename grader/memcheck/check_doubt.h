// Why the word of a task's check is not taken, though nothing speaks against the code that it saw.
#pragma once

#include <optional>
#include <utility>

#include "causes/cause.h"
#include "lab/manifest.h"
#include "memcheck/check_report.h"
#include "process/worker.h"
#include "toolchain/build.h"

namespace warpgrade {

/// The first reason counts (check_trust.h).
class CheckDoubt {
 public:
  /// A call of `c` that was watched, or whose process meddled with the report.
  void examine_call(const Case& c, const Build& build, const CheckReport& report,
                    const CallImage& image, const CallOutcome& outcome, const Task& task);

  /// A reason that somebody else has found in `c`.
  void add(Cause reason, const Case& c);

  /// Whether a case that has work launched a kernel.
  void note_work(bool launched) { launched_ = launched_.value_or(false) || launched; }

  /// The reason, if there is one, and whether it speaks of a hidden case; once all cases were
  /// looked at.
  std::pair<Cause, bool> all_considered() const;

 private:
  Cause reason_;
  bool hidden_ = false;
  bool hosts_work_ = false;       // that is the reason
  std::optional<bool> launched_;  // a kernel, in a case that has work
};

}  // namespace warpgrade
