// The call of the program that is checked; of a program of its own, all of it.
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
  /// The program ends before its time.
  void broken_off();

  FailedCalls failed_calls;
  Metrics metrics;
  Sampling sampling;

 private:
  void report_leaks() const;
  void forget_host_arrays();

  std::vector<Array> declared_;     // as not initialised, or written
  std::vector<void*> host_arrays_;  // declared, in the host's own memory
  bool running_ = true;
};

}  // namespace simt::check
