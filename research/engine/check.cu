// The same kernels as fast.cu, in CHECK mode.
//   simtcc --mode check -o check research/engine/check.cu && SIMT_WORKERS=2 ./check [repetitions]
//   [row]
#include "fast.cu"
