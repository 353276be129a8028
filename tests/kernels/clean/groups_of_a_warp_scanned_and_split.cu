// Scans and reductions over tiles, and over lanes that have the same label.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void compact(int n, const int* in, int* out, int* count) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool keep = i < n && in[i] % 3 == 0;
  const int rank = cg::exclusive_scan(warp, keep ? 1 : 0);
  const int all = cg::reduce(warp, keep ? 1 : 0, cg::plus<int>());
  const int base = cg::invoke_one_broadcast(warp, [&] { return atomicAdd(count, all); });
  if (keep) out[base + rank] = in[i];
}

__global__ void by_label(const int* in, int* sums) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto same = cg::labeled_partition(warp, in[threadIdx.x] % 4);
  const int sum = cg::reduce(same, in[threadIdx.x], cg::plus<int>());
  if (same.thread_rank() == 0) atomicAdd(&sums[in[threadIdx.x] % 4], sum);
}

int main() {
  int n = 200;
  int *in, *out, *count, *sums;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&count, sizeof(int));
  cudaMalloc(&sums, 4 * sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = i * 7 % 50;
  cudaMemset(count, 0, sizeof(int));
  cudaMemset(sums, 0, 4 * sizeof(int));
  compact<<<2, 128>>>(n, in, out, count);
  by_label<<<1, 64>>>(in, sums);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  cudaFree(count);
  cudaFree(sums);
  return 0;
}
