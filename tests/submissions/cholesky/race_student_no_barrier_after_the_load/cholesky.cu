// blocked Cholesky, right-looking, block size NB
#include "cholesky.h"

constexpr int NB = 32;

// tile (k0, k0): one warp row per thread row
__global__ void potf2(int n, int k0, real* A, int* info) {
  __shared__ real s[NB][NB];
  const int c = threadIdx.x, r = threadIdx.y;
  const int nb = min(NB, n - k0);
  if (*info != 0) return;
  if (r <= c && c < nb) s[r][c] = A[(size_t)(k0 + r) * n + k0 + c];
  __syncthreads();
  for (int k = 0; k < nb; k++) {
    const real p = s[k][k];
    __syncthreads();
    if (!(p > 0)) {
      if (c == 0 && r == 0) *info = k0 + k + 1;
      return;
    }
    if (r == 0 && c >= k && c < nb) s[k][c] = c == k ? sqrt(p) : s[k][c] / sqrt(p);
    __syncthreads();
    if (r > k && r <= c && c < nb) s[r][c] -= s[k][r] * s[k][c];
    __syncthreads();
  }
  if (r <= c && c < nb) A[(size_t)(k0 + r) * n + k0 + c] = s[r][c];
}

// the NB rows right of the tile: one thread per column
__global__ void trsm(int n, int k0, real* A) {
  const int j = k0 + NB + blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= n) return;
  for (int r = 0; r < NB; r++) {
    real v = A[(size_t)(k0 + r) * n + j];
    for (int q = 0; q < r; q++) v -= A[(size_t)(k0 + q) * n + k0 + r] * A[(size_t)(k0 + q) * n + j];
    A[(size_t)(k0 + r) * n + j] = v / A[(size_t)(k0 + r) * n + k0 + r];
  }
}

// A22 -= U12^T U12, one tile per block
__global__ void syrk(int n, int k0, real* A) {
  if (blockIdx.x < blockIdx.y) return;
  __shared__ real left[NB][NB], right[NB][NB];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int i0 = k0 + NB + blockIdx.y * NB, j0 = k0 + NB + blockIdx.x * NB;
  const size_t above = (size_t)(k0 + ty) * n;
  left[ty][tx] = i0 + tx < n ? A[above + i0 + tx] : 0;
  right[ty][tx] = j0 + tx < n ? A[above + j0 + tx] : 0;
  real sum = 0;
  for (int q = 0; q < NB; q++) sum += left[q][ty] * right[q][tx];
  const int i = i0 + ty, j = j0 + tx;
  if (i <= j && j < n) A[(size_t)i * n + j] -= sum;
}

int cholesky_best(int n, real* A) {
  if (n == 0) return 0;
  int *info, result = 0;
  cudaMalloc(&info, sizeof(int));
  cudaMemset(info, 0, sizeof(int));
  for (int k0 = 0; k0 < n; k0 += NB) {
    potf2<<<1, dim3(NB, NB)>>>(n, k0, A, info);
    const int rest = n - k0 - NB;
    if (rest <= 0) break;
    trsm<<<(rest + 63) / 64, 64>>>(n, k0, A);
    const int tiles = (rest + NB - 1) / NB;
    syrk<<<dim3(tiles, tiles), dim3(NB, NB)>>>(n, k0, A);
  }
  cudaMemcpy(&result, info, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(info);
  return result;
}
