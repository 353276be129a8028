// Failed calls of the runtime, and whether the program noticed.
// If a program checks the error and recovers, the finding is advice, or dropped if a smaller launch
// of the same kernel follows. If it does not check the error, or ends because of it, the finding is
// an error at the same place.
#pragma once

#include <string>
#include <vector>

#include "check/state.h"
#include "engine/api/refusal.h"
#include "engine/checker.h"

namespace simt::check {

/// Covers one checked call of the program.
class FailedCalls {
 public:
  void failed(cudaError_t error, const ErrorSite& site, const detail::Refusal& why);
  void succeeded() { just_failed_ = false; }
  /// A launch of that kernel was accepted.
  void launched(const std::string& kernel);

  /// Called at the end: reports an error that the program never checked, and refused launches.
  void report_unnoticed() const;
  /// The program exits inside the call.
  void program_ended() const;

 private:
  struct Failure {
    cudaError_t error = cudaSuccess;
    SourceLine line{};
    std::string call;
    detail::Refusal why;
  };

  static void report_failure(const Failure& f, Level level, const char* cause);
  void report_latest_error(const char* cause) const;

  Failure latest_;
  std::vector<Failure> refused_;  // refused launches of kernels not launched since
  bool just_failed_ = false;      // no call has succeeded since
};

}  // namespace simt::check
