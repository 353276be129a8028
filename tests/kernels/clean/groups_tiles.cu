// Cooperative groups: tiles of several sizes, shuffles, votes and a reduction within them.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

template <int Size>
__global__ void tile_sums(const int* in, int* out) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<Size> tile = cg::tiled_partition<Size>(block);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = in[i];
  for (int k = tile.size() / 2; k > 0; k /= 2) v += tile.shfl_down(v, k);
  v = tile.shfl(v, 0);
  if (tile.any(v < 0)) v = -1;
  out[i] = v + cg::reduce(tile, in[i], cg::plus<int>());
}

int main() {
  const int n = 192;
  static int h[n], r[n];
  for (int i = 0; i < n; ++i) h[i] = (i * 7) % 23;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  int wrong = 0;
  tile_sums<8><<<2, 96>>>(in, out);
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) {
    int sum = 0;
    for (int k = 0; k < 8; ++k) sum += h[i / 8 * 8 + k];
    if (r[i] != 2 * sum) ++wrong;
  }
  tile_sums<32><<<2, 96>>>(in, out);
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) {
    int sum = 0;
    for (int k = 0; k < 32; ++k) sum += h[i / 32 * 32 + k];
    if (r[i] != 2 * sum) ++wrong;
  }
  cudaFree(in);
  cudaFree(out);
  return wrong != 0;
}
