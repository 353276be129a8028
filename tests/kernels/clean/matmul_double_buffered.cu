// The next tiles are loaded into one half of the buffers while the other is in use: one barrier a
// step.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int T = 16;

__global__ void MatMulDouble(int m, int n, int k, const float* A, const float* B, float* C) {
  __shared__ float As[2][T][T], Bs[2][T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  const auto load = [&](int half, int p) {
    As[half][ty][tx] = row < m && p + tx < k ? A[row * k + p + tx] : 0;
    Bs[half][ty][tx] = col < n && p + ty < k ? B[(p + ty) * n + col] : 0;
  };
  load(0, 0);
  __syncthreads();
  float sum = 0;
  int now = 0;
  for (int p = 0; p < k; p += T) {
    if (p + T < k) load(1 - now, p + T);
    for (int q = 0; q < T; ++q) sum += As[now][ty][q] * Bs[now][q][tx];
    __syncthreads();
    now = 1 - now;
  }
  if (row < m && col < n) C[row * n + col] = sum;
}

int main() {
  const int m = 20, n = 35, k = 50;
  static float A[m * k], B[k * n], C[m * n];
  for (int i = 0; i < m * k; ++i) A[i] = i % 7 - 3;
  for (int i = 0; i < k * n; ++i) B[i] = i % 5 - 2;
  float *dA, *dB, *dC;
  cudaMalloc(&dA, sizeof(A));
  cudaMalloc(&dB, sizeof(B));
  cudaMalloc(&dC, sizeof(C));
  cudaMemcpy(dA, A, sizeof(A), cudaMemcpyHostToDevice);
  cudaMemcpy(dB, B, sizeof(B), cudaMemcpyHostToDevice);
  MatMulDouble<<<dim3((n + T - 1) / T, (m + T - 1) / T), dim3(T, T)>>>(m, n, k, dA, dB, dC);
  cudaMemcpy(C, dC, sizeof(C), cudaMemcpyDeviceToHost);
  cudaFree(dA);
  cudaFree(dB);
  cudaFree(dC);
  int wrong = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int p = 0; p < k; ++p) sum += A[i * k + p] * B[p * n + j];
      if (!(C[i * n + j] == sum)) ++wrong;
    }
  if (wrong) printf("%d wrong\n", wrong);
  return wrong != 0;
}
