// The seed for all grades of a run with the same inputs.
#pragma once

#include <cstdint>

namespace warpgrade {

/// Reports contain it, because it reproduces the grade. The run's own seed, and those of other
/// waves (Gradebook::wave), cannot be derived from it.
std::uint64_t wave_seed(std::uint64_t run, std::int64_t wave);

}  // namespace warpgrade
