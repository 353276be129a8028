// Lab "cholesky": A = UᵀU in place on a GPU, in three steps. Read cholesky.h first: it says what
// each function gets and promises. Search for TODO to find what is left to write:
// TODO(cholesky.1) belongs to task 1 of the handout, and so on. After each step run
//     make grade LAB=cholesky TASK=cholesky_single_block
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

// Task 1: one block.

__global__ void one_block(int n, real* a, int* info)
{
    const unsigned lane = threadIdx.x & 31u;
    const unsigned wrp = threadIdx.x >> 5;
    const unsigned nwrp = blockDim.x >> 5;

    for (int k = 0; k < n; ++k)
    {
        real* rk = a + (size_t)k * n;
        const real piv = rk[k];
        if (!(piv > (real)0))
        {
            if (threadIdx.x == 0) info[0] = k + 1;
            break;
        }
        __syncthreads();
        const real inv = (real)1 / sqrt(piv);
        for (int c = k + threadIdx.x; c < n; c += blockDim.x)
            rk[c] *= inv;
        __syncthreads();
        for (int row = k + wrp; row < n; row += nwrp)
        {
            real* r = a + (size_t)row * n;
            const real l = rk[row];
            for (int c = row + lane; c < n; c += 32)
                r[c] -= l * rk[c];
        }
        __syncthreads();
    }
}

int cholesky_single_block(int n, real* A, int threads)
{
    if (n == 0) return 0;
    int* flag = new_info();
    one_block<<<1, threads>>>(n, A, flag);
    CHECK(cudaGetLastError());
    return fetch(flag);
}
