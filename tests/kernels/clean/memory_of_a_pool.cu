// Memory of a pool is used and given back in the order of a stream.
#include <cuda_runtime.h>

__global__ void fill(float* v) { v[threadIdx.x] = threadIdx.x; }

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
  fill<<<1, 64, 0, stream>>>(v);
  cudaFreeAsync(v, stream);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaMemPoolDestroy(pool);
  return 0;
}
