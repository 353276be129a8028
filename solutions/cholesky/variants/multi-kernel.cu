// Two launches for each row: the launch is the only barrier that all blocks share. All
// multiprocessors are at work, but the whole triangle is read and written once for each row: the
// memory is the limit.
#include "../cholesky.cu"

int multi_kernel(int n, real* A, int threads) { return cholesky_multi_kernel(n, A, threads); }
