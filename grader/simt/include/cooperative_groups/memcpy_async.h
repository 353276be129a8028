// Copies by a group: all its threads begin them and wait for them.
#pragma once

#include "cooperative_groups.h"
#include "cuda/simt_aligned_size.h"
#include "simt/async.h"

namespace cooperative_groups {

namespace details {
template <class Group>
[[gnu::always_inline]] inline void begin_copy(const Group& group, void* to, const void* from,
                                              size_t bytes) {
  simt::detail::copy_by_group(static_cast<unsigned>(group.thread_rank()),
                              static_cast<unsigned>(group.size()), to, from, bytes, nullptr);
  simt::detail::commit_copies();
}
}  // namespace details

/// `bytes`: a number, or cuda::aligned_size_t.
template <class Group, class T, class U, class Size>
[[gnu::always_inline]] inline void memcpy_async(const Group& group, T* to, const U* from,
                                                const Size& bytes) {
  details::begin_copy(group, to, from, static_cast<size_t>(bytes));
}
/// Copies elements: as many as fit.
template <class Group, class T, class ToCount, class FromCount>
[[gnu::always_inline]] inline void memcpy_async(const Group& group, T* to, const ToCount& room,
                                                const T* from, const FromCount& count) {
  const size_t r = static_cast<size_t>(room), c = static_cast<size_t>(count);
  details::begin_copy(group, to, from, (r < c ? r : c) * sizeof(T));
}

template <class Group>
inline void wait(const Group& group, const char* file = __builtin_FILE(),
                 int line = __builtin_LINE()) {
  simt::detail::wait_for_copies(0);
  group.sync(file, line);
}
template <unsigned Prior, class Group>
inline void wait_prior(const Group& group, const char* file = __builtin_FILE(),
                       int line = __builtin_LINE()) {
  simt::detail::wait_for_copies(Prior);
  group.sync(file, line);
}

}  // namespace cooperative_groups
