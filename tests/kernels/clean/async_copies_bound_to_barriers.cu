// Copies that a barrier object waits for: by threads, by the block, in bulk, and by inline PTX.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cuda/barrier>

#include <utility>

namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void rounds(int count, const int* in, int* out) {
  __shared__ alignas(16) int s[64];
  __shared__ barrier bar;
  auto block = cg::this_thread_block();
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  block.sync();
  int sum = 0;
  for (int k = 0; k < count; ++k) {
    cuda::memcpy_async(block, s, in + 64 * k, cuda::aligned_size_t<16>(sizeof s), bar);
    bar.arrive_and_wait();
    sum += s[63 - threadIdx.x];
    bar.arrive_and_wait();
  }
  out[threadIdx.x] = sum;
}

__global__ void in_bulk(const int* in, int* out) {
#if __CUDA_ARCH__ >= 900
  __shared__ alignas(16) int s[64];
  __shared__ barrier bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::device::memcpy_async_tx(s, in, cuda::aligned_size_t<16>(sizeof s), bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof s);
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));
  out[threadIdx.x] = s[63 - threadIdx.x];
#endif
}

__global__ void by_ptx(const int* in, int* out) {
  __shared__ alignas(8) unsigned long long bar;
  __shared__ int s[64];
  const unsigned t = threadIdx.x, b = static_cast<unsigned>(__cvta_generic_to_shared(&bar));
  if (t == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(b), "r"(64));
  __syncthreads();
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(
                   static_cast<unsigned>(__cvta_generic_to_shared(&s[t]))),
               "l"(in + t));
  asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(b));
  int done = 0;
  while (!done)
    asm volatile(
        "{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 0; selp.b32 %0, 1, 0, p; }"
        : "=r"(done)
        : "r"(b));
  out[t] = s[63 - t];
}

int main() {
  const int count = 3;
  int *in, *out;
  cudaMalloc(&in, count * 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 0, count * 64 * sizeof(int));
  rounds<<<1, 64>>>(count, in, out);
  cudaDeviceSynchronize();
  in_bulk<<<1, 64>>>(in, out);
  by_ptx<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
