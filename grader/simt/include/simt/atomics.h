// Atomic functions (CUDA C++ Programming Guide, "Atomic Functions").
#pragma once

#include <stdint.h>
#include <string.h>

#include "simt/barriers.h"
#include "simt/thread.h"

namespace simt::detail {

// CUDA's atomics are relaxed, but a GPU does not execute a load before an atomic whose result
// decides whether the load is executed: the block that counts as last reads what the others stored
// before their fences. x86 has this guarantee, too; ARM processors do not.
#ifdef __x86_64__
constexpr int atomic_order = __ATOMIC_RELAXED, atomic_look = __ATOMIC_RELAXED;
#else
constexpr int atomic_order = __ATOMIC_ACQ_REL, atomic_look = __ATOMIC_ACQUIRE;
#endif

// In front of an atomic that is a statement of its own.
SIMT_UNCHECKED inline void result_is_unused() {
#ifdef SIMT_CHECK
  self.result_unused = true;
#endif
}

// A waiting loop executes atomics that change nothing; after some of them, other threads run.
SIMT_UNCHECKED inline void note_atomic(bool changed,
                                       [[maybe_unused]] AtomicDoes does = AtomicDoes::updates) {
#ifdef SIMT_CHECK
  self.atomic_does = does;
  self.atomic_changed = changed;  // and others run after the check has seen it
  if (changed) ++self.changes;
#else
  if (changed)
    ++self.changes;
  else if (in_kernel())
    maybe_spinning(1);
#endif
}

// A block stays on one worker, so nothing interrupts an update of its shared memory: plain
// instructions are enough, and several times as fast as locked ones. 0x14 is the arenas' terabyte.
inline bool is_block_local(const void* p) { return reinterpret_cast<uintptr_t>(p) >> 40 == 0x14; }

template <class U>
SIMT_UNCHECKED inline auto exchange_if(U* address, U expected, U desired) {
  if (is_block_local(address)) {
    const U old = *address;
    if (old == expected) *address = desired;
    return old;
  }
  __atomic_compare_exchange_n(address, &expected, desired, false, atomic_order, atomic_look);
  return expected;
}

/// Reinterprets memory as another type.
template <class T>
using Aliasing [[gnu::may_alias]] = T;

template <size_t Size>
struct Bits;
template <>
struct Bits<1> {
  using type = unsigned char;
};
template <>
struct Bits<2> {
  using type = unsigned short;
};
template <>
struct Bits<4> {
  using type = unsigned int;
};
template <>
struct Bits<8> {
  using type = unsigned long long;
};

template <class To, class From>
inline auto bits_as(From from) {
  static_assert(sizeof(To) == sizeof(From), "");
  To to;
  __builtin_memcpy(static_cast<void*>(&to), &from, sizeof to);
  return to;
}

// CHECK: marks an atomic access from here to the end of the scope.
struct AtomicAccess {
  void* const address;
  const unsigned size;
  const bool is_integer;
  const bool result_unused;  // what follows cannot depend on the result
  uintptr_t pc = 0;
  uintptr_t kept[7];  // used by the check
  // `stores`: the access ignores the old value. `call`: the function of CUDA that accesses; null
  // for libcu++, whose atomics also work on local memory.
  AtomicAccess(void* a, unsigned bytes, bool integer, bool block_scope, bool stores,
               const char* call);
  ~AtomicAccess();
};

constexpr bool is_integer(const void*) { return true; }
constexpr bool is_integer(const float*) { return false; }
constexpr bool is_integer(const double*) { return false; }

// The access's place is that of the call, as such functions are inlined into the kernel.
#ifdef SIMT_CHECK
#define SIMT_ATOMIC_INLINE [[gnu::always_inline]] inline
#define SIMT_ATOMIC_ACCESS(address)             \
  const simt::detail::AtomicAccess simt_access( \
      address, sizeof *(address), simt::detail::is_integer(address), false, false, __func__);
#define SIMT_ATOMIC_ACCESS_IN_BLOCK(address)    \
  const simt::detail::AtomicAccess simt_access( \
      address, sizeof *(address), simt::detail::is_integer(address), true, false, __func__);
#else
#define SIMT_ATOMIC_ACCESS_IN_BLOCK(address)
#define SIMT_ATOMIC_INLINE inline
#define SIMT_ATOMIC_ACCESS(address)
#endif

// An arbitrary update, by compare and exchange of the bits.
template <class T, class F>
SIMT_UNCHECKED inline auto atomic_update(T* address, F f) {
  using U = typename Bits<sizeof(T)>::type;
  U* bits = reinterpret_cast<U*>(address);
  if (is_block_local(address)) {
    const T old = *address;
    const T updated = f(old);
    *address = updated;
    note_atomic(bits_as<U>(updated) != bits_as<U>(old));
    return old;
  }
  U seen = __atomic_load_n(bits, atomic_look);
  for (;;) {
    const U wanted = bits_as<U>(static_cast<T>(f(bits_as<T>(seen))));
    if (wanted == seen) {
      note_atomic(false);
      return bits_as<T>(seen);
    }
    const U found = exchange_if(bits, seen, wanted);
    if (found == seen) {
      note_atomic(true);
      return bits_as<T>(seen);
    }
    seen = found;
  }
}

template <class T>
SIMT_UNCHECKED inline auto atomic_add(T* address, T value) {
  if (is_block_local(address)) {
    const T old = *address;
    *address = old + value;
    note_atomic(value != 0);
    return old;
  }
  note_atomic(value != 0);
  return __atomic_fetch_add(address, value, atomic_order);
}

/// Whether the check wants this lock, which is free, to be found taken.
/// `expected`: what a comparison takes for free.
template <class U>
SIMT_UNCHECKED inline bool is_refused([[maybe_unused]] U taken,
                                      [[maybe_unused]] const U* expected = nullptr) {
#ifdef SIMT_CHECK
  if (self.refuses && taken == static_cast<U>(self.taken) &&
      (expected == nullptr || *expected == static_cast<U>(self.free))) {
    note_atomic(false, AtomicDoes::compares);
    return self.refused = true;
  }
#endif
  return false;
}

template <class T>
SIMT_UNCHECKED inline auto atomic_exchange(T* address, T value) {
  using U = typename Bits<sizeof(T)>::type;
  if (is_refused(bits_as<U>(value))) return value;
  const U old = __atomic_exchange_n(reinterpret_cast<U*>(address), bits_as<U>(value), atomic_order);
  note_atomic(old != bits_as<U>(value), AtomicDoes::exchanges);
  return bits_as<T>(old);
}

template <class T>
SIMT_UNCHECKED inline auto atomic_cas(T* address, T expected, T desired) {
  using U = typename Bits<sizeof(T)>::type;
  const U from = bits_as<U>(expected), to = bits_as<U>(desired);
  if (is_refused(to, &from)) return desired;
  const U old = exchange_if(reinterpret_cast<U*>(address), from, to);
  note_atomic(old == from && from != to, AtomicDoes::compares);
  return bits_as<T>(old);
}

}  // namespace simt::detail

