#include "matmul.h"

// four elements at once => fewer load instructions!
struct __align__(16) Vec4 { real x, y, z, w; };

__global__ void fast(int m, int n, int k, const real* A, const real* B, real* C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (row >= m || col >= n) return;
  real s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  if (col + 3 < n) {
    for (int p = 0; p < k; ++p) {
      const real a = A[(size_t)row * k + p];
      const Vec4 b = *reinterpret_cast<const Vec4*>(B + (size_t)p * n + col);
      s0 += a * b.x;
      s1 += a * b.y;
      s2 += a * b.z;
      s3 += a * b.w;
    }
    real* c = C + (size_t)row * n + col;
    c[0] = s0; c[1] = s1; c[2] = s2; c[3] = s3;
  } else {
    // rest of the row
    for (int j = col; j < n; ++j) {
      real s = 0;
      for (int p = 0; p < k; ++p) s += A[(size_t)row * k + p] * B[(size_t)p * n + j];
      C[(size_t)row * n + j] = s;
    }
  }
}

void matmul_best(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  dim3 t(32, 8);
  dim3 g(((n + 3) / 4 + 31) / 32, (m + 7) / 8);
  fast<<<g, t>>>(m, n, k, A, B, C);
}
