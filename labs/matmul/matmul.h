// The contract of the lab "matmul": C = A·B for dense matrices. This is the only file that
// yours has to include.
//
// Shapes   A is m×k, B is k×n, C is m×n: row-major and contiguous, so that the element in row i
//          and column j of A is A[i * k + j]. Sizes are never negative and need not be a
//          multiple of anything. Products of sizes may exceed what an int can hold: compute
//          indices in 64 bits. (No graded case is that large.)
// Zero     m = 0 or n = 0: there is nothing to compute, and a launch with an empty grid is an
//          error. k = 0: every element of C is an empty sum, which is 0.
// Memory   All pointers are 256-byte aligned. A and B are only read. C arrives with garbage in
//          it and is set, not added to. Nothing outside the arrays is read or written. What a
//          function allocates, it frees.
// Finished A function that gets device pointers may return as soon as its work is enqueued on
//          the default stream. matmul_host gets host pointers and returns when C is complete.
#pragma once

#ifndef WARPGRADE_REAL
#define WARPGRADE_REAL float
#endif

/// The number type that everything is computed in: float, or double with -DWARPGRADE_REAL=double.
using real = WARPGRADE_REAL;

/// Task 1. Device pointers. One thread for each element of C.
void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C);

/// Task 2. Device pointers. Each thread computes a patch of several rows and columns of C, in
/// registers, so that a value that was loaded once is used several times.
void matmul_coarse(int m, int n, int k, const real* A, const real* B, real* C);

/// Task 3. Device pointers. Blocks of threads stage tiles of A and B in shared memory.
void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C);

/// Task 4. Device pointers. As fast as you can, with anything but a library.
void matmul_best(int m, int n, int k, const real* A, const real* B, real* C);

/// Task 5. HOST pointers: allocate device memory, copy, compute, copy back, free. The time of all
/// of it counts.
void matmul_host(int m, int n, int k, const real* A, const real* B, real* C);
