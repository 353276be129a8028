// What a run of a variant gave. The report reads this and nothing else.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/problem.h"
#include "lab/real.h"
#include "lab/variants.h"
#include "findings/verdict.h"

namespace warpgrade {

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
  std::vector<double> samples;           // seconds of a call, in the order of the calls
  double seconds = 0;                    // their median; 0: not timed
  double transfers = 0;  // seconds to bring the arrays to the device and the results back
  double rate = 0;
  std::string unit;
  Work work;
  long long returned = 0;
  int devices = 0;     // that there were, of a variant that uses two; else 0
  std::string source;  // what it was made from: source_hash(); "" where that was not noted
};

}  // namespace warpgrade
