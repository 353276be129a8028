// The host copies memory that it never set: from malloc, from new, from local arrays; all of it or
// a part.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void from_malloc(int n, const float* a, float* out) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i];  // FINDING uninitialized
  *out = sum;
}

__global__ void from_new(const int* a, int* out) {
  out[threadIdx.x] = a[threadIdx.x];  // FINDING uninitialized
}

__global__ void from_a_local_array(const int* a, int* out) {
  out[threadIdx.x] = a[threadIdx.x] + 1;  // FINDING uninitialized
}

__global__ void upper_half(int n, const double* a, double* out) {
  if (threadIdx.x < n) out[threadIdx.x] = 2 * a[threadIdx.x];  // FINDING uninitialized
}

__global__ void from_staged_memory(const int* a, int* out) {
  out[threadIdx.x] = a[threadIdx.x] - 1;  // FINDING uninitialized
}

__global__ void every_other(const int* a, int* out) {
  out[threadIdx.x] = a[2 * threadIdx.x + 1];  // FINDING uninitialized
}

int main() {
  const int n = 32;
  double *d, *out;
  cudaMalloc(&d, n * sizeof(double));
  cudaMalloc(&out, n * sizeof(double));
  float* h = static_cast<float*>(std::malloc(n * sizeof(float)));
  cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);  // OTHER
  from_malloc<<<1, 1>>>(n, reinterpret_cast<float*>(d), reinterpret_cast<float*>(out));
  std::free(h);
  int* made = new int[n];
  cudaMemcpy(d, made, n * sizeof(int), cudaMemcpyHostToDevice);  // OTHER
  from_new<<<1, n>>>(reinterpret_cast<int*>(d), reinterpret_cast<int*>(out));
  int local[n];
  cudaMemcpy(d, local, sizeof(local), cudaMemcpyHostToDevice);  // OTHER
  from_a_local_array<<<1, n>>>(reinterpret_cast<int*>(d), reinterpret_cast<int*>(out));
  double* half = new double[n];
  for (int i = 0; i < n / 2; ++i) half[i] = i;
  cudaMemcpy(d, half, n * sizeof(double), cudaMemcpyHostToDevice);  // OTHER
  upper_half<<<1, n>>>(n, d, out);
  cudaMemcpyAsync(d, made, n * sizeof(int), cudaMemcpyHostToDevice, 0);  // OTHER
  from_staged_memory<<<1, n>>>(reinterpret_cast<int*>(d), reinterpret_cast<int*>(out));
  for (int i = 0; i < n; i += 2) made[i] = i;
  cudaMemcpy(d, made, n * sizeof(int), cudaMemcpyHostToDevice);  // OTHER
  every_other<<<1, n / 2>>>(reinterpret_cast<int*>(d), reinterpret_cast<int*>(out));
  cudaDeviceSynchronize();
  delete[] made;
  delete[] half;
  cudaFree(d);
  cudaFree(out);
  return 0;
}