// Each function also exists with the scopes _block and _system, which mean the same here.
#define SIMT_ATOMIC(name, T, expression)                   \
  SIMT_ATOMIC_INLINE T name(T* address, T value) {         \
    SIMT_ATOMIC_ACCESS(address)                            \
    return simt::detail::expression;                       \
  }                                                        \
  SIMT_ATOMIC_INLINE T name##_block(T* address, T value) { \
    SIMT_ATOMIC_ACCESS_IN_BLOCK(address)                   \
    return simt::detail::expression;                       \
  }                                                        \
  SIMT_ATOMIC_INLINE T name##_system(T* address, T value) { return name(address, value); }

#define SIMT_ATOMIC_FOR_INTEGERS(name, expression) \
  SIMT_ATOMIC(name, int, expression)               \
  SIMT_ATOMIC(name, unsigned int, expression)      \
  SIMT_ATOMIC(name, unsigned long long, expression)

#define SIMT_UPDATE(formula) \
  atomic_update(address, [value](auto old) { return static_cast<decltype(old)>(formula); })

SIMT_ATOMIC_FOR_INTEGERS(atomicAdd, atomic_add(address, value))
SIMT_ATOMIC(atomicAdd, float, SIMT_UPDATE(old + value))
SIMT_ATOMIC(atomicAdd, double, SIMT_UPDATE(old + value))
SIMT_ATOMIC(atomicSub, int, SIMT_UPDATE(static_cast<unsigned>(old) - static_cast<unsigned>(value)))
SIMT_ATOMIC(atomicSub, unsigned int, SIMT_UPDATE(old - value))
SIMT_ATOMIC_FOR_INTEGERS(atomicExch, atomic_exchange(address, value))
SIMT_ATOMIC(atomicExch, float, atomic_exchange(address, value))
SIMT_ATOMIC_FOR_INTEGERS(atomicMin, SIMT_UPDATE(value < old ? value : old))
SIMT_ATOMIC(atomicMin, long long, SIMT_UPDATE(value < old ? value : old))
SIMT_ATOMIC_FOR_INTEGERS(atomicMax, SIMT_UPDATE(value > old ? value : old))
SIMT_ATOMIC(atomicMax, long long, SIMT_UPDATE(value > old ? value : old))
SIMT_ATOMIC_FOR_INTEGERS(atomicAnd, SIMT_UPDATE(old& value))
SIMT_ATOMIC_FOR_INTEGERS(atomicOr, SIMT_UPDATE(old | value))
SIMT_ATOMIC_FOR_INTEGERS(atomicXor, SIMT_UPDATE(old ^ value))
SIMT_ATOMIC(atomicInc, unsigned int, SIMT_UPDATE(old >= value ? 0 : old + 1))
SIMT_ATOMIC(atomicDec, unsigned int, SIMT_UPDATE(old == 0 || old > value ? value : old - 1))

