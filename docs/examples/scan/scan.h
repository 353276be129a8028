// The contract of the lab "scan": prefix sums, and what is built on them. This is the only file that
// yours has to include.
//
// Shapes   x, y and kept have n elements each, count has one. n is never negative and need not be a
//          multiple of anything.
// Memory   x, y and kept are 256-byte aligned device pointers; count is a host pointer. x is only
//          read, the others arrive with garbage in them. Nothing outside the arrays is read or
//          written. What a function allocates, it frees.
// Finished scan_sums may return as soon as its work is enqueued on the default stream; scan_select
//          returns when count is set.
#pragma once

/// Task 1. y[i] = x[0] + … + x[i], by many blocks. For n = 0 there is nothing to set.
void scan_sums(int n, const int* x, long long* y);

/// Task 2. *count is the number of elements of x that are greater than 0, and kept[0] …
/// kept[*count − 1] are these elements, in any order. The rest of kept may hold anything.
void scan_select(int n, const int* x, int* kept, int* count);
