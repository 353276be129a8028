// Addresses of device variables that a kernel may use: from cudaGetSymbolAddress, taken in device
// code, and of managed variables. Host code sees device code's in a copy.
#include <cuda_runtime.h>

__constant__ float table[4] = {1, 2, 3, 4};
__device__ float sums[4];
__device__ float (*sums_of)[4] = &sums;
__device__ float others[4];
__managed__ float shared_by_both[4];

struct Pair {
  const float* from;
  float* to;
};

__global__ void copy(const float* from, float* to) { to[threadIdx.x] = from[threadIdx.x]; }
__global__ void copy_pair(Pair p) { p.to[threadIdx.x] = p.from[threadIdx.x]; }
__global__ void find_others(float** where) { *where = others; }
__global__ void itself() {
  const float* a = table;
  others[threadIdx.x] += a[threadIdx.x];
}

int main() {
  float *from, *to, **where;
  float(*known)[4];
  cudaGetSymbolAddress((void**)&from, table);
  copy<<<1, 4>>>(from + 1 - 1, shared_by_both);
  cudaMemcpyFromSymbol(&known, sums_of, sizeof(known));
  copy_pair<<<1, 4>>>(Pair{from, *known});
  cudaMalloc(&where, sizeof(*where));
  find_others<<<1, 1>>>(where);
  cudaMemcpy(&to, where, sizeof(to), cudaMemcpyDeviceToHost);
  copy<<<1, 4>>>(*known, to);
  itself<<<1, 4>>>();
  float h[4] = {};
  cudaMemcpy(h, to, sizeof(h), cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
  cudaFree(where);
  return h[3] != 8 || shared_by_both[2] != 3;
}
