// The seed of those grades of a run whose inputs are the same.
#pragma once

#include <cstdint>

namespace warpgrade {

/// Reports name it, for it repeats the grade. Nobody can tell by it the run's own seed, or that of
/// another wave (Gradebook::wave_of).
std::uint64_t seed_of_wave(std::uint64_t run, std::int64_t wave);

}  // namespace warpgrade
