// Runs the cases of one task in sandboxed children and says of each how it went.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "judge/child.h"
#include "judge/posed_cases.h"
#include "judge/result.h"
#include "judge/witness.h"
#include "lab/manifest.h"
#include "lab/oracle.h"
#include "toolchain/build.h"

namespace warpgrade {

struct TaskRun {
  const Lab& lab;
  const Task& task;
  const Oracle& oracle;
  Real real;
  std::uint64_t seed;
  const Sandbox& sandbox;
  const Toolchain& toolchain;
  const Variants& builds;
  Child::Settings child;                                      // its executable is the case's build
  std::function<void(const std::string& case_name)> on_case;  // before each call
  PosedCases* posed = nullptr;                                // of this lab, type and seed, or none
  Witness* witness = nullptr;  // whom its processes' words on the machine are compared with; null:
                               // they are believed, as those of programs of ours
  double seconds = 0;          // on the clock, that all its calls may take together; 0: any time
};

/// The arguments of one call, and those of what the contract wants called before it.
CallImage compose_call(const TaskRun& run, const Problem& problem, Poison poison,
                       std::uint64_t seed);

/// How many different sets of values its calls need.
std::uint64_t variants_of(const Case& c);

struct TaskOutcome {
  std::vector<CaseResult> cases;     // in the order of the task's cases; `reproduce` is left empty
  std::vector<bool> has_work;        // likewise: neither nothing nor zeros would be right
  std::vector<std::string> kernels;  // that were launched; of hidden cases only where all are
  std::string printed;
  std::string hidden_printed;  // while a hidden case ran
};

/// The processes that calls are made in, by executable, how many devices they see, and whether they
/// serve hidden cases: a process that has seen one could tell of it in another case's output,
/// values or error. It may have served other cases before.
using CaseProcesses =
    std::map<std::tuple<std::filesystem::path, int, bool>, std::unique_ptr<Child>>;

/// Each case is called up to three times: with its values; after all cases, in random order, with
/// the same values in other memory; and with other values. Hidden cases begin when the others have
/// ended. So an answer that is kept from an
/// earlier call, or that depends on where it lies or what stood there, is found out. The calls are
/// made in `processes`; those that lack are started, and renewed after a bad end.
TaskOutcome run_cases(const TaskRun& run, CaseProcesses& processes);

}  // namespace warpgrade
