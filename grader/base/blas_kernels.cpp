#include "base/blas_kernels.h"

#include <cblas.h>
#include <unistd.h>

#include <cstdlib>

namespace warpgrade {

std::string better_blas_kernels(const std::string& chosen, bool has_avx2, bool has_avx512) {
  // Kernels for processors without AVX. OpenBLAS falls back to the first one.
  if (chosen != "Prescott" && chosen != "Core2" && chosen != "Nehalem") return "";
  if (has_avx512) return "SkylakeX";
  return has_avx2 ? "Haswell" : "";
}

namespace {

/// Returns whether the variable had to be set.
bool set_unless_chosen(const char* setting, const std::string& value) {
  return !value.empty() && std::getenv(setting) == nullptr &&
         setenv(setting, value.c_str(), 1) == 0;
}

std::string kernels_here() {
#ifdef __x86_64__
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
  return better_blas_kernels(openblas_get_corename(), avx2, avx512);
#else
  return "";
#endif
}

}  // namespace

void configure_blas(char** argv) {
  const bool kernels = set_unless_chosen("OPENBLAS_CORETYPE", kernels_here());
  const bool timeout = set_unless_chosen("OPENBLAS_THREAD_TIMEOUT", "10");  // 2^10 clock ticks
  // Both are read when the library is loaded. If this fails, the program works, but slower.
  if (kernels || timeout) execv("/proc/self/exe", argv);
  openblas_set_num_threads(1);  // base/blas.h divides what is large
}

}  // namespace warpgrade
