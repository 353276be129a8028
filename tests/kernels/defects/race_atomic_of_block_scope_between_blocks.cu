// Blocks add to one counter, each by an atomic for threads of its own block only.
#include <cuda_runtime.h>
#include <cuda/atomic>

__global__ void count(const int* v, int* counter) {
  cuda::atomic_ref<int, cuda::thread_scope_block> c(*counter);
  if (v[blockIdx.x * blockDim.x + threadIdx.x] % 2 == 0)
    c.fetch_add(1, cuda::memory_order_relaxed);  // FINDING race
}

int main() {
  int *v, *counter;
  cudaMalloc(&v, 256 * sizeof(int));
  cudaMalloc(&counter, sizeof(int));
  cudaMemset(v, 0, 256 * sizeof(int));
  cudaMemset(counter, 0, sizeof(int));
  count<<<4, 64>>>(v, counter);
  cudaDeviceSynchronize();
  cudaFree(v);
  cudaFree(counter);
  return 0;
}
