// The course's macros, kept in a file of their own.
#pragma once

#include <cstdio>
#include <cstdlib>

#define CHECKED(call)                                                                   \
  do {                                                                                  \
    const cudaError_t status_ = (call);                                                 \
    if (status_ != cudaSuccess) {                                                       \
      fprintf(stderr, "%s(%d): %s\n", __FILE__, __LINE__, cudaGetErrorString(status_)); \
      abort();                                                                          \
    }                                                                                   \
  } while (0)

#define UNPACKED(...) __VA_ARGS__
#define LAUNCH(kernel, grid, block, stream, ...)                    \
  do {                                                              \
    UNPACKED kernel<<<(grid), (block), 0, (stream)>>>(__VA_ARGS__); \
    CHECKED(cudaGetLastError());                                    \
  } while (0)
