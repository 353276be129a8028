// Eight threads a product: they read its vector in chunks of eight elements, 32 bytes, hand them to
// one another through a little shared memory, and own every eighth output each. It needs little
// shared memory and few registers, so that a multiprocessor holds all the threads that it can, and
// no barrier of the whole block between products.
#include "common.h"

void sh_ochunk(int S, const real* in, real* out, int blocks, int threads) {
  mxv_sh_ochunk(S, in, out, blocks, threads);
}
