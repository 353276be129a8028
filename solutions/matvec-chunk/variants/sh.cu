// One thread a product, with vectors and results staged through shared memory: global memory is
// read and written by neighboring threads at neighboring places, and all of each request is used.
// The price is shared memory, which limits how many threads a multiprocessor can hold.
#include "common.h"

void sh(int S, const real* in, real* out, int blocks, int threads) {
  mxv_sh(S, in, out, blocks, threads);
}
