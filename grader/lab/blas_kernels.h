// Which of OpenBLAS's kernels this machine is served with.
#pragma once

#include <string>

namespace warpgrade {

/// Better kernels than those that OpenBLAS has chosen, by the names that OPENBLAS_CORETYPE takes;
/// "" where it chose well. It goes by the processor's model, and to one younger than itself it may
/// give kernels for the processors of 2004, a fifth as fast as what such a one can do.
std::string better_blas_kernels(const std::string& chosen, bool has_avx2, bool has_avx512);

/// Starts this program anew with better ones, where there are such and nobody chose them by
/// OPENBLAS_CORETYPE. For the beginning of main().
void use_better_blas_kernels(char** argv);

}  // namespace warpgrade
