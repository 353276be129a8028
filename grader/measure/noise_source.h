// Finds out who slows a device down.
#pragma once

#include <functional>

namespace warpgrade {

enum class NoiseSource { nobody, process, others };

/// `slow_beside`: lets the process work, restarting it if it has ended, and returns whether the
/// device was slow right afterwards. `slow_without`: ends the process and returns the same for the
/// device without it. Machines have slow moments of their own, so one pair proves nothing: the
/// process is the source only if the device is slow next to it every time and never without it.
inline NoiseSource find_noise_source(const std::function<bool()>& slow_beside,
                                     const std::function<bool()>& slow_without) {
  constexpr int pairs = 4;
  for (int i = 0; i < pairs; ++i) {
    if (!slow_beside()) return NoiseSource::nobody;
    if (slow_without()) return NoiseSource::others;
  }
  return NoiseSource::process;
}

}  // namespace warpgrade
