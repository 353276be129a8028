// Sets a stretch of an array by a tensor map: 32 numbers around a place.
#include <cuda.h>
#include <cstdio>
#include <cuda/barrier>
namespace cde = cuda::device::experimental;

__global__ void set_around(const __grid_constant__ CUtensorMap map,
                           int place) {
  __shared__ alignas(128) int tile[32];
  const int first = max(place - 16, 0), end = place + 16;
  tile[threadIdx.x] =
      first + threadIdx.x < end ? 100 + place : first + threadIdx.x;
  cde::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_1d_shared_to_global(&map, first, tile);
    cde::cp_async_bulk_commit_group();
    cde::cp_async_bulk_wait_group_read<0>();
  }
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
  set_around<<<1, 32>>>(map, 12);
  cudaDeviceSynchronize();
  printf("%d %d\n", a[0], a[31]);  // should print 112 31
  cudaFree(a);
}
