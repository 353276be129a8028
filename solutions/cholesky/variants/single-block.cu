// The whole factorisation in one block: barriers in place of launches, but one multiprocessor of
// more than a hundred at work. Slower than the library on the CPU.
#include "../cholesky.cu"

int single_block(int n, real* A, int threads) { return cholesky_single_block(n, A, threads); }
