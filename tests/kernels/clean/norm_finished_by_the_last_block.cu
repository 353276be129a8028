// Blocks add floats to a common sum. The last one to draw a ticket takes the root, with plain
// accesses, and sets the counter back for the next launch. Every block also has bins of its own in
// global memory, which it sets to 0 before it counts in them.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>

__device__ unsigned int tickets = 0;

__global__ void norm(int n, const float* x, float* result, int* bins) {
  __shared__ float s[64];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t < 4) bins[4 * blockIdx.x + t] = 0;
  s[t] = i < n ? x[i] * x[i] : 0;
  __syncthreads();
  if (i < n) atomicAdd(&bins[4 * blockIdx.x + i % 4], 1);
  for (int k = 32; k > 0; k /= 2) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t != 0) return;
  atomicAdd(result, s[0]);
  __threadfence();
  if (atomicAdd(&tickets, 1u) != gridDim.x - 1) return;
  __threadfence();
  *result = sqrtf(*result);
  tickets = 0;
}

// One block sets the sum to 0 and adds to it; the others wait until it has said so.
__global__ void sum_after_a_flag(const int* x, int* flag, int* sum) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *sum = 0;
    atomicAdd(sum, x[0]);
    __threadfence();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    atomicAdd(sum, x[blockIdx.x]);
  }
}

int main() {
  const int n = 256;
  float h[n], r = 0;
  int b[16], ones[4] = {1, 1, 1, 1}, total = 0;
  for (int i = 0; i < n; ++i) h[i] = 1;
  float *x, *result;
  int *bins, *in, *flag, *sum;
  cudaMalloc(&x, sizeof(h));
  cudaMalloc(&result, sizeof(float));
  cudaMalloc(&bins, sizeof(b));
  cudaMalloc(&in, sizeof(ones));
  cudaMalloc(&flag, sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemcpy(in, ones, sizeof(ones), cudaMemcpyHostToDevice);
  int wrong = 0;
  for (int launch = 0; launch < 2; ++launch) {
    cudaMemset(result, 0, sizeof(float));
    norm<<<4, 64>>>(n, x, result, bins);
    cudaMemcpy(&r, result, sizeof(float), cudaMemcpyDeviceToHost);
    if (r != 16) ++wrong;
  }
  cudaMemcpy(b, bins, sizeof(b), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 16; ++i)
    if (b[i] != 16) ++wrong;
  cudaMemset(flag, 0, sizeof(int));
  sum_after_a_flag<<<4, 32>>>(in, flag, sum);
  cudaMemcpy(&total, sum, sizeof(int), cudaMemcpyDeviceToHost);
  if (total != 4) ++wrong;
  cudaFree(x);
  cudaFree(result);
  cudaFree(bins);
  cudaFree(in);
  cudaFree(flag);
  cudaFree(sum);
  return wrong != 0;
}
