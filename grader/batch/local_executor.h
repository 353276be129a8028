// Runs grades on this machine.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "batch/executor.h"
#include "batch/grade_server.h"

namespace warpgrade {

/// Runs several processes at a time, with one GradeServer per lab. The thread that uses it must
/// live as long as the object: when that thread ends, even by kill -9, the grades end.
class LocalExecutor : public Executor {
 public:
  explicit LocalExecutor(GradeSettings settings);
  ~LocalExecutor() override;
  LocalExecutor(const LocalExecutor&) = delete;
  LocalExecutor& operator=(const LocalExecutor&) = delete;

  std::size_t capacity() const override {
    return static_cast<std::size_t>(settings_.jobs) - running_.size();
  }
  bool is_idle() const override { return running_.empty() && lost_.empty(); }
  void start(const std::vector<GradeJob>& jobs) override;
  std::optional<JobEnd> wait(std::chrono::milliseconds patience) override;
  void stop() override {}  // started jobs run at once

 private:
  struct Running {
    std::size_t id = 0;
    std::string lab;
    std::filesystem::path folder;
    std::chrono::steady_clock::time_point started;
    bool overdue = false;
  };
  void start_one(const GradeJob& job);
  std::optional<JobEnd> next();
  /// Ends all grades of that lab after its server died.
  void end_jobs_of_lab(const std::string& lab);
  /// `server_log`: log of the server that died; empty if the grade's own process ended.
  JobEnd make_job_end(std::vector<Running>::iterator job, int status,
                      const std::string& server_log = "");

  GradeSettings settings_;
  std::vector<Running> running_;
  std::map<std::string, std::unique_ptr<GradeServer>> servers_;  // by lab
  std::deque<JobEnd> lost_;     // results of jobs whose server died, not returned yet
  std::set<std::string> died_;  // labs whose server has died before
  std::size_t started_ = 0;
};

}  // namespace warpgrade
