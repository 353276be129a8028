// The BLAS of the CPU, on all its cores: what the variants for the GPU are compared with. It keeps
// many partial sums, as they do, and so is limited by the memory.
#include <cblas.h>

#include "dot.h"

inline float dot(int n, const float* A, const float* B) { return cblas_sdot(n, A, 1, B, 1); }
inline double dot(int n, const double* A, const double* B) { return cblas_ddot(n, A, 1, B, 1); }

void cpu_blas(int n, const real* A, const real* B, real* result) { *result = dot(n, A, B); }
