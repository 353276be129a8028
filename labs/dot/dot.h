// The contract of the lab "dot": r = Σ A[i]·B[i], the dot product of two vectors. This is the only
// file that yours has to include.
//
// Shapes   A and B are vectors of n, result is one number. n is never negative and need not be a
//          multiple of anything; n plus the number of threads may exceed what an int can hold:
//          compute indices in 64 bits. (No graded case is that large.)
// Zero     n = 0: the result is an empty sum, which is 0.
// Memory   Device pointers, 256-byte aligned. A and B are only read. *result arrives with garbage
//          in it and is set, not added to: a function whose blocks add to it sets it to 0 first.
//          Nothing outside the arrays is read or written. Device variables of your own, a lock
//          for example, are left as they were found: the functions are called many times.
// Blocks   block_size is the number of threads of a block: any multiple of 32 from 32 to 1024, not
//          always a power of two, and also larger than n. How many blocks are launched is up to
//          you. dot_blocks of them fill a large GPU: each thread then walks through the vectors
//          with the stride of the whole grid.
// Order    Terms may be added in any order, which changes the rounding errors and nothing else.
// Finished The functions may return as soon as their work is enqueued on the default stream.
#pragma once

#ifndef WARPGRADE_REAL
#define WARPGRADE_REAL float
#endif

/// The number type that everything is computed in: float, or double with -DWARPGRADE_REAL=double.
using real = WARPGRADE_REAL;

/// A good number of blocks for tasks 1 to 3.
constexpr int dot_blocks = 240;

/// Task 1. Each block adds up its terms by a tree in shared memory; then one thread of each block
/// adds the block's sum to *result while it holds a lock (atomicCAS, atomicExch).
void dot_mutex(int n, const real* A, const real* B, real* result, int block_size);

/// Task 2. As task 1, with one atomicAdd for each block in place of the lock.
void dot_atomic(int n, const real* A, const real* B, real* result, int block_size);

/// Task 3. As task 2, with the sum of each warp by shuffles in place of the tree.
void dot_shuffle(int n, const real* A, const real* B, real* result, int block_size);

/// Task 4. As fast as you can, with anything but a library.
void dot_best(int n, const real* A, const real* B, real* result);
