// Thrust includes this CUDA header only for the runtime's occupancy functions. Its own calculator
// (cudaOccMaxActiveBlocksPerMultiprocessor and others) is not provided.
#pragma once

#include <cuda_runtime.h>
