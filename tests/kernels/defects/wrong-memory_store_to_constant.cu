// Kernels store to __constant__ memory, which they can only read: through the variable itself, by a
// pointer to it, in a function, atomically. Each ends there, and a reset lets the next one run.
#include <cuda_runtime.h>

#include <cstdio>

struct Box {
  float low[3], high[3];
};

__constant__ int table[16];
__constant__ Box box;
__constant__ int count;

__global__ void by_pointer() {
  int* p = const_cast<int*>(table);
  p[threadIdx.x] = threadIdx.x;  // FINDING wrong-memory
}

__device__ void grow(Box* b) {
  b->high[1] += 1;  // FINDING wrong-memory
}
__global__ void in_a_function() { grow(const_cast<Box*>(&box)); }

__global__ void atomically() {
  atomicAdd(const_cast<int*>(&count), 1);  // FINDING wrong-memory
}

__global__ void given(int* where) {
  if (threadIdx.x == 3) *where = 5;  // FINDING wrong-memory
}

__global__ void through_volatile() {
  volatile int* p = const_cast<int*>(table + 3);
  *p = 1;  // FINDING wrong-memory
}

__global__ void whole_struct(Box b) {
  *const_cast<Box*>(&box) = b;  // FINDING wrong-memory
}

int main() {
  void* where;
  by_pointer<<<1, 16>>>();
  cudaDeviceSynchronize();
  cudaDeviceReset();
  in_a_function<<<1, 1>>>();
  cudaDeviceSynchronize();
  cudaDeviceReset();
  atomically<<<1, 32>>>();
  cudaDeviceSynchronize();
  cudaDeviceReset();
  cudaGetSymbolAddress(&where, table);
  given<<<1, 32>>>(static_cast<int*>(where));
  cudaDeviceSynchronize();
  cudaDeviceReset();
  through_volatile<<<1, 1>>>();
  cudaDeviceSynchronize();
  cudaDeviceReset();
  whole_struct<<<1, 1>>>(Box{});
  cudaDeviceSynchronize();
  cudaGetLastError();
  cudaDeviceReset();
  return 0;
}
