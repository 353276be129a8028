// libcu++'s header alone, before any other of CUDA's, and a load through atomic_ref.
#include <cuda/atomic>

#include <cstdio>

__global__ void count(unsigned long long* total) {
  cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> all(*total);
  all.fetch_add(1, cuda::memory_order_relaxed);
  while (all.load(cuda::memory_order_relaxed) < blockDim.x) {
  }
}

int main() {
  unsigned long long *total = nullptr, found = 0;
  cudaMalloc(&total, sizeof *total);
  cudaMemset(total, 0, sizeof *total);
  count<<<1, 64>>>(total);
  cudaMemcpy(&found, total, sizeof found, cudaMemcpyDeviceToHost);
  cudaFree(total);
  std::printf("%llu\n", found);
  return found == 64 ? 0 : 1;
}
