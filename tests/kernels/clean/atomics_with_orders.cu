// Flags, locks and counters of cuda::atomic, each with the order that it needs.
#include <cuda_runtime.h>
#include <cuda/atomic>
#include <cuda/semaphore>

#include <new>

using word = cuda::atomic<int, cuda::thread_scope_device>;

__global__ void hand_on(int* value, word* ready, int* out) {
  if (blockIdx.x == 0) {
    *value = 42;
    ready->store(1, cuda::memory_order_release);
  } else {
    while (ready->load(cuda::memory_order_acquire) == 0) {
    }
    *out = *value;
  }
}

__global__ void with_lock(word* lock, float* sum) {
  if (threadIdx.x != 0) return;
  while (lock->exchange(1, cuda::memory_order_acquire) != 0) {
  }
  *sum += 1;
  lock->store(0, cuda::memory_order_release);
}

// The last block adds up.
__global__ void reduce(const int* v, int* partial, word* tickets, int* total) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> sum;
  __shared__ bool last;
  if (threadIdx.x == 0) sum.store(0, cuda::memory_order_relaxed);
  __syncthreads();
  sum.fetch_add(v[blockIdx.x * blockDim.x + threadIdx.x], cuda::memory_order_relaxed);
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum.load(cuda::memory_order_relaxed);
    last = tickets->fetch_add(1, cuda::memory_order_acq_rel) == static_cast<int>(gridDim.x) - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int all = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) all += partial[b];
    *total = all;
  }
}

int main() {
  int *value, *out, *v, *partial;
  word *a, *b, *c;
  float* sum;
  cudaMalloc(&value, sizeof(int));
  cudaMalloc(&out, 2 * sizeof(int));
  cudaMalloc(&v, 256 * sizeof(int));
  cudaMalloc(&partial, 4 * sizeof(int));
  cudaMalloc(&a, sizeof(word));
  cudaMalloc(&b, sizeof(word));
  cudaMalloc(&c, sizeof(word));
  cudaMalloc(&sum, sizeof(float));
  cudaMemset(v, 0, 256 * sizeof(int));
  cudaMemset(a, 0, sizeof(word));
  cudaMemset(b, 0, sizeof(word));
  cudaMemset(c, 0, sizeof(word));
  cudaMemset(sum, 0, sizeof(float));
  hand_on<<<2, 1>>>(value, a, out);
  with_lock<<<4, 32>>>(b, sum);
  reduce<<<4, 64>>>(v, partial, c, out + 1);
  cudaDeviceSynchronize();
  cudaFree(value);
  cudaFree(out);
  cudaFree(v);
  cudaFree(partial);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  cudaFree(sum);
  return 0;
}
