// The context in which calls are made and verified.
#pragma once

#include <cstdint>

#include "lab/manifest.h"
#include "lab/real.h"
#include "lab/reference.h"

namespace warpgrade {

/// A lab in one precision, with the values of one seed.
struct Exercise {
  const Lab& lab;
  const Reference& reference;
  Real real;
  std::uint64_t seed;
};

}  // namespace warpgrade
