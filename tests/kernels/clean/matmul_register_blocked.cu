// Tiles of 32×32 by 64 threads, 4×4 elements each. Rows of B are loaded by float4 where n is a
// multiple of 4, as it is here; rows and depth may run out.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int Tile = 32, Depth = 8;

__global__ void __launch_bounds__(64)
    MatMulBlocked(int m, int n, int k, const float* A, const float* B, float* C) {
  __shared__ __align__(16) float As[Depth][Tile];
  __shared__ __align__(16) float Bs[Depth][Tile];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  const int first_row = blockIdx.y * Tile, first_col = blockIdx.x * Tile;
  float sum[4][4] = {};
  for (int p = 0; p < k; p += Depth) {
    for (int e = t; e < Tile * Depth; e += 64) {
      const int row = first_row + e / Depth, depth = p + e % Depth;
      As[e % Depth][e / Depth] = row < m && depth < k ? A[row * k + depth] : 0;
    }
    {
      const int depth = p + t / 8, col = first_col + t % 8 * 4;
      float4 b = make_float4(0, 0, 0, 0);
      if (depth < k && col < n) b = *reinterpret_cast<const float4*>(B + depth * n + col);
      *reinterpret_cast<float4*>(&Bs[t / 8][t % 8 * 4]) = b;
    }
    __syncthreads();
    for (int q = 0; q < Depth; ++q) {
      const float4 a = *reinterpret_cast<const float4*>(&As[q][ty * 4]);
      const float4 b = *reinterpret_cast<const float4*>(&Bs[q][tx * 4]);
      const float as[4] = {a.x, a.y, a.z, a.w}, bs[4] = {b.x, b.y, b.z, b.w};
      for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c) sum[r][c] += as[r] * bs[c];
    }
    __syncthreads();
  }
  const int col = first_col + tx * 4;
  for (int r = 0; r < 4; ++r) {
    const int row = first_row + ty * 4 + r;
    if (row < m && col < n)
      *reinterpret_cast<float4*>(C + row * n + col) =
          make_float4(sum[r][0], sum[r][1], sum[r][2], sum[r][3]);
  }
}

int main() {
  const int m = 45, n = 52, k = 21;
  static float A[m * k], B[k * n], C[m * n];
  for (int i = 0; i < m * k; ++i) A[i] = i % 7 - 3;
  for (int i = 0; i < k * n; ++i) B[i] = i % 5 - 2;
  float *dA, *dB, *dC;
  cudaMalloc(&dA, sizeof(A));
  cudaMalloc(&dB, sizeof(B));
  cudaMalloc(&dC, sizeof(C));
  cudaMemcpy(dA, A, sizeof(A), cudaMemcpyHostToDevice);
  cudaMemcpy(dB, B, sizeof(B), cudaMemcpyHostToDevice);
  MatMulBlocked<<<dim3((n + Tile - 1) / Tile, (m + Tile - 1) / Tile), 64>>>(m, n, k, dA, dB, dC);
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
