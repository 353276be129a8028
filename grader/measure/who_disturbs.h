// Whose work it is that slows a device down.
#pragma once

#include <functional>

namespace warpgrade {

enum class Disturber { nobody, the_process, others };

/// `slow_beside`: lets the process work, starting it where it has ended, and says whether the
/// device was slow right afterwards. `slow_without`: ends it, and says the same of the device then.
/// Machines have slow moments of their own, so that one pair proves nothing: the work is the
/// process's only where the device is slow beside it each time and never without it.
inline Disturber who_disturbs(const std::function<bool()>& slow_beside,
                              const std::function<bool()>& slow_without) {
  constexpr int pairs = 4;
  for (int i = 0; i < pairs; ++i) {
    if (!slow_beside()) return Disturber::nobody;
    if (slow_without()) return Disturber::others;
  }
  return Disturber::the_process;
}

}  // namespace warpgrade
