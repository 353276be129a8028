// The address is known when the program is compiled, and is no multiple of the vector's size.
#include <cuda_runtime.h>

#include <cstdio>

__device__ float values[64];
__device__ double sums[32];

__global__ void load4(float* out) {
  const float4 v = *reinterpret_cast<float4*>(values + 2);  // FINDING misaligned
  *out = v.x + v.y;
}

__global__ void store_double2(double2 v) {
  *reinterpret_cast<double2*>(sums + 3) = v;  // FINDING misaligned
}

__global__ void in_shared_memory(float4 v, float* out) {
  __shared__ float s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) *reinterpret_cast<float4*>(s + 6) = v;  // FINDING misaligned
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

int main() {
  float* out;
  const auto end = [] {
    cudaDeviceSynchronize();
    cudaGetLastError();
    cudaDeviceReset();
  };
  cudaMalloc(&out, 128);
  load4<<<1, 1>>>(out);
  end();
  store_double2<<<1, 1>>>(make_double2(1, 2));
  end();
  cudaMalloc(&out, 128);
  in_shared_memory<<<1, 32>>>(make_float4(1, 2, 3, 4), out);
  end();
  return 0;
}
