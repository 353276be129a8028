// Waiting awake.
#pragma once

namespace warpgrade::referee {

/// Between two looks: leaves the core's other half, which may be launching kernels, its share.
inline void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace warpgrade::referee
