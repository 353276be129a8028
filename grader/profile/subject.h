// What is profiled: a task of a submission or a variant, and its cases.
#pragma once

#include <optional>

#include "lab/manifest.h"
#include "lab/variants.h"
#include "profile/profile.h"
#include "toolchain/build.h"

namespace warpgrade {

struct Subject {
  Lab lab;              // with one task
  std::string variant;  // one of the lab's; or ""
  Source source;        // its constants and binding are left to whoever builds
  std::vector<std::string> libraries;
  bool named = false;         // the case was asked for
  Case measured;              // on a GPU
  std::vector<Case> counted;  // on the CPU engine, which is slow: small ones
  const Task& task() const { return lab.tasks.front(); }
};

/// Throws UsageError.
Subject subject_of(const ProfileRequest& request);

/// The sizes that the function or the lab's constants take.
Sizes sizes_of(const Subject& subject, const Case& c);

}  // namespace warpgrade
