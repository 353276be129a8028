// The programs that a submission's speed is compared with: the course's solution and variants.
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
  Lab lab;            // its only task has the function to call
  std::string label;  // "cublas", "the solution", ...
  Build build;
  bool gpu = true;  // it runs on the device
  Worker::Settings worker;

  const Task& task() const { return lab.tasks.front(); }
};

/// The competitor of a performance, from the manifest.
struct Competitor {
  Against against = Against::solution;
  std::string variant;  // a variant of the lab; may be empty

  Competitor(Against kind) : against(kind) {}
  Competitor(const Performance& p) : against(p.against), variant(p.variant) {}
};

/// Why `root` lacks the program: a student's kit may have no solutions. Empty if it is there.
std::string why_missing(const std::filesystem::path& root, const std::string& lab,
                        const Competitor& competitor);

class Baselines {
 public:
  /// `lab`: with all or some of its tasks. `worker`: a submission's settings.
  Baselines(Machine machine, const Lab& lab, Real real, Worker::Settings worker);

  /// The same, or why the program does not run on this machine.
  std::string why_missing(const Competitor& competitor) const;

  /// Opponents with equal keys share a build.
  static std::string build_key(const Task& task, const Competitor& competitor,
                               const Constants& constants);

  /// Builds it unless it is built. Not for the roofline. Threads may build several at once. Throws
  /// GraderError if it does not compile.
  const Baseline& get(const Task& task, const Competitor& competitor, const Constants& constants);

  /// Its function, also before it is built. Not for the roofline.
  const Task& function(const Task& task, const Competitor& competitor);

 private:
  Baseline make(const Task& task, const Competitor& competitor, const Constants& constants) const;

  /// The lab whose only task is the program's function.
  Lab single_function_lab(const Task& task, const Competitor& competitor) const;

  const Machine machine_;
  const Lab& lab_;
  const Real real_;
  const Worker::Settings worker_;
  std::string why_not_running_;  // reason for the compiled solutions; empty if they run
  std::mutex mutex_;
  std::map<std::string, Baseline> baselines_;
  std::map<std::string, Task> functions_;
};

}  // namespace warpgrade
