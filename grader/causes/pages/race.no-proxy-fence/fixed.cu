// Squares that a copy in bulk takes from shared to global memory.
#include <cstdio>
#include <cuda/barrier>
namespace cde = cuda::device::experimental;

__global__ void squares(int* out) {
  __shared__ alignas(16) int tile[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  tile[threadIdx.x] = i * i;
  cde::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_shared_to_global(out + blockIdx.x * 64, tile,
                                        sizeof tile);
    cde::cp_async_bulk_commit_group();
    cde::cp_async_bulk_wait_group_read<0>();
  }
}

int main() {
  int* out;
  cudaMallocManaged(&out, 256 * sizeof(int));
  squares<<<4, 64>>>(out);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[2], out[255]);  // should print 4 65025
  cudaFree(out);
}
