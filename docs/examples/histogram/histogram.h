// The contract of the lab "histogram": how often each range of byte values occurs. This is the only
// file that yours has to include.
//
// Shapes   data has n elements, counts has `bins` elements. n is never negative, bins is 1 to 256;
//          neither need be a multiple of anything.
// Bins     A byte of value v counts in bin v·bins/256, rounded down.
// Memory   All pointers are 256-byte aligned device pointers. data is only read. counts arrives with
//          garbage in it and is set. Nothing outside the arrays is read or written. What a function
//          allocates, it frees.
// Finished A function may return as soon as its work is enqueued on the default stream.
#pragma once

/// Task 1. Each thread adds to the counters in global memory. For n = 0 all counts are 0.
void histogram_global(int n, const unsigned char* data, int bins, unsigned* counts);

/// Task 2. Each block counts in shared memory and adds its counts to the result at the end.
void histogram_shared(int n, const unsigned char* data, int bins, unsigned* counts);
