// Declares the engine's functions that CUDA programs may call. The rest of the engine is compiled
// with hidden symbols; including this header first makes the difference.
#pragma once

#pragma GCC visibility push(default)
#include "cooperative_groups.h"
#include "cuda_runtime.h"
#include "curand_kernel.h"
#include "simt/async.h"
#include "simt/tensor_maps.h"
#pragma GCC visibility pop
