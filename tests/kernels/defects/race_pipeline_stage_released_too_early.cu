// The consumer gives the stage back before it has read it.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

__global__ void sums(int tiles, const int* in, int* out) {
  __shared__ int s[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int sum = 0;
  for (int fetch = 0, k = 0; k < tiles; ++k) {
    for (; fetch < tiles && fetch < k + 2; ++fetch) {
      pipe.producer_acquire();
      int* const to = s[fetch % 2];
      const int* const from = in + fetch * 64;
      cuda::memcpy_async(block, to, from, 256, pipe);  // FINDING race ?, OTHER ?
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    pipe.consumer_release();
    sum += s[k % 2][63 - threadIdx.x];  // FINDING race ?, OTHER ?
  }
  out[threadIdx.x] = sum;
}

int main() {
  const int tiles = 6;
  int *in, *out;
  cudaMalloc(&in, tiles * 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 0, tiles * 64 * sizeof(int));
  sums<<<1, 64>>>(tiles, in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
