// Tiles of two warps exchange values behind their own barrier.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void reverse(const int* in, int* out) {
  __shared__ int s[256];
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  const int t = threadIdx.x;
  s[t] = in[t];
  tile.sync();
  out[t] = s[t ^ 63];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemset(in, 0, 256 * sizeof(int));
  reverse<<<1, 256>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
