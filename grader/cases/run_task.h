// Runs the cases of one task in sandboxed workers.
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
  Worker::Settings worker;              // its executable is the case's build
  std::function<void()> on_call = {};   // called before each call
  GeneratedCases* generated = nullptr;  // of this exercise, or null
  const Witness* witness = nullptr;     // checks claims about the machine; null: trusts them
  double seconds = 0;                   // wall-clock limit of all calls together; 0: none

  void announce_call() const {
    if (on_call) on_call();
  }
};

/// The arguments of one call, and of the function that the contract calls before it.
CallImage compose_call(const TaskRun& run, const Problem& problem, Poison poison,
                       std::uint64_t seed);

/// How many sets of values the case's calls need.
std::uint64_t input_sets_needed(const Case& c);

struct TaskOutcome {
  std::vector<CaseResult> cases;     // in the order of the task's cases; `reproduce` is empty
  std::vector<bool> has_work;        // by case: an answer of zeros, or none, would be wrong
  std::vector<std::string> kernels;  // launched; of hidden cases only if all are hidden
  std::string printed;
  std::string hidden_printed;  // output while a hidden case ran
};

/// The processes that make calls, by executable, visible devices, and whether they serve hidden
/// cases. A process that has seen a hidden case could reveal it in another case's output, values or
/// error. It may have served other cases before.
using CaseProcesses =
    std::map<std::tuple<std::filesystem::path, int, bool>, std::unique_ptr<Worker>>;

/// The calls of one task's cases. Each case is called up to three times: with its values; after all
/// cases, in random order, with the same values in other memory; and with other values. This
/// detects answers kept from an earlier call, and answers that depend on the memory they are in.
/// Starts missing processes in `processes`, which outlive this, and restarts them after a bad end.
class CaseCalls {
 public:
  CaseCalls(const TaskRun& run, CaseProcesses& processes);
  ~CaseCalls();

  /// Makes the calls of the visible cases, which come first, or of the hidden ones.
  void make(bool hidden);
  /// Whether all calls so far are right.
  bool right() const;
  /// Called once, after all calls.
  TaskOutcome outcome();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// Ends all processes in parallel.
void end_all(CaseProcesses& processes);

/// Runs the cases of tasks on one backend with the same devices. While a visible case runs, no
/// process exists that has seen a hidden one. The CPU engine runs a few tasks at a time, each in
/// processes of its own. On a GPU, where starting CUDA takes some tenths of a second, a process
/// that served a task well serves the next one, too. An earlier task may have taken memory or left
/// something behind, so a task that fails there runs again in new processes, and that counts.
std::vector<TaskOutcome> run_tasks(const std::vector<TaskRun>& runs);

}  // namespace warpgrade
