// One thread sets the maximum to 0 by a plain store while others of its block update it atomically.
#include <cuda_runtime.h>
#include <cuda/atomic>

__global__ void largest(const int* v, int* out) {
  __shared__ int most;
  if (threadIdx.x == 0) most = 0;  // OTHER
  cuda::atomic_ref<int, cuda::thread_scope_block> m(most);
  m.fetch_max(v[threadIdx.x]);  // FINDING race, MAYBE uninitialized
  __syncthreads();
  if (threadIdx.x == 0) *out = most;
}

int main() {
  int *v, *out;
  cudaMalloc(&v, 64 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(v, 1, 64 * sizeof(int));
  largest<<<1, 64>>>(v, out);
  cudaDeviceSynchronize();
  cudaFree(v);
  cudaFree(out);
  return 0;
}
