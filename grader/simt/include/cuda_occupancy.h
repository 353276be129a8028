// Thrust includes this header of CUDA's for the runtime's occupancy functions alone. Its own
// calculator (cudaOccMaxActiveBlocksPerMultiprocessor and the like) is not here.
#pragma once

#include <cuda_runtime.h>
