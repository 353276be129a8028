// Grades made on the nodes of a Slurm cluster.
//
// Theory of operation. Grades of one lab are submitted together, as job arrays. A task grades one
// submission in a folder of its node's own and then moves what came of it, as a whole, to
// WORK/ARRAY/results/N on a file system that all nodes share (slurm_script.h). What is there is
// done, whatever Slurm says; only this process reads it and writes the gradebook, so nothing
// depends on locks of that file system. squeue is asked for tasks that end without a result: a
// requeued one is waited for, a lost one is trouble of ours.
//
// A result may show up late (NFS keeps what it knows of a folder for up to a minute), or twice (a
// task that Slurm ran again because a node seemed dead): the first that is seen counts, and once.
// Each array has a folder that nothing else ever has, so a task that outlives this process, or that
// was given up, writes where nobody looks. All jobs bear a name that is made of WORK: by it those
// are cancelled that an earlier process left behind, or that sbatch handed over without saying so.
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
  std::chrono::milliseconds late{90'000};  // a result may take to show up after its job's end
  // squeue is asked soon after something was handed over, where mistakes show, then ever more
  // seldom; while stopping, each second.
  std::chrono::milliseconds first_question{2'000}, longest_pause{30'000};
  std::chrono::milliseconds next_try{20'000};  // when sbatch could not hand over
};

class SlurmExecutor : public Executor {
 public:
  /// `options`: of sbatch, what the site needs.
  SlurmExecutor(GradeSettings settings, std::vector<std::string> options,
                const SlurmTimes& times = {});
  ~SlurmExecutor() override;
  SlurmExecutor(const SlurmExecutor&) = delete;
  SlurmExecutor& operator=(const SlurmExecutor&) = delete;

  /// All at once, and the next when these have ended: what is tried again is tried at the end.
  std::size_t room() const override;
  bool is_idle() const override;
  void start(const std::vector<GradeJob>& jobs) override;
  std::optional<JobEnd> wait(std::chrono::milliseconds patience) override;
  void stop() override;
  std::string state() const override;

  /// Cancels the jobs of all objects there are, from any thread: for the end of an interrupted
  /// process.
  static void cancel_all();

 private:
  using Clock = std::chrono::steady_clock;

  struct Task {
    GradeJob job;
    bool ended = false;
    bool has_run = false;
    std::optional<Clock::time_point> due;  // since when its result should be there
  };
  /// Submitted together: task N is tasks[N].
  struct Array {
    long job = 0;
    std::filesystem::path folder;
    std::vector<Task> tasks;
    std::size_t open = 0;  // not ended
  };

  void submit_next();
  std::vector<std::string> options_and_exclusions() const;
  void refused(const SlurmSubmission& submission);
  void ask_slurm();
  void collect();
  void collect(Array& array);
  void judge(Array& array, std::size_t number, const SlurmTask* said);
  bool is_overdue(Task& task) const;
  void end(Array& array, std::size_t number, JobEnd end);
  JobEnd result(const Array& array, std::size_t number, int status);
  void lose(Array& array, std::size_t number, const std::string& why, const std::string& node);

  GradeSettings settings_;
  std::vector<std::string> options_;
  SlurmTimes times_;
  SlurmCommands slurm_;
  std::vector<Array> arrays_;
  std::deque<std::vector<GradeJob>> waiting_;  // arrays to be
  std::deque<JobEnd> ends_;
  std::set<std::string> troubled_;     // nodes where a grade met trouble of ours
  std::vector<std::string> given_up_;  // tasks that may still wait in Slurm
  Clock::time_point submit_at_, look_at_, ask_at_;
  std::chrono::milliseconds ask_after_{0};
  std::optional<Clock::time_point> silent_since_;
  std::size_t running_ = 0, queued_ = 0;  // as Slurm said last
  std::string reason_;                    // why they wait
  bool stopping_ = false;
  bool had_fault_ = false;
};

}  // namespace warpgrade
