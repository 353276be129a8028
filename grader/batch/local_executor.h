// Grades made on this machine.
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

/// Several processes at a time, started by one GradeServer a lab. The thread that uses it must live
/// as long as the object: its end ends what runs, and so does kill -9.
class LocalExecutor : public Executor {
 public:
  explicit LocalExecutor(GradeSettings settings);
  ~LocalExecutor() override;
  LocalExecutor(const LocalExecutor&) = delete;
  LocalExecutor& operator=(const LocalExecutor&) = delete;

  std::size_t room() const override {
    return static_cast<std::size_t>(settings_.jobs) - running_.size();
  }
  bool is_idle() const override { return running_.empty() && lost_.empty(); }
  void start(const std::vector<GradeJob>& jobs) override;
  std::optional<JobEnd> wait(std::chrono::milliseconds patience) override;
  void stop() override {}  // all that was started has begun

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
  /// That lab's server has died: so have its grades.
  void bury(const std::string& lab);
  /// `server_log`: the process that started it died; "": it ended itself.
  JobEnd ended(std::vector<Running>::iterator job, int status, const std::string& server_log = "");

  GradeSettings settings_;
  std::vector<Running> running_;
  std::map<std::string, std::unique_ptr<GradeServer>> servers_;  // by lab
  std::deque<JobEnd> lost_;     // with a server that died; not told yet
  std::set<std::string> died_;  // labs of which one died
  std::size_t started_ = 0;
};

}  // namespace warpgrade
