// Configures OpenBLAS for this machine: its kernels, and how its idle threads wait.
#pragma once

#include <string>

namespace warpgrade {

/// Faster kernels than `chosen`, by their names for OPENBLAS_CORETYPE; "" if `chosen` is fine.
/// OpenBLAS selects by processor model. For a processor newer than itself, it may select kernels
/// for processors of 2004, which reach a fifth of the speed.
std::string better_blas_kernels(const std::string& chosen, bool has_avx2, bool has_avx512);

/// Restarts this program with what it lacks, so call it first in main():
/// - faster kernels, if there are any; OPENBLAS_CORETYPE overrides them.
/// - idle threads that sleep; OPENBLAS_THREAD_TIMEOUT overrides it. By default they spin on
///   cores that compilers and submissions need.
void configure_blas(char** argv);

}  // namespace warpgrade
