// Types and constants of the runtime API.
#pragma once

#include "simt/runtime_types.h"
