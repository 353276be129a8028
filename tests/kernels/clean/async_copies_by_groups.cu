// Copies by a block and by a warp, whole and in stages; also of sizes that no instruction takes.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void sums(int tiles, const int* in, const char* bytes, int* out) {
  __shared__ int s[2][96];
  __shared__ char letters[33];
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  if (warp.meta_group_rank() == 0) {
    cg::memcpy_async(warp, letters, bytes + 1, 33);
    cg::wait(warp);
    if (warp.thread_rank() == 0) out[96] = letters[32];
  }
  int sum = 0;
  cg::memcpy_async(block, s[0], in, sizeof s[0]);
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) {
      cg::memcpy_async(block, s[(k + 1) % 2], in + 96 * (k + 1), sizeof s[0]);
      cg::wait_prior<1>(block);
    } else {
      cg::wait(block);
    }
    sum += s[k % 2][95 - threadIdx.x];
    block.sync();
  }
  out[threadIdx.x] = sum;
}

int main() {
  const int tiles = 4;
  int *in, *out;
  char* bytes;
  cudaMalloc(&in, tiles * 96 * sizeof(int));
  cudaMalloc(&out, 97 * sizeof(int));
  cudaMalloc(&bytes, 64);
  cudaMemset(in, 0, tiles * 96 * sizeof(int));
  cudaMemset(bytes, 1, 64);
  sums<<<1, 96>>>(tiles, in, bytes, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  cudaFree(bytes);
  return 0;
}
