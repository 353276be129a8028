// A batch of 8×8 matrices, one warp each, in shared memory with a padded row; only __syncwarp.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>

constexpr int n = 8, warps = 4;

__global__ void cholesky(int batch, float* A) {
  __shared__ float all[warps][n][n + 1];
  const int lane = threadIdx.x, warp = threadIdx.y;
  const int which = blockIdx.x * warps + warp;
  if (which >= batch) return;
  float(*U)[n + 1] = all[warp];
  float* mine = A + which * n * n;
  for (int e = lane; e < n * n; e += 32) U[e / n][e % n] = mine[e];
  __syncwarp();
  for (int k = 0; k < n; ++k) {
    const float pivot = sqrtf(U[k][k]);
    __syncwarp();
    if (lane == k) U[k][k] = pivot;
    if (lane > k && lane < n) U[k][lane] /= pivot;
    __syncwarp();
    for (int e = lane; e < n * n; e += 32) {
      const int i = e / n, j = e % n;
      if (i > k && j >= i) U[i][j] -= U[k][i] * U[k][j];
    }
    __syncwarp();
  }
  for (int e = lane; e < n * n; e += 32) mine[e] = e % n >= e / n ? U[e / n][e % n] : 0;
}

int main() {
  const int batch = 10;
  static float h[batch][n][n], U[batch][n][n];
  for (int b = 0; b < batch; ++b)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) h[b][i][j] = i == j ? 20 + b : (i + j + b) % 3;
  for (int b = 0; b < batch; ++b)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j) h[b][i][j] = h[b][j][i];
  float* A;
  cudaMalloc(&A, sizeof(h));
  cudaMemcpy(A, h, sizeof(h), cudaMemcpyHostToDevice);
  cholesky<<<(batch + warps - 1) / warps, dim3(32, warps)>>>(batch, A);
  cudaMemcpy(U, A, sizeof(h), cudaMemcpyDeviceToHost);
  cudaFree(A);
  int wrong = 0;
  for (int b = 0; b < batch; ++b)
    for (int i = 0; i < n; ++i)
      for (int j = i; j < n; ++j) {
        float sum = 0;
        for (int k = 0; k <= i; ++k) sum += U[b][k][i] * U[b][k][j];
        if (!(std::fabs(sum - h[b][i][j]) < 1e-3f)) ++wrong;
      }
  return wrong != 0;
}
