// Where grades are made: each in a process of its own, so that one crash costs nothing else.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
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
  std::uint64_t seed = 0;
};

/// What became of it. The paths hold until the next call of the executor.
struct JobEnd {
  std::size_t id = 0;
  std::string fault;                 // ours: why there is no grade; or ""
  std::filesystem::path json, html;  // what `warpgrade grade` wrote; may be there with a fault too
  bool withdrawn = false;            // it never began: stop() came first
};

/// How to run `warpgrade grade`, wherever that is.
struct GradeSettings {
  std::filesystem::path program;       // warpgrade
  std::filesystem::path root;          // the project's folder
  std::filesystem::path work;          // for files, of ours alone
  std::vector<std::string> arguments;  // for every grade
  std::uint64_t seed = 0;              // of most of them
  int jobs = 1;                        // at a time; 0: as many as there is room for
  std::chrono::minutes limit{60};      // for one grade; its own limits are far below
};

/// Runs `warpgrade grade` for many submissions: here, or on the nodes of a cluster. For one thread.
/// Its destructor ends what is under way. GraderError: what it needs is not there.
class Executor {
 public:
  virtual ~Executor() = default;

  /// How many more it takes now. One that takes all at once may take the next when it is idle.
  virtual std::size_t room() const = 0;
  virtual bool is_idle() const = 0;

  /// At most room(), together: a cluster may be asked for all of them in one go.
  virtual void start(const std::vector<GradeJob>& jobs) = 0;

  /// The next one that ends, or nothing after `patience` (about: a cluster may be slow to answer).
  /// Every one that was started ends once.
  virtual std::optional<JobEnd> wait(std::chrono::milliseconds patience) = 0;

  /// From now on nothing begins: what has not yet begun ends as `withdrawn`, the rest as usual.
  virtual void stop() = 0;

  /// For the progress line: "3 running, 97 waiting"; or "".
  virtual std::string state() const { return ""; }
};

/// The end of what a program wrote to `log`, in one line: of trouble of ours, what it is.
std::string last_words(const std::filesystem::path& log);

/// Why there is no grade when `warpgrade grade` ended with exit status `status` (128 + N: by signal
/// N), from what it wrote to `log`; "" if that is no trouble of ours.
std::string fault_of(int status, const std::filesystem::path& log);

/// The variables for a grade: its own libraries use one core, other grades have the rest.
std::vector<std::string> grade_environment(const std::filesystem::path& root);

}  // namespace warpgrade
