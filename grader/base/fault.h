// What the grader, the machine or the lab's author does wrong is thrown, and is never a student's
// zero. What a student's code does wrong is a value (Verdict, Finding).
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace warpgrade {

/// What a report of a GraderError begins with; ": " and what happened follow. It is there to be
/// read: programs go by the exit status, which is 3.
inline constexpr const char* grader_failed = "The grader or the machine failed, not the submission";

/// The grader cannot do its work: a broken manifest, a full disk, a lost device. Exit status 3;
/// what was being graded stays open.
class GraderError : public std::runtime_error {
 public:
  /// `what`: what happened, with file and place. `advice`: what to do next, one sentence or empty.
  explicit GraderError(const std::string& what, std::string advice = {})
      : std::runtime_error(what), advice_(std::move(advice)) {}
  const std::string& advice() const { return advice_; }

 private:
  std::string advice_;
};

/// The command line asks for something that does not exist. Exit status 2.
class UsageError : public std::runtime_error {
 public:
  explicit UsageError(const std::string& what, std::string advice = {})
      : std::runtime_error(what), advice_(std::move(advice)) {}
  const std::string& advice() const { return advice_; }

 private:
  std::string advice_;
};

}  // namespace warpgrade
