// Explains why a kernel is slow: one call of one task, measured by a profiler on a GPU or counted
// by the CPU engine.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "findings/costs.h"
#include "grading/grade.h"
#include "lab/problem.h"
#include "lab/variants.h"
#include "model/result.h"
#include "profile/kernel_profile.h"

namespace warpgrade {

struct ProfileRequest {
  std::filesystem::path root;
  std::string lab;
  std::filesystem::path submission;
  std::string variant;  // a variant of the lab instead of the submission; or ""
  std::string task;     // may be empty with a variant
  std::string
      case_name;     // empty: the first for speed on a GPU, the largest for the check on the CPU
  std::string size;  // in the format of `run`; or ""
  std::optional<Backend> backend;
  Real real = Real::f32;
  std::optional<std::uint64_t> seed;
  bool with_nvcc = true;  // on the CPU, get register counts from nvcc if it exists
  // The profiler cannot work in the sandbox: the code is the user's or the project's own.
  bool may_leave_sandbox = false;
};

/// A kernel of the call, in the order of first launch.
struct LaunchedKernel {
  std::string kernel;
  long long launches = 0;
};

struct ProfileResult {
  std::string lab, title, task, variant;
  std::string submission;  // as given
  std::string case_name;
  Sizes sizes;          // the function's sizes or the lab's constants
  std::string backend;  // "cuda" or "cpu"
  Real real = Real::f32;
  std::uint64_t seed = 0;
  std::map<std::string, std::string> environment;

  /// ok, or why there is nothing to profile.
  Verdict verdict = Verdict::ok;
  std::string detail;
  std::string compiler_output;
  bool not_written = false;  // it launches no kernel

  Work work;                             // work of the case
  std::vector<double> samples;           // seconds per call without the profiler, on a GPU
  std::vector<LaunchedKernel> launched;  // kernels launched on a GPU
  std::vector<KernelProfile> measured;
  std::string profiler;    // "Nsight Compute 2025.3.1.0"
  std::string unmeasured;  // on a GPU: why measurements are missing; or ""
  std::string advice;      // the remedy
  std::string note;        // where it ran, if not as requested; or ""
  std::string raw;         // the profiler's own text

  std::string counted_in;            // the cases counted by the engine
  std::vector<KernelCosts> counted;  // by the CPU engine
  std::size_t errors = 0;            // errors that the check found in them
  std::vector<KernelResources> resources;
  std::map<std::string, std::string> sources;
};

/// `trusted` runs without isolation and is only used if the request allows it. Throws UsageError
/// (an unknown lab, task, case, size or variant) and GraderError.
ProfileResult profile(const ProfileRequest& request, const Sandbox& sandbox, const Sandbox& trusted,
                      const OnProgress& progress);

}  // namespace warpgrade
