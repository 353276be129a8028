// Where grades are made: each in a process of its own, so that one crash costs nothing else.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warpgrade {

/// One grade to make.
struct GradeJob {
  std::size_t id = 0;
  std::string lab;
  std::filesystem::path submission;
};

/// What became of it. The paths hold until the next call of the executor.
struct JobEnd {
  std::size_t id = 0;
  std::string fault;                 // ours: why there is no grade; or ""
  std::filesystem::path json, html;  // what `warpgrade grade` wrote; may be there with a fault too
};

/// Runs `warpgrade grade` on this machine, several at a time. For one thread, which must live as
/// long as the object: its end ends what runs, and so does kill -9.
class LocalExecutor {
 public:
  struct Settings {
    std::filesystem::path program;       // warpgrade
    std::filesystem::path root;          // the project's folder
    std::filesystem::path work;          // for files, of ours alone
    std::vector<std::string> arguments;  // for every grade
    int jobs = 1;                        // at a time
    std::chrono::seconds limit{3600};    // for one grade; its own limits are far below
  };
  explicit LocalExecutor(Settings settings);
  ~LocalExecutor();
  LocalExecutor(const LocalExecutor&) = delete;
  LocalExecutor& operator=(const LocalExecutor&) = delete;

  bool is_full() const { return running_.size() >= static_cast<std::size_t>(settings_.jobs); }
  bool is_idle() const { return running_.empty(); }

  void start(const GradeJob& job);

  /// The next one that ends, or nothing after `patience`.
  std::optional<JobEnd> wait(std::chrono::milliseconds patience);

 private:
  struct Running {
    std::size_t id = 0;
    int pid = 0;
    std::filesystem::path folder;
    std::chrono::steady_clock::time_point started;
    bool overdue = false;
  };
  JobEnd ended(const Running& job, int status) const;

  Settings settings_;
  std::vector<Running> running_;
  std::size_t started_ = 0;
};

}  // namespace warpgrade
