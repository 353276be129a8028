// nvcc's built-in atomic functions with orders and scopes (CUDA C++ Programming Guide, "Built-in
// Atomic Functions"), by libcu++'s.
#pragma once

#include <cuda/atomic>

#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#define __NV_THREAD_SCOPE_THREAD 1
#define __NV_THREAD_SCOPE_BLOCK 2
#define __NV_THREAD_SCOPE_CLUSTER 3
#define __NV_THREAD_SCOPE_DEVICE 4
#define __NV_THREAD_SCOPE_SYSTEM 5

namespace simt::detail {

template <class T, class F>
[[gnu::always_inline]] inline auto in_scope(T* p, int scope, const F& f) {
  if (scope <= __NV_THREAD_SCOPE_BLOCK)
    return f(::cuda::atomic_ref<T, ::cuda::thread_scope_block>(*p));
  return f(::cuda::atomic_ref<T, ::cuda::thread_scope_system>(*p));
}

/// They have the same values as g++'s.
constexpr memory_order to_memory_order(int order) { return static_cast<memory_order>(order); }

template <class T>
struct Same {
  using type = T;
};
template <class T>
struct Same<const T> {
  using type = T;
};
template <class T>
using SameAs = typename Same<T>::type;

}  // namespace simt::detail

#define SIMT_BUILT_IN \
  template <class T>  \
  [[gnu::always_inline]] inline
#define SIMT_ANYWHERE int scope = __NV_THREAD_SCOPE_SYSTEM
#define SIMT_IN_SCOPE(call) \
  simt::detail::in_scope(p, scope, [&](const auto& simt_ref) { return simt_ref.call; })
#define SIMT_ORDER simt::detail::to_memory_order(order)

SIMT_BUILT_IN simt::detail::SameAs<T> __nv_atomic_load_n(T* q, int order, SIMT_ANYWHERE) {
  auto* const p = const_cast<simt::detail::SameAs<T>*>(q);
  return SIMT_IN_SCOPE(load(SIMT_ORDER));
}
SIMT_BUILT_IN void __nv_atomic_load(const T* q, T* result, int order, SIMT_ANYWHERE) {
  *result = __nv_atomic_load_n(q, order, scope);
}
SIMT_BUILT_IN void __nv_atomic_store_n(T* p, simt::detail::SameAs<T> value, int order,
                                       SIMT_ANYWHERE) {
  SIMT_IN_SCOPE(store(value, SIMT_ORDER));
}
SIMT_BUILT_IN void __nv_atomic_store(T* p, const T* value, int order, SIMT_ANYWHERE) {
  __nv_atomic_store_n(p, *value, order, scope);
}
SIMT_BUILT_IN T __nv_atomic_exchange_n(T* p, simt::detail::SameAs<T> value, int order,
                                       SIMT_ANYWHERE) {
  return SIMT_IN_SCOPE(exchange(value, SIMT_ORDER));
}
SIMT_BUILT_IN void __nv_atomic_exchange(T* p, const T* value, T* result, int order, SIMT_ANYWHERE) {
  *result = __nv_atomic_exchange_n(p, *value, order, scope);
}
SIMT_BUILT_IN bool __nv_atomic_compare_exchange_n(T* p, T* expected,
                                                  simt::detail::SameAs<T> desired, bool /*weak*/,
                                                  int order, int /*of_failure*/, SIMT_ANYWHERE) {
  return SIMT_IN_SCOPE(compare_exchange_strong(*expected, desired, SIMT_ORDER));
}
SIMT_BUILT_IN bool __nv_atomic_compare_exchange(T* p, T* expected, const T* desired, bool weak,
                                                int order, int of_failure, SIMT_ANYWHERE) {
  return __nv_atomic_compare_exchange_n(p, expected, *desired, weak, order, of_failure, scope);
}

#define SIMT_FETCH(name)                                                                   \
  SIMT_BUILT_IN T __nv_atomic_fetch_##name(T* p, simt::detail::SameAs<T> value, int order, \
                                           SIMT_ANYWHERE) {                                \
    return SIMT_IN_SCOPE(fetch_##name(value, SIMT_ORDER));                                 \
  }                                                                                        \
  SIMT_BUILT_IN void __nv_atomic_##name(T* p, simt::detail::SameAs<T> value, int order,    \
                                        SIMT_ANYWHERE) {                                   \
    __nv_atomic_fetch_##name(p, value, order, scope);                                      \
  }
SIMT_FETCH(add)
SIMT_FETCH(sub)
SIMT_FETCH(and)
SIMT_FETCH(or)
SIMT_FETCH(xor)
SIMT_FETCH(min)
SIMT_FETCH(max)
#undef SIMT_FETCH

[[gnu::always_inline]] inline void __nv_atomic_thread_fence(int order, SIMT_ANYWHERE) {
  if (order == __NV_ATOMIC_RELAXED) return;
  if (scope <= __NV_THREAD_SCOPE_BLOCK)
    simt::detail::fence_of_scope<::cuda::thread_scope_block>();
  else
    simt::detail::fence_of_scope<::cuda::thread_scope_system>();
}

#undef SIMT_BUILT_IN
#undef SIMT_ANYWHERE
#undef SIMT_IN_SCOPE
#undef SIMT_ORDER
