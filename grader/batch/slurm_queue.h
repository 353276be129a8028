// Parses squeue's output.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace warpgrade {

/// What a job state means for the grade.
enum class SlurmPhase {
  waits,  // for a node, possibly again after a node failure
  runs,
  done,  // the script succeeded: the result exists or will appear soon
  lost,  // it failed, or Slurm will not run it: there may be no result
};

struct SlurmTask {
  std::string state;   // "RUNNING"
  std::string node;    // "" if none
  std::string reason;  // why it waits or ended: "Resources"
  SlurmPhase phase() const;
  std::string words() const;  // "NODE_FAIL on node3 (NodeDown)"
};

/// The output of `squeue` with the options below.
class SlurmQueue {
 public:
  /// These print every task of an array on a line of its own, including recently ended ones.
  static const std::vector<std::string> options;

  SlurmQueue() = default;
  /// Ignores malformed lines.
  explicit SlurmQueue(const std::string& text);

  /// Null: Slurm does not know the task, or no longer does.
  const SlurmTask* find(long job, long index) const;

  /// The waiting and running jobs.
  std::vector<long> alive() const;

 private:
  std::map<std::pair<long, long>, SlurmTask> tasks_;  // index -1: the array's other tasks
};

/// Parses the job number printed by `sbatch --parsable` ("12" or "12;cluster"); -1 if there is
/// none.
long slurm_job_number(const std::string& text);

/// Parses MaxArraySize from `scontrol show config`: the largest index plus one; -1 if there is
/// none.
long slurm_array_size(const std::string& config);

}  // namespace warpgrade
