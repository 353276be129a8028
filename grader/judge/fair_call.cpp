#include "judge/fair_call.h"

#include <fmt/format.h>

namespace warpgrade {
namespace {

CallVerdict our_trouble(const std::string& met) {
  CallVerdict verdict;
  verdict.verdict = Verdict::grader_error;
  verdict.detail = "a program of ours, started in the same place, met this as well: " + met +
                   " Grade again when `warpgrade doctor` finds nothing.";
  return verdict;
}

/// `why`: how it is known.
CallVerdict their_fault(CallVerdict seen, const std::string& why) {
  if (!seen.doubtful) {
    seen.detail += "\n" + why;
    return seen;
  }
  seen.doubtful = false;
  seen.verdict = seen.if_theirs;
  if (!seen.claim.empty()) {
    seen.detail = fmt::format("your program's process said that {}. {}", seen.claim, why);
  } else {
    seen.detail += "\n" + why;
  }
  return seen;
}

}  // namespace

CallVerdict fair_call(const CallVerdict& found, const FairTrial& trial) {
  if (const std::string met = trial.ours(); !met.empty()) return our_trouble(met);
  CallVerdict again = trial.alone();
  if (again.doubtful) {
    if (const std::string met = trial.ours(); !met.empty()) return our_trouble(met);
    return their_fault(std::move(again),
                       "It did so in two processes, and a program of ours that was started in the "
                       "same place with the same limits met nothing of that.");
  }
  if (again.verdict != Verdict::ok) return again;
  for (const FairTrial::Earlier& earlier : trial.earlier) {
    CallVerdict seen = earlier.replay();
    if (seen.verdict == Verdict::ok) continue;
    const bool same = seen.doubtful && seen.if_theirs == found.if_theirs;
    if (seen.doubtful && !same) continue;
    return their_fault(
        std::move(seen),
        fmt::format(
            "In a process of its own this case is right, behind {} it is not. Something was "
            "left behind there: memory that was not given back, a kernel or a thread that "
            "still runs, an error that nobody waited for?",
            earlier.what));
  }
  return again;
}

}  // namespace warpgrade
