// Variables in constant and device memory: set, read, copied to and from, and by their address.
#include <cuda_runtime.h>

#include <cstdio>

struct Settings {
  int n;
  float weights[4];
};

__constant__ Settings settings;
__constant__ int offsets[4] = {0, 1, 2, 3};
__device__ float results[64];
__device__ int calls = 0;
__device__ float grid[4][8];
template <class T>
__device__ T factor = 2;

__global__ void apply(const float* in) {
  const int i = threadIdx.x;
  if (i == 0) atomicAdd(&calls, 1);
  if (i >= settings.n) return;
  float sum = 0;
  for (int k = 0; k < 4; ++k) sum += settings.weights[k] * in[i + offsets[k]];
  results[i] = sum * factor<float>;
  if (i < 32) grid[i / 8][i % 8] += sum;
}

int main() {
  const int n = 50;
  const Settings h = {n, {1, 2, 3, 4}};
  float values[n + 3], r[64], table[4][8];
  for (int i = 0; i < n + 3; ++i) values[i] = i;
  cudaMemcpyToSymbol(settings, &h, sizeof(h));
  float *in, *address;
  int count = 0;
  cudaMalloc(&in, sizeof(values));
  cudaMemcpy(in, values, sizeof(values), cudaMemcpyHostToDevice);
  cudaGetSymbolAddress((void**)&address, results);
  cudaMemset(address, 0, sizeof(r));
  apply<<<1, 64>>>(in);
  apply<<<1, 64>>>(in);
  cudaMemcpyFromSymbol(r, results, sizeof(r));
  cudaMemcpyFromSymbol(&count, calls, sizeof(count));
  cudaMemcpyFromSymbol(table, grid, sizeof(table));
  cudaFree(in);
  int wrong = count != 2;
  for (int i = 0; i < 64; ++i)
    if (r[i] != (i < n ? 20 * i + 40 : 0)) ++wrong;
  for (int i = 0; i < 32; ++i)
    if (table[i / 8][i % 8] != 2 * (10 * i + 20)) ++wrong;
  return wrong != 0;
}
