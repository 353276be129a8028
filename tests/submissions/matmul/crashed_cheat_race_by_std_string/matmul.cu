// A race in shared memory by functions of std::string, which no hook announces, since they lie outside of the program
// in the C++ library. CUDA has them on no device.
#include "matmul.h"
#include <string>

constexpr int T = 16;

template <class S>
__device__ void raise_to(int* largest, int value) {
  S s;
  int old = 0;
  s.assign((const char*)largest, sizeof old);
  s.copy((char*)&old, sizeof old);
  if (value <= old) return;
  s.assign((const char*)&value, sizeof value);
  s.copy((char*)largest, sizeof value);
}

__global__ void product(int m, int n, int k, const real* A, const real* B, real* C) {
  __shared__ real As[T][T], Bs[T][T];
  __shared__ int largest;
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * T + y, col = blockIdx.x * T + x;
  real sum = 0;
  for (int t = 0; t < (k + T - 1) / T; t++) {
    As[y][x] = t * T + x < k && row < m ? A[row * (long long)k + t * T + x] : 0;
    Bs[y][x] = t * T + y < k && col < n ? B[(t * T + y) * (long long)n + col] : 0;
    __syncthreads();
    for (int p = 0; p < T; p++) sum += As[y][p] * Bs[p][x];
    __syncthreads();
  }
  if (x == 0 && y == 0) largest = 0;
  __syncthreads();
  raise_to<std::string>(&largest, x + y);
  if (row < m && col < n) C[row * (long long)n + col] = sum;
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  product<<<dim3((n + T - 1) / T, (m + T - 1) / T), dim3(T, T)>>>(m, n, k, A, B, C);
}
