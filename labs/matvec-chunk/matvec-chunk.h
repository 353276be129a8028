// The contract of the lab "matvec-chunk": u(h) = A·v(h) for a million small vectors v(h). This is
// the only file that yours has to include.
//
// Sizes    A is M×N, with M and N from 1 to 100, and 0 ≤ h < S. M and N are compile-time
//          constants: your file is compiled once for each pair that is graded. Loops over M and N
//          can be unrolled, and arrays of M or N elements live in registers. S is never negative.
//          M, N and S need not be multiples of anything; S·M and S·N may exceed what an int can
//          hold: compute indices in 64 bits. (No graded case is that large.)
// A        is `matrix` below, in constant memory: row i, column j is matrix[i][j]. It is filled
//          before each call. Constant memory holds 64 KiB: in double, M·N is at most 8192.
// Vectors  in holds v(0), v(1) … v(S − 1), N elements each; out gets u(0) … u(S − 1), M elements
//          each: element j of v(h) is in[h * N + j], element i of u(h) is out[h * M + i]. Device
//          pointers, 256-byte aligned. in and A are only read. out arrives with garbage in it and
//          is set, not added to.
// Overflow Behind the S vectors, in and out have room for blocks × threads more. Your threads may
//          read that of in (finite numbers stand there) and write that of out: so the last vectors
//          need no case of their own. Nothing else outside the arrays is read or written. What a
//          function allocates, it frees.
// Launch   blocks ≥ 1, and threads is a multiple of 32 from 32 to 1024. A function may launch fewer
//          of both; one whose kernel cannot run with so many threads, for want of shared memory or
//          registers, must do so. S may be smaller or much larger than blocks × threads. S = 0:
//          there is nothing to compute.
// Finished A function may return as soon as its work is enqueued on the default stream.
#pragma once

#ifndef WARPGRADE_REAL
#define WARPGRADE_REAL float
#endif

/// The number type that everything is computed in: float, or double with -DWARPGRADE_REAL=double.
using real = WARPGRADE_REAL;

// M and N come as macros, -DM=8 -DN=8. Macros with such names would spoil other headers: from here
// on they are constants. Include this file first.
#ifndef M
#define M 8
#endif
#ifndef N
#define N 8
#endif
enum { warpgrade_M = M, warpgrade_N = N };
#undef M
#undef N

/// Rows and columns of the matrix: elements of an output and of an input vector.
constexpr int M = warpgrade_M;
constexpr int N = warpgrade_N;

/// Task 3: how many threads share a product, and how many input elements they read at a time.
constexpr int CS = 8;

#ifdef __CUDACC__
/// A, in constant memory.
__constant__ real matrix[M][N];

/// Copies A from host memory to `matrix`. Called by the framework before each call of a task.
inline __attribute__((used)) void fill_matrix(const real* A) {
  cudaMemcpyToSymbol(matrix, A, sizeof(matrix));
}
#else
void fill_matrix(const real* A);
#endif

/// Task 1. M threads share a product: each computes one of its outputs. threads is at least M.
void mxv_o_per_thd(int S, const real* in, real* out, int blocks, int threads);

/// Task 2. One thread a product; vectors and results are staged through shared memory, so that
/// neighboring threads read and write neighboring elements of global memory.
void mxv_sh(int S, const real* in, real* out, int blocks, int threads);

/// Task 3. CS threads share a product. They read its vector in chunks of CS elements, one each,
/// hand them to one another through shared memory, and each computes every CS-th output.
void mxv_sh_ochunk(int S, const real* in, real* out, int blocks, int threads);

/// Task 4. As fast as you can, with anything but a library. blocks and threads may be ignored.
void mxv_best(int S, const real* in, real* out, int blocks, int threads);
