// The next tile is fetched into the buffer that other warps still read: the barrier behind the use
// is missing.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void sums(int tiles, const int* in, int* out) {
  __shared__ int s[96];
  auto block = cg::this_thread_block();
  int sum = 0;
  for (int k = 0; k < tiles; ++k) {
    cg::memcpy_async(block, s, in + 96 * k, sizeof s);  // FINDING race ?, OTHER ?
    cg::wait(block);
    sum += s[95 - threadIdx.x];  // FINDING race ?, OTHER ?
  }
  out[threadIdx.x] = sum;
}

int main() {
  const int tiles = 3;
  int *in, *out;
  cudaMalloc(&in, tiles * 96 * sizeof(int));
  cudaMalloc(&out, 96 * sizeof(int));
  cudaMemset(in, 0, tiles * 96 * sizeof(int));
  sums<<<1, 96>>>(tiles, in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
