// Each block fetches 64 numbers and their 4 neighbors by copies in bulk.
#include <cstdio>
#include <cuda/barrier>
#include <utility>
using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

__global__ void neighbors(const int* in, int* out) {
  __shared__ alignas(16) int s[68];
  __shared__ barrier bar;
  const int first = 64 * blockIdx.x;
  if (threadIdx.x == 0) {
    init(&bar, 1);
    cde::cp_async_bulk_global_to_shared(s, in + first, 256, bar);
    cde::cp_async_bulk_global_to_shared(s + 64, in + first + 64, 16, bar);
    auto token = cuda::device::barrier_arrive_tx(bar, 1, 256 + 16);
    bar.wait(std::move(token));
  }
  __syncthreads();
  out[first + threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + 4];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 132 * sizeof(int));
  cudaMallocManaged(&out, 128 * sizeof(int));
  for (int i = 0; i < 132; ++i) in[i] = i;
  neighbors<<<2, 64>>>(in, out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  printf("%d %d\n", out[0], out[127]);  // should print 4 258
  cudaFree(in);
  cudaFree(out);
}
