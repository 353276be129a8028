// Three warps of four work step by step behind a barrier of their own, each reading what all three
// have stored; their first thread then tells the next block that the results are there.
#include <cuda_runtime.h>

constexpr int workers = 96, steps = 4;

__device__ void sync_workers() { asm volatile("bar.sync 1, 96;" ::: "memory"); }

__device__ bool is_told(const int* flag) {
  int value;
  asm volatile("ld.relaxed.gpu.global.b32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
  return value != 0;
}

__global__ void pass_on(int* values, int* flags) {
  __shared__ int sums[2][workers];
  const int t = threadIdx.x;
  if (t >= workers) return;
  if (blockIdx.x > 0) {
    if (t == 0) {
      while (!is_told(&flags[blockIdx.x - 1])) {
      }
      asm volatile("fence.acq_rel.gpu;" ::: "memory");
    }
    sync_workers();
  }
  int* const from = values + workers * blockIdx.x;
  sums[0][t] = from[t];
  sync_workers();
  for (int s = 0; s < steps; ++s) {
    sums[(s + 1) % 2][t] = sums[s % 2][(t + 1) % workers] + sums[s % 2][(t + 33) % workers];
    sync_workers();
  }
  from[workers + t] = sums[steps % 2][t];
  sync_workers();
  if (t == 0)
    asm volatile("st.release.gpu.global.b32 [%0], 1;" ::"l"(&flags[blockIdx.x]) : "memory");
}

int main() {
  constexpr int blocks = 3;
  int *values, *flags;
  cudaMalloc(&values, (blocks + 1) * workers * sizeof(int));
  cudaMalloc(&flags, blocks * sizeof(int));
  cudaMemset(values, 0, (blocks + 1) * workers * sizeof(int));
  cudaMemset(flags, 0, blocks * sizeof(int));
  pass_on<<<blocks, 128>>>(values, flags);
  cudaDeviceSynchronize();
  cudaFree(values);
  cudaFree(flags);
  return 0;
}
