#include "measure/ceilings.h"

#include <sstream>

#include "lab/fault.h"
#include "measure/gpu_program.h"

namespace warpgrade {

Ceilings measure_ceilings(const std::filesystem::path& root, const std::filesystem::path& work,
                          const Sandbox& sandbox, const CudaToolkit& toolkit, int capability) {
  const GpuProgram program(root, work, sandbox, toolkit, capability, "device_ceilings");
  Ceilings ceilings;
  try {
    std::istringstream numbers(program.run());
    if (!(numbers >> ceilings.bytes_per_second >> ceilings.flops_f32 >> ceilings.flops_f64))
      throw GraderError(numbers.str());
  } catch (const GraderError& error) {
    throw GraderError(std::string("the GPU's ceilings cannot be measured: ") + error.what(),
                      error.advice());
  }
  return ceilings;
}

}  // namespace warpgrade
