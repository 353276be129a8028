// Points for speed, from a ratio that is known within an interval.
#pragma once

#include "score/curve.h"
#include "score/points.h"

namespace warpgrade {

/// What a curve gives for a ratio: `most` times its share, in whole steps of half a point (of
/// `most` itself where that is less), rounded down. Where the curve gives all, all is given.
Points points_at(const Curve& curve, Points most, double ratio);

struct SpeedPoints {
  Points earned;  // for the interval's lower end
  Points open;    // what its upper end would earn beyond: nothing where the interval decides
};

SpeedPoints speed_points(const Curve& curve, Points most, double low, double high);

}  // namespace warpgrade
