#include "judge/builds.h"

#include <future>

namespace warpgrade {
namespace {

/// nvcc's word on a build for the CPU.
void apply_gate(Build& build, Build gate) {
  build.resources = std::move(gate.resources);
  build.libraries = std::move(gate.libraries);
  // The engine's headers accept what nvcc refuses.
  if (gate.verdict == Verdict::compile_error && build.verdict != Verdict::compile_error) {
    build.verdict = Verdict::compile_error;
    build.output = std::move(gate.output);
  } else if (gate.verdict == Verdict::ok && build.verdict == Verdict::compile_error) {
    // Valid CUDA that the engine cannot build is our gap, not the student's mistake.
    build.verdict = Verdict::pending;
    build.findings.push_back(
        {"unsupported", "error", "", 0, "nvcc accepts this file, the CPU engine does not.", 1});
  }
}

}  // namespace

Builds build_all(const Toolchain& toolchain, const Lab& lab, const GradeRequest& request,
                 Backend backend, const std::optional<CudaToolkit>& toolkit, int capability) {
  // Every future is joined here, before this thread's children could lose their parent.
  const auto later = [](bool wanted, auto&& build) {
    return wanted ? std::async(std::launch::async, build) : std::future<Build>{};
  };
  auto gate = later(backend == Backend::cpu && toolkit && request.gate, [&] {
    return toolchain.build_cuda(lab, request.submission, request.real, *toolkit, usual_capability,
                                false);
  });
  auto check = later(request.check && !request.check_only, [&] {
    return toolchain.build_cpu(lab, request.submission, request.real, CpuMode::check);
  });
  Builds builds;
  if (backend == Backend::cuda) {
    builds.run =
        toolchain.build_cuda(lab, request.submission, request.real, *toolkit, capability, true);
  } else {
    builds.run = toolchain.build_cpu(lab, request.submission, request.real,
                                     request.check_only ? CpuMode::check : CpuMode::fast);
  }
  if (check.valid()) builds.check = check.get();
  if (request.check_only) builds.check = builds.run;
  if (gate.valid()) apply_gate(builds.run, gate.get());
  return builds;
}

}  // namespace warpgrade
