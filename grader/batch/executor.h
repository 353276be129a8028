// Runs grades, each in a process of its own, so that a crash affects one grade only.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warpgrade {

/// One grade to compute.
struct GradeJob {
  std::size_t id = 0;
  std::string lab;
  std::filesystem::path submission;
  std::uint64_t seed = 0;
};

/// The result of a job. The paths are valid until the executor's next call.
struct JobEnd {
  std::size_t id = 0;
  std::string fault;  // a failure of the grader or the machine; "" if there is a grade
  std::filesystem::path json, html;  // written by `warpgrade grade`; may exist despite a fault
  bool withdrawn = false;            // never started, because of stop()
};

/// How to run `warpgrade grade`, on any executor.
struct GradeSettings {
  std::filesystem::path program;       // warpgrade
  std::filesystem::path root;          // the project's folder
  std::filesystem::path work;          // a folder for the executor's own files
  std::vector<std::string> arguments;  // for every grade
  std::uint64_t seed = 0;              // of most grades
  int jobs = 1;                        // at a time; 0: no limit
  std::chrono::minutes limit{60};      // for one grade; the grade's own limits are much lower
};

/// Runs `warpgrade grade` for many submissions, on this machine or on a cluster. For one thread.
/// The destructor ends running grades. GraderError: a requirement is missing.
class Executor {
 public:
  virtual ~Executor() = default;

  /// How many more jobs it accepts now. A cluster accepts all at once, and the next ones when idle.
  virtual std::size_t capacity() const = 0;
  virtual bool is_idle() const = 0;

  /// Starts at most capacity() jobs together, so that a cluster gets them in one request.
  virtual void start(const std::vector<GradeJob>& jobs) = 0;

  /// The next job that ended; nothing if none ended within about `patience`. Every started job is
  /// returned once.
  virtual std::optional<JobEnd> wait(std::chrono::milliseconds patience) = 0;

  /// Starts nothing more. Jobs that have not started end as `withdrawn`; the others end normally.
  virtual void stop() = 0;

  /// For the progress line: "3 running, 97 waiting"; or "".
  virtual std::string state() const { return ""; }
};

/// The error message at the end of `log`, in one line.
std::string failure_message(const std::filesystem::path& log);

/// Why there is no grade after `warpgrade grade` ended with exit status `status` (128 + N: by
/// signal N), from its `log`; "" if the grader did not fail.
std::string failure_cause(int status, const std::filesystem::path& log);

/// Environment variables for a grade: its libraries use one core each.
std::vector<std::string> grade_environment(const std::filesystem::path& root);

}  // namespace warpgrade
