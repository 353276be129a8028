// Opens a library at run time.
#include <dlfcn.h>
#include "matmul.h"

typedef int (*Sgemm)(void*, int, int, int, int, int, const float*, const float*, int, const float*,
                     int, const float*, float*, int);

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  void* library = dlopen(
      "libcub"
      "las.so",
      RTLD_NOW);
  if (library == nullptr) return;
  Sgemm gemm = (Sgemm)dlsym(library,
                            "cub"
                            "lasSgemm_v2");
  (void)gemm;
}
