#include "dot.h"

// Two launches: 512 partial sums, then one block adds them up.
template <int Threads>
__device__ real reduce(real v) {
  __shared__ real s[Threads];
  s[threadIdx.x] = v;
  for (int k = Threads / 2; k > 0; k /= 2) {
    __syncthreads();
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
  }
  return s[threadIdx.x];
}

__global__ void partial_sums(size_t n, const real* A, const real* B, real* out) {
  real v = 0;
  for (size_t i = blockIdx.x * 128u + threadIdx.x; i < n; i += gridDim.x * 128u) v = fma(A[i], B[i], v);
  v = reduce<128>(v);
  if (threadIdx.x == 0) out[blockIdx.x] = v;
}

__global__ void total(const real* in, real* result) {
  real v = reduce<512>(in[threadIdx.x]);
  if (threadIdx.x == 0) *result = v;
}

void dot_best(int n, const real* A, const real* B, real* result) {
  real* scratch;
  cudaMallocAsync(&scratch, 512 * sizeof(real), 0);
  partial_sums<<<512, 128>>>(n, A, B, scratch);
  total<<<1, 512>>>(scratch, result);
  cudaFreeAsync(scratch, 0);
}
