// The make_ functions are defined with the types.
#pragma once

#include "vector_types.h"
