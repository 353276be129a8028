// CUDA C++ on the CPU: replaces NVIDIA's header for .cu files.
#pragma once

#define __CUDA_RUNTIME_H__

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <utility>

#include "cuda_runtime_api.h"
#include "device_launch_parameters.h"
#include "simt/arrays.h"
#include "simt/atomics.h"
#include "simt/barriers.h"
#include "simt/device_functions.h"
#include "simt/functions.h"
#include "simt/graph_nodes.h"
#include "simt/graphs.h"
#include "simt/host_calls.h"
#include "simt/kernels.h"
#include "simt/launch.h"
#include "simt/math.h"
#include "simt/ptx/ptx.h"
#include "simt/ptx/ptx_matrix.h"
#include "simt/ptx/ptx_small_floats.h"
#include "simt/remedy.h"
#include "simt/shared.h"
#include "simt/symbols.h"
#include "simt/textures.h"
#include "simt/unset.h"
#include "simt/warp.h"
#include "vector_types.h"
