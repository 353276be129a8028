// The subject of a profile: a task of a submission or a variant, and its cases.
#pragma once

#include <optional>

#include "lab/manifest.h"
#include "lab/variants.h"
#include "profile/profile.h"
#include "toolchain/build.h"

namespace warpgrade {

struct ProfiledTask {
  Lab lab;              // with one task
  std::string variant;  // a variant of the lab; or ""
  Source source;        // without constants and binding, which the build adds
  std::vector<std::string> libraries;
  bool named = false;         // the case was requested
  Case measured;              // the case for a GPU
  std::vector<Case> counted;  // small cases for the slow CPU engine
  const Task& task() const { return lab.tasks.front(); }
};

/// Throws UsageError.
ProfiledTask load_profiled_task(const ProfileRequest& request);

/// The function's sizes or the lab's constants.
Sizes task_sizes(const ProfiledTask& subject, const Case& c);

}  // namespace warpgrade
