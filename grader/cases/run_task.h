// Runs the cases of one task in sandboxed workers and says of each how it went.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "cases/generated_cases.h"
#include "cases/witness.h"
#include "model/exercise.h"
#include "model/result.h"
#include "process/worker.h"
#include "toolchain/build.h"

namespace warpgrade {

struct TaskRun {
  Exercise exercise;
  const Task& task;
  const Sandbox& sandbox;
  const Toolchain& toolchain;
  const ConstantBuilds& builds;
  Worker::Settings worker;  // its executable is the case's build
  /// Told of each call before it is made, and how many seconds it will take, as far as known (else
  /// 0). Or nobody is.
  std::function<void(const std::string& case_name, double seconds)> on_case = {};
  GeneratedCases* generated = nullptr;  // of this exercise, or none
  const Witness* witness = nullptr;  // whom its processes' words on the machine are compared with;
                                     // null: they are believed, as those of programs of ours
  double seconds = 0;  // on the clock, that all its calls may take together; 0: any time

  void tell(const Case& next, double expected_seconds) const {
    if (on_case) on_case(next.name, expected_seconds);
  }
};

/// The arguments of one call, and those of what the contract wants called before it.
CallImage compose_call(const TaskRun& run, const Problem& problem, Poison poison,
                       std::uint64_t seed);

/// How many different sets of values its calls need.
std::uint64_t input_sets_needed(const Case& c);

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
    std::map<std::tuple<std::filesystem::path, int, bool>, std::unique_ptr<Worker>>;

/// The calls of one task's cases. Each case is called up to three times: with its values; after all
/// cases, in random order, with the same values in other memory; and with other values. So an
/// answer that is kept from an earlier call, or that depends on where it lies or what stood there,
/// is found out. The calls are made in `processes`, which outlive this; those that lack are
/// started, and renewed after a bad end.
class CaseCalls {
 public:
  CaseCalls(const TaskRun& run, CaseProcesses& processes);
  ~CaseCalls();

  /// Those of the cases that are hidden, or of the others, which come first. A process that serves
  /// hidden ones serves no others any more.
  void make(bool hidden);
  /// Whether all that was called is right.
  bool right() const;
  /// When all calls are made.
  TaskOutcome outcome();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// Ends them, side by side.
void end_all(CaseProcesses& processes);

/// Runs the cases of tasks on the same backend that on a GPU see the same devices. No process that
/// has seen a hidden case is there while a case that is shown runs. On the CPU a few tasks at a
/// time, each in processes of its own. On a GPU, where a process takes some tenths
/// of a second to start CUDA, one that served a task well serves the next one, too; what goes wrong
/// there may be an earlier task's doing, which took memory or left something behind: it is run
/// again in new processes, and that counts.
std::vector<TaskOutcome> run_tasks(const std::vector<TaskRun>& runs);

}  // namespace warpgrade
