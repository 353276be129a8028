// What a run of a variant gave. The report reads this and nothing else.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "findings/verdict.h"
#include "lab/problem.h"
#include "lab/real.h"
#include "lab/variants.h"

namespace warpgrade {

/// How the seconds of the timed calls spread.
struct CallTimes {
  std::size_t calls = 0;
  double first_quartile = 0, third_quartile = 0, least = 0, most = 0;
};

/// Quartiles by linear interpolation between the two samples beside them.
CallTimes summarized(std::vector<double> samples);

/// One variant at one size.
struct VariantResult {
  std::string variant;
  std::string title;
  Sizes sizes;          // all integers of the call but the arguments
  Sizes arguments;      // the variant's own, and others that were asked for
  std::string backend;  // "cpu", "cuda", or "host" for C++ without a device
  Real real = Real::f32;
  Verdict verdict = Verdict::ok;  // pending: not here; ok with `verified` false: not looked at
  std::string detail;
  bool verified = false;
  std::optional<double> share_of_bound;  // the most of its error bound that an element needs
  double seconds = 0;                    // median of the timed calls; 0: not timed
  CallTimes times;
  std::vector<double>
      samples;           // seconds of each call in order; not kept in files, unless asked for
  double transfers = 0;  // seconds to bring the arrays to the device and the results back
  double rate = 0;
  std::string unit;
  Work work;
  long long returned = 0;
  int devices = 0;     // that there were, of a variant that uses two; else 0
  std::string source;  // what it was made from: source_hash(); "" where that was not noted
};

}  // namespace warpgrade
