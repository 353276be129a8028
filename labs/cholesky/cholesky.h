// The contract of the lab "cholesky": the factorisation A = UᵀU of a symmetric positive definite
// matrix, with U upper triangular. This is the only file that yours has to include.
//
// Shapes   A is n×n, row-major and contiguous: A[i][j] is A[i * n + j]. n is never negative and
//          need not be a multiple of anything; n·n may exceed what an int can hold: compute indices
//          in 64 bits. (No graded case is that large.)
// Result   U replaces A in place, element by element: A[i][j], i ≤ j, becomes U[i][j]. The diagonal
//          of U is positive, which makes U unique.
// Triangle Only the upper triangle, i ≤ j, holds the matrix. The elements below the diagonal hold
//          garbage, not the mirror image of those above: their values must not matter. They may
//          hold anything afterwards.
// Returns  0; or k > 0, when the leading minor of order k is not positive and those of smaller
//          order are: then the pivot of row k − 1 (rows count from 0) is not greater than 0. A NaN
//          is not greater than 0. This is what LAPACK calls info. What A holds then does not
//          matter.
// Zero     n = 0: there is nothing to compute, a launch with an empty grid is an error, and 0 is
//          returned.
// Memory   Device pointer, 256-byte aligned. Nothing outside the array is read or written. What a
//          function allocates, it frees.
// Finished Since they return a value that was computed on the device, the functions have waited for
//          it. A copy to the host after each row would cost more than the row: keep the value in
//          device memory, and copy it once, at the end.
// Blocks   `threads` is the number of threads of a block: any multiple of 32 from 32 to 1024, not
//          always a power of two, and smaller or larger than n.
#pragma once

#ifndef WARPGRADE_REAL
#define WARPGRADE_REAL float
#endif

/// The number type that everything is computed in: float, or double with -DWARPGRADE_REAL=double.
using real = WARPGRADE_REAL;

/// Task 1. One launch of one block, which does the whole factorisation.
int cholesky_single_block(int n, real* A, int threads);

/// Task 2. For each row k a division kernel (row k of U) and then an elimination kernel, with one
/// block for each row below, whose threads walk along j. Call that kernel `elimination_kernel`:
/// what it moves through memory is counted, and points depend on it.
int cholesky_multi_kernel(int n, real* A, int threads);

/// Task 3. Blocked, and as fast as you can, with anything but a library.
int cholesky_best(int n, real* A);
