// A memset or copy that is short by some bytes: the last element is set only in part, or not at
// all.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

template <class T>
__global__ void sum_of(int n, const T* a, T* out) {
  T sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i];  // FINDING uninitialized
  *out = sum;
}

__global__ void last_double(int n, const double* a, double* out) {
  *out = a[n - 1];  // FINDING uninitialized
}

__global__ void last_short(int n, const short* a, int* out) {
  *out = a[n - 1];  // FINDING uninitialized
}

__global__ void last_pair(int n, const int2* a, int* out) {
  const int2 v = a[n - 1];  // FINDING uninitialized
  *out = v.x + v.y;
}

__global__ void first_of_second_row(int pitch, const int* a, int* out) {
  *out = a[pitch / 4 + 2];  // FINDING uninitialized
}

__global__ void copied_on(const int* a, int* out) {
  *out = a[7];  // FINDING uninitialized
}

__global__ void last_byte(const char* text, int n, int* out) {
  *out = text[n - 1];  // FINDING uninitialized
}

int main() {
  const int n = 8;
  const auto fresh = [] {
    void* p;
    cudaMalloc(&p, 256);
    return p;
  };
  std::vector<void*> all;
  for (int i = 0; i < 9; ++i) all.push_back(fresh());
  int* out = static_cast<int*>(all[8]);
  double h[n] = {};
  // n - 1 bytes for n.
  cudaMemset(all[0], 0, n * sizeof(int) - 1);
  sum_of<<<1, 1>>>(n, static_cast<int*>(all[0]), out);
  cudaMemset(all[1], 0, n * sizeof(double) - 4);
  last_double<<<1, 1>>>(n, static_cast<double*>(all[1]), static_cast<double*>(all[8]));
  cudaMemcpy(all[2], h, n * sizeof(short) - 2, cudaMemcpyHostToDevice);
  last_short<<<1, 1>>>(n, static_cast<short*>(all[2]), out);
  cudaMemcpyAsync(all[3], h, n * sizeof(int2) - 3, cudaMemcpyHostToDevice);
  last_pair<<<1, 1>>>(n, static_cast<int2*>(all[3]), out);
  cudaMemset2D(all[4], 64, 0, 10, 2);
  first_of_second_row<<<1, 1>>>(64, static_cast<int*>(all[4]), out);
  cudaMemset(all[5], 0, n * sizeof(int) - 1);
  cudaMemcpy(all[6], all[5], n * sizeof(int), cudaMemcpyDeviceToDevice);
  copied_on<<<1, 1>>>(static_cast<int*>(all[6]), out);
  cudaMemcpy(all[7], "eleven char", 10, cudaMemcpyHostToDevice);
  last_byte<<<1, 1>>>(static_cast<char*>(all[7]), 11, out);
  cudaDeviceSynchronize();
  for (void* p : all) cudaFree(p);
  return 0;
}
