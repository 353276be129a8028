// Shared by the classes of libcu++: scopes and orders of atomic operations, and the operations.
// (CUDA C++ Standard Library, "Extended API": Thread scopes, Atomics.) The prelude includes it,
// because libcu++'s own headers come after the engine's macros are removed (simtcc).
#pragma once

#include <atomic>
#include <type_traits>

#include "simt/atomics.h"
#include "simt/barriers.h"
#include "simt/thread.h"

namespace simt::scopes {

enum thread_scope {
  thread_scope_system = 0,
  thread_scope_device = 1,
  thread_scope_block = 2,
  thread_scope_thread = 10,
};

}  // namespace simt::scopes

namespace simt::detail {

using ::std::memory_order;

template <scopes::thread_scope Scope>
constexpr bool within_block =
    Scope == scopes::thread_scope_block || Scope == scopes::thread_scope_thread;

SIMT_UNCHECKED inline void fence_of_host() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

template <scopes::thread_scope Scope>
[[gnu::always_inline]] inline void fence_of_scope() {
  if (!in_kernel())
    fence_of_host();
  else if constexpr (within_block<Scope>)
    __threadfence_block();
  else
    __threadfence();
}
constexpr bool releases(memory_order o) {
  return o == ::std::memory_order_release || o == ::std::memory_order_acq_rel ||
         o == ::std::memory_order_seq_cst;
}
constexpr bool acquires(memory_order o) {
  return o == ::std::memory_order_acquire || o == ::std::memory_order_consume ||
         o == ::std::memory_order_acq_rel || o == ::std::memory_order_seq_cst;
}

template <class T>
SIMT_UNCHECKED inline T load_bits(const T* address) {
  using U = typename Bits<sizeof(T)>::type;
  const U bits = __atomic_load_n(reinterpret_cast<const U*>(address), __ATOMIC_ACQUIRE);
  note_atomic(false);
  return bits_as<T>(bits);
}
template <class T>
SIMT_UNCHECKED inline void store_bits(T* address, T value) {
  using U = typename Bits<sizeof(T)>::type;
  __atomic_store_n(reinterpret_cast<U*>(address), bits_as<U>(value), __ATOMIC_RELEASE);
  note_atomic(true);
}

// One atomic operation of a kernel's thread: `act` performs it, with fences around it as its order
// requires.
template <scopes::thread_scope Scope, bool Stores = false, class T, class Act>
[[gnu::always_inline]] inline auto ordered_atomic([[maybe_unused]] T* address, memory_order order,
                                                  const Act& act) {
  if (releases(order)) fence_of_scope<Scope>();
  const auto result = [&]() __attribute__((always_inline)) {
#ifdef SIMT_CHECK
    const AtomicAccess access(const_cast<::std::remove_const_t<T>*>(address), sizeof(T),
                              ::std::is_integral<T>::value, within_block<Scope>, Stores, nullptr);
#endif
    return act();
  }
  ();
  if (acquires(order)) fence_of_scope<Scope>();
  return result;
}

}  // namespace simt::detail
