// The last results of all tasks that are still valid for the current source.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/result.h"
#include "regrade/affected_tasks.h"
#include "regrade/work_files.h"

namespace warpgrade::regrade {

/// A task's result with the source it belongs to.
struct KeptTask {
  Basis basis;
  std::string text;       // of the main file
  std::string graded_at;  // "": not reported
  TaskResult result;
};

/// The kept results of a lab. `head`: the last grade without its tasks; `code`: its code_hash().
struct KeptGrade {
  std::optional<GradeResult> head;
  std::string code;
  std::map<std::string, KeptTask> tasks;
};

class KeptResults {
 public:
  /// `tasks`: the requested ones, in the lab's order. `before`: the kept results, possibly of other
  /// tasks, too.
  KeptResults(std::string main_file, std::vector<std::string> tasks, KeptGrade before = {})
      : main_file_(std::move(main_file)), tasks_(std::move(tasks)), kept_(std::move(before)) {}

  /// The tasks to regrade for `now`: their functions changed, or the lines of their findings. If
  /// the only changed code is reached by no task, one task, to see whether the file compiles.
  std::vector<std::string> stale(const Texts& now) const;

  /// Adds a grade of some tasks for the source `now`, and keeps the others. A grade of a file that
  /// does not compile replaces nothing: once fixed, the file may be as before.
  void add(const GradeResult& of_some, const Texts& now, const std::string& graded_at = "");

  /// Updates the lines for a source `now` without changes that affect a grade.
  void move_to(const Texts& now);

  /// Like add(), without keeping it: for a grade in progress.
  GradeResult with(const GradeResult& of_some, const Texts& now) const;

  /// The merged grade; nothing before the first result.
  const std::optional<GradeResult>& shown() const { return shown_; }
  const KeptGrade& all() const { return kept_; }

 private:
  /// The results that are valid for `now`, with lines as they are there.
  std::map<std::string, KeptTask> moved(const Texts& now) const;

  std::string main_file_;
  std::vector<std::string> tasks_;
  KeptGrade kept_;
  std::optional<GradeResult> shown_;
};

/// Whether the file does not compile, whatever task was requested.
bool is_broken(const GradeResult& grade);

}  // namespace warpgrade::regrade
