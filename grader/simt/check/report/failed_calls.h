// Calls of the runtime that failed, and whether the program noticed.
//
// A program may look at the error and go another way: then it is advice, and none where a smaller
// launch of the same kernel follows. Where the program does not look, or ends for it, it is an
// error at the same place.
#pragma once

#include <string>
#include <vector>

#include "check/state.h"
#include "engine/api/refusal.h"
#include "engine/checker.h"

namespace simt::check {

/// Of one call of the program that is checked.
class FailedCalls {
 public:
  void failed(cudaError_t error, const ErrorSite& site, const detail::Refusal& why);
  void succeeded() { just_failed_ = false; }
  /// A launch of that kernel was accepted.
  void launched(const std::string& kernel);

  /// At the end: of an error that nobody asked for, and of launches that were refused.
  void report_unnoticed() const;
  /// The program ends before its time.
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
  std::vector<Failure> refused_;  // launches, and none of the kernel since
  bool just_failed_ = false;      // since then no call has been successful
};

}  // namespace simt::check
