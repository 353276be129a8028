// Barrier objects in shared memory, as primitive functions.
#pragma once

#include "cuda_runtime.h"
#include "simt/async.h"

using __mbarrier_t = uint64_t;
using __mbarrier_token_t = uint64_t;

inline uint32_t __mbarrier_maximum_count() { return (1u << 15) - 1; }
[[gnu::always_inline]] inline void __mbarrier_init(__mbarrier_t* barrier, uint32_t count) {
  simt::detail::init_barrier(barrier, count);
}
inline void __mbarrier_inval(__mbarrier_t*) {}
[[gnu::always_inline]] inline __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* barrier) {
  return simt::detail::arrive_at_barrier(barrier, 1, 0, false);
}
[[gnu::always_inline]] inline __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t* barrier) {
  return simt::detail::arrive_at_barrier(barrier, 1, 0, true);
}
[[gnu::always_inline]] inline bool __mbarrier_test_wait(__mbarrier_t* barrier,
                                                        __mbarrier_token_t token) {
  return simt::detail::has_completed(barrier, static_cast<unsigned>(token), false);
}
[[gnu::always_inline]] inline bool __mbarrier_test_wait_parity(__mbarrier_t* barrier, bool parity) {
  return simt::detail::has_completed(barrier, parity, true);
}
[[gnu::always_inline]] inline bool __mbarrier_try_wait(__mbarrier_t* barrier,
                                                       __mbarrier_token_t token, uint32_t = 0) {
  return __mbarrier_test_wait(barrier, token);
}
[[gnu::always_inline]] inline bool __mbarrier_try_wait_parity(__mbarrier_t* barrier, bool parity,
                                                              uint32_t = 0) {
  return __mbarrier_test_wait_parity(barrier, parity);
}
