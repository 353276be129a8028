// What CUDA programs may call of the engine: all that is declared here. The rest of it is compiled
// with hidden symbols, and included before any other header this makes the difference.
#pragma once

#pragma GCC visibility push(default)
#include "cooperative_groups.h"
#include "cuda_runtime.h"
#include "curand_kernel.h"
#include "simt/async.h"
#include "simt/tensor_maps.h"
#pragma GCC visibility pop
