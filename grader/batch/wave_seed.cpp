#include "batch/wave_seed.h"

#include <string>

#include "base/sha256.h"

namespace warpgrade {

std::uint64_t wave_seed(std::uint64_t run, std::int64_t wave) {
  Sha256 hash;
  hash.add("seed " + std::to_string(run) + " wave " + std::to_string(wave));
  const auto digest = hash.digest();
  std::uint64_t seed = 0;
  for (std::size_t i = 0; i < sizeof seed; ++i) seed = seed << 8 | digest[i];
  return seed;
}

}  // namespace warpgrade
