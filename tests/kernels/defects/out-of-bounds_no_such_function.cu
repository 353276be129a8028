// Function pointers that lead nowhere: never set, of the host's memory that nobody copied, of a
// table with a gap, and in a structure.
#include <cuda_runtime.h>

#include <cstdio>

typedef float (*Function)(float);

__device__ float twice(float x) { return 2 * x; }
__device__ Function unset;
__device__ Function table[4] = {twice, nullptr, twice, nullptr};

struct Work {
  float factor;
  Function then;
};

__global__ void through_a_variable(float* out) {
  out[0] = unset(1);  // FINDING out-of-bounds
}

__global__ void through_a_table(float* out) {
  out[threadIdx.x] = table[threadIdx.x](1);  // FINDING out-of-bounds
}

__global__ void through_an_argument(Function f, float* out) {
  out[0] = f(3) + 1;  // FINDING out-of-bounds
}

__global__ void through_a_struct(Work w, float* out) {
  out[0] = w.then(w.factor);  // FINDING out-of-bounds
}

__device__ float apply(Function f, float x) {
  return f(x) + x;  // FINDING out-of-bounds
}
__global__ void in_a_function(float* out) { out[0] = apply(unset, 2); }

template <class F>
__global__ void through_memory(F* f, float* out) {
  out[0] = (*f)(4) * 2;  // FINDING out-of-bounds
}

int main() {
  float* out;
  Function* f;
  cudaMalloc(&out, 64);
  through_a_variable<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  cudaDeviceReset();
  cudaMalloc(&out, 64);
  through_a_table<<<1, 4>>>(out);
  cudaDeviceSynchronize();
  cudaDeviceReset();
  cudaMalloc(&out, 64);
  through_an_argument<<<1, 1>>>(nullptr, out);
  cudaDeviceSynchronize();
  cudaDeviceReset();
  cudaMalloc(&out, 64);
  through_a_struct<<<1, 1>>>(Work{1, nullptr}, out);
  cudaDeviceSynchronize();
  cudaDeviceReset();
  cudaMalloc(&out, 64);
  in_a_function<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  cudaDeviceReset();
  cudaMalloc(&out, 64);
  cudaMalloc(&f, sizeof(Function));
  cudaMemset(f, 0, sizeof(Function));
  through_memory<<<1, 1>>>(f, out);
  cudaDeviceSynchronize();
  cudaGetLastError();
  cudaDeviceReset();
  return 0;
}