// Compute capability 9.0: each member on its own (CUDA C++ Programming Guide, "atomicAdd()").
SIMT_ATOMIC_INLINE float2 atomicAdd(float2* address, float2 value) {
  return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y)};
}
SIMT_ATOMIC_INLINE float4 atomicAdd(float4* address, float4 value) {
  return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y),
          atomicAdd(&address->z, value.z), atomicAdd(&address->w, value.w)};
}

#define SIMT_CAS(T)                                                       \
  SIMT_ATOMIC_INLINE T atomicCAS(T* address, T compare, T value) {        \
    SIMT_ATOMIC_ACCESS(address)                                           \
    return simt::detail::atomic_cas(address, compare, value);             \
  }                                                                       \
  SIMT_ATOMIC_INLINE T atomicCAS_block(T* address, T compare, T value) {  \
    return atomicCAS(address, compare, value);                            \
  }                                                                       \
  SIMT_ATOMIC_INLINE T atomicCAS_system(T* address, T compare, T value) { \
    return atomicCAS(address, compare, value);                            \
  }

SIMT_CAS(int)
SIMT_CAS(unsigned int)
SIMT_CAS(unsigned long long)
SIMT_CAS(unsigned short)

namespace simt::detail {
/// For number types that headers define themselves.
template <class T, class F>
SIMT_ATOMIC_INLINE T atomic_of_numbers(T* address, F f) {
#ifdef SIMT_CHECK
  const AtomicAccess simt_access(address, sizeof *address, false, false, false, "atomicAdd");
#endif
  return atomic_update(address, f);
}
}  // namespace simt::detail

#undef SIMT_CAS
#undef SIMT_UPDATE
#undef SIMT_ATOMIC_FOR_INTEGERS
#undef SIMT_ATOMIC
#undef SIMT_ATOMIC_ACCESS
#undef SIMT_ATOMIC_ACCESS_IN_BLOCK
#undef SIMT_ATOMIC_INLINE
