// Points as a number in JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "score/points.h"

namespace warpgrade {

/// Whole points without a fraction, others with the two digits that they have.
inline nlohmann::ordered_json points_json(Points points) {
  if (points.hundredths() % 100 == 0) return points.hundredths() / 100;
  return points.value();
}

}  // namespace warpgrade
