// Points as JSON numbers.
#pragma once

#include <nlohmann/json.hpp>

#include "score/points.h"

namespace warpgrade {

/// Whole points without a fraction, others with up to two digits.
inline nlohmann::ordered_json points_json(Points points) {
  if (points.hundredths() % 100 == 0) return points.hundredths() / 100;
  return points.value();
}

}  // namespace warpgrade
