#include "cases/fair_call.h"

#include <utility>

namespace warpgrade {
namespace {

CallVerdict grader_fault(const Causes& trouble) {
  CallVerdict verdict;
  verdict.verdict = Verdict::grader_error;
  verdict.detail = blame_machine(trouble);
  verdict.detail.push_back(because("machine.examine"));
  return verdict;
}

/// `why`: how the submission's fault is known.
CallVerdict blame_submission(CallVerdict seen, Cause why) {
  if (seen.doubtful) {
    seen.doubtful = false;
    seen.verdict = seen.if_submission_fault;
    if (seen.claim.known()) seen.detail = {seen.claim};
  }
  seen.detail.push_back(std::move(why));
  return seen;
}

}  // namespace

CallVerdict last_verdict(const std::vector<std::function<Replayed()>>& calls) {
  CallVerdict found;
  for (const auto& call : calls) {
    const Replayed made = call();
    found = made.found;
    if (!made.alive || found.doubtful) break;
  }
  return found;
}

Causes blame_machine(const Causes& trouble) {
  Causes causes = {because("machine.trouble")};
  causes.insert(causes.end(), trouble.begin(), trouble.end());
  return causes;
}

CallVerdict fair_call(const CallVerdict& found, const FairTrial& trial) {
  if (const Causes trouble = trial.known_good(); !trouble.empty()) return grader_fault(trouble);
  CallVerdict again = trial.again();
  if (again.doubtful) {
    if (const Causes trouble = trial.known_good(); !trouble.empty()) return grader_fault(trouble);
    return blame_submission(std::move(again), because("blame.twice"));
  }
  if (again.verdict != Verdict::ok) return again;
  for (const FairTrial::Earlier& earlier : trial.earlier) {
    CallVerdict seen = earlier.replay();
    if (seen.verdict == Verdict::ok) continue;
    const bool same = seen.doubtful && seen.if_submission_fault == found.if_submission_fault;
    if (seen.doubtful && !same) continue;
    return blame_submission(std::move(seen), because("state.left-behind", {earlier.what}));
  }
  return again;
}

}  // namespace warpgrade
