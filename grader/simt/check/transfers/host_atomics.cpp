// Atomics of the host's standard library, which the thread sanitizer turns into calls.
#include "check/hooks.h"

using namespace simt::check;

#pragma GCC visibility push(default)

// Kernels use CUDA's atomics; in a kernel these calls count as plain accesses. On the host, they
// are how the program communicates with kernels.
#define SIMT_SEEN(p, bits, what)                                                      \
  touch_at(const_cast<void*>(static_cast<const volatile void*>(p)), (bits) / 8, what, \
           !current_thread.block, false, SIMT_RETURN_ADDRESS)

#define SIMT_TSAN_UPDATE(bits, T, name, builtin)                       \
  extern "C" T __tsan_atomic##bits##_##name(volatile T* p, T v, int) { \
    SIMT_SEEN(p, bits, What::atomic);                                  \
    return builtin(p, v, __ATOMIC_SEQ_CST);                            \
  }
#define SIMT_TSAN_EXCHANGE(bits, T, name)                                                     \
  extern "C" int __tsan_atomic##bits##_compare_exchange_##name(volatile T* p, T* e, T v, int, \
                                                               int) {                         \
    SIMT_SEEN(p, bits, What::atomic);                                                         \
    return __atomic_compare_exchange_n(p, e, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);   \
  }
#define SIMT_TSAN_ATOMIC(bits, T)                                                              \
  extern "C" T __tsan_atomic##bits##_load(const volatile T* p, int) {                          \
    SIMT_SEEN(p, bits, What::read);                                                            \
    const T value = __atomic_load_n(p, __ATOMIC_SEQ_CST);                                      \
    if (!current_thread.block)                                                                 \
      SIMT_SEEN(p, bits, What::read); /* a kernel may have stored it since */                  \
    return value;                                                                              \
  }                                                                                            \
  extern "C" void __tsan_atomic##bits##_store(volatile T* p, T v, int) {                       \
    SIMT_SEEN(p, bits, What::write);                                                           \
    __atomic_store_n(p, v, __ATOMIC_SEQ_CST);                                                  \
  }                                                                                            \
  SIMT_TSAN_UPDATE(bits, T, exchange, __atomic_exchange_n)                                     \
  SIMT_TSAN_UPDATE(bits, T, fetch_add, __atomic_fetch_add)                                     \
  SIMT_TSAN_UPDATE(bits, T, fetch_sub, __atomic_fetch_sub)                                     \
  SIMT_TSAN_UPDATE(bits, T, fetch_and, __atomic_fetch_and)                                     \
  SIMT_TSAN_UPDATE(bits, T, fetch_or, __atomic_fetch_or)                                       \
  SIMT_TSAN_UPDATE(bits, T, fetch_xor, __atomic_fetch_xor)                                     \
  SIMT_TSAN_UPDATE(bits, T, fetch_nand, __atomic_fetch_nand)                                   \
  SIMT_TSAN_EXCHANGE(bits, T, strong)                                                          \
  SIMT_TSAN_EXCHANGE(bits, T, weak)                                                            \
  extern "C" T __tsan_atomic##bits##_compare_exchange_val(volatile T* p, T e, T v, int, int) { \
    SIMT_SEEN(p, bits, What::atomic);                                                          \
    __atomic_compare_exchange_n(p, &e, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);          \
    return e;                                                                                  \
  }
SIMT_TSAN_ATOMIC(8, unsigned char)
SIMT_TSAN_ATOMIC(16, unsigned short)
SIMT_TSAN_ATOMIC(32, unsigned int)
SIMT_TSAN_ATOMIC(64, unsigned long)

extern "C" void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
extern "C" void __tsan_atomic_signal_fence(int) {}

#pragma GCC visibility pop
