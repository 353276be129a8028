// Atomics through pointers that each thread has its own copy of, to memory that threads share: a
// member of a structure passed by value, a local pointer, a reference, __shared__ and __device__
// variables. cuda::atomic_ref also works on a local variable, and host code has atomics of its own.
#include <cuda_runtime.h>

#include <atomic>
#include <cstdio>
#include <cuda/atomic>

struct Lock {
  int* taken;
  __device__ void take() {
    while (atomicCAS(taken, 0, 1) != 0) {
    }
    __threadfence();
  }
  __device__ void release() {
    __threadfence();
    atomicExch(taken, 0);
  }
};

__device__ int blocks_done;
__device__ void add_to(int& where, int n) { atomicAdd(&where, n); }

__global__ void add_up(Lock lock, int* sum, int* plain) {
  __shared__ int of_block;
  if (threadIdx.x == 0) of_block = 0;
  __syncthreads();
  int* const here = &of_block;
  atomicAdd(here, 1);
  int mine = 0;
  cuda::atomic_ref<int, cuda::thread_scope_device> ref(mine);
  ref.fetch_add(2);
  add_to(*sum, mine);
  __syncthreads();
  if (threadIdx.x != 0) return;
  lock.take();
  *plain += of_block;
  lock.release();
  add_to(blocks_done, 1);
}

int main() {
  int* memory;
  cudaMalloc(&memory, 3 * sizeof(int));
  cudaMemset(memory, 0, 3 * sizeof(int));
  add_up<<<4, 64>>>(Lock{memory}, memory + 1, memory + 2);
  std::atomic<int> host{0};
  host.fetch_add(1);
  int h[3];
  cudaMemcpy(h, memory, sizeof h, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", h[0], h[1], h[2]);
  cudaFree(memory);
  return h[0] == 0 && h[1] == 512 && h[2] == 256 && host == 1 ? 0 : 1;
}
