// Sums that a copy in bulk adds to those of other blocks: it may take the tile as it was before.
#include <cuda_runtime.h>
#include <cuda/ptx>

namespace ptx = cuda::ptx;

__global__ void add(const float* in, float* sums) {
#if __CUDA_ARCH__ >= 900
  __shared__ alignas(16) float tile[64];
  tile[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];  // OTHER
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_reduce_async_bulk(  // FINDING race.no-proxy-fence
        ptx::space_global, ptx::space_shared, ptx::op_add, sums, tile, sizeof(tile));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
#endif
}

int main() {
  float *in, *sums;
  cudaMalloc(&in, 256 * sizeof(float));
  cudaMalloc(&sums, 64 * sizeof(float));
  cudaMemset(in, 0, 256 * sizeof(float));
  cudaMemset(sums, 0, 64 * sizeof(float));
  add<<<4, 64>>>(in, sums);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(sums);
  return 0;
}
