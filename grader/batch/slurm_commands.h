// Slurm's command-line programs.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "batch/slurm_queue.h"

namespace warpgrade {

/// The result of sbatch.
struct SlurmSubmission {
  long job = -1;           // its number, or -1
  bool no_answer = false;  // slurmctld did not answer: try again later
  bool limit = false;      // a limit of the site: retry with fewer tasks, or later
  std::string refusal;     // sbatch's message
};

/// This user's jobs with one name.
class SlurmCommands {
 public:
  /// GraderError: Slurm's commands are missing, slurmctld does not answer, or job arrays are
  /// disabled.
  explicit SlurmCommands(std::string name);

  /// The largest number of tasks in an array.
  std::size_t largest_array() const { return largest_array_; }

  /// Submits tasks 0 to `tasks` - 1 of `script`, running at most `at_a_time` (0: no limit). Their
  /// output goes to slurm-N.out in `folder`.
  SlurmSubmission submit(const std::filesystem::path& script, const std::filesystem::path& folder,
                         std::size_t tasks, int at_a_time,
                         const std::vector<std::string>& options) const;

  /// Nothing if slurmctld did not answer.
  std::optional<SlurmQueue> queue() const;

  /// Cancels waiting and running jobs: all of them (with a short timeout, for shutdown), only the
  /// waiting ones, or the named tasks ("12", "12_3"). False: slurmctld did not answer.
  bool cancel_all() const;
  bool cancel_waiting() const;
  bool cancel(const std::vector<std::string>& tasks) const;

 private:
  bool cancel_with(std::vector<std::string> words, std::chrono::seconds patience) const;

  std::string name_;
  std::size_t largest_array_ = 0;
};

}  // namespace warpgrade
