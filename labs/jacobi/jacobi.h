// The contract of the lab "jacobi": Jacobi's iteration for a dense linear system A·x = b. This
// is the only file that yours has to include.
//
// Sweep    With D the diagonal of A, one sweep replaces every x[i] at the same time by
//              (b[i] − Σ over j ≠ i of A[i][j]·x[j]) / A[i][i],
//          where all x[j] on the right are those from before the sweep. x starts at 0; exactly
//          `iterations` sweeps are done.
// Shapes   A is n×n, row-major and contiguous: A[i][j] is A[i * n + j]. b and x are vectors of
//          n. n is never negative and need not be a multiple of anything; n·n may exceed what
//          an int can hold: compute indices in 64 bits. (No graded case is that large.) No
//          diagonal element is 0.
// Zero     iterations = 0: the result is the start, all 0. n = 0: there is nothing to compute,
//          and a launch with an empty grid is an error.
// Memory   HOST pointers, 256-byte aligned: the functions allocate what they need on the
//          device, copy, compute and free it again; where the data lives between two sweeps is
//          what this lab is about. A and b are only read. x arrives with garbage in it. When a
//          function returns, x is complete.
// Blocks   block_size is the number of threads of a block: any multiple of 32 from 32 to 1024,
//          also larger than n, and not always a power of two.
#pragma once

#ifndef WARPGRADE_REAL
#define WARPGRADE_REAL float
#endif

/// The number type that everything is computed in: float, or double with -DWARPGRADE_REAL=double.
using real = WARPGRADE_REAL;

/// Task 1. Unified (managed) memory; one launch for each sweep, one thread for each row.
void jacobi_unified(int n, int iterations, const real* A, const real* b, real* x, int block_size);

/// Task 2. Device memory, copied once; two vectors on the device that swap their roles after each
/// sweep, so that nothing is copied between sweeps.
void jacobi_swap(int n, int iterations, const real* A, const real* b, real* x, int block_size);

/// Task 3. As task 2, with x staged in shared memory, and without a branch for j = i.
void jacobi_shared(int n, int iterations, const real* A, const real* b, real* x, int block_size);

/// Task 4. One block for each row, its threads along j (coalesced), and their partial sums reduced
/// in shared memory.
void jacobi_reduce(int n, int iterations, const real* A, const real* b, real* x, int block_size);

/// Task 5. As fast as you can, with anything but a library. block_size may be ignored.
void jacobi_best(int n, int iterations, const real* A, const real* b, real* x, int block_size);
