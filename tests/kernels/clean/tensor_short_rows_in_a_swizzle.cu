// Rows of 64 bytes in a swizzle of 128: they lie 128 bytes apart, and the bytes of 64 are
// announced.
#include <cuda.h>
#include <cuda_runtime.h>
#include <cuda/barrier>

#include <utility>

namespace cde = cuda::device::experimental;
using barrier = cuda::barrier<cuda::thread_scope_block>;

// Where element (row, column) lies, in words.
__device__ int swizzled(int row, int column) {
  return row * 32 + ((column / 4 ^ row % 8) * 4 | column % 4);
}

__global__ void add_up(const __grid_constant__ CUtensorMap map, float* out) {
#if __CUDA_ARCH__ >= 900
  __shared__ alignas(1024) float tile[8 * 32];
  __shared__ barrier bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(tile, &map, 0, 8 * static_cast<int>(blockIdx.x),
                                                  bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, 8 * 16 * sizeof(float));
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));
  float sum = 0;
  for (int row = 0; row < 8; ++row) sum += tile[swizzled(row, static_cast<int>(threadIdx.x))];
  out[blockIdx.x * 16 + threadIdx.x] = sum;
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
      CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return map;
}

int main() {
  float* a;
  cudaMalloc(&a, 64 * 64 * sizeof(float));
  cudaMemset(a, 0, 64 * 64 * sizeof(float));
  add_up<<<4, 16>>>(map_of(a, 16, 32, 16, 8), a + 1024);
  cudaDeviceSynchronize();
  cudaFree(a);
  return 0;
}
