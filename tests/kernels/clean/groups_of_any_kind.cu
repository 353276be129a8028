// The same function adds up a whole block and a tile, which synchronise in their own ways;
// coalesced threads elect a leader.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

template <class Group>
__device__ int sum(const Group& g, int* temp, int v) {
  const int rank = g.thread_rank();
  for (int k = g.size() / 2; k > 0; k /= 2) {
    temp[rank] = v;
    g.sync();
    if (rank < k) v += temp[rank + k];
    g.sync();
  }
  return v;
}

__global__ void sums(const int* in, int* whole, int* parts, int* odd) {
  __shared__ int temp[64];
  const cg::thread_block block = cg::this_thread_block();
  const int v = in[block.thread_rank()];
  const int all = sum(block, temp, v);
  if (block.thread_rank() == 0) *whole = all;
  const auto tile = cg::tiled_partition<16>(block);
  const int part = sum(tile, temp + 16 * tile.meta_group_rank(), v);
  if (tile.thread_rank() == 0) parts[tile.meta_group_rank()] = part;
  if (v % 2 == 1) {
    const cg::coalesced_group active = cg::coalesced_threads();
    if (active.thread_rank() == 0) atomicAdd(odd, (int)active.size());
  }
}

int main() {
  const int n = 64;
  int h[n], r[6], *in, *out, wrong = 0;
  for (int i = 0; i < n; ++i) h[i] = i * i % 17;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(r));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof(r));
  sums<<<1, n>>>(in, out, out + 1, out + 5);
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  int expected[6] = {};
  for (int i = 0; i < n; ++i) {
    expected[0] += h[i];
    expected[1 + i / 16] += h[i];
    expected[5] += h[i] % 2;
  }
  for (int i = 0; i < 6; ++i)
    if (r[i] != expected[i]) ++wrong;
  return wrong != 0;
}
