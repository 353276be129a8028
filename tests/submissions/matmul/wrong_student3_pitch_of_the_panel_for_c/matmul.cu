#include "matmul.h"

#include <algorithm>
#include <iostream>

// C is computed in panels of columns, so that B and C need not fit on the device as a whole.

#define CUDA(x)                                                                     \
  do {                                                                              \
    cudaError_t err_ = (x);                                                         \
    if (err_ != cudaSuccess) {                                                      \
      std::cerr << "line " << __LINE__ << ": " << cudaGetErrorString(err_) << "\n"; \
      std::abort();                                                                 \
    }                                                                               \
  } while (0)

static const int PANEL = 64;  // columns of a panel

// w = width of the panel; B and C are here the panels: k x w and m x w
__global__ void panel_product(int m, int w, int k, const real* A, const real* B, real* C) {
  const int c = threadIdx.x;
  const long long r = (long long)blockIdx.x * blockDim.y + threadIdx.y;
  if (c >= w || r >= m) return;
  real s = 0;
  for (int p = 0; p < k; ++p) s += A[r * k + p] * B[(long long)p * w + c];
  C[r * w + c] = s;
}

void matmul_host(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const size_t S = sizeof(real);
  real *dA, *dB, *dC;
  CUDA(cudaMalloc(&dA, std::max<size_t>(1, (size_t)m * k) * S));
  CUDA(cudaMalloc(&dB, std::max<size_t>(1, (size_t)k * PANEL) * S));
  CUDA(cudaMalloc(&dC, (size_t)m * PANEL * S));
  if (k > 0) CUDA(cudaMemcpy(dA, A, (size_t)m * k * S, cudaMemcpyHostToDevice));

  for (int j = 0; j < n; j += PANEL) {
    const int w = std::min(PANEL, n - j);
    if (k > 0)
      CUDA(cudaMemcpy2D(dB, w * S, B + j, n * S, w * S, k, cudaMemcpyHostToDevice));
    const dim3 threads(PANEL, 4);
    panel_product<<<(m + 3) / 4, threads>>>(m, w, k, dA, dB, dC);
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy2D(C + j, w * S, dC, w * S, w * S, m, cudaMemcpyDeviceToHost));
  }

  CUDA(cudaFree(dA));
  CUDA(cudaFree(dB));
  CUDA(cudaFree(dC));
}
