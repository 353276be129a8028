// A matrix transposed by tiles that come and go swizzled, so that neither rows nor columns of
// shared memory share banks.
#include <cuda.h>
#include <cuda_runtime.h>
#include <cuda/barrier>

#include <utility>

namespace cde = cuda::device::experimental;
using barrier = cuda::barrier<cuda::thread_scope_block>;

// Where element (row, column) of a tile of 32 words a row lies: chunks of 16 bytes change places.
__device__ int swizzled(int row, int column) {
  return row * 32 + ((column / 4 ^ row % 8) * 4 | column % 4);
}

__global__ void transpose(const __grid_constant__ CUtensorMap from,
                          const __grid_constant__ CUtensorMap to) {
#if __CUDA_ARCH__ >= 900
  __shared__ alignas(1024) float in[32 * 32];
  __shared__ alignas(1024) float out[32 * 32];
  __shared__ barrier bar;
  const int x = 32 * static_cast<int>(blockIdx.x), y = 32 * static_cast<int>(blockIdx.y);
  if (threadIdx.x == 0 && threadIdx.y == 0) init(&bar, blockDim.x * blockDim.y);
  __syncthreads();
  barrier::arrival_token token;
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(in, &from, x, y, bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(in));
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));
  const int column = threadIdx.x;
  for (int row = threadIdx.y; row < 32; row += blockDim.y)
    out[swizzled(column, row)] = in[swizzled(row, column)];
  cde::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    cde::cp_async_bulk_tensor_2d_shared_to_global(&to, y, x, out);
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
      CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return map;
}

int main() {
  const int rows = 100, columns = 72;
  float *a, *t;
  cudaMallocManaged(&a, rows * columns * sizeof(float));
  cudaMallocManaged(&t, rows * columns * sizeof(float));
  for (int i = 0; i < rows * columns; ++i) a[i] = static_cast<float>(i);
  transpose<<<dim3((columns + 31) / 32, (rows + 31) / 32), dim3(32, 8)>>>(
      map_of(a, columns, rows, 32, 32), map_of(t, rows, columns, 32, 32));
  cudaDeviceSynchronize();
  int major = 0, wrong = 0;
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
  for (int i = 0; i < rows * columns && major >= 9; ++i)
    wrong += t[i % columns * rows + i / columns] != a[i];
  cudaFree(a);
  cudaFree(t);
  if (wrong) return 1;
  return 0;
}
