// What the variants share: the check of CUDA calls, and grids that cover C.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#include "matmul.h"

inline void check(cudaError_t error, const char* call, const char* file, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
  std::abort();
}

/// Stops the program, with the place and the reason, when a CUDA call fails.
#define CHECK(call) check((call), #call, __FILE__, __LINE__)

/// How many parts of size `part` cover `whole`; the last one may stick out.
inline int parts(int whole, int part) { return whole / part + (whole % part != 0 ? 1 : 0); }

/// The grid for blocks that cover `columns` × `rows` elements of C each. In y a grid ends at 65535
/// blocks: kernels go on with the row one grid further down until there are no more.
inline dim3 grid_over(int m, int n, int rows, int columns) {
  const int down = parts(m, rows);
  return dim3(static_cast<unsigned>(parts(n, columns)),
              static_cast<unsigned>(down < 65535 ? down : 65535));
}
