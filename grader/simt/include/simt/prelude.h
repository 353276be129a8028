// Included at the beginning of every .cu file, as with nvcc. It is a separate file so that it can
// be precompiled (simtcc --precompile): `#pragma once` has no meaning in the file that is compiled.
#include <string.h>

// For std::copy and similar functions, which kernels may call: with the builtins' names, g++ would
// turn a short copy into loads and stores that no hook announces. Headers included by the program
// follow the same macros (simtcc).
#define __builtin_memcpy memcpy
#define __builtin_memmove memmove
#define __builtin_memset memset
#include <cmath>
#undef __builtin_memcpy
#undef __builtin_memmove
#undef __builtin_memset

#include <cuda_runtime.h>

#include "simt/scopes.h"
