// The checked call of a runner; in a standalone program, the whole run.
#pragma once

#include <vector>

#include "check/metrics/sampling.h"
#include "check/metrics/trace.h"
#include "check/report/failed_calls.h"
#include "simt/check_report.h"

namespace simt::check {

class CheckedCall {
 public:
  void start(const Start& start);
  void declare(const Array& array);
  void finish();
  /// cudaDeviceReset frees everything.
  void device_reset();
  /// The program exits inside the call.
  void note_abort();

  FailedCalls failed_calls;
  Metrics metrics;
  Sampling sampling;

 private:
  void report_leaks() const;
  void forget_host_arrays();

  std::vector<Array> declared_;     // as uninitialized, or written
  std::vector<void*> host_arrays_;  // declared arrays in ordinary host memory
  bool running_ = true;
};

}  // namespace simt::check
