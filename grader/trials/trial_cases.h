// Which cases are used to try fixes.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "lab/manifest.h"
#include "model/result.h"
#include "trials/failures.h"

namespace warpgrade {

/// Limit of one call in seconds: a fix must not wait forever.
constexpr double longest_trial_call = 2;

class TrialCases {
 public:
  /// `may_check`: whether the check calls this case.
  TrialCases(const Task& task, const TaskResult& result,
             const std::function<bool(const Case&)>& may_check);

  /// Visible cases of the check without the slow ones, and those that it skipped after an endless
  /// call; the quickest first. If all of them are right, a wrong one that the check left out, too.
  /// No cases if nothing can be tried.
  const Task& all() const { return all_; }
  /// The quick ones of the others, hidden ones among them: a change that is right by chance in
  /// all() is wrong there.
  const Task& others() const { return others_; }
  /// The case whose call does not end, or "".
  const std::string& endless() const { return endless_; }
  /// What the grade found wrong in the cases.
  Failures known_failures() const;
  /// The quickest few of the cases with these errors, in order, if possible of one build: a change
  /// that does not help there is not tried further.
  Task quickest(const Failures& wrong) const;

  /// The time of the calls of these cases in the check; cases that did not run there are left out.
  double seconds(const Task& task) const;
  /// The longest of these calls; infinite for a case that did not run.
  double longest(const Task& task) const;

 private:
  double checked_seconds(const std::string& name) const;
  void choose_unchecked(std::set<std::string>& quick);
  void choose_others(const Task& task);
  double slowdown() const;

  const TaskResult& result_;
  Task all_, others_;
  std::string endless_;
  std::string unchecked_;  // a wrong case that the check left out
  double unchecked_seconds_ = 0;
};

}  // namespace warpgrade
