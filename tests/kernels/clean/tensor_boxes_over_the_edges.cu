// Boxes that begin before the tensor and end behind it: a GPU brings zeros there, and stores a box
// only if it does not begin before the tensor. The threads store those that do.
#include <cuda.h>
#include <cuda_runtime.h>
#include <cuda/barrier>

#include <utility>

namespace cde = cuda::device::experimental;
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void twice(const __grid_constant__ CUtensorMap map, float* a, int n) {
#if __CUDA_ARCH__ >= 900
  __shared__ alignas(128) float tile[8][16];
  __shared__ barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  const int x = static_cast<int>(blockIdx.x) * 16 - 4, y = static_cast<int>(blockIdx.y) * 8 - 5;
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(&tile, &map, x, y, bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));
  const int row = threadIdx.x / 16, column = threadIdx.x % 16;
  if (x < 0 || y < 0) {
    if (x + column >= 0 && y + row >= 0 && x + column < n && y + row < n)
      a[(y + row) * n + x + column] = 2 * tile[row][column];
    return;
  }
  tile[row][column] *= 2;
  cde::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_shared_to_global(&map, x, y, &tile);
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
  twice<<<dim3(5, 9), 128>>>(map_of(a, 64, 64, 16, 8), a, 64);
  cudaDeviceSynchronize();
  cudaFree(a);
  return 0;
}
