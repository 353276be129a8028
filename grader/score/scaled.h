// Scales points to another maximum.
#pragma once

#include <cmath>

#include "score/points.h"

namespace warpgrade {

/// `points` of `from` scaled to `to`, rounded to the nearest hundredth. 0 if `from` is 0.
inline Points scaled(Points points, Points from, Points to) {
  if (from == Points{}) return {};
  const double product =
      static_cast<double>(points.hundredths()) * static_cast<double>(to.hundredths());
  return Points::hundredths(std::llround(product / static_cast<double>(from.hundredths())));
}

}  // namespace warpgrade
