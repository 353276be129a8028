// Errors of the grader, the machine or the lab's author are exceptions, so they never cost a
// student points. Errors in a student's code are values (Verdict, Finding).
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace warpgrade {

/// The beginning of a GraderError's report, followed by ": " and the error. It is for readers;
/// programs use the exit status 3.
inline constexpr const char* grader_failed = "The grader or the machine failed, not the submission";

/// The grader cannot do its work: a broken manifest, a full disk, a lost device. Exit status 3; the
/// grade stays open.
class GraderError : public std::runtime_error {
 public:
  /// `what`: the error with file and place. `advice`: the next step in one sentence; or empty.
  explicit GraderError(const std::string& what, std::string advice = {})
      : std::runtime_error(what), advice_(std::move(advice)) {}
  const std::string& advice() const { return advice_; }

 private:
  std::string advice_;
};

/// The command line refers to something that does not exist. Exit status 2.
class UsageError : public std::runtime_error {
 public:
  explicit UsageError(const std::string& what, std::string advice = {})
      : std::runtime_error(what), advice_(std::move(advice)) {}
  const std::string& advice() const { return advice_; }

 private:
  std::string advice_;
};

}  // namespace warpgrade
