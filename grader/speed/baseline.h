// The programs that a submission's speed is compared with: our solution, and variants of the
// variants.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "lab/variants.h"
#include "model/machine.h"
#include "process/worker.h"
#include "toolchain/build.h"

namespace warpgrade {

struct Baseline {
  Lab lab;            // with the function that is called as its only task
  std::string label;  // "cublas", "the solution", ...
  Build build;
  bool gpu = true;  // it runs on the device
  Worker::Settings worker;

  const Task& task() const { return lab.tasks.front(); }
};

/// What a performance is compared with, as the manifest says.
struct Opponent {
  Against against = Against::solution;
  std::string variant;  // one of the lab's; or ""

  Opponent(Against kind) : against(kind) {}
  Opponent(const Performance& p) : against(p.against), variant(p.variant) {}
};

/// Why the course's own programs, which speed is compared with, are not to be had; "" if they are.
std::string why_no_programs(const std::filesystem::path& root, const std::string& lab);

class Baselines {
 public:
  /// `lab`: all or some of its tasks. `worker`: a submission's settings.
  Baselines(Machine machine, const Lab& lab, Real real, Worker::Settings worker)
      : machine_(std::move(machine)), lab_(lab), real_(real), worker_(std::move(worker)) {}

  /// Why this machine has nothing to compare with (a student's kit leaves our solutions out); or
  /// "".
  std::string why_missing(const Opponent& opponent) const;

  /// Of one build: what it computes, and the constants that it is compiled with.
  static std::string key_of(const Task& task, const Opponent& opponent, const Constants& constants);

  /// Builds it, unless it is there. It is not the roofline. Several may be built at once.
  /// Throws GraderError: our own programs compile.
  const Baseline& get(const Task& task, const Opponent& opponent, const Constants& constants);

 private:
  Baseline make(const Task& task, const Opponent& opponent, const Constants& constants) const;

  /// A grade's lacks the tasks that nobody asked for, and the variants names them.
  Lab whole_lab() const;

  const Machine machine_;
  const Lab& lab_;
  const Real real_;
  const Worker::Settings worker_;
  std::mutex mutex_;
  std::map<std::string, Baseline> baselines_;
};

}  // namespace warpgrade
