// Memory of a pool is given back before the kernel that uses it, in the same stream.
#include <cuda_runtime.h>

__global__ void fill(float* v) { v[threadIdx.x] = threadIdx.x; }  // FINDING use-after-free

int main() {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t pool;
  cudaMemPoolCreate(&pool, &props);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  float* v;
  cudaMallocFromPoolAsync(&v, 64 * sizeof(float), pool, stream);
  cudaFreeAsync(v, stream);  // OTHER
  fill<<<1, 64, 0, stream>>>(v);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaMemPoolDestroy(pool);
  return 0;
}
