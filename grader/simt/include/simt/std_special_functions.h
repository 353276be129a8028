// std::beta, std::legendre and their kin: simtcc includes them in files that contain their names,
// and prelude.h leaves them out.
#pragma once

#include <cmath>

#if __cplusplus >= 201703L
#define _GLIBCXX_USE_STD_SPEC_FUNCS 1
#include <bits/specfun.h>
#endif
