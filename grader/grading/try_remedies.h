// Tries changes that might mend a submission, in a copy of it, on the engine that watches every
// access. Nothing of it earns or costs points.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "cases/run_task.h"
#include "model/machine.h"
#include "model/result.h"

namespace warpgrade {

struct RemedyPlan {
  Machine machine;                   // the copy is made in its work folder
  std::filesystem::path submission;  // the folder that is copied
  std::chrono::steady_clock::time_point until;
  std::function<void(const std::string& why)> on_trouble;  // no trial could be made

  double seconds_left() const {
    return std::chrono::duration<double>(until - std::chrono::steady_clock::now()).count();
  }
  bool in_time() const { return seconds_left() > 0; }
};

/// Whether something is wrong that a change may mend.
bool may_be_mended(const TaskResult& result);

/// `run`: as for the check of the task, of which `result` came. Says what helped; nothing where
/// nothing did.
std::optional<TriedRemedy> try_remedies(const TaskRun& run, const TaskResult& result,
                                        const RemedyPlan& plan);

}  // namespace warpgrade
