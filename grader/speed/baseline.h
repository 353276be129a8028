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

/// Why there is no such program in `root`: a student's kit may have no solutions. "" if there is.
std::string why_missing(const std::filesystem::path& root, const std::string& lab,
                        const Opponent& opponent);

class Baselines {
 public:
  /// `lab`: all or some of its tasks. `worker`: a submission's settings.
  Baselines(Machine machine, const Lab& lab, Real real, Worker::Settings worker);

  /// The same, or why it does not run on this machine.
  std::string why_missing(const Opponent& opponent) const;

  /// Opponents with equal keys share a build.
  static std::string build_key(const Task& task, const Opponent& opponent,
                               const Constants& constants);

  /// Builds it unless it is built. Not for the roofline. Threads may build several at once. Throws
  /// GraderError if it does not compile.
  const Baseline& get(const Task& task, const Opponent& opponent, const Constants& constants);

 private:
  Baseline make(const Task& task, const Opponent& opponent, const Constants& constants) const;

  /// With all tasks: variants refer to tasks that this grade may leave out.
  Lab whole_lab() const;

  const Machine machine_;
  const Lab& lab_;
  const Real real_;
  const Worker::Settings worker_;
  std::string why_not_running_;  // the compiled solutions; "" if they do
  std::mutex mutex_;
  std::map<std::string, Baseline> baselines_;
};

}  // namespace warpgrade
