#include "measure/ceilings.h"

#include <sstream>

#include "base/fault.h"
#include "measure/gpu_program.h"

namespace warpgrade {

void build_ceilings(const std::filesystem::path& root, const std::filesystem::path& work,
                    const Sandbox& sandbox, const CudaToolkit& toolkit, int capability) {
  build_gpu_program(root, "device_ceilings", work / "ceilings", sandbox, toolkit, capability);
}

Ceilings run_ceilings(const std::filesystem::path& work, const Sandbox& sandbox) {
  Ceilings ceilings;
  try {
    std::istringstream numbers(run_gpu_program(work / "ceilings", sandbox));
    if (!(numbers >> ceilings.bytes_per_second >> ceilings.flops_f32 >> ceilings.flops_f64 >>
          ceilings.host_bytes_per_second))
      throw GraderError(numbers.str());
  } catch (const GraderError& error) {
    throw GraderError(std::string("the GPU's ceilings cannot be measured: ") + error.what(),
                      error.advice());
  }
  return ceilings;
}

Ceilings measure_ceilings(const std::filesystem::path& root, const std::filesystem::path& work,
                          const Sandbox& sandbox, const CudaToolkit& toolkit, int capability) {
  build_ceilings(root, work, sandbox, toolkit, capability);
  return run_ceilings(work, sandbox);
}

}  // namespace warpgrade
