// Block 0 produces, block 1 consumes: values, a fence, a volatile flag; the flag, a fence, the
// values.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void pipeline(int rounds, int* values, volatile int* sent, volatile int* taken,
                         int* sums) {
  const int t = threadIdx.x;
  for (int r = 1; r <= rounds; ++r) {
    if (blockIdx.x == 0) {
      if (t == 0)
        while (*taken < r - 1) {
        }
      __threadfence();
      __syncthreads();
      values[t] = r * 100 + t;
      __threadfence();
      __syncthreads();
      if (t == 0) {
        __threadfence();
        *sent = r;
      }
    } else {
      if (t == 0) {
        while (*sent < r) {
        }
        __threadfence();
      }
      __syncthreads();
      sums[t] += values[t];
      __syncthreads();
      if (t == 0) {
        __threadfence();
        *taken = r;
      }
    }
  }
}

int main() {
  const int n = 32, rounds = 5;
  int *values, *flags, *sums, h[n];
  cudaMalloc(&values, sizeof(h));
  cudaMalloc(&flags, 2 * sizeof(int));
  cudaMalloc(&sums, sizeof(h));
  cudaMemset(flags, 0, 2 * sizeof(int));
  cudaMemset(sums, 0, sizeof(h));
  pipeline<<<2, n>>>(rounds, values, flags, flags + 1, sums);
  cudaMemcpy(h, sums, sizeof(h), cudaMemcpyDeviceToHost);
  cudaFree(values);
  cudaFree(flags);
  cudaFree(sums);
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    if (h[i] != 1500 + rounds * i) ++wrong;
  return wrong != 0;
}
