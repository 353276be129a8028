// The noise of repeated time measurements.
#pragma once

#include <optional>
#include <vector>

namespace warpgrade::doctor {

struct Noise {
  double seconds = 0;  // the median time
  double spread = 0;   // (90th - 10th percentile) / median
  /// The largest deviation from 1 of the ratio of two equal workloads, run alternately and compared
  /// by the medians of five runs each. Speeds can be compared with this accuracy.
  double ratio = 0;
};

/// The median; 0 for an empty vector.
double median(std::vector<double> values);

/// `seconds`: times in the order of measurement. Nothing for fewer than ten times, or if one is not
/// positive.
std::optional<Noise> measure_noise(const std::vector<double>& seconds);

}  // namespace warpgrade::doctor
