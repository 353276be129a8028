// The result of running a variant. The report reads nothing else.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "findings/verdict.h"
#include "lab/problem.h"
#include "lab/real.h"
#include "lab/variants.h"

namespace warpgrade {

/// The distribution of the timed calls' seconds.
struct CallTimes {
  std::size_t calls = 0;
  double first_quartile = 0, third_quartile = 0, least = 0, most = 0;
};

/// Quartiles by linear interpolation between the two neighboring samples.
CallTimes summarized(std::vector<double> samples);

/// One variant at one size.
struct VariantResult {
  std::string variant;
  std::string title;
  Sizes sizes;          // the call's integers except the arguments
  Sizes arguments;      // the variant's own and user-supplied ones
  std::string backend;  // "cpu", "cuda", or "host" for C++ without a device
  Real real = Real::f32;
  Verdict verdict = Verdict::ok;  // pending: not available here; ok without `verified`: unchecked
  std::string detail;
  bool verified = false;
  std::optional<double> share_of_bound;  // largest fraction of its error bound used
  double seconds = 0;                    // median of the timed calls; 0: not timed
  CallTimes times;
  std::vector<double>
      samples;           // seconds of each call in order; not kept in files, unless asked for
  double transfers = 0;  // seconds to copy the arrays to the device and the results back
  double rate = 0;
  std::string unit;
  Work work;
  long long returned = 0;
  int devices = 0;     // available devices, for a variant that uses two; else 0
  std::string source;  // source_hash() of its sources; empty if not recorded
};

}  // namespace warpgrade
