// Types and constants of the runtime API.
#pragma once

// NVIDIA's name of the header's guard, by which helper headers ask whether it was included.
#define __DRIVER_TYPES_H__

#include "simt/runtime_types.h"
