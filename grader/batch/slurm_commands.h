// Slurm, by its commands.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "batch/slurm_queue.h"

namespace warpgrade {

/// What became of a submission.
struct SlurmSubmission {
  long job = -1;           // its number, or
  bool no_answer = false;  // slurmctld did not answer: try again later
  bool limit = false;      // a limit of the site: fewer tasks may be taken, or later
  std::string refusal;     // what sbatch said
};

/// The jobs of this user that have one name.
class SlurmCommands {
 public:
  /// GraderError: Slurm's commands are not here, slurmctld does not answer, or it has no job
  /// arrays.
  explicit SlurmCommands(std::string name);

  /// Tasks that an array may have.
  std::size_t largest_array() const { return largest_array_; }

  /// Tasks 0 to `tasks` - 1 of `script`, at most `at_a_time` of them (0: all). Their output becomes
  /// slurm-N.out in `folder`.
  SlurmSubmission submit(const std::filesystem::path& script, const std::filesystem::path& folder,
                         std::size_t tasks, int at_a_time,
                         const std::vector<std::string>& options) const;

  /// Nothing: slurmctld did not answer.
  std::optional<SlurmQueue> queue() const;

  /// Those that wait or run: all (for an end, so this soon gives up), those that wait, or the tasks
  /// named ("12", "12_3"). False: slurmctld did not answer.
  bool cancel_all() const;
  bool cancel_waiting() const;
  bool cancel(const std::vector<std::string>& tasks) const;

 private:
  bool cancel_with(std::vector<std::string> words, std::chrono::seconds patience) const;

  std::string name_;
  std::size_t largest_array_ = 0;
};

}  // namespace warpgrade
