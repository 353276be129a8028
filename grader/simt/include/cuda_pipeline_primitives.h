// Asynchronous copies by single threads, in batches.
#pragma once

#include "cuda_awbarrier_primitives.h"
#include "cuda_runtime.h"
#include "simt/async.h"

// `size`: 4, 8 or 16 bytes, to which both addresses must be aligned; the last `zeros` bytes become
// 0.
[[gnu::always_inline]] inline void __pipeline_memcpy_async(void* to, const void* from, size_t size,
                                                           size_t zeros = 0) {
  simt::detail::begin_copy({to, from, static_cast<unsigned>(size),
                            static_cast<unsigned>(zeros < size ? zeros : size), nullptr, false});
}
inline void __pipeline_commit() { simt::detail::commit_copies(); }
inline void __pipeline_wait_prior(size_t prior) {
  simt::detail::wait_for_copies(static_cast<unsigned>(prior));
}
[[gnu::always_inline]] inline void __pipeline_arrive_on(__mbarrier_t* barrier) {
  simt::detail::bind_copies(barrier);
}
