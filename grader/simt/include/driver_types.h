// Types and constants of the runtime API.
#pragma once

// The header guard of NVIDIA's file, which helper headers test for.
#define __DRIVER_TYPES_H__

#include "simt/runtime_types.h"
