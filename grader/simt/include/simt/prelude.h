// What every .cu file begins with, as with nvcc. It has a file of its own so that it can be
// precompiled (simtcc --precompile): `#pragma once` has no meaning in the file that is compiled.
//
// g++ instantiates what functions of a precompiled header need in every file that includes it,
// called or not, unless it had to find out the type that is returned: so many templates here return
// `auto`. For the same reason <cmath> comes without C++17's special functions
// (std_special_functions.h).
#include <string.h>

// For std::copy and similar functions, which kernels may call: with the builtins' names, g++ would
// turn a short copy into loads and stores that no hook announces. Headers included by the program
// follow the same macros (simtcc).
#define __builtin_memcpy memcpy
#define __builtin_memmove memmove
#define __builtin_memset memset
#include <version>
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#include <cmath>
#undef __builtin_memcpy
#undef __builtin_memmove
#undef __builtin_memset

#include <cuda_runtime.h>

#include "simt/scopes.h"
