// The sum of a warp by shuffles: registers to registers, so that of the tree's barriers one is
// left. With few blocks the time goes into reading the vectors, whatever comes after: see `best`.
#include "../dot.cu"

void shuffle(int n, const real* A, const real* B, real* result, int block_size) {
  dot_shuffle(n, A, B, result, block_size);
}
