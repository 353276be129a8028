// Tries changes that may fix a submission, in a copy of it, on the engine with the check. Neither
// earns nor costs points.
#pragma once

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
  double seconds = 0;                // for trials; some are made on a busy machine anyway
  std::function<void(const std::string& why)> on_error;  // called if no trial could be made
};

/// Whether something is wrong that a change may fix.
bool is_fixable(const TaskResult& result);

/// `run`: the run that the check of the task used. Returns what helped, if anything did.
std::optional<TriedRemedy> try_remedies(const TaskRun& run, const TaskResult& result,
                                        const RemedyPlan& plan);

}  // namespace warpgrade
