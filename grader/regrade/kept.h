// The last results of all tasks, each still right for the source as it is.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/result.h"
#include "regrade/affected.h"
#include "regrade/work_files.h"

namespace warpgrade::regrade {

/// A task's result, and the source that it is of.
struct KeptTask {
  Basis basis;
  std::string text;       // of the main file
  std::string graded_at;  // or "": nobody is to know
  TaskResult result;
};

/// What is kept of a lab. `head`: the last grade but for its tasks; `code`: code_hash() then.
struct KeptGrade {
  std::optional<GradeResult> head;
  std::string code;
  std::map<std::string, KeptTask> tasks;
};

class Kept {
 public:
  /// `tasks`: all that are asked for, in the lab's order. `before`: what is kept already, maybe of
  /// other tasks, too.
  Kept(std::string main_file, std::vector<std::string> tasks, KeptGrade before = {})
      : main_file_(std::move(main_file)), tasks_(std::move(tasks)), kept_(std::move(before)) {}

  /// The tasks whose kept results say nothing of `now`: their functions changed, or what was found
  /// in them stands in other lines. Where only code changed that none of them reaches, it is one of
  /// them: whether the file still compiles is to be known.
  std::vector<std::string> stale(const Texts& now) const;

  /// `of_some` is a grade of those tasks, of the source `now`. What it does not hold is kept. A
  /// file that does not compile is told, and nothing is forgotten: mended, it may be as before.
  void add(const GradeResult& of_some, const Texts& now, const std::string& graded_at = "");

  /// `now` differs from what is kept in nothing that counts.
  void move_to(const Texts& now);

  /// The same without keeping it: for what is known of a grade that goes on.
  GradeResult with(const GradeResult& of_some, const Texts& now) const;

  /// All that is known; nothing before the first result.
  const std::optional<GradeResult>& shown() const { return shown_; }
  const KeptGrade& all() const { return kept_; }

 private:
  /// Takes along what is still right for `now`.
  std::map<std::string, KeptTask> moved(const Texts& now) const;

  std::string main_file_;
  std::vector<std::string> tasks_;
  KeptGrade kept_;
  std::optional<GradeResult> shown_;
};

/// True where the file itself does not compile, whatever task was asked for.
bool is_broken(const GradeResult& grade);

}  // namespace warpgrade::regrade
