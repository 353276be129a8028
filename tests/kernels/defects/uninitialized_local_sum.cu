// Sums, products and counts in local variables that nobody has set: in a register, an array of
// registers, a member of a struct.
#include <cuda_fp16.h>

struct Moments {
  float first, second;
};

__global__ void sum_of(int n, const float* a, float* out) {
  float sum;                                                      // OTHER
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += a[i];  // FINDING uninitialized
  atomicAdd(out, sum);
}

__global__ void tile_of(const float* a, const float* b, float* c) {
  float acc[2][2];  // OTHER
  for (int k = 0; k < 4; ++k)
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        acc[i][j] += a[2 * k + i] * b[2 * k + j];  // FINDING uninitialized
  for (int i = 0; i < 4; ++i) c[4 * threadIdx.x + i] = acc[i / 2][i % 2];
}

__global__ void moments_of(int n, const float* a, float* out) {
  Moments m;  // OTHER
  for (int i = 0; i < n; ++i) {
    m.first += a[i];  // FINDING uninitialized
    m.second += a[i] * a[i];
  }
  out[2 * threadIdx.x] = m.first;
  out[2 * threadIdx.x + 1] = m.second;
}

__device__ float largest(int n, const float* a) {
  float most;                                            // OTHER
  for (int i = 0; i < n; ++i) most = fmaxf(most, a[i]);  // FINDING uninitialized
  return most;
}

__global__ void half_sum_of(int n, const float* a, float* out) {
  half sum;                                               // OTHER
  for (int i = 0; i < n; ++i) sum += __float2half(a[i]);  // FINDING uninitialized
  out[threadIdx.x] = __half2float(sum);
}

__global__ void count_of(int n, const float* a, float* out) {
  int count;                      // OTHER
  float value, scale = 2;         // OTHER
  if (n > 3) count++;             // FINDING uninitialized
  value = value * scale + count;  // FINDING uninitialized
  out[threadIdx.x] = value + largest(n, a);
}

int main() {
  float *a, *out;
  cudaMalloc(&a, 64 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  cudaMemset(a, 0, 64 * sizeof(float));
  cudaMemset(out, 0, 64 * sizeof(float));
  sum_of<<<2, 32>>>(64, a, out);
  tile_of<<<1, 16>>>(a, a, out);
  moments_of<<<1, 32>>>(8, a, out);
  half_sum_of<<<1, 32>>>(8, a, out);
  count_of<<<1, 32>>>(8, a, out);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(out);
}
