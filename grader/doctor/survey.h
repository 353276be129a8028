// Finds out all that the doctor tells of this machine: a minute or several.
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

/// Trouble of the machine is in the result: nothing of it is thrown.
Machine survey(const SurveyRequest& request, const OnProgress& progress);

// Its parts. Each fills in what its name says.
void survey_tools(Machine& machine, const std::filesystem::path& root);
void survey_sandbox(Machine& machine, const Sandbox& sandbox, const std::filesystem::path& root);
void survey_cpu(Machine& machine, const std::filesystem::path& root);
/// `runner`: a sandbox in which our own programs can be run, isolated or not.
void survey_gpus(Machine& machine, const Sandbox& runner, const std::filesystem::path& root,
                 const OnProgress& progress);
void survey_labs(Machine& machine, const Sandbox& runner, const std::filesystem::path& root,
                 const OnProgress& progress);

}  // namespace warpgrade::doctor
