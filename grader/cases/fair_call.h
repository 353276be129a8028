// Decides who is to blame for a call that ended as if the machine were broken.
//
// A submission's process can claim anything about the machine: its runner uses a C library whose
// symbols the submission may replace. A killed process does not know who killed it. So no claim
// decides by itself:
// - If a known-good program fails in the same place, the machine is to blame.
// - If the same call fails again in a new process while the known-good program runs, the submission
//   is to blame.
// - If the call is right in a new process, the calls before it are repeated: the submission is also
//   to blame for what they leave behind.
// - A failure that never comes back was chance. The repeated call counts.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cases/verify.h"

namespace warpgrade {

/// Experiments, each in new processes.
struct FairTrial {
  std::function<Causes()> known_good;  // problems of a known-good program; empty: it works
  std::function<CallVerdict()> again;  // repeats the call alone
  struct Earlier {
    Fact what;  // "case": its name; "calls": their number
    std::function<CallVerdict()> replay;
  };
  std::vector<Earlier> earlier;  // growing sets of earlier calls of its process, then the call
};

/// One call of several in the same process.
struct Replayed {
  CallVerdict found;
  bool alive = true;  // whether the process still runs afterwards
};

/// Makes the calls until one ends the process or is doubtful. Returns the verdict of the last call
/// made. Wrong values of earlier calls are ignored.
CallVerdict last_verdict(const std::vector<std::function<Replayed()>>& calls);

/// The causes for a known-good program that ran into `trouble` in the same place.
Causes blame_machine(const Causes& trouble);

/// Resolves a doubtful verdict. The result is never doubtful.
CallVerdict fair_call(const CallVerdict& found, const FairTrial& trial);

}  // namespace warpgrade
