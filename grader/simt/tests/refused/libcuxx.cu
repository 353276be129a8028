// NVIDIA's C++ library (without its headers).
#include <cuda_runtime.h>

__global__ void count(int* counter) {
  cuda::atomic_ref<int, cuda::thread_scope_device> c(*counter);  // REFUSED libcu++
  c.fetch_add(1, cuda::memory_order_relaxed);                    // REFUSED libcu++
  __shared__ cuda::barrier<cuda::thread_scope_block> everybody;  // REFUSED libcu++
}

int main() { return 0; }
