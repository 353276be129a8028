// M threads a product, one output each: neighboring threads write neighboring elements, and those
// of one product read the same element of its vector together. But they read M rows of the matrix
// at a time, and constant memory gives one word at a time.
#include "common.h"

void o_per_thd(int S, const real* in, real* out, int blocks, int threads) {
  mxv_o_per_thd(S, in, out, blocks, threads);
}
