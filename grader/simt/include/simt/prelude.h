// What every .cu file begins with, as with nvcc. It has a file of its own so that it can be
// precompiled (simtcc --precompile): `#pragma once` has no meaning in the file that is compiled.
//
// g++ instantiates what functions of a precompiled header need in every file that includes it,
// called or not, unless it had to find out the type that is returned: so many templates here return
// `auto`. For the same reason <cmath> comes without C++17's special functions
// (std_special_functions.h).
#include <string.h>

// std::copy and its kin, which kernels may call: by these names g++ would make a short copy of
// loads and stores that no hook announces. What a program includes itself comes after the same
// macros (simtcc).
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
