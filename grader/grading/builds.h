// All that is built from a submission for one grade.
#pragma once

#include <functional>

#include "model/grade_request.h"
#include "model/machine.h"
#include "toolchain/build.h"

namespace warpgrade {

struct Builds {
  ConstantBuilds run;  // what is graded; where nothing is, those for the check
  ConstantBuilds
      engine;  // on the CPU, for tasks that need more devices than there are; mostly empty
  ConstantBuilds check;  // with every access watched; empty: not wanted
  Build submission;     // what is to be said of the file: of the first build that failed, or of any
  Constants constants;  // that `submission` was compiled with, where none failed
  Build engine_state;   // likewise, of those on the CPU
  Build check_state;    // and of those for the check
};

/// What a grade builds for.
struct BuildPlan {
  Backend backend = Backend::cpu;
  bool engine_too = false;  // on a GPU machine, some task runs on the CPU engine
  bool speed = false;       // what is timed is built as well
  /// Called once, while nvcc is still at work: those for the check are made, and are ok, as are
  /// those on the engine that `engine_too` asks for.
  std::function<void(const ConstantBuilds& check, const ConstantBuilds& engine)> on_check_built =
      {};
};

/// Builds side by side: for the backend, for the check, and on the CPU, where there is a toolkit,
/// once more with nvcc, which has the last word on what is CUDA C++ and knows the use of registers.
Builds build_all(const Machine& machine, const Toolchain& toolchain, const Lab& lab,
                 const GradeRequest& request, const BuildPlan& plan);

}  // namespace warpgrade
