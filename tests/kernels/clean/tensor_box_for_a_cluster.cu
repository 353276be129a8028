// One block of a cluster brings a tile to all of them; each waits at its own barrier object.
// NVCC: -arch=sm_90a
#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda_runtime.h>
#include <cuda/barrier>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void __cluster_dims__(2, 1, 1)
    share(const __grid_constant__ CUtensorMap map, float* out, int rounds) {
#if __CUDA_ARCH__ >= 900
  __shared__ alignas(128) float tile[4][32];
  __shared__ barrier bar;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) init(&bar, 1);
  cluster.sync();
  float sum = 0;
  for (int k = 0; k < rounds; ++k) {
    if (threadIdx.x == 0) static_cast<void>(cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile)));
    if (threadIdx.x == 0 && cluster.block_rank() == 0) {
      const int at[2] = {0, 4 * k};
      ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, &map, at,
                                cuda::device::barrier_native_handle(bar), static_cast<uint16_t>(3));
    }
    bar.wait_parity(k % 2);
    sum += tile[threadIdx.x / 32][threadIdx.x % 32];
    cluster.sync();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
#endif
}

static CUtensorMap map_of(float* data, cuuint64_t columns, cuuint64_t rows, cuuint32_t box_columns,
                          cuuint32_t box_rows) {
  void* encode = nullptr;
  cudaDriverEntryPointQueryResult found;
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000, cudaEnableDefault,
                                   &found);
  const cuuint64_t size[2] = {columns, rows}, stride[1] = {columns * sizeof(float)};
  const cuuint32_t box[2] = {box_columns, box_rows}, step[2] = {1, 1};
  CUtensorMap map{};
  reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(encode)(
      &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, data, size, stride, box, step,
      CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return map;
}

int main() {
  float* a;
  cudaMalloc(&a, 64 * 64 * sizeof(float));
  cudaMemset(a, 0, 64 * 64 * sizeof(float));
  share<<<4, 128>>>(map_of(a, 64, 32, 32, 4), a + 2048, 8);
  cudaDeviceSynchronize();
  cudaFree(a);
  return 0;
}
