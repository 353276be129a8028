// Runs grades on the nodes of a Slurm cluster.
//
// Theory of operation. Grades of one lab are submitted together, as job arrays. A task grades one
// submission in a local folder of its node, and then moves all results at once to
// WORK/ARRAY/results/N on a file system that all nodes share (slurm_script.h). A task is done if
// its results exist, whatever Slurm reports. Only this process reads them and writes the gradebook,
// so nothing depends on locks of that file system. squeue is polled for tasks that end without a
// result: a requeued task is waited for, a lost one is a failure of the grader.
//
// A result may appear late (NFS caches folders for up to a minute) or twice (Slurm reruns a task if
// a node seems dead). Only the first one counts. Each array has a new folder, so a task that
// outlives this process, or that was given up, writes to a folder that is never read. The jobs'
// name is derived from WORK. By that name, leftover jobs of an earlier process are cancelled, and
// jobs that sbatch submitted without reporting it.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "batch/executor.h"
#include "batch/slurm_commands.h"

namespace warpgrade {

struct SlurmTimes {
  std::chrono::milliseconds late{90'000};  // how long a result may appear after the end of its job
  // squeue is first asked soon after a submission, when mistakes show, then less and less often;
  // every second while stopping.
  std::chrono::milliseconds first_question{2'000}, longest_pause{30'000};
  std::chrono::milliseconds next_try{20'000};  // pause after sbatch failed to submit
};

class SlurmExecutor : public Executor {
 public:
  /// `options`: sbatch options that the site needs.
  SlurmExecutor(GradeSettings settings, std::vector<std::string> options,
                const SlurmTimes& times = {});
  ~SlurmExecutor() override;
  SlurmExecutor(const SlurmExecutor&) = delete;
  SlurmExecutor& operator=(const SlurmExecutor&) = delete;

  /// All jobs at once, and more after these have ended, so retries run at the end.
  std::size_t capacity() const override;
  bool is_idle() const override;
  void start(const std::vector<GradeJob>& jobs) override;
  std::optional<JobEnd> wait(std::chrono::milliseconds patience) override;
  void stop() override;
  std::string state() const override;

  /// Cancels the jobs of all SlurmExecutors, from any thread. For interrupted processes.
  static void cancel_all();

 private:
  using Clock = std::chrono::steady_clock;

  struct Task {
    GradeJob job;
    bool ended = false;
    bool has_run = false;
    std::optional<Clock::time_point> due;  // when its result was first missing
  };
  /// A submitted array: task N is tasks[N].
  struct Array {
    long job = 0;
    std::filesystem::path folder;
    std::vector<Task> tasks;
    std::size_t open = 0;  // not ended
  };

  void submit_next();
  std::vector<std::string> options_and_exclusions() const;
  void handle_refusal(const SlurmSubmission& submission);
  void poll_slurm();
  void collect();
  void collect(Array& array);
  void update_task(Array& array, std::size_t number, const SlurmTask* said);
  bool is_overdue(Task& task) const;
  void end(Array& array, std::size_t number, JobEnd end);
  JobEnd result(const Array& array, std::size_t number, int status);
  void fail_task(Array& array, std::size_t number, const std::string& why, const std::string& node);

  GradeSettings settings_;
  std::vector<std::string> options_;
  SlurmTimes times_;
  SlurmCommands slurm_;
  std::vector<Array> arrays_;
  std::deque<std::vector<GradeJob>> waiting_;  // arrays to submit
  std::deque<JobEnd> ends_;
  std::set<std::string> troubled_;     // nodes where the grader failed
  std::vector<std::string> given_up_;  // tasks that may still be queued in Slurm
  Clock::time_point submit_at_, poll_at_, ask_at_;
  std::chrono::milliseconds ask_after_{0};
  std::optional<Clock::time_point> silent_since_;
  std::size_t running_ = 0, queued_ = 0;  // as last reported by Slurm
  std::string reason_;                    // why jobs are waiting
  bool stopping_ = false;
  bool had_fault_ = false;
};

}  // namespace warpgrade
