// Compiles possible fixes of a task into one copy of the submission. The engine enables each by its
// number.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "cases/run_task.h"
#include "grading/try_remedies.h"
#include "remedy/proposals.h"

namespace warpgrade {

struct BuiltProposals {
  std::vector<remedy::Proposal> proposals;  // those that did not compile have no insertions
  std::size_t of_findings = 0;              // so many of them come from findings, the first ones
  ConstantBuilds builds;
  std::filesystem::path copy;  // the folder that they were built from
};

/// What proposals follow from: the first errors of a result; these and its wrong values; nothing
/// that was found, but what a slip of the hand changes; or what makes a right program wrong.
enum class Origin { findings, findings_and_values, slips, mutants };

/// Nothing if there are none, or none compiles in time.
std::optional<BuiltProposals> build_proposals(const TaskRun& run, const TaskResult& result,
                                              const RemedyPlan& plan, Toolchain& toolchain,
                                              Origin origin);

}  // namespace warpgrade
