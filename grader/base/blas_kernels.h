// How OpenBLAS serves this machine: with which kernels, and how long its threads wait awake.
#pragma once

#include <string>

namespace warpgrade {

/// Better kernels than those that OpenBLAS has chosen, by the names that OPENBLAS_CORETYPE takes;
/// "" where it chose well. It goes by the processor's model, and to one younger than itself it may
/// give kernels for the processors of 2004, a fifth as fast as what such a one can do.
std::string better_blas_kernels(const std::string& chosen, bool has_avx2, bool has_avx512);

/// Starts this program anew with better ones, where there are such and nobody chose them by
/// OPENBLAS_CORETYPE, and with threads that sleep when they have nothing to do, unless
/// OPENBLAS_THREAD_TIMEOUT says otherwise: by themselves they look for work for a tenth of a second
/// after each product, on the cores that compilers and submissions wait for. For the beginning of
/// main().
void settle_blas(char** argv);

}  // namespace warpgrade
