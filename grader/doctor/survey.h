// Examines this machine for the doctor. Takes a minute or more.
#pragma once

#include <filesystem>

#include "doctor/machine.h"
#include "grading/grade.h"
#include "sandbox/sandbox.h"

namespace warpgrade::doctor {

struct SurveyRequest {
  std::filesystem::path root;
  bool labs = true;  // grade the solutions
};

/// Problems of the machine are part of the result; nothing is thrown for them.
Machine survey(const SurveyRequest& request, const OnProgress& progress);

// Each of these fills in its part of `machine`.
void survey_tools(Machine& machine, const std::filesystem::path& root);
void survey_sandbox(Machine& machine, const Sandbox& sandbox, const std::filesystem::path& root);
void survey_cpu(Machine& machine, const std::filesystem::path& root);
/// `runner`: a sandbox for the project's own programs, isolated or not.
void survey_gpus(Machine& machine, const Sandbox& runner, const std::filesystem::path& root,
                 const OnProgress& progress);
void survey_labs(Machine& machine, const Sandbox& runner, const std::filesystem::path& root,
                 const OnProgress& progress);

}  // namespace warpgrade::doctor
