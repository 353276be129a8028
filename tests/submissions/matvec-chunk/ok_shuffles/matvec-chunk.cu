#include "matvec-chunk.h"

// No shared memory: the group hands its chunk around by shuffles, and looks at every bound.
template <typename T>
__global__ void by_groups(long long S, const T* __restrict__ in, T* __restrict__ out) {
  const int k = threadIdx.x & 7;
  const long long groups = (long long)gridDim.x * blockDim.x >> 3;
  const long long rounds = (S + groups - 1) / groups;
  long long h = (blockIdx.x * (long long)blockDim.x + threadIdx.x) >> 3;
  for (long long round = 0; round < rounds; round++, h += groups) {
    T acc[(M + 7) / 8];
    for (T& a : acc) a = T(0);
    for (int p = 0; p < N; p += CS) {
      T mine = h < S && p + k < N ? in[h * N + p + k] : T(0);
      for (int q = 0; q < CS; q++) {
        const T v = __shfl_sync(0xffffffffu, mine, q, CS);
        for (int i = k; i < M; i += CS)
          if (p + q < N) acc[i / CS] += matrix[i][p + q] * v;
      }
    }
    for (int i = k; i < M; i += CS)
      if (h < S) out[h * M + i] = acc[i / CS];
  }
}

void mxv_sh_ochunk(int S, const real* in, real* out, int blocks, int threads) {
  if (S > 0) by_groups<real><<<blocks, threads>>>(S, in, out);
}
