// The make_ functions stand beside the types.
#pragma once

#include "vector_types.h"
