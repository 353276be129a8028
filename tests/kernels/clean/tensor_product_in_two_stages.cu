// A matrix product whose tiles come through two buffers: while one is multiplied, the next is on
// its way. Edges need no test: what lies outside comes as zeros, and what goes there is left out.
#include <cuda.h>
#include <cuda_runtime.h>
#include <cuda/barrier>

namespace cde = cuda::device::experimental;
using barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int side = 32;

__global__ void multiply(const __grid_constant__ CUtensorMap a,
                         const __grid_constant__ CUtensorMap b,
                         const __grid_constant__ CUtensorMap c, int k) {
#if __CUDA_ARCH__ >= 900
  __shared__ alignas(128) float as[2][side][side];
  __shared__ alignas(128) float bs[2][side][side];
  __shared__ alignas(128) float cs[side][side];
  __shared__ barrier full[2];
  const int row = side * static_cast<int>(blockIdx.y), column = side * static_cast<int>(blockIdx.x);
  const bool leads = threadIdx.x == 0 && threadIdx.y == 0;
  const auto fetch = [&](int tile) {
    const int stage = tile % 2;
    static_cast<void>(cuda::device::barrier_arrive_tx(full[stage], 1, sizeof as[0] + sizeof bs[0]));
    cde::cp_async_bulk_tensor_2d_global_to_shared(as[stage], &a, side * tile, row, full[stage]);
    cde::cp_async_bulk_tensor_2d_global_to_shared(bs[stage], &b, column, side * tile, full[stage]);
  };
  if (leads) {
    init(&full[0], 1);
    init(&full[1], 1);
    cde::fence_proxy_async_shared_cta();
    fetch(0);
  }
  __syncthreads();
  float sum[4] = {};
  for (int tile = 0; side * tile < k; ++tile) {
    if (leads && side * (tile + 1) < k) fetch(tile + 1);
    full[tile % 2].wait_parity(tile / 2 % 2);
    for (int i = 0; i < side; ++i)
      for (int j = 0; j < 4; ++j)
        sum[j] += as[tile % 2][threadIdx.y + 8 * j][i] * bs[tile % 2][i][threadIdx.x];
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j) cs[threadIdx.y + 8 * j][threadIdx.x] = sum[j];
  cde::fence_proxy_async_shared_cta();
  __syncthreads();
  if (leads) {
    cde::cp_async_bulk_tensor_2d_shared_to_global(&c, column, row, cs);
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
  const int m = 70, n = 52, k = 84;
  float *a, *b, *c;
  cudaMallocManaged(&a, m * k * sizeof(float));
  cudaMallocManaged(&b, k * n * sizeof(float));
  cudaMallocManaged(&c, m * n * sizeof(float));
  for (int i = 0; i < m * k; ++i) a[i] = static_cast<float>(i % 7 - 3);
  for (int i = 0; i < k * n; ++i) b[i] = static_cast<float>(i % 5 - 2);
  multiply<<<dim3((n + side - 1) / side, (m + side - 1) / side), dim3(side, 8)>>>(
      map_of(a, k, m, side, side), map_of(b, n, k, side, side), map_of(c, n, m, side, side), k);
  cudaDeviceSynchronize();
  int major = 0, wrong = 0;
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
  for (int i = 0; i < m * n && major >= 9; ++i) {
    float sum = 0;
    for (int l = 0; l < k; ++l) sum += a[i / n * k + l] * b[l * n + i % n];
    wrong += c[i] != sum;
  }
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  if (wrong) return 1;
  return 0;
}
