#include "lab/blas_kernels.h"

#include <cblas.h>
#include <unistd.h>

#include <cstdlib>

namespace warpgrade {

std::string better_blas_kernels(const std::string& chosen, bool has_avx2, bool has_avx512) {
  // Made for processors without AVX: the first is what OpenBLAS falls back to.
  if (chosen != "Prescott" && chosen != "Core2" && chosen != "Nehalem") return "";
  if (has_avx512) return "SkylakeX";
  return has_avx2 ? "Haswell" : "";
}

void use_better_blas_kernels([[maybe_unused]] char** argv) {
#ifdef __x86_64__
  constexpr const char* setting = "OPENBLAS_CORETYPE";
  if (std::getenv(setting) != nullptr) return;
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
  const std::string kernels = better_blas_kernels(openblas_get_corename(), avx2, avx512);
  if (kernels.empty()) return;
  // It is read when the library is loaded. If this fails, all goes on, slower.
  setenv(setting, kernels.c_str(), 1);
  execv("/proc/self/exe", argv);
#endif
}

}  // namespace warpgrade
