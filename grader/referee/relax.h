// Spin-wait hint.
#pragma once

namespace warpgrade::referee {

/// For the body of a spin loop: yields to the core's other hardware thread, which may be launching
/// kernels.
inline void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace warpgrade::referee
