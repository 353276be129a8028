// One grade, end to end: build, run, verify, score.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "judge/generated_cases.h"
#include "judge/result.h"
#include "lab/manifest.h"
#include "sandbox/sandbox.h"
#include "toolchain/build.h"
#include "toolchain/cuda_toolkit.h"
#include "toolchain/gpu.h"

namespace warpgrade {

struct GradeRequest {
  std::filesystem::path root;
  std::string lab;
  std::filesystem::path submission;
  std::vector<std::string> tasks;           // empty: all
  std::vector<std::string> cases;           // empty: all
  std::vector<std::filesystem::path> data;  // files that become cases of every task
  std::optional<Backend> backend;  // nothing: CUDA where there is a GPU, else the CPU engine
  Real real = Real::f32;
  std::optional<std::uint64_t> seed;   // nothing: a secret one
  std::optional<double> call_seconds;  // instead of the lab's
  std::optional<double> task_seconds;  // likewise
  bool gate = true;   // on the CPU backend, let nvcc (where there is one) compile it as well
  bool check = true;  // run small cases with every access watched, whatever the backend
  bool speed = true;  // on a GPU, measure what is asked for in speed
  double remedy_seconds = 0;  // on the clock, for trying changes that might help; 0: none is tried
  bool remedies_in_time = false;     // likewise, no longer than all before them (but some seconds)
  bool check_only = false;           // that and nothing else: no grade, on the CPU
  std::uint32_t engine_threads = 0;  // that run grids on the CPU engine; 0: its own choice. One
                                     // makes the values of a race the same in every run
  std::optional<Tell> tell;          // how much is told; nothing: as the lab says
  bool instructors = false;          // `tell` may be more than what the lab tells students
};

/// Told what is going on: a few words, and how many of how many steps are done.
using OnProgress = std::function<void(const std::string& what, int done, int total)>;

/// Told what is known of a grade that is not finished: compiler's words, cases, the first findings.
/// Points are those that it would have if the rest stayed open.
using OnKnown = std::function<void(const GradeResult& so_far)>;

/// What grades of different submissions have in common: the lab, its tolerances found sound, the
/// compiler, and every problem with its truth. Made once, it is the same as what each would make.
class Preparation {
 public:
  /// `request`: of any of them; its submission does not matter, its seed must be given. Throws
  /// UsageError and GraderError.
  explicit Preparation(const GradeRequest& request);

  /// The same without the problems: each is made by the first grade that needs it, and kept.
  static Preparation as_needed(const GradeRequest& request);

 private:
  friend class Grader;
  Preparation() = default;
  Lab lab_;
  std::optional<CudaToolkit> toolkit_;
  std::shared_ptr<GeneratedCases> generated_;
};

/// Throws UsageError (an unknown lab, task or case) and GraderError. Whatever the submission does
/// is in the result. `preparation`: for the same lab, type, seed, cases and (at least) tasks, or
/// none.
GradeResult grade(const GradeRequest& request, const Sandbox& sandbox, const OnProgress& progress,
                  const Preparation* preparation = nullptr, const OnKnown& on_known = {});

}  // namespace warpgrade
