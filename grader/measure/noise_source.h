// Finds out whether a process slows a device down after its calls have returned.
#pragma once

#include <functional>

namespace warpgrade {

enum class NoiseSource { none, process, machine };

/// `slow_with`: lets the process work, starting it if it has ended, and says whether the device was
/// slow right afterwards. `slow_without`: ends the process and says whether the device is still
/// slow. Machines have slow moments of their own, so one pair proves nothing: the process is the
/// source only if the device is slow with it each time and never without it.
inline NoiseSource find_noise_source(const std::function<bool()>& slow_with,
                                     const std::function<bool()>& slow_without) {
  constexpr int pairs = 4;
  for (int i = 0; i < pairs; ++i) {
    if (!slow_with()) return NoiseSource::none;
    if (slow_without()) return NoiseSource::machine;
  }
  return NoiseSource::process;
}

}  // namespace warpgrade
