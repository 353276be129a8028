// Integer divisions that x86 refuses: by zero, and those whose quotient has no room. A GPU has no
// such trap and goes on, so a kernel does here.
#pragma once

#include <ucontext.h>

#include <cstdint>

namespace simt::detail {

struct Division {
  bool by_zero;  // else the lowest number by -1
  bool is_signed;
  std::uint64_t dividend;  // sign-extended
};

/// Of a thread that SIGFPE has stopped: gives the division the results of a GPU and lets the thread
/// continue behind it. False: no division, and nothing is done.
bool divide_as_gpu(ucontext_t& context, Division& division);

}  // namespace simt::detail
