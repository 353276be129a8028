#include "dot.h"

// Four terms a thread and round, as members of vectors that nvcc loads at once.
__device__ float inner(const float4& p, const float4& q) {
  return p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
}

__global__ void dot_of_vectors(int n, const float* A, const float* B, float* r) {
  const float4 *a = (const float4*)A, *b = (const float4*)B;
  float s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += gridDim.x * blockDim.x) {
    if (i / 32 % 2 == 0) {
      s += inner(a[i], b[i]);
      continue;
    }
    s += a[i].x * b[i].x + a[i].y * b[i].y;
    s += a[i].z * b[i].z + a[i].w * b[i].w;
  }
  if (blockIdx.x == 0 && threadIdx.x == 0)
    for (int i = n / 4 * 4; i < n; ++i) s += A[i] * B[i];
  for (int o = 16; o; o >>= 1) s += __shfl_down_sync(~0u, s, o);
  if (threadIdx.x % 32 == 0) atomicAdd(r, s);
}

void dot_best(int n, const real* A, const real* B, real* result) {
  cudaMemset(result, 0, sizeof(real));
  dot_of_vectors<<<120, 256>>>(n, (const float*)A, (const float*)B, (float*)result);
}
