// Brings a stretch of an array into shared memory by a tensor map.
#include <cuda.h>
#include <cstdio>
#include <cuda/barrier>
namespace cde = cuda::device::experimental;
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void fetch(const __grid_constant__ CUtensorMap map, int* out) {
  __shared__ alignas(128) int tile[32];
  __shared__ barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, 1);
    cde::cp_async_bulk_tensor_1d_global_to_shared(tile, &map, 180, bar);
    bar.wait(cuda::device::barrier_arrive_tx(bar, 1, sizeof tile));
  }
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x] + 1;
}

int main() {
  int* a;
  cudaMallocManaged(&a, 200 * sizeof(int));
  for (int i = 0; i < 200; ++i) a[i] = i;
  void* encode;
  cudaDriverEntryPointQueryResult found;
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000,
                                   0, &found);
  cuuint64_t size = 200, stride = 0;
  cuuint32_t box = 32, step = 1;
  CUtensorMap map{};
  reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(encode)(
      &map, CU_TENSOR_MAP_DATA_TYPE_INT32, 1, a, &size, &stride, &box,
      &step, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
      CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  fetch<<<1, 32>>>(map, a);
  cudaDeviceSynchronize();
  printf("%d %d\n", a[0], a[31]);  // should print 181 1
  cudaFree(a);
}
