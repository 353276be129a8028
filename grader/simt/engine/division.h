// Integer divisions that trap on x86: by zero, or with a quotient that overflows. A GPU has no such
// trap and continues, so kernels continue here, too.
#pragma once

#include <ucontext.h>

#include <cstdint>

namespace simt::detail {

struct Division {
  bool by_zero;  // false: the lowest number by -1
  bool is_signed;
  std::uint64_t dividend;  // sign-extended
};

/// Called for a thread stopped by SIGFPE: stores the results that a GPU would give and lets the
/// thread continue after the division. Returns false and does nothing if it is no division.
bool divide_as_gpu(ucontext_t& context, Division& division);

}  // namespace simt::detail
