// What every .cu file begins with, as with nvcc. It has a file of its own so that it can be
// precompiled (simtcc --precompile): `#pragma once` has no meaning in the file that is compiled.
#include <cuda_runtime.h>
