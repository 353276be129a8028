// Lab "matmul": C = A·B on a GPU, in five steps. Read matmul.h first: it says what each function
// gets and promises. Search for TODO to find what is left to write, and run
//     make grade LAB=matmul TASK=matmul_naive
// after each step. Tasks can be done in any order.
#include "matmul.h"

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

// Task 1: one thread for each element.

#define BW 16
#define BH 16

__global__ void mm_simple(int m, int n, int k, const real* A, const real* B, real* C)
{
    int col = blockIdx.x * BW + threadIdx.x;
    int row = blockIdx.y * BH + threadIdx.y;

    // only threads inside the result matrix
    if (row < n && col < m)
    {
        real acc = 0;
        for (int q = 0; q < k; q++)
        {
            acc += A[(size_t)row * k + q] * B[(size_t)q * n + col];
        }
        C[(size_t)row * n + col] = acc;
    }
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C)
{
    if (m == 0 || n == 0)
        return;
    dim3 threads(BW, BH);
    dim3 blocks((n + BW - 1) / BW, (m + BH - 1) / BH);
    mm_simple<<<blocks, threads>>>(m, n, k, A, B, C);
    CHECK(cudaGetLastError());
}
