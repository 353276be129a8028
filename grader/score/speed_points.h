// Points for speed, from a ratio with an interval.
#pragma once

#include "score/curve.h"
#include "score/points.h"

namespace warpgrade {

/// The points of a ratio: `most` times the curve's share, rounded down to half points (or to `most`
/// if that is less). A full share earns `most`.
Points points_at(const Curve& curve, Points most, double ratio);

struct SpeedPoints {
  Points earned;  // at the lower end of the interval
  Points open;    // additional points at its upper end; 0 if the interval decides
  bool one_step;  // `open` is one step of the points and no more
};

SpeedPoints speed_points(const Curve& curve, Points most, double low, double high);

}  // namespace warpgrade
