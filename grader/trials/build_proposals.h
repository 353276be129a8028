// Compiles possible fixes of a task into one copy of the submission. The engine enables each by its
// number.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "cases/run_task.h"
#include "remedy/proposals.h"
#include "trials/try_remedies.h"

namespace warpgrade {

struct BuiltProposals {
  std::vector<remedy::Proposal> proposals;  // those that did not compile have no insertions
  std::size_t of_findings = 0;              // the first ones, which come from findings
  ConstantBuilds builds;
  std::filesystem::path copy;  // the folder that they were built from
};

/// The source of proposals: the first errors of a result; errors and wrong values; typing slips,
/// without any finding; or changes that make a right program wrong.
enum class Origin { findings, findings_and_values, slips, mutants };

/// Builds what these cases need: the sizes of some labs are compiled in. `kept`: changes of an
/// earlier build, which become the last ones of this. Empty if there are no proposals, or none
/// compiles in time.
std::optional<BuiltProposals> build_proposals(const TaskRun& run, const TaskResult& result,
                                              const RemedyPlan& plan, const Toolchain& toolchain,
                                              Origin origin, const std::vector<Case>& cases,
                                              const std::vector<remedy::Proposal>& kept = {});

/// Builds what these cases need and is not built yet. False if that does not compile.
bool build_for(const std::vector<Case>& cases, const TaskRun& run, const Toolchain& toolchain,
               BuiltProposals& built);

}  // namespace warpgrade
