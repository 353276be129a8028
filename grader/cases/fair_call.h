// Whose fault it is that a call ended as if the machine were to blame.
//
// A submission's process can say anything of the machine: its runner speaks through a C library
// whose symbols the submission may replace. Nor does being killed say by whom. So nothing of that
// decides by itself:
// - where a process of ours, started at the same place, meets trouble too, it is ours;
// - where the same call, in a new process, ends so again, and ours runs through again, it is
//   theirs;
// - where the call is right in a new process, the calls before it are made again: what they leave
//   behind is theirs as well;
// - what never comes again was chance, and the call is what it is without it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cases/verify.h"

namespace warpgrade {

/// What can be tried. Each makes its calls in new processes.
struct FairTrial {
  std::function<Causes()> ours;        // what a program of ours meets
  std::function<CallVerdict()> alone;  // the call by itself
  struct Earlier {
    Fact what;  // "case": its name; "calls": how many
    std::function<CallVerdict()> replay;
  };
  std::vector<Earlier> earlier;  // calls of its process before it, then the call; few first
};

/// One call of several in the same process.
struct Replayed {
  CallVerdict found;
  bool alive = true;  // the process, afterwards
};

/// What calls in one process say of the last of them: its verdict, or that of the one that ended
/// the process before it, or is doubtful. That values of others are wrong says nothing of it.
CallVerdict verdict_of_last(const std::vector<std::function<Replayed()>>& calls);

/// What a program of ours met in the same place, told.
Causes blame_machine(const Causes& met);

/// The verdict of a call of which `found` is doubtful: never doubtful.
CallVerdict fair_call(const CallVerdict& found, const FairTrial& trial);

}  // namespace warpgrade
