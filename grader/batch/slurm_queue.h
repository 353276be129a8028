// What Slurm says of jobs.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace warpgrade {

/// What a state means for us.
enum class SlurmFate {
  waits,  // for a node; also again, after its node failed
  runs,
  done,  // its script ended well: the result is there, or shows up soon
  lost,  // ended otherwise, or Slurm will not run it: there may be no result
};

struct SlurmTask {
  std::string state;   // "RUNNING"
  std::string node;    // or ""
  std::string reason;  // why it waits, or ended: "Resources"
  SlurmFate fate() const;
  std::string words() const;  // "NODE_FAIL on node3 (NodeDown)"
};

/// The answer of `squeue` with the options below.
class SlurmQueue {
 public:
  /// Every task of an array on a line of its own, also those that ended a while ago.
  static const std::vector<std::string> options;

  SlurmQueue() = default;
  /// Lines that are not in that form are left out.
  explicit SlurmQueue(const std::string& text);

  /// Nothing: Slurm has forgotten it, or never knew it.
  const SlurmTask* find(long job, long index) const;

  /// The jobs that wait or run.
  std::vector<long> alive() const;

 private:
  std::map<std::pair<long, long>, SlurmTask> tasks_;  // index -1: all others of the array
};

/// The number that `sbatch --parsable` printed ("12", or "12;cluster"), or -1.
long slurm_job_number(const std::string& text);

/// MaxArraySize of `scontrol show config`: the largest index and one, or -1 if it is not there.
long slurm_array_size(const std::string& config);

}  // namespace warpgrade
