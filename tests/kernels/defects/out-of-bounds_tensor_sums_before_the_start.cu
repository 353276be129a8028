// Each block adds its tile to the rows around it: those of the first block begin before the tensor.
#include <cuda.h>
#include <cuda_runtime.h>
#include <cuda/barrier>
#include <cuda/ptx>

namespace cde = cuda::device::experimental;
namespace ptx = cuda::ptx;

__global__ void spread(const __grid_constant__ CUtensorMap sums) {
#if __CUDA_ARCH__ >= 900
  __shared__ alignas(128) float tile[4][32];
  tile[threadIdx.x / 32][threadIdx.x % 32] = 1;
  cde::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0) {
    const int at[2] = {0, 2 * static_cast<int>(blockIdx.x) - 1};
    ptx::cp_reduce_async_bulk_tensor(  // FINDING bounds.tensor-store
        ptx::space_global, ptx::space_shared, ptx::op_add, &sums, at, tile);
    cde::cp_async_bulk_commit_group();
    cde::cp_async_bulk_wait_group_read<0>();
  }
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
  spread<<<8, 128>>>(map_of(a, 32, 64, 32, 4));
  cudaDeviceSynchronize();
  cudaFree(a);
  return 0;
}
