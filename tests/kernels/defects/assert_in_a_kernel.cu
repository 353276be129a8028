// assert fails in kernels: at the kernel's own level, in a function, in one thread of many, with a
// message, behind a barrier, in a template.
#include <cuda_runtime.h>

#include <cassert>
#include <cstdio>

__global__ void multiple_of_16(int n) {
  assert(n % 16 == 0);  // FINDING assert
}

__device__ int checked(int i, int n) {
  assert(i >= 0 && i < n);  // FINDING assert
  return i;
}
__global__ void in_a_function(int n, int* a) { a[checked(threadIdx.x, n)] = 1; }

__global__ void in_one_thread(int* a) {
  assert(blockIdx.x != 3 || threadIdx.x != 17);  // FINDING assert
  a[threadIdx.x] = 1;
}

__global__ void with_a_message(int n) {
  assert(n > 8 && "too few elements");  // FINDING assert
}

__global__ void behind_a_barrier() {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, 1);
  __syncthreads();
  assert(sum == 32);  // FINDING assert
}

template <class T>
__global__ void in_a_template(T v) {
  assert(v < T(10));  // FINDING assert
}

int main() {
  int* a;
  const auto end = [] {
    cudaDeviceSynchronize();
    cudaGetLastError();
    cudaDeviceReset();
  };
  multiple_of_16<<<1, 1>>>(17);
  end();
  cudaMalloc(&a, 64 * sizeof(int));
  in_a_function<<<1, 64>>>(60, a);
  end();
  cudaMalloc(&a, 64 * sizeof(int));
  in_one_thread<<<8, 64>>>(a);
  end();
  with_a_message<<<1, 1>>>(3);
  end();
  behind_a_barrier<<<1, 64>>>();
  end();
  in_a_template<<<1, 1>>>(12.5f);
  end();
  return 0;
}
