#include "batch/slurm_commands.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "base/fault.h"
#include "base/outside_command.h"

namespace warpgrade {
namespace {

/// Slurm's commands retry several times with MessageTimeout (10 s by default), so wait longer.
constexpr std::chrono::seconds slurm_patience{90};

/// Unsets variables that change squeue's output or make sbatch wait for the job's end.
CommandResult run_slurm(const std::vector<std::string>& words,
                        std::chrono::seconds patience = slurm_patience) {
  return run_command(words, patience, {"SQUEUE_", "SCANCEL_", "SBATCH_WAIT="});
}

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  text.resize(text.find_last_not_of(' ') + 1);
  return text.substr(0, 1000);
}

bool contains_any(const std::string& text, const std::vector<const char*>& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](const char* part) { return text.find(part) != text.npos; });
}

}  // namespace

SlurmCommands::SlurmCommands(std::string name) : name_(std::move(name)) {
  const CommandResult config = run_slurm({"scontrol", "show", "config"});
  if (config.status == 127)
    throw GraderError("Slurm's commands were not found: " + config.error,
                      "Run this on the cluster's login node, where sbatch works.");
  if (config.status != 0 || config.late)
    throw GraderError("Slurm does not answer: " +
                          (config.late ? "scontrol took too long" : one_line(config.error)),
                      "`scontrol ping` shows whether slurmctld is up. When it is, run the same "
                      "command again, with --resume if grading had begun.");
  const long size = slurm_array_size(config.out);
  if (size == 0)
    throw GraderError("this Slurm allows no job arrays: its MaxArraySize is 0",
                      "Ask its administrator for job arrays.");
  largest_array_ = size > 0 ? static_cast<std::size_t>(size) : 1001;  // Slurm's own default
}

SlurmSubmission SlurmCommands::submit(const std::filesystem::path& script,
                                      const std::filesystem::path& folder, std::size_t tasks,
                                      int at_a_time,
                                      const std::vector<std::string>& options) const {
  const std::string throttle = at_a_time > 0 ? fmt::format("%{}", at_a_time) : "";
  std::vector<std::string> words = {"sbatch"};
  words.insert(words.end(), options.begin(), options.end());
  // These options come last, so they override the site's.
  for (const std::string& word :
       {std::string("--parsable"), "--job-name=" + name_, "--chdir=" + folder.string(),
        std::string("--output=slurm-%a.out"), std::string("--error=slurm-%a.out"),
        std::string("--open-mode=append"), fmt::format("--array=0-{}{}", tasks - 1, throttle),
        script.string()})
    words.push_back(word);
  const CommandResult result = run_slurm(words);
  SlurmSubmission submission;
  submission.job = result.status == 0 && !result.late ? slurm_job_number(result.out) : -1;
  if (submission.job >= 0) return submission;
  submission.refusal = result.late ? "sbatch took too long" : one_line(result.error + result.out);
  submission.no_answer =
      result.late ||
      contains_any(result.error, {"Unable to contact slurm controller", "Socket timed out",
                                  "Zero Bytes were transmitted", "Slurm backup controller",
                                  "Connection refused", "Communication connection failure"});
  submission.limit = contains_any(
      result.error, {"policy", "Limit", "limit", "temporarily unable", "Resource temporarily"});
  return submission;
}

std::optional<SlurmQueue> SlurmCommands::queue() const {
  std::vector<std::string> words = {"squeue", "--user=" + std::to_string(::getuid()),
                                    "--name=" + name_};
  words.insert(words.end(), SlurmQueue::options.begin(), SlurmQueue::options.end());
  const CommandResult result = run_slurm(words);
  if (result.status != 0 || result.late) return std::nullopt;
  return SlurmQueue(result.out);
}

bool SlurmCommands::cancel_all() const { return cancel_with({}, std::chrono::seconds(15)); }

bool SlurmCommands::cancel_waiting() const {
  return cancel_with({"--state=PENDING"}, slurm_patience);
}

bool SlurmCommands::cancel(const std::vector<std::string>& tasks) const {
  return tasks.empty() || cancel_with(tasks, slurm_patience);
}

bool SlurmCommands::cancel_with(std::vector<std::string> words,
                                std::chrono::seconds patience) const {
  // Always pass the name, because Slurm may reuse a number for another user's job.
  words.insert(words.begin(),
               {"scancel", "--quiet", "--user=" + std::to_string(::getuid()), "--name=" + name_});
  const CommandResult result = run_slurm(words, patience);
  return result.status == 0 && !result.late;
}

}  // namespace warpgrade
