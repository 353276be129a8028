// The builds of a submission for one grade.
#pragma once

#include <functional>

#include "model/grade_request.h"
#include "model/machine.h"
#include "toolchain/build.h"

namespace warpgrade {

struct Builds {
  ConstantBuilds run;  // the graded builds; if only the check runs, its builds
  ConstantBuilds
      engine;  // on the CPU, for tasks that need more devices than there are; usually empty
  ConstantBuilds check;  // for the check; empty: no check
  Build submission;      // represents the file: the first build that failed, or any
  Constants constants;   // of `submission`, if no build failed
  Build engine_state;    // represents the builds for the engine
  Build check_state;     // represents the builds for the check
};

/// What to build for a grade.
struct BuildPlan {
  Backend backend = Backend::cpu;
  bool engine_too = false;  // on a GPU machine, some task runs on the CPU engine
  bool speed = false;       // builds for timed calls, too
  /// Called once, while nvcc is still at work, when the builds for the check and the engine are ok.
  std::function<void(const ConstantBuilds& check, const ConstantBuilds& engine)> on_check_built =
      {};
};

/// Builds in parallel for the backend and for the check. On the CPU backend, if there is a toolkit,
/// also with nvcc, which decides what is valid CUDA C++ and knows the use of registers.
Builds build_all(const Machine& machine, const Toolchain& toolchain, const Lab& lab,
                 const GradeRequest& request, const BuildPlan& plan);

}  // namespace warpgrade
