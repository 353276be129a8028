// reduce over a tile or a coalesced group.
#pragma once

#include "cooperative_groups.h"

namespace cooperative_groups {

template <class T>
struct plus {
  T operator()(const T& a, const T& b) const { return a + b; }
};
template <class T>
struct less {
  T operator()(const T& a, const T& b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
  T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
  T operator()(const T& a, const T& b) const { return a & b; }
};
template <class T>
struct bit_or {
  T operator()(const T& a, const T& b) const { return a | b; }
};
template <class T>
struct bit_xor {
  T operator()(const T& a, const T& b) const { return a ^ b; }
};

template <class Group, class T, class Op>
inline T reduce(const Group& group, T value, Op&& op) {
  // Pairs at doubling distance, as the hardware's shuffles would: float sums come out the same.
  const unsigned n = group.size();
  const unsigned me = group.thread_rank();
  if constexpr (details::is_tile_of_warps(static_cast<const Group*>(nullptr))) {
    const T all = group.exchanged(value, [&](auto lane_value) {
      if (me != 0) return value;
      T values[Group::size()];
      for (unsigned i = 0; i < n; ++i) values[i] = lane_value(i);
      for (unsigned distance = 1; distance < n; distance *= 2)
        for (unsigned i = 0; i + distance < n; i += 2 * distance)
          values[i] = op(values[i], values[i + distance]);
      return values[0];
    });
    return group.shfl(all, 0);
  } else {
    for (unsigned distance = 1; distance < n; distance *= 2) {
      const T other = group.shfl_down(value, distance);
      if (me + distance < n) value = op(value, other);
    }
    return group.shfl(value, 0);
  }
}

}  // namespace cooperative_groups
