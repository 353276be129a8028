// The last results of all tasks, as far as they are valid for the current source.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/result.h"
#include "watch/affected.h"
#include "watch/work_files.h"

namespace warpgrade::watch {

/// A task's result, and its source.
struct KeptTask {
  Basis basis;
  std::string text;       // text of the main file
  std::string graded_at;  // "": not shown
  TaskResult result;
};

/// The stored results of a lab. `head`: the last grade without its tasks; `code`: hash_code() at
/// that time.
struct KeptGrade {
  std::optional<GradeResult> head;
  std::string code;
  std::map<std::string, KeptTask> tasks;
};

class Kept {
 public:
  /// `tasks`: all requested tasks, in the lab's order. `before`: stored results, possibly of other
  /// tasks, too.
  Kept(std::string main_file, std::vector<std::string> tasks, KeptGrade before = {})
      : main_file_(std::move(main_file)), tasks_(std::move(tasks)), kept_(std::move(before)) {}

  /// The tasks without a valid result for `now`: their functions changed, or lines of their
  /// findings moved. If only unreachable code changed, one task is listed, to check that the file
  /// still compiles.
  std::vector<std::string> stale(const Texts& now) const;

  /// Adds a grade of some tasks for the source `now`; results of other tasks are kept. If the file
  /// does not compile, that is shown, but nothing is discarded: the old results may be valid again
  /// after a fix.
  void add(const GradeResult& of_some, const Texts& now, const std::string& graded_at = "");

  /// Moves the results to `now`, which only differs in ignored text.
  void move_to(const Texts& now);

  /// The same without storing it, for a grade that is still running.
  GradeResult with(const GradeResult& of_some, const Texts& now) const;

  /// Everything known; nothing before the first result.
  const std::optional<GradeResult>& shown() const { return shown_; }
  const KeptGrade& all() const { return kept_; }

 private:
  /// The results that are valid for `now`.
  std::map<std::string, KeptTask> moved(const Texts& now) const;

  std::string main_file_;
  std::vector<std::string> tasks_;
  KeptGrade kept_;
  std::optional<GradeResult> shown_;
};

/// True if the file itself does not compile, for any task.
bool is_broken(const GradeResult& grade);

}  // namespace warpgrade::watch
