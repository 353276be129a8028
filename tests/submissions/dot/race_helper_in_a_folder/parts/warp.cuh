#pragma once

// The sum over a warp, in all its lanes.
__device__ inline real sum_of_warp(real v) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
  return v;
}
