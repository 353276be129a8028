// What might mend a task, compiled into one copy of the submission: the engine switches each
// proposal on by its number.
#pragma once

#include <optional>
#include <vector>

#include "cases/run_task.h"
#include "grading/try_remedies.h"
#include "remedy/proposals.h"

namespace warpgrade {

struct BuiltProposals {
  std::vector<remedy::Proposal> proposals;  // without insertions: it did not compile
  ConstantBuilds builds;
};

/// Proposals for the first errors of `result`, and for wrong values, but where a call does not end
/// (`endless`). Nothing where there are none, or none compiles in time.
std::optional<BuiltProposals> build_proposals(const TaskRun& run, const TaskResult& result,
                                              const RemedyPlan& plan, Toolchain& toolchain,
                                              bool endless);

}  // namespace warpgrade
