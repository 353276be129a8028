// How much times of the same work differ.
#pragma once

#include <optional>
#include <vector>

namespace warpgrade::doctor {

struct Noise {
  double seconds = 0;  // the median time
  double spread = 0;   // from the 10th to the 90th percentile, over the median
  /// How far a ratio of two equal pieces of work is from 1 at worst, when they are run in turn and
  /// the medians of five times each are compared: with this error speeds are told apart.
  double ratio = 0;
};

/// The median; 0 of nothing.
double median_of(std::vector<double> values);

/// `seconds`: times in the order in which they were taken. Nothing where there are fewer than ten,
/// or one that is not above 0.
std::optional<Noise> noise_of(const std::vector<double>& seconds);

}  // namespace warpgrade::doctor
