// The parts of the driver API that runtime programs use: CUDA_VERSION and tensor maps.
#pragma once

#include "cuda_runtime_api.h"
#include "simt/tensor_maps.h"
