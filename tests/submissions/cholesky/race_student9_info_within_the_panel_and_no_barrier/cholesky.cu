#include "cholesky.h"

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>

inline void check(cudaError_t error, const char* call, const char* file, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
  std::abort();
}

/// Stops the program, with the place and the reason, when a CUDA call fails:
///     CHECK(cudaMalloc(&p, bytes));
/// A launch returns nothing; ask afterwards: CHECK(cudaGetLastError());
#define CHECK(call) check((call), #call, __FILE__, __LINE__)

/// How many parts of size `part` cover `whole`; the last one may stick out.
inline int parts(int whole, int part) { return whole / part + (whole % part != 0 ? 1 : 0); }

// The algorithm, which all three tasks share. For each row k, from the first to the last:
//   1. The pivot is A[k][k]. If it is not greater than 0, stop: the result is k + 1.
//   2. Division: A[k][k] becomes the root of the pivot, and the rest of row k is divided by it.
//   3. Elimination: A[i][j] -= A[k][i] · A[k][j] for all rows i > k and all columns j ≥ i.

/// A number on the device that starts as 0: where kernels leave the value that is returned.
inline int* new_info() {
  int* info = nullptr;
  CHECK(cudaMalloc(&info, sizeof(int)));
  CHECK(cudaMemset(info, 0, sizeof(int)));
  return info;
}

/// Waits for the kernels, fetches the number, and frees it.
inline int fetch(int* info) {
  int result = -1;
  CHECK(cudaMemcpy(&result, info, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(info));
  return result;
}

// Task 3: as fast as you can.

#define NB 16   /* block size */
typedef size_t idx;

__device__ int failed(const int* info) { return *info != 0; }

// rows kb .. kb+nb-1: diagonal block by one warp, then the columns to the right of it.
// Every block of threads does the small block again, only block 0 writes it... into `diag`
__global__ void panel(int n, int kb, int nb, real* A, real* diag, int* info, int* bad) {
  __shared__ real D[NB][NB];
  int t = threadIdx.x;
  if (failed(info)) return;
  for (int e = t; e < nb * nb; e += blockDim.x)
    D[e / nb][e % nb] = A[(idx)(kb + e / nb) * n + kb + e % nb];
  __syncthreads();

  for (int k = 0; k < nb; k++) {
    real p = D[k][k];
    if (!(p > 0)) {
      if (blockIdx.x == 0 && t == 0) *bad = k + 1;
      return;
    }
    real r = sqrt(p);
    __syncthreads();
    if (t == k) D[k][k] = r;
    if (t > k && t < nb) D[k][t] /= r;
    __syncthreads();
    // thread t has column t
    if (t > k && t < nb)
      for (int i = k + 1; i <= t; i++) D[i][t] -= D[k][i] * D[k][t];
  }

  if (blockIdx.x == 0)
    for (int e = t; e < nb * nb; e += blockDim.x) diag[e] = D[e / nb][e % nb];

  int j = kb + nb + blockIdx.x * blockDim.x + t;
  if (j < n) {
    for (int i = 0; i < nb; i++) {
      real s = A[(idx)(kb + i) * n + j];
      for (int p = 0; p < i; p++) s -= D[p][i] * A[(idx)(kb + p) * n + j];
      A[(idx)(kb + i) * n + j] = s / D[i][i];
    }
  }
}

// puts the diagonal block back (nobody reads the old one now) and updates the triangle below
__global__ void trailing(int n, int kb, int nb, real* A, const real* diag, int* info, const int* bad) {
  if (*bad != 0) {
    return;
  }
  int j = kb + nb + blockIdx.x * blockDim.x + threadIdx.x;
  int i = kb + nb + blockIdx.y * blockDim.y + threadIdx.y;
  if (blockIdx.x == 0 && blockIdx.y == 0) {
    int e = threadIdx.y * blockDim.x + threadIdx.x;
    if (e < nb * nb && e % nb >= e / nb) A[(idx)(kb + e / nb) * n + kb + e % nb] = diag[e];
  }
  if (i < n && j < n && i <= j) {
    real s = 0;
    for (int p = kb; p < kb + nb; p++) s += A[(idx)p * n + i] * A[(idx)p * n + j];
    A[(idx)i * n + j] -= s;
  }
}

__global__ void note(int* info, const int* bad) {
  if (*info == 0) *info = *bad;
}

int cholesky_best(int n, real* A) {
  if (n == 0) return 0;
  int* info = new_info();
  int* bad = new_info();
  real* diag;
  CHECK(cudaMalloc(&diag, NB * NB * sizeof(real)));
  for (int kb = 0; kb < n; kb += NB) {
    int nb = n - kb < NB ? n - kb : NB;
    int rest = n - kb - nb;
    panel<<<rest / 128 + 1, 128>>>(n, kb, nb, A, diag, info, bad);
    CHECK(cudaGetLastError());
    dim3 grid(rest / 16 + 1, rest / 16 + 1);
    trailing<<<grid, dim3(16, 16)>>>(n, kb, nb, A, diag, info, bad);
    CHECK(cudaGetLastError());
    note<<<1, 1>>>(info, bad);
    CHECK(cudaGetLastError());
  }
  CHECK(cudaFree(diag));
  CHECK(cudaFree(bad));
  return fetch(info);
}
