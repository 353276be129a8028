// Tiles go from one matrix to another and no thread looks at them: what copies bring needs no fence
// for copies. A row that a thread has changed is fenced by the one that begins the copy, after the
// barrier.
#include <cuda.h>
#include <cuda_runtime.h>
#include <cuda/barrier>

#include <utility>

namespace cde = cuda::device::experimental;
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void move(const __grid_constant__ CUtensorMap from,
                     const __grid_constant__ CUtensorMap to, bool mark) {
#if __CUDA_ARCH__ >= 900
  __shared__ alignas(128) float tile[8][32];
  __shared__ barrier bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
    cde::cp_async_bulk_tensor_2d_global_to_shared(&tile, &from, 0, 8 * blockIdx.x, bar);
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));
  if (mark) tile[0][threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    if (mark) cde::fence_proxy_async_shared_cta();
    cde::cp_async_bulk_tensor_2d_shared_to_global(&to, 32, 8 * blockIdx.x, &tile);
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
  const CUtensorMap map = map_of(a, 64, 64, 32, 8);
  move<<<8, 32>>>(map, map, false);
  move<<<8, 32>>>(map, map, true);
  cudaDeviceSynchronize();
  cudaFree(a);
  return 0;
}
