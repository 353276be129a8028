// Of the driver API what programs for the runtime take: CUDA_VERSION and tensor maps.
#pragma once

#include "cuda_runtime_api.h"
#include "simt/tensor_maps.h"
