// Reaches dlopen by a weak reference to a name that is pasted together.
#include "matmul.h"
// A weak reference is none that the linker must resolve, and the preprocessor makes the name.
#define JOIN(a, b) a##b
extern "C" void *JOIN(dlo, pen)(const char *, int) __attribute__((weak));
extern "C" void *JOIN(dls, ym)(void *, const char *) __attribute__((weak));

typedef int (*Create)(void **);

void matmul_naive(int, int, int, const real *, const real *, real *) {
  if (!JOIN(dlo, pen)) return;
  void *library = JOIN(dlo, pen)("libcublas.so", 1), *handle;
  if (library) ((Create)JOIN(dls, ym)(library, "cublasCreate_v2"))(&handle);
}
