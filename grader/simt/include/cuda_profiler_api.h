// Profilers have nothing to do here.
#pragma once

#include "cuda_runtime_api.h"
