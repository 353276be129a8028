// Kernels store to the built-in variables, which they can only read: in a function, atomically, by
// a function of the C library; and, where no hook sees it, by a cast: then the launch is named.
// Each kernel ends there, and a reset lets the next one run.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>

__device__ __noinline__ void set(unsigned* p) {
  *p = 3;  // FINDING pointer.to-built-in
}
__global__ void in_a_function() { set(const_cast<unsigned*>(&blockIdx.y)); }

__global__ void atomically() {
  atomicAdd(const_cast<unsigned*>(&blockDim.z), 1u);  // FINDING pointer.to-built-in
}

__global__ void by_a_second_result(float x) {
  frexpf(x, (int*)&blockIdx.z);  // FINDING pointer.to-built-in
}

__global__ void by_a_cast() {
  if (threadIdx.x == 3) const_cast<unsigned&>(threadIdx.x) = 31;
}

__global__ void taken_back_behind_a_barrier(unsigned* out) {
  volatile unsigned* p = const_cast<unsigned*>(&gridDim.z);
  if (threadIdx.x + 1 > *p) *p = threadIdx.x + 1;
  __syncthreads();
  out[threadIdx.x] = *p;
  *p = 1;
}

__global__ void taken_back_behind_a_shuffle(unsigned* out) {
  volatile unsigned* p = const_cast<unsigned*>(&gridDim.y);
  *p = threadIdx.x + 1;
  out[threadIdx.x] = __shfl_down_sync(~0u, threadIdx.x, 1) + *p;
  *p = 1;
}

__global__ void taken_back_after_a_while(unsigned* out) {
  volatile unsigned* p = const_cast<unsigned*>(&blockDim.y);
  *p = threadIdx.x + 1;
  __nanosleep(100);
  out[threadIdx.x] = *p;
  *p = 1;
}

__global__ void only_reads(unsigned* out) {
  const unsigned* p = &threadIdx.x;
  volatile const unsigned* q = &blockDim.x;
  if (threadIdx.y + threadIdx.z + blockIdx.x + blockIdx.y + blockIdx.z == 0)
    out[threadIdx.x] = *p + *q;
}

void reset() {
  cudaDeviceSynchronize();
  cudaDeviceReset();
}

int main() {
  in_a_function<<<1, 1>>>();
  reset();
  atomically<<<1, 32>>>();
  reset();
  by_a_second_result<<<1, 32>>>(1.5f);
  reset();
  by_a_cast<<<1, 32>>>();  // FINDING pointer.to-built-in
  reset();
  unsigned* out;
  cudaMallocManaged(&out, 64 * sizeof(unsigned));
  taken_back_behind_a_barrier<<<1, 64>>>(out);  // FINDING pointer.to-built-in
  reset();
  cudaMallocManaged(&out, 64 * sizeof(unsigned));
  taken_back_behind_a_shuffle<<<2, 64>>>(out);  // FINDING pointer.to-built-in
  reset();
  cudaMallocManaged(&out, 64 * sizeof(unsigned));
  taken_back_after_a_while<<<1, 64>>>(out);  // FINDING pointer.to-built-in
  reset();
  cudaMallocManaged(&out, 64 * sizeof(unsigned));
  only_reads<<<dim3(2, 3, 2), dim3(4, 4, 4)>>>(out);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(out);
}
