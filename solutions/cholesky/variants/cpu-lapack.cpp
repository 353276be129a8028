// LAPACK's potrf on all cores of the CPU: what the variants for the GPU are compared with. LAPACK's
// matrices are stored by columns: what is the upper triangle for us is the lower one for it.
#include "cholesky.h"

extern "C" {
void spotrf_(const char* uplo, const int* n, float* a, const int* lda, int* info);
void dpotrf_(const char* uplo, const int* n, double* a, const int* lda, int* info);
}

inline void potrf(int n, float* A, int* info) { spotrf_("L", &n, A, &n, info); }
inline void potrf(int n, double* A, int* info) { dpotrf_("L", &n, A, &n, info); }

int cpu_lapack(int n, real* A) {
  int info = 0;
  if (n > 0) potrf(n, A, &info);
  return info;
}
