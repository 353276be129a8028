// Scans over a tile or a coalesced group.
#pragma once

#include "cooperative_groups/reduce.h"

namespace cooperative_groups {

template <class Group, class T, class Op>
inline T inclusive_scan(const Group& group, T value, Op&& op) {
  const unsigned me = group.thread_rank();
  for (unsigned distance = 1; distance < group.size(); distance *= 2) {
    const T before = group.shfl_up(value, distance);
    if (me >= distance) value = op(before, value);
  }
  return value;
}
template <class Group, class T>
inline T inclusive_scan(const Group& group, T value) {
  return inclusive_scan(group, value, plus<T>());
}

// The first thread gets T().
template <class Group, class T, class Op>
inline T exclusive_scan(const Group& group, T value, Op&& op) {
  const T before = group.shfl_up(inclusive_scan(group, value, op), 1);
  return group.thread_rank() == 0 ? T() : before;
}
template <class Group, class T>
inline T exclusive_scan(const Group& group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups
