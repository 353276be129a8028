// cuda::pipeline of a thread's own, of a block, and of producers and consumers.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

__global__ void own(int tiles, const int* in, int* out) {
  __shared__ int s[2][64];
  auto pipe = cuda::make_pipeline();
  int sum = 0;
  for (int fetch = 0, k = 0; k < tiles; ++k) {
    for (; fetch < tiles && fetch < k + 2; ++fetch) {
      pipe.producer_acquire();
      cuda::memcpy_async(&s[fetch % 2][threadIdx.x], &in[fetch * 64 + threadIdx.x], sizeof(int),
                         pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    __syncthreads();
    sum += s[k % 2][63 - threadIdx.x];
    __syncthreads();
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}

__global__ void of_block(int tiles, const int* in, int* out) {
  __shared__ int s[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int sum = 0;
  for (int fetch = 0, k = 0; k < tiles; ++k) {
    for (; fetch < tiles && fetch < k + 2; ++fetch) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, s[fetch % 2], in + fetch * 64, 64 * sizeof(int), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += s[k % 2][63 - threadIdx.x];
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}

__global__ void parted(int tiles, const int* in, int* out) {
  __shared__ int s[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  const bool produces = threadIdx.x < 32;
  auto pipe = cuda::make_pipeline(
      block, &state, produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  int sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (produces) {
      pipe.producer_acquire();
      for (int i = threadIdx.x; i < 64; i += 32)
        cuda::memcpy_async(&s[k % 2][i], &in[k * 64 + i], sizeof(int), pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      sum += s[k % 2][95 - threadIdx.x];
      pipe.consumer_release();
    }
  }
  if (!produces) out[threadIdx.x - 32] = sum;
}

int main() {
  const int tiles = 7;
  int *in, *out;
  cudaMalloc(&in, tiles * 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 0, tiles * 64 * sizeof(int));
  own<<<1, 64>>>(tiles, in, out);
  of_block<<<1, 64>>>(tiles, in, out);
  parted<<<1, 96>>>(tiles, in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
