// Why a kernel is as slow as it is: one call of one task, measured by a profiler on a GPU, or
// counted by the CPU engine.
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
  std::string variant;  // one of the lab's, instead of the submission; or ""
  std::string task;     // may be empty with a variant
  std::string
      case_name;     // empty: the first for speed on a GPU, the largest for the check on the CPU
  std::string size;  // as `run` takes it; or ""
  std::optional<Backend> backend;
  Real real = Real::f32;
  std::optional<std::uint64_t> seed;
  bool with_nvcc = true;  // on the CPU, let nvcc (where there is one) tell the registers
  // The profiler cannot work in the sandbox: the code is the user's own, or ours.
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
  Sizes sizes;          // that the function or the lab's constants take
  std::string backend;  // "cuda": on a GPU, "cpu"
  Real real = Real::f32;
  std::uint64_t seed = 0;
  std::map<std::string, std::string> environment;

  /// ok, or why there is nothing to profile.
  Verdict verdict = Verdict::ok;
  std::string detail;
  std::string compiler_output;
  bool not_written = false;  // it launches nothing

  Work work;                             // of the case
  std::vector<double> samples;           // seconds of a call without the profiler, on a GPU
  std::vector<LaunchedKernel> launched;  // likewise
  std::vector<KernelProfile> measured;
  std::string profiler;    // "Nsight Compute 2025.3.1.0"
  std::string unmeasured;  // on a GPU: why nothing, or not all, was measured; or ""
  std::string advice;      // what to do about that
  std::string note;        // where it ran, when not as asked for; or ""
  std::string raw;         // the profiler's own text

  std::string counted_in;            // the cases, where the engine counted
  std::vector<KernelCosts> counted;  // by the CPU engine
  std::size_t errors = 0;            // that the check found there
  std::vector<KernelResources> resources;
  std::map<std::string, std::string> sources;
};

/// `trusted` runs without isolation; it is used only where the request allows that. Throws
/// UsageError (an unknown lab, task, case, size or variant) and GraderError.
ProfileResult profile(const ProfileRequest& request, const Sandbox& sandbox, const Sandbox& trusted,
                      const OnProgress& progress);

}  // namespace warpgrade
